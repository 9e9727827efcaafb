//! Analysis of chess games by the engine.
//!
//! [`review`] evaluates every position of a game and judges its moves; a [`Review`] becomes a [`Report`], a page or an annotated
//! game. [`why`] explains one move by sentences that its line proves.

mod annotate;
mod chances;
mod coach;
mod exchange;
mod html;
pub mod json;
pub mod openings;
mod proof;
mod report;
mod review;
mod sentences;
mod terms;
mod text;
mod why;

pub use chances::{CEILING, Judgement, judge, move_accuracy, win_percent};
pub use coach::Grade;
pub use html::to_html;
pub use proof::{Proof, TermChange, blended};
pub use report::{Phase, Report};
pub use review::{Opinion, Review, Reviewed, SideSummary, Step, review};
pub use sentences::{Motif, Sentence};
pub use terms::{NetworkOpinion, TermRow, Terms};
pub use why::{Why, why};

use std::collections::HashMap;

use chess::{Color, Game, Move};
use engine::{Event, Info, Request};
use games::{BoardGame, Chess, Record};
use gametree::{Bound, Signal, Value};
use players::{Listener, Seat};

/// Converts a value for the side to move to a value for White.
#[must_use]
pub const fn for_white(score: Value, side: Color) -> Value {
    let sign = match side {
        Color::White => 1,
        Color::Black => -1,
    };
    match score {
        // Mate on the board: the side to move has lost.
        Value::Mate(0) => Value::Mate(-sign),
        Value::Mate(moves) => Value::Mate(sign * moves),
        value => Value::Centipawns(sign * value.score()),
    }
}

/// The lines that a search has reported, by their first move.
///
/// A search with a table can report the value of a move with a shortened line. An earlier report of the same line completes it.
#[derive(Default)]
pub struct Lines(HashMap<Move, Vec<Move>>);

impl Lines {
    /// Returns a report with the longer line of an earlier report, if that line continues it.
    #[must_use]
    pub fn completed(&mut self, game: &Game, info: &Info) -> Info {
        let mut info = info.clone();
        let Some(&first) = info.line.first() else {
            return info;
        };
        if let Some(known) = self.0.get(&first)
            && known.starts_with(&info.line)
            && matches!(info.score, Value::Centipawns(_))
            && !ends(game, &info.line)
        {
            info.line.clone_from(known);
        } else {
            self.0.insert(first, info.line.clone());
        }
        info
    }
}

/// Returns whether the game is over at the end of a line.
fn ends(game: &Game, line: &[Move]) -> bool {
    let mut game = game.clone();
    line.iter().all(|&m| game.play(m).is_ok()) && game.outcome().is_some()
}

/// Searches, and returns the last report with an exact value of the best move.
fn search(seat: &mut Seat<Chess>, game: &Game, request: &Request, signal: &Signal) -> Option<Info> {
    let mut last = None;
    let mut lines = Lines::default();
    let mut on_event = |event: &Event| {
        if let Event::Info(info) = event
            && info.rank == 1
            && info.bound == Bound::Exact
        {
            last = Some(lines.completed(game, info));
        }
    };
    let listener = Listener::reporting(&mut on_event);
    seat.ask(&Chess::default(), &record(game), request, signal, listener)
        .ok()?;
    last
}

/// Converts a game to the record that a seat takes.
#[must_use]
pub fn record(game: &Game) -> Record<Chess> {
    let mut record = Record::new(*game.start());
    for &m in game.moves() {
        record.play(&Chess::default(), m);
    }
    record
}

/// Writes a line of moves in SAN.
fn sans(position: &chess::Position, line: &[Move]) -> Vec<String> {
    Chess::default().line_texts(position, line).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn info(game: &Game, line: &[&str], score: Value) -> Info {
        let mut position = *game.position();
        let line = line.iter().map(|text| {
            let m = chess::san::parse(&position, text).expect("a move");
            position = position.after(m);
            m
        });
        Info {
            depth: 1,
            selective_depth: 1,
            rank: 1,
            score,
            bound: Bound::Exact,
            wdl: None,
            nodes: 0,
            hash_full: None,
            table_hits: 0,
            time: Duration::ZERO,
            line: line.collect(),
        }
    }

    #[test]
    fn a_shortened_line_is_completed_and_no_other() {
        let game = Game::default();
        let level = Value::Centipawns(0);
        let mut lines = Lines::default();
        let mut length =
            |line: &[&str]| lines.completed(&game, &info(&game, line, level)).line.len();
        assert_eq!(length(&["e4", "e5", "Nf3"]), 3);
        assert_eq!(length(&["e4"]), 3);
        assert_eq!(length(&["d4"]), 1);
        // Another reply: the known line does not continue it.
        assert_eq!(length(&["e4", "c5"]), 2);
        assert_eq!(length(&["e4"]), 2);
        // A line that ends the game is complete.
        let game = Game::new(
            chess::Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").expect("a position"),
        );
        let mut lines = Lines::default();
        let mate = info(&game, &["Ra8#"], Value::Mate(1));
        assert_eq!(lines.completed(&game, &mate).line.len(), 1);
    }
}
