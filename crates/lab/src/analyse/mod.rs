//! Games and positions, looked at by the engine: what each move cost, and why a move is good or bad.
//!
//! [`review`] goes through a whole game and says what every move was worth; a [`Review`] becomes a table, a page of its
//! own or an annotated game. [`why`] asks about one move, and says only what the line it found proves.

mod annotate;
mod chances;
mod exchange;
mod html;
mod proof;
mod review;
mod sentences;
mod why;

pub use chances::{CEILING, Judgement, game_accuracy, judge, move_accuracy, win_percent};
pub use html::to_html;
pub use proof::{Proof, TermChange, blended};
pub use review::{Opinion, Review, Reviewed, SideSummary, Step, review};
pub use sentences::{Motif, Sentence};
pub use why::{Why, why};

use std::collections::HashMap;

use chess::{Color, Game, Move};
use engine::{Event, Info, Request};
use games::{Chess, Record};
use gametree::{Bound, Signal, Value};
use players::{Listener, Seat};

/// A value as White sees it, given whose move it is.
#[must_use]
pub const fn for_white(score: Value, side: Color) -> Value {
    let sign = match side {
        Color::White => 1,
        Color::Black => -1,
    };
    match score {
        // Mate on the board: whoever is to move has lost.
        Value::Mate(0) => Value::Mate(-sign),
        Value::Mate(moves) => Value::Mate(sign * moves),
        value => Value::Centipawns(sign * value.score()),
    }
}

/// Lines that were told, by their first move.
///
/// A search that is cut off may know the value of a move and not the whole line to it any more. Then the line that was
/// told before is still the best there is, if it begins with what is left.
#[derive(Default)]
pub struct Lines(HashMap<Move, Vec<Move>>);

impl Lines {
    /// What was told, with the longer line if one is known.
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

/// Whether the game is over at the end of a line.
fn ends(game: &Game, line: &[Move]) -> bool {
    let mut game = game.clone();
    line.iter().all(|&m| game.play(m).is_ok()) && game.outcome().is_some()
}

/// Searches, and returns the last exact word about the best move.
fn ask(seat: &mut Seat<Chess>, game: &Game, request: &Request, signal: &Signal) -> Option<Info> {
    let mut last = None;
    let mut lines = Lines::default();
    let mut hear = |event: &Event| {
        if let Event::Info(info) = event
            && info.rank == 1
            && info.bound == Bound::Exact
        {
            last = Some(lines.completed(game, info));
        }
    };
    let listener = Listener::hearing(&mut hear);
    seat.ask(&Chess::default(), &record(game), request, signal, listener)
        .ok()?;
    last
}

/// A game of chess as players are shown it.
#[must_use]
pub fn record(game: &Game) -> Record<Chess> {
    let mut record = Record::new(*game.start());
    for &m in game.moves() {
        record.play(&Chess::default(), m);
    }
    record
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
    fn a_line_that_was_cut_off_is_completed_and_no_other() {
        let game = Game::default();
        let level = Value::Centipawns(0);
        let mut lines = Lines::default();
        let mut length =
            |line: &[&str]| lines.completed(&game, &info(&game, line, level)).line.len();
        assert_eq!(length(&["e4", "e5", "Nf3"]), 3);
        assert_eq!(length(&["e4"]), 3);
        assert_eq!(length(&["d4"]), 1);
        // Another answer: what was known does not hold any more.
        assert_eq!(length(&["e4", "c5"]), 2);
        assert_eq!(length(&["e4"]), 2);
        // A line that ends the game is whole.
        let game = Game::new(
            chess::Position::from_fen("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1").expect("a position"),
        );
        let mut lines = Lines::default();
        let mate = info(&game, &["Ra8#"], Value::Mate(1));
        assert_eq!(lines.completed(&game, &mate).line.len(), 1);
    }
}
