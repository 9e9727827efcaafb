//! The Othello endgame solver.

use games::othello::DiscDifference;
use games::{BoardGame, Othello, Record};
use gametree::checks::minimax;
use gametree::{Limits, Searcher, SplitMix64};
use players::solvers::{
    Solving,
    othello::{Solver, exact_values},
};

/// Returns positions near the end of random games.
fn endings<const N: usize>(empties: u32, count: u64) -> Vec<games::othello::Position> {
    let game = Othello::<N>::default();
    let mut found = Vec::new();
    let mut seed = 0;
    while (found.len() as u64) < count {
        let mut rng = SplitMix64::new(seed);
        seed += 1;
        let mut record = Record::<Othello<N>>::new(game.start());
        loop {
            let state = record.state();
            let taken = (state.discs[0] | state.discs[1]).count_ones();
            let moves = game.legal_moves(state);
            if moves.is_empty() {
                break;
            }
            if taken + empties >= (N * N) as u32 {
                found.push(*state);
                break;
            }
            record.play(&game, moves[rng.below(moves.len() as u64) as usize]);
        }
    }
    found
}

#[test]
fn the_solver_equals_minimax() {
    let game = Othello::<8>::default();
    for state in endings::<8>(7, 60) {
        let truth = minimax(&game, &state, 20, &DiscDifference);
        let mut solver = Solving(Solver::<8>::new(1 << 20, 20));
        let result = solver.search(&game, &state, &Limits::default());
        assert_eq!(result.score, truth);
        let values = exact_values(&game, &state, 1 << 20, &Limits::default()).expect("no limit");
        let best = values.iter().map(|&(_, value)| value).max();
        assert_eq!(best, Some(truth));
        let own = values.iter().find(|&&(mv, _)| Some(mv) == result.best);
        assert_eq!(
            own.map(|&(_, value)| value),
            Some(truth),
            "the move is not a best one"
        );
    }
}

#[test]
fn othello_4x4_from_the_start() {
    let game = Othello::<4>::default();
    let mut solver = Solving(Solver::<4>::new(1 << 20, 20));
    let result = solver.search(&game, &game.start(), &Limits::default());
    assert_eq!((result.score, result.stopped), (-8, false));
}

/// The second player wins 20 to 16. Takes minutes:
/// `cargo test --release -p players --test it othello_6x6 -- --ignored --nocapture`
#[test]
#[ignore = "two billion nodes: cargo test --release -p players --test it othello_6x6 -- --ignored"]
fn othello_6x6_from_the_start() {
    let game = Othello::<6>::default();
    let mut solver = Solving(Solver::<6>::new(512 << 20, 36));
    let start = std::time::Instant::now();
    let result = solver.search(&game, &game.start(), &Limits::default());
    println!("{:?}: {:?}", start.elapsed(), result.stats);
    assert_eq!((result.score, result.stopped), (-4, false));
}
