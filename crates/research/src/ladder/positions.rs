//! Random positions, and the nodes that a player needs in them.

use games::{BoardGame, Record};
use gametree::{Limits, Request, SplitMix64};
use players::{PlayerSpec, Seat, SpecError};

use super::measure::Scale;

/// Plays random moves from the start until `is_enough` or the game ends. Returns `None` if the game has ended.
pub(crate) fn random_game<G: BoardGame>(
    game: &G,
    random: &mut SplitMix64,
    is_enough: impl Fn(&Record<G>, &[G::Move]) -> bool,
) -> Option<G::State> {
    let mut record = Record::<G>::new(game.start());
    loop {
        let moves = game.legal_moves(record.state());
        if moves.is_empty() {
            return None;
        }
        if is_enough(&record, &moves) {
            return Some(record.state().clone());
        }
        record.play(game, moves[random.below(moves.len() as u64) as usize]);
    }
}

/// Returns positions after random moves; the seed determines them.
pub(super) fn positions<G: BoardGame>(game: &G, scale: &Scale) -> Vec<G::State> {
    let mut random = SplitMix64::new(scale.seed);
    let plies = G::OPENING_PLIES as usize + 4;
    // Games that end early are replaced, up to a limit.
    let games = (0..scale.positions * 20)
        .filter_map(|_| random_game(game, &mut random, |record, _| record.moves().len() >= plies));
    games.take(scale.positions).collect()
}

/// Returns the mean number of nodes to a depth, or `None` for a player without a search.
pub(super) fn nodes_to_depth<G: BoardGame>(
    game: &G,
    spec: &PlayerSpec,
    positions: &[G::State],
    depth: u32,
) -> Result<Option<f64>, SpecError> {
    if spec.name() == "random" || positions.is_empty() {
        return Ok(None);
    }
    let mut sum = 0;
    for state in positions {
        let mut seat = Seat::<G>::new(spec)?;
        let record = Record::<G>::new(state.clone());
        let answer = seat.answer(game, &record, &Request::new(Limits::depth(depth)));
        sum += answer.map_or(0, |answer| answer.stats.nodes);
    }
    Ok(Some(sum as f64 / positions.len() as f64))
}
