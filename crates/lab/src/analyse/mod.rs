//! Games and positions, looked at by the engine: what each move cost, and why a move is good or bad.
//!
//! [`review`] goes through a whole game and says what every move was worth; a [`Review`] becomes a table, a page of its
//! own or an annotated game. [`why`] asks about one move, and says only what the line it found proves.

mod annotate;
mod chances;
mod diagram;
mod html;
mod review;
mod why;

pub use chances::{CEILING, Judgement, game_accuracy, judge, move_accuracy, win_percent};
pub use html::to_html;
pub use review::{Opinion, Review, Reviewed, SideSummary, Step, review, shown};
pub use why::{Proof, Sentence, TermChange, Why, blended, why};

use chess::{Color, Game, Move};
use engine::{Engine, Event, Info, Limits, ScoreBound, Signal};
use pgn::Score;

/// A value as White sees it, given whose move it is.
#[must_use]
pub const fn for_white(score: engine::Score, side: Color) -> Score {
    let sign = match side {
        Color::White => 1,
        Color::Black => -1,
    };
    match score {
        engine::Score::Centipawns(value) => Score::Centipawns(sign * value),
        // Mate on the board: whoever is to move has lost.
        engine::Score::Mate(0) => Score::Mate(-sign),
        engine::Score::Mate(moves) => Score::Mate(sign * moves),
    }
}

/// Searches, and returns the last exact word about the best move.
fn ask(engine: &mut Engine, game: &Game, limits: &Limits, signal: &Signal) -> Option<Info> {
    let mut last = None;
    engine.search(game, limits, signal, &mut |event| {
        if let Event::Info(info) = event
            && info.rank == 1
            && info.bound == ScoreBound::Exact
        {
            last = Some(info.clone());
        }
    });
    last
}

/// Moves from a position on as people write them.
#[must_use]
pub fn sans(position: &chess::Position, moves: &[Move]) -> Vec<String> {
    let mut position = *position;
    let mut texts = Vec::with_capacity(moves.len());
    for &m in moves {
        if !position.is_legal(m) {
            break;
        }
        texts.push(m.to_san(&position));
        position = position.after(m);
    }
    texts
}
