//! Games, positions and moves.

pub use games::GameId;
use serde::{Deserialize, Serialize};

/// A side by the order of moves: in chess White is the first side, in Othello Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Side {
    /// The side that moves first from the usual start.
    First,
    /// The other side.
    Second,
}

impl From<gametree::Side> for Side {
    fn from(turn: gametree::Side) -> Self {
        match turn {
            gametree::Side::First => Self::First,
            gametree::Side::Second => Self::Second,
        }
    }
}

impl From<Side> for gametree::Side {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

/// A name with a description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Named {
    /// The name.
    pub name: String,
    /// The description, in one line.
    pub about: String,
}

impl From<(&str, &str)> for Named {
    fn from((name, about): (&str, &str)) -> Self {
        Self {
            name: name.to_owned(),
            about: about.to_owned(),
        }
    }
}

/// A description of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameInfo {
    /// The name in messages.
    pub id: GameId,
    /// The name to display.
    pub title: String,
    /// A description, in one line.
    pub about: String,
    /// Columns of the board.
    pub width: u32,
    /// Rows of the board.
    pub height: u32,
    /// Whether row 1 is at the top.
    pub from_top: bool,
    /// Whether a move places a piece on a square instead of moving one.
    pub places: bool,
    /// The names of the sides, the first side first.
    pub sides: [String; 2],
    /// The usual start.
    pub start: String,
    /// The names of the static evaluations of a position, in order.
    pub weights: Vec<Named>,
    /// The divisor of each static evaluation for display.
    pub weight_units: Vec<i32>,
    /// The evaluators that a player setting can name; the first is the default.
    pub evaluators: Vec<Named>,
    /// The strongest evaluator.
    pub best_evaluator: String,
}

/// A start position and moves: the state of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Line {
    /// The game.
    pub game: GameId,
    /// The first position; the usual start if it is not given.
    pub start: Option<String>,
    /// The moves in the wire format.
    pub moves: Vec<String>,
}

/// The positions of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct View {
    /// The first position.
    pub start: Position,
    /// The moves.
    pub plies: Vec<Ply>,
    /// The last position.
    pub position: Position,
}

/// A move of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ply {
    /// The move in the wire format.
    pub mv: String,
    /// The move in the notation of the game.
    pub san: String,
    /// The side that moved.
    pub side: Side,
    /// The number of the move.
    pub number: u32,
    /// The position after it.
    pub fen: String,
    /// The static evaluations after it, for the first side.
    pub weights: Vec<i32>,
}

/// A position with everything that a page displays.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Position {
    /// The position in the notation of the game.
    pub fen: String,
    /// The pieces as in FEN, rows from the top; in Othello and tic-tac-toe `P` is the first side.
    pub board: String,
    /// The side to move.
    pub side: Side,
    /// The number of the next move.
    pub number: u32,
    /// Whether the king of the side to move is in check.
    pub check: bool,
    /// The legal moves; none if the game is over.
    pub legal: Vec<Legal>,
    /// The ending, if the game is over.
    pub over: Option<Over>,
    /// The static evaluations, for the first side.
    pub weights: Vec<i32>,
    /// The name of the opening, if it has one.
    pub opening: Option<String>,
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Legal {
    /// The move in the wire format.
    pub mv: String,
    /// The move in the notation of the game.
    pub san: String,
    /// The square it leaves; `None` if a piece is placed.
    pub from: Option<String>,
    /// The square it goes to; `None` for a pass.
    pub to: Option<String>,
    /// The letter of the promotion piece.
    pub promotion: Option<String>,
}

/// The ending of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Over {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The result in PGN format.
    pub result: String,
    /// The result and its reason, in words.
    pub text: String,
    /// The squares of the line that won, in games that are won by a line.
    pub squares: Vec<String>,
}

/// A game with its variations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameTree {
    /// The game.
    pub game: GameId,
    /// The first position; the usual start if it is not given.
    pub start: Option<String>,
    /// The PGN tags: name and value.
    pub tags: Vec<(String, String)>,
    /// The comments before the first move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub comments: Vec<String>,
    /// The result in PGN format.
    pub result: String,
    /// The moves, each after its predecessor. The first successor of a move continues the main line.
    pub moves: Vec<TreeMove>,
}

/// One of the games in a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PgnGame {
    /// The names of the players, the first side first.
    pub players: [String; 2],
    /// The event; empty if unknown.
    pub event: String,
    /// The date in PGN format; empty if unknown.
    pub date: String,
    /// The result in PGN format.
    pub result: String,
    /// The number of plies of the main line.
    pub plies: usize,
    /// The error, if the game cannot be parsed.
    pub problem: Option<String>,
}

/// A move of a game with variations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeMove {
    /// The move in the wire format.
    pub mv: String,
    /// The index of its predecessor; `None` for a first move.
    pub after: Option<u32>,
    /// The comments before the move, where it begins a variation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub before: Vec<String>,
    /// The numeric annotation glyphs of PGN: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<u8>>"))]
    pub nags: Vec<u8>,
    /// The comments after the move, with clocks and values as in PGN.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub comments: Vec<String>,
    /// The comments after its variations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub later: Vec<String>,
}
