//! The rules of a game that is defined at run time, and their errors.

use std::error::Error;
use std::fmt;
use std::hash::Hash;

use gametree::score::DECISIVE;
use gametree::{Score, Side};

/// An error of a function of the rules.
pub type Failure = Box<dyn Error + Send + Sync>;

/// The rules of a game. Every function may fail; the first error ends the search.
///
/// Results and evaluations are for the side to move. `docs/add-a-game.md` explains them with an example.
pub trait Rules: Send + Sync + 'static {
    /// A position.
    type State: Send + Sync + 'static;
    /// A move. Its text names it: two moves of a position have different texts, and the same text in two positions is the same
    /// move for move orderings.
    type Move: fmt::Display + Send + Sync + 'static;
    /// The identity of a position. `()` in a game without keys.
    type Key: Eq + Hash + Send + 'static;

    /// Returns the start position.
    fn start(&self) -> Result<Self::State, Failure>;

    /// Returns the legal moves. Called only if the game is not over; there must be at least one move.
    fn moves(&self, state: &Self::State) -> Result<Vec<Self::Move>, Failure>;

    /// Returns the position after a legal move.
    fn play(&self, state: &Self::State, mv: &Self::Move) -> Result<Self::State, Failure>;

    /// Returns 1, 0 or -1 if the side to move has won, drawn or lost, and `None` if the game is not over.
    fn result(&self, state: &Self::State) -> Result<Option<i64>, Failure>;

    /// Evaluates a position in which the game is not over.
    fn evaluate(&self, state: &Self::State) -> Result<i64, Failure> {
        let _ = state;
        Ok(0)
    }

    /// Returns the key of a position; `None` in a game without keys. Positions with equal keys must have the same future.
    fn key(&self, state: &Self::State) -> Result<Option<Self::Key>, Failure> {
        let _ = state;
        Ok(None)
    }

    /// Returns the side to move; `None` in a game in which the sides alternate.
    fn side(&self, state: &Self::State) -> Result<Option<Side>, Failure> {
        let _ = state;
        Ok(None)
    }
}

/// An error of rules given at run time.
#[derive(Debug)]
pub enum RulesError {
    /// A function of the rules failed.
    Failed {
        /// The name of the function.
        function: &'static str,
        /// Its error.
        source: Failure,
    },
    /// `result` returned another number than 1, 0 and -1.
    Result(i64),
    /// `evaluate` returned a number outside of its range.
    Evaluation(i64),
    /// `moves` returned no move although the game is not over.
    NoMoves,
    /// `moves` returned two moves with the same text.
    SameText(String),
    /// `key` returned a key for some positions only.
    NoKey,
    /// A move was played that the position does not have.
    IllegalMove(String),
}

impl RulesError {
    /// Checks a result and converts it to a score.
    pub(super) fn score(result: Option<i64>) -> Result<Option<Score>, Self> {
        match result {
            Some(result @ (-1..=1)) => Ok(Some(result as Score * gametree::WIN)),
            Some(other) => Err(Self::Result(other)),
            None => Ok(None),
        }
    }

    /// Checks a static value.
    pub(super) fn evaluation(value: i64) -> Result<Score, Self> {
        match Score::try_from(value) {
            Ok(score) if score.abs() < DECISIVE => Ok(score),
            _ => Err(Self::Evaluation(value)),
        }
    }
}

impl fmt::Display for RulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed { function, source } => write!(f, "{function} failed: {source}"),
            Self::Result(value) => write!(
                f,
                "result returned {value}; it returns 1, 0 or -1 for the side to move, or nothing if the game is not over"
            ),
            Self::Evaluation(value) => write!(
                f,
                "evaluate returned {value}; it returns a number between -{DECISIVE} and {DECISIVE}"
            ),
            Self::NoMoves => {
                f.write_str("moves returned no move, but result returned that the game is not over")
            }
            Self::SameText(text) => write!(f, "moves returned two moves with the text {text:?}"),
            Self::NoKey => {
                f.write_str("key returned a key for the start position and none for another one")
            }
            Self::IllegalMove(text) => write!(f, "the position has no move {text:?}"),
        }
    }
}

impl Error for RulesError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Failed { source, .. } => Some(&**source),
            _ => None,
        }
    }
}
