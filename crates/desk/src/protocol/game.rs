//! Games, positions and moves.

use games::{GameKind, WithGame};
use gametree::Player as Turn;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A game by its name: the list of games is that of `games`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameId(
    #[cfg_attr(
        test,
        ts(
            type = "\"chess\" | \"minichess\" | \"othello\" | \"othello6\" | \"othello4\" | \"tictactoe\""
        )
    )]
    pub GameKind,
);

impl Serialize for GameId {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(self.0.name())
    }
}

impl<'de> Deserialize<'de> for GameId {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        name.parse().map(Self).map_err(D::Error::custom)
    }
}

impl GameId {
    /// Does `job` with this game.
    pub fn with<J: WithGame>(self, job: J) -> J::Output {
        self.0.with(job)
    }
}

/// A player by who begins: in chess White is the first, in Othello Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub enum Side {
    /// Who begins from the usual start.
    First,
    /// The other.
    Second,
}

impl From<Turn> for Side {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::First => Self::First,
            Turn::Second => Self::Second,
        }
    }
}

impl From<Side> for Turn {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

/// Something with a name and a line about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Named {
    /// The name.
    pub name: String,
    /// The line.
    pub about: String,
}

/// What a page has to know about a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameInfo {
    /// Its name in messages.
    pub id: GameId,
    /// Its name for people.
    pub title: String,
    /// Columns of the board.
    pub width: u32,
    /// Rows of the board.
    pub height: u32,
    /// Whether row 1 is at the top.
    pub from_top: bool,
    /// Whether a move is a place on the board and not a way over it.
    pub places: bool,
    /// What the sides are called, who begins before the other.
    pub sides: [String; 2],
    /// The usual start.
    pub start: String,
    /// What the weights of a position are, in order.
    pub weights: Vec<Named>,
    /// By how much to divide each weight before it is shown.
    pub weight_units: Vec<i32>,
    /// The evaluators that players can be told to use; the first is the default.
    pub evaluators: Vec<Named>,
    /// The one that plays best.
    pub best_evaluator: String,
}

/// A start and moves from it: all that a page has to remember of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Line {
    /// The game.
    pub game: GameId,
    /// The first position; the usual start if it is not given.
    pub start: Option<String>,
    /// The moves as the desk wrote them.
    pub moves: Vec<String>,
}

/// Where a line leads, and every step of it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct View {
    /// The first position as the desk writes it.
    pub start: Position,
    /// The steps.
    pub plies: Vec<Ply>,
    /// The last position.
    pub position: Position,
}

/// A step of a line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ply {
    /// The move as messages have it.
    pub mv: String,
    /// The move as people write it.
    pub san: String,
    /// Who moved.
    pub side: Side,
    /// The number of the move.
    pub number: u32,
    /// The position after it.
    pub fen: String,
    /// The weights after it, for the first side.
    pub weights: Vec<i32>,
}

/// A position, ready to be shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Position {
    /// In the notation of the game.
    pub fen: String,
    /// The pieces as FEN has them, rows from the top; in Othello and tic-tac-toe `P` is the first side.
    pub board: String,
    /// Who is to move.
    pub side: Side,
    /// The number of the next move.
    pub number: u32,
    /// Whether the king of the side to move is attacked.
    pub check: bool,
    /// What can be played.
    pub legal: Vec<Legal>,
    /// How the game ended, if it did.
    pub over: Option<Over>,
    /// What each evaluator says, for the first side.
    pub weights: Vec<i32>,
    /// What the opening is called that led here, if it has a name.
    pub opening: Option<String>,
}

/// A move that can be played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Legal {
    /// As messages have it.
    pub mv: String,
    /// As people write it.
    pub san: String,
    /// The square it leaves; none if something is placed.
    pub from: Option<String>,
    /// The square it goes to; none for a pass.
    pub to: Option<String>,
    /// The letter of what a pawn becomes.
    pub promotion: Option<String>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Over {
    /// The winner; none for a draw.
    pub winner: Option<Side>,
    /// As PGN writes it.
    pub result: String,
    /// Who won and why, in words.
    pub text: String,
}

/// A game with its variations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameTree {
    /// The game.
    pub game: GameId,
    /// The first position; the usual start if it is not given.
    pub start: Option<String>,
    /// Tags of PGN: name and value.
    pub tags: Vec<(String, String)>,
    /// What is said before the first move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub comments: Vec<String>,
    /// As PGN writes it.
    pub result: String,
    /// The moves. Every move comes after the one it follows; the first to follow another is the main line.
    pub moves: Vec<TreeMove>,
}

/// One of the games in a PGN text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PgnGame {
    /// Who has the first move from the usual start, and the other.
    pub players: [String; 2],
    /// Where it was played, and when; empty if nobody says.
    pub event: String,
    /// The date as PGN writes it; empty if nobody says.
    pub date: String,
    /// As PGN writes it.
    pub result: String,
    /// Moves of the main line, each side counted.
    pub plies: usize,
    /// What is wrong with it, if it cannot be read.
    pub problem: Option<String>,
}

/// A move of a game with variations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TreeMove {
    /// The move as messages have it.
    pub mv: String,
    /// The place of the move before it in the list; none for a first move.
    pub after: Option<u32>,
    /// What is said before the move, where it begins a variation.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub before: Vec<String>,
    /// Signs by their numbers in PGN: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<u8>>"))]
    pub nags: Vec<u8>,
    /// What is said right after the move, clocks and values included, as PGN writes them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub comments: Vec<String>,
    /// What is said after its variations.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
    pub later: Vec<String>,
}
