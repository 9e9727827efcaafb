//! Opening books of our own: positions from which a game between equal players is open, or in which one side is better by
//! as much as is wished.
//!
//! A program that plays itself from the starting position plays the same game again and again, so a match needs many
//! different beginnings, none of them already decided. A book is a text with one position a line: EPD for chess, the
//! game's own notation else; or it is [`Packed`]. [`default()`] is the book that comes with the program, [`named`] has larger
//! ones; [`make`] makes another.

mod candidate;
mod make;
mod packed;

pub use candidate::{Candidate, Maker};
pub use make::{Book, BookError, make};
pub use packed::{Packed, PackedError};

use std::fmt;

use games::{BoardGame, GameKind};
use gametree::Score;
use serde::Serialize;

/// How to make a book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Recipe {
    /// How many positions.
    pub count: usize,
    /// How many plies after the starting position.
    pub plies: u32,
    /// How the plies are chosen.
    pub way: Way,
    /// The same seed makes the same book.
    pub seed: u64,
    /// A position is let in if its value is at most this far from 0, in the units of the evaluator,
    pub balance: Score,
    /// and at least this far: 0 lets level positions in, more wants somebody to be better.
    pub least: Score,
    /// The evaluator of the shallow search that guides; that of the player, or the game's first, unless given.
    pub guide: Option<String>,
    /// Who finds the value. Its limits must not depend on time, or the same seed makes another book each time.
    pub player: String,
}

/// How the plies that lead to a position are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// Any legal move.
    Random,
    /// Any of the moves whose value after a shallow search is within a margin of the best one's.
    Guided {
        /// The margin, in the units of the evaluator.
        margin: Score,
    },
}

impl Recipe {
    /// A recipe of this size with the usual settings for a game.
    #[must_use]
    pub fn new(game: GameKind, count: usize, plies: u32) -> Self {
        // What a small advantage is: the pawn of chess is 100, that of MiniChess 20, a move of Othello 100. For chess
        // measured with Stockfish on 150 positions each, all else alike: 30 puts 85% within a pawn, 60 puts 72%.
        let balance = match game {
            GameKind::Chess => 30,
            GameKind::MiniChess => 15,
            _ => 300,
        };
        let player = match game {
            GameKind::Chess => "classic:eval=squares,nodes=20000,tt=4",
            _ => "classic:nodes=20000,tt=4",
        };
        Self {
            count,
            plies,
            way: Way::Guided { margin: balance },
            seed: 1,
            balance,
            least: 0,
            guide: None,
            player: player.to_owned(),
        }
    }

    /// Whether a position of this value is let in.
    #[must_use]
    pub fn wants(&self, value: Score) -> bool {
        (self.least..=self.balance).contains(&value.abs())
    }
}

/// The book that comes with the program, for the games that have one. `books/README.md` says how it was made.
///
/// ```
/// use contest::book;
/// use games::GameKind;
/// assert_eq!(book::default(GameKind::Chess).unwrap().lines().count(), 3_000);
/// ```
#[must_use]
pub const fn default(game: GameKind) -> Option<&'static str> {
    match game {
        GameKind::Chess => Some(include_str!("../../../../books/chess.epd")),
        GameKind::MiniChess => Some(include_str!("../../../../books/minichess.txt")),
        GameKind::Othello => Some(include_str!("../../../../books/othello.txt")),
        GameKind::Othello6 | GameKind::Othello4 | GameKind::TicTacToe => None,
    }
}

/// The larger books that come with the program, by the name a command takes: packed, and for chess only.
pub const NAMES: [(&str, &str); 2] = [
    ("level", "5,000 positions in which nobody is better"),
    (
        "unbalanced",
        "20,000 positions in which one side is 0.6 to 1.2 pawns better",
    ),
];

/// The packed book of this name. `books/README.md` says how it was made.
#[must_use]
pub fn named(game: GameKind, name: &str) -> Option<&'static [u8]> {
    match (game, name) {
        (GameKind::Chess, "level") => Some(include_bytes!("../../../../books/chess-level.book")),
        (GameKind::Chess, "unbalanced") => {
            Some(include_bytes!("../../../../books/chess-unbalanced.book"))
        }
        _ => None,
    }
}

/// A line of a book that is not a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LineError {
    /// Its number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for LineError {}

/// The positions of a book. Empty lines and lines that begin with `#` are left out; for chess the operations of EPD
/// may follow a position.
pub fn read<G: BoardGame>(game: &G, text: &str) -> Result<Vec<G::State>, LineError> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            read_line(game, line).map_err(|reason| LineError {
                line: number,
                reason,
            })
        })
        .collect()
}

fn read_line<G: BoardGame>(game: &G, line: &str) -> Result<G::State, String> {
    let plain = match G::KIND {
        GameKind::Chess => {
            let epd: chess::Epd = line.parse().map_err(|error| format!("{error}"))?;
            epd.position.to_string()
        }
        _ => line.to_owned(),
    };
    game.read_position(&plain)
        .map_err(|error| error.to_string())
}

/// A position as a line of a book: EPD with the two counters as operations for chess, the game's own notation else.
pub fn write_line<G: BoardGame>(game: &G, state: &G::State) -> String {
    let plain = game.write_position(state);
    match (G::KIND, chess::Position::from_fen(&plain)) {
        (GameKind::Chess, Ok(position)) => {
            let fields: Vec<&str> = plain.split(' ').take(4).collect();
            let (clock, number) = (position.halfmove_clock(), position.fullmove_number());
            format!("{} hmvc {clock}; fmvn {number};", fields.join(" "))
        }
        _ => plain,
    }
}
