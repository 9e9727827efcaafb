//! The parallel searches as players: the minimax value for any number of threads, and their errors.

use games::{BoardGame, Chess, Othello, Record};
use gametree::{Limits, Request, SplitMix64, Value};
use players::{Seat, builtin};

const SEARCHES: [&str; 6] = [
    "alphabeta:order=killers+history,parallel=root",
    "alphabeta:tt=1,parallel=pv",
    "alphabeta:order=mvvlva+killers,parallel=ybw",
    "alphabeta:tt=1,order=hash+history,parallel=abdada",
    "alphabeta:tt=1,order=hash+killers,parallel=lazy",
    "alphabeta:tt=1,id,asp=30,parallel=abdada",
];

fn value<G: BoardGame>(spec: &str, game: &G, record: &Record<G>, depth: u32) -> Option<Value> {
    let spec = builtin(spec).expect("a spec");
    let mut seat = Seat::<G>::new(&spec).expect("a player");
    let answer = seat.answer(game, record, &Request::new(Limits::depth(depth)));
    answer.expect("an answer").value
}

/// Compares the players with minimax in positions after random moves.
fn check<G: BoardGame>(game: &G, positions: u64, depth: u32) {
    for seed in 0..positions {
        let mut random = SplitMix64::new(seed);
        let mut record = Record::<G>::new(game.start());
        for _ in 0..random.below(30) {
            let moves = game.legal_moves(record.state());
            if moves.is_empty() {
                break;
            }
            record.play(game, moves[random.below(moves.len() as u64) as usize]);
        }
        if game.legal_moves(record.state()).is_empty() {
            continue;
        }
        let truth = value("minimax", game, &record, depth);
        for search in SEARCHES {
            for threads in [1, 2, 3, 8] {
                let spec = format!("{search},threads={threads}");
                assert_eq!(
                    value(&spec, game, &record, depth),
                    truth,
                    "{spec}, seed {seed}"
                );
            }
        }
    }
}

#[test]
fn every_parallel_player_returns_the_minimax_value() {
    check(&Chess::default(), 2, 2);
    check(&Othello::<6>::default(), 3, 3);
}

#[test]
#[ignore = "a long sample: cargo test -p players --test it -- --ignored every_parallel_player"]
fn every_parallel_player_returns_the_minimax_value_in_five_hundred_positions() {
    check(&Chess::default(), 250, 3);
    check(&Othello::<6>::default(), 250, 4);
}

#[test]
fn a_spec_that_does_not_fit_a_parallel_search_is_rejected() {
    let error = |text: &str| {
        let spec = builtin(text).expect("a spec");
        Seat::<Chess>::new(&spec).err().expect(text).to_string()
    };
    assert!(error("alphabeta:threads=4").contains("choose one, such as parallel=ybw"));
    assert!(error("alphabeta:parallel=abdada,threads=4").contains("add its size, such as tt=16"));
    assert!(error("alphabeta:parallel=ybw,tt=16").contains("parallel=ybw has no table"));
    assert!(error("alphabeta:parallel=root,form=hard").contains("has no parallel"));
}
