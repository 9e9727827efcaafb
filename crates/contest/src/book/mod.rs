//! Opening books made by this program: balanced positions, or positions in which one side has an advantage of a given
//! size.
//!
//! A deterministic program that plays itself from the starting position repeats the same game, so a match needs many
//! different openings that are not already decided. A book is a text with one position on each line, EPD for chess and
//! the game's own notation otherwise; or it is [`Packed`]. [`default()`] returns the built-in book of a game, [`named`]
//! returns larger ones, and [`make`] makes a new one.

mod candidate;
mod make;
mod packed;

pub use make::{Book, BookError, make};
pub use packed::Packed;

use games::{BoardGame, Chess, GameId, MiniChess, Othello};
use gametree::Score;
use players::{PlayerSpec, builtin};
use serde::Serialize;

/// The recipe of a book.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Recipe {
    /// The number of positions.
    pub count: usize,
    /// The number of plies after the starting position.
    pub plies: u32,
    /// The choice of the plies.
    pub way: Way,
    /// The seed; equal seeds make equal books.
    pub seed: u64,
    /// The largest distance of a value from 0, in the units of the evaluator.
    pub balance: Score,
    /// The smallest distance of a value from 0; more than 0 requires an advantage for one side.
    pub least: Score,
    /// The evaluator of the guiding shallow search; by default that of the player, or the first of the game.
    pub guide: Option<String>,
    /// The player that evaluates positions. Its limits must not depend on time, or the same seed makes another book each time.
    pub player: PlayerSpec,
}

/// The choice of the plies that lead to a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// Any legal move.
    Random,
    /// Any move with a value within a margin of the best one, by a shallow search.
    Guided {
        /// The margin, in the units of the evaluator.
        margin: Score,
    },
}

impl Recipe {
    /// Creates a recipe of this size with the default settings for a game.
    #[must_use]
    pub fn new(game: GameId, count: usize, plies: u32) -> Self {
        // A small advantage: a pawn is 100 in chess and 20 in MiniChess, a move is 100 in Othello. Measured for chess
        // with Stockfish on 150 positions each, all else equal: with 30, 85% are within a pawn; with 60, 72%.
        let (balance, player) = if game == Chess::ID {
            (30, "classic:eval=squares,nodes=20000,tt=4")
        } else if game == MiniChess::ID {
            (15, "classic:nodes=20000,tt=4")
        } else {
            (300, "classic:nodes=20000,tt=4")
        };
        Self {
            count,
            plies,
            way: Way::Guided { margin: balance },
            seed: 1,
            balance,
            least: 0,
            guide: None,
            player: builtin(player).expect("a player of this program"),
        }
    }

    /// Returns whether a position of this value fits the recipe.
    #[must_use]
    pub fn accepts(&self, value: Score) -> bool {
        (self.least..=self.balance).contains(&value.abs())
    }
}

/// Returns the built-in book of a game, if it has one. `books/README.md` describes how it was made.
///
/// ```
/// use contest::book;
/// use games::{BoardGame, Chess};
/// assert_eq!(book::default(Chess::ID).unwrap().lines().count(), 3_000);
/// ```
#[must_use]
pub fn default(game: GameId) -> Option<&'static str> {
    let books = [
        (Chess::ID, include_str!("../../../../books/chess.epd")),
        (
            MiniChess::ID,
            include_str!("../../../../books/minichess.txt"),
        ),
        (
            Othello::<8>::ID,
            include_str!("../../../../books/othello.txt"),
        ),
    ];
    let found = books.into_iter().find(|&(id, _)| id == game);
    found.map(|(_, book)| book)
}

/// The names of the larger built-in books and their descriptions. They are packed, and for chess only.
pub const NAMES: [(&str, &str); 2] = [
    ("level", "5,000 level positions"),
    (
        "unbalanced",
        "20,000 positions in which one side is 0.6 to 1.2 pawns better",
    ),
];

/// Returns the packed book of this name. `books/README.md` describes how it was made.
#[must_use]
pub fn named(game: GameId, name: &str) -> Option<&'static [u8]> {
    match name {
        _ if game != Chess::ID => None,
        "level" => Some(include_bytes!("../../../../books/chess-level.book")),
        "unbalanced" => Some(include_bytes!("../../../../books/chess-unbalanced.book")),
        _ => None,
    }
}

/// Reads the positions of a book. Empty lines and lines that begin with `#` are skipped. In chess, EPD operations may
/// follow a position.
pub fn read<G: BoardGame>(game: &G, text: &str) -> Result<Vec<G::State>, BookError> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            read_line(game, line)
                .map_err(|reason| BookError::Text(format!("line {number}: {reason}")))
        })
        .collect()
}

fn read_line<G: BoardGame>(game: &G, line: &str) -> Result<G::State, String> {
    let plain = if G::ID == Chess::ID {
        let epd: chess::Epd = line.parse().map_err(|error| format!("{error}"))?;
        epd.position.to_string()
    } else {
        line.to_owned()
    };
    game.read_position(&plain)
        .map_err(|error| error.to_string())
}

/// Formats a position as a line of a book: EPD with the two counters as operations for chess, the game's own notation
/// otherwise.
pub fn write_line<G: BoardGame>(game: &G, state: &G::State) -> String {
    let plain = game.write_position(state);
    match chess::Position::from_fen(&plain) {
        Ok(position) if G::ID == Chess::ID => {
            let fields: Vec<&str> = plain.split(' ').take(4).collect();
            let (clock, number) = (position.halfmove_clock(), position.fullmove_number());
            format!("{} hmvc {clock}; fmvn {number};", fields.join(" "))
        }
        _ => plain,
    }
}
