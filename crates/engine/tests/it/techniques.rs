//! The switch of every technique has an effect, and no technique loses a move.

use std::collections::HashSet;

use chess::{Game, Move, Position};
use engine::{Engine, Event, Request, Settings, Technique, Techniques};
use gametree::{Limits, Signal, Value};

fn engine(techniques: Techniques, multi_pv: usize) -> Engine {
    Engine::new(&Settings {
        hash: 1,
        multi_pv,
        techniques,
        ..Settings::default()
    })
}

fn game(fen: &str) -> Game {
    Game::new(Position::from_fen(fen).expect(fen))
}

/// Positions and depths, from cheap to expensive: a middlegame; a mate; an endgame, deep enough for techniques of deep searches.
const SEARCHES: [(&str, u32); 4] = [
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        5,
    ),
    ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 7),
    ("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47", 10),
    ("8/8/4kpp1/3p1b2/p6P/2B5/6P1/6K1 b - - 0 47", 15),
];

fn nodes(techniques: Techniques, (fen, depth): (&str, u32)) -> u64 {
    let mut engine = engine(techniques, 1);
    let request = Request::new(Limits::depth(depth));
    _ = engine.search(&game(fen), &request, &Signal::default(), &mut |_| {});
    engine.nodes()
}

#[test]
fn every_switch_changes_the_search() {
    let mut everything = [None; SEARCHES.len()];
    for &technique in Technique::ALL {
        let differs = SEARCHES.iter().zip(&mut everything).any(|(&search, all)| {
            let all = *all.get_or_insert_with(|| nodes(Techniques::ALL, search));
            nodes(Techniques::ALL.without(technique), search) != all
        });
        assert!(
            differs,
            "{technique} can be switched off and nothing changes"
        );
    }
}

/// Returns the mate distance that a search of this number of nodes reports.
fn mate(techniques: Techniques, fen: &str, nodes: u64) -> Option<i32> {
    let mut engine = engine(techniques, 1);
    let request = Request::new(Limits::nodes(nodes));
    let mut announced = None;
    _ = engine.search(&game(fen), &request, &Signal::default(), &mut |event| {
        if let Event::Info(info) = event
            && let Value::Mate(moves) = info.score
        {
            announced = Some(moves);
        }
    });
    announced
}

#[test]
fn mate_is_found_in_won_positions() {
    // Quiet moves, with mate in three, and far ahead without it.
    let problems = [
        "5r2/5p1k/2rP1B2/ppp3Rp/8/2P2N1P/PP6/7K w - - 0 1",
        "1rn2q2/5r2/1p4Rp/8/1kPBpp2/4P2P/Q4PP1/1K6 w - - 0 1",
    ];
    let found = |techniques| problems.map(|fen| mate(techniques, fen, 200_000));
    assert_eq!(found(Techniques::ALL), [Some(3); 2]);
    let without = Techniques::ALL.without(Technique::FirstPlies);
    assert_eq!(found(without), [None; 2]);
}

/// Checks that with all moves as principal variations each is reported once, with a value.
fn all_moves_are_reported(techniques: Techniques, fen: &str) {
    let game = game(fen);
    let legal: HashSet<Move> = game.position().legal_moves().into_iter().collect();
    let mut reported = vec![None; legal.len()];
    let request = Request::new(Limits::depth(2));
    let mut engine = engine(techniques, legal.len());
    _ = engine.search(&game, &request, &Signal::default(), &mut |event| {
        if let Event::Info(info) = event {
            reported[info.rank - 1] = info.line.first().copied();
        }
    });
    let reported: HashSet<Move> = reported.into_iter().flatten().collect();
    assert_eq!(reported, legal, "{techniques} in {fen}");
}

#[test]
fn no_technique_loses_a_move() {
    // Castling, en passant, promotions; in check; few moves.
    let positions = [
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "4k3/8/8/8/8/5n2/3PP3/3QK2R w K - 0 1",
    ];
    let one_off = Technique::ALL.iter().map(|&t| Techniques::ALL.without(t));
    let one_on = Technique::ALL.iter().map(|&t| Techniques::NONE.with(t));
    for techniques in one_off.chain(one_on).chain([Techniques::NONE]) {
        for fen in positions {
            all_moves_are_reported(techniques, fen);
        }
    }
}
