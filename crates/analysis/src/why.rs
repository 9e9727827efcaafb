//! The explanation of a move: its line, the line of another move, and sentences that the lines prove.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chess::{Game, Move};
use engine::Request;
use games::Chess;
use gametree::{Limits, Signal};
use players::Seat;
use serde::Serialize;

use super::proof::Proof;
use super::sentences::{Sentence, blame, praise};
use super::{for_white, search};

/// Why a move is good or bad.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Why {
    /// Whether the move is the engine's own choice.
    pub is_best: bool,
    /// The line of the given move.
    pub asked: Proof,
    /// The line of the best move, or of the second best if the given move is the best. `None` if there is one legal move.
    pub other: Option<Proof>,
    /// At most three sentences, the most important first.
    pub sentences: Vec<Sentence>,
}

/// Explains a legal move, or the engine's own choice. Returns `None` if the game is over or the search was stopped.
pub fn why(
    seat: &mut Seat<Chess>,
    game: &Game,
    asked: Option<Move>,
    limits: &Limits,
    stop: &Arc<AtomicBool>,
) -> Option<Why> {
    let signal = Signal::with_stop(Arc::clone(stop));
    if game.outcome().is_some() {
        return None;
    }
    let best = line(seat, game, limits, &signal, Vec::new())?;
    let first = *best.moves.first()?;
    let m = asked.unwrap_or(first);
    if m == first {
        let others = game.position().legal_moves();
        let others: Vec<Move> = others.iter().copied().filter(|&it| it != m).collect();
        let other = match others.is_empty() {
            true => None,
            false => line(seat, game, limits, &signal, others),
        };
        let sentences = praise(game, &best, other.as_ref());
        return Some(Why {
            is_best: true,
            asked: best,
            other,
            sentences,
        });
    }
    let asked = line(seat, game, limits, &signal, vec![m])?;
    let sentences = blame(game, &asked, &best);
    Some(Why {
        is_best: false,
        asked,
        other: Some(best),
        sentences,
    })
}

/// Returns the best line that begins with one of these moves, or with any move if the list is empty.
fn line(
    seat: &mut Seat<Chess>,
    game: &Game,
    limits: &Limits,
    signal: &Signal,
    first: Vec<Move>,
) -> Option<Proof> {
    let request = Request {
        moves: first,
        ..Request::new(limits.clone())
    };
    let info = search(seat, game, &request, signal)?;
    let score = for_white(info.score, game.position().side_to_move());
    Some(Proof::new(game, info.line, score, info.depth))
}
