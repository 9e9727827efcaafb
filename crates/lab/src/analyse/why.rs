//! Why a move, or why not: the line of the move by the engine, the line it is compared with, and what they prove.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use chess::{Game, Move};
use engine::Request;
use games::Chess;
use gametree::{Limits, Signal};
use players::Seat;

use super::proof::Proof;
use super::sentences::{Sentence, blame, praise};
use super::{ask, for_white};

/// What was found out about a move.
#[derive(Clone, Debug)]
pub struct Why {
    /// Whether the move is the engine's own choice.
    pub is_best: bool,
    /// The line of the move asked about.
    pub asked: Proof,
    /// What it is compared with: the best move, or the next best if the move asked about is the best. None if there is
    /// no other move.
    pub other: Option<Proof>,
    /// At most three sentences, those that say most first.
    pub sentences: Vec<Sentence>,
}

/// Asks about a legal move, or about the engine's own choice. None where the game is over: nobody asks about a move then.
pub fn why(
    seat: &mut Seat<Chess>,
    game: &Game,
    asked: Option<Move>,
    limits: &Limits,
    stop: &Arc<AtomicBool>,
) -> Option<Why> {
    let signal = Signal::with_stop(Arc::clone(stop));
    let legal = game.position().legal_moves();
    if game.outcome().is_some() {
        return None;
    }
    let best = line(seat, game, limits, &signal, Vec::new())?;
    let first = *best.moves.first()?;
    let asked = asked.unwrap_or(first);
    if asked == first {
        let others: Vec<Move> = legal.iter().copied().filter(|&m| m != asked).collect();
        let other = if others.is_empty() {
            None
        } else {
            line(seat, game, limits, &signal, others)
        };
        let sentences = praise(game, &best, other.as_ref());
        return Some(Why {
            is_best: true,
            asked: best,
            other,
            sentences,
        });
    }
    let asked = line(seat, game, limits, &signal, vec![asked])?;
    let sentences = blame(game, &asked, &best);
    Some(Why {
        is_best: false,
        asked,
        other: Some(best),
        sentences,
    })
}

/// The best line that begins with one of these moves, or with any.
fn line(
    seat: &mut Seat<Chess>,
    game: &Game,
    limits: &Limits,
    signal: &Signal,
    only: Vec<Move>,
) -> Option<Proof> {
    let request = Request {
        moves: only,
        ..Request::new(limits.clone())
    };
    let info = ask(seat, game, &request, signal)?;
    let score = for_white(info.score, game.position().side_to_move());
    Some(Proof::new(game, info.line, score, info.depth))
}
