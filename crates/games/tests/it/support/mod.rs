//! Helpers of several tests.

use games::BoardGame;
use gametree::SplitMix64;

/// Returns positions of random games, one of each game.
pub fn random_positions<G: BoardGame>(game: &G, count: u64, plies: u64) -> Vec<G::State> {
    let mut positions = Vec::new();
    for seed in 0.. {
        let mut rng = SplitMix64::new(seed);
        let mut state = game.start();
        for _ in 0..rng.below(plies) {
            let moves = game.legal_moves(&state);
            if moves.is_empty() {
                break;
            }
            let mv = moves[rng.below(moves.len() as u64) as usize];
            game.play(&mut state, mv);
        }
        if game.terminal(&state).is_none() {
            positions.push(state);
        }
        if positions.len() as u64 == count {
            break;
        }
    }
    positions
}
