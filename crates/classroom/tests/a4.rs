use chess::Position;
use classroom::a4::*;
fn game(w: Method, b: Method, turns: usize) -> GameRecord {
    let mut white = A4Player::new(Rules::faithful(w));
    let mut black = A4Player::new(Rules::faithful(b));
    play_game(
        &Position::startpos(),
        [
            Side {
                player: &mut white,
                depth: 3,
            },
            Side {
                player: &mut black,
                depth: 3,
            },
        ],
        turns,
    )
}
#[test]
fn look() {
    let (m, a) = (Method::Minimax, Method::AlphaBeta);
    for (w, b) in [(m, a), (a, m), (m, m), (a, a)] {
        let t = std::time::Instant::now();
        let g = game(w, b, 200);
        println!(
            "{} {} {:?} {} {} {:?}",
            g.last(),
            move_code(*g.moves.last().unwrap()),
            g.nodes,
            g.gave_up,
            g.moves.len(),
            t.elapsed()
        );
    }
    for hit in [Hit::Overwrites, Hit::Compares] {
        for lifetime in [Lifetime::Move, Lifetime::Game] {
            for depth in [DepthTest::Pass, DepthTest::Remaining] {
                let t = Method::Table(TableRules {
                    hit,
                    lifetime,
                    depth,
                });
                for (w, b) in [(t, m), (m, t)] {
                    let t = std::time::Instant::now();
                    let g = game(w, b, 200);
                    println!(
                        "{hit:?} {lifetime:?} {depth:?} {} {} {:?} {:?} gaveup {} {} {:?}",
                        w == m,
                        g.last(),
                        g.nodes,
                        g.winner(),
                        g.gave_up,
                        g.moves.len(),
                        t.elapsed()
                    );
                }
            }
        }
    }
}
