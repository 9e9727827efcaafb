//! Games whose rules are given at run time, such as those of a script.
//!
//! [`Rules`] are the rules; [`DynamicGame`] makes them a game for every search. The sides alternate unless the rules name the
//! side to move. A won game counts as in chess: a shorter win is better.
//!
//! Rules can fail. The game stores the first error and sets its stop flag, which belongs into the limits of the search; from
//! then on every position is a draw, so that the search ends at once. Its result is meaningless: check
//! [`DynamicGame::failure`] after every search.
//!
//! ```
//! use games::dynamic::{DynamicGame, Failure, Rules};
//! use gametree::{Limits, Searcher, WIN, Zero, searches::AlphaBeta};
//!
//! /// Players take one, two or three matches. The last match wins.
//! struct Matches(u32);
//!
//! impl Rules for Matches {
//!     type State = u32;
//!     type Move = u32;
//!     type Key = u32;
//!     fn start(&self) -> Result<u32, Failure> {
//!         Ok(self.0)
//!     }
//!     fn moves(&self, left: &u32) -> Result<Vec<u32>, Failure> {
//!         Ok((1..=3.min(*left)).collect())
//!     }
//!     fn play(&self, left: &u32, taken: &u32) -> Result<u32, Failure> {
//!         left.checked_sub(*taken).ok_or_else(|| "too many".into())
//!     }
//!     fn result(&self, left: &u32) -> Result<Option<i64>, Failure> {
//!         Ok((*left == 0).then_some(-1))
//!     }
//! }
//!
//! let game = DynamicGame::new(Matches(7)).unwrap();
//! let limits = Limits::depth(10).with_stop(game.stop_flag());
//! let result = AlphaBeta::new(Zero).search(&game, game.start_position(), &limits);
//! assert!(game.failure().is_none());
//! assert_eq!(game.text(result.best.unwrap()), "3");
//! assert_eq!(result.score, WIN - 3);
//! ```

mod board_game;
mod position;
mod rules;

pub use position::{Move, Position};
pub use rules::{Failure, Rules, RulesError};

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use gametree::{Evaluator, Game, Score, Side, mix};

/// A game with rules given at run time. Clones share the rules and the first error.
#[derive(Clone)]
pub struct DynamicGame(Arc<Shared>);

struct Shared {
    start: Position,
    has_keys: bool,
    texts: Mutex<Texts>,
    failure: OnceLock<RulesError>,
    stop: Arc<AtomicBool>,
}

/// The texts of all moves of a game, each with its number.
#[derive(Default)]
struct Texts {
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl DynamicGame {
    /// Creates a game. It has keys if the start position has one.
    ///
    /// # Errors
    /// `start`, `side` or `key` failed.
    pub fn new(rules: impl Rules) -> Result<Self, RulesError> {
        Self::stopping(rules, Arc::default())
    }

    /// Creates a game that sets `stop` if its rules fail.
    ///
    /// # Errors
    /// As [`DynamicGame::new`].
    pub fn stopping(rules: impl Rules, stop: Arc<AtomicBool>) -> Result<Self, RulesError> {
        let start = position::start(rules)?;
        let has_keys = start.key()?.is_some();
        let side = start.side()?.unwrap_or(Side::First);
        Ok(Self(Arc::new(Shared {
            start: Position::new(start, side, None),
            has_keys,
            texts: Mutex::default(),
            failure: OnceLock::new(),
            stop,
        })))
    }

    /// Returns the start position.
    #[must_use]
    pub fn start_position(&self) -> &Position {
        &self.0.start
    }

    /// Returns the first error of the rules.
    #[must_use]
    pub fn failure(&self) -> Option<&RulesError> {
        self.0.failure.get()
    }

    /// Returns the flag that is set if the rules fail, for [`Limits::with_stop`](gametree::Limits::with_stop).
    #[must_use]
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.stop)
    }

    /// Returns the text of a move.
    #[must_use]
    pub fn text(&self, mv: Move) -> String {
        let texts = self.texts();
        texts.texts.get(mv.0 as usize).cloned().unwrap_or_default()
    }

    /// Returns the legal moves of a position, in the order of the rules; none if the game is over.
    #[must_use]
    pub fn legal<'a>(&self, state: &'a Position) -> &'a [Move] {
        if self.terminal(state).is_some() {
            return &[];
        }
        state.0.moves.get_or_init(|| {
            let texts = self.noted(state.0.inner.moves()).unwrap_or_default();
            self.numbers(texts)
        })
    }

    /// Returns the static value for the side to move by the rules.
    fn evaluate(&self, state: &Position) -> Score {
        self.noted(state.0.inner.evaluate()).unwrap_or(0)
    }

    /// Returns the position after a move.
    fn after(&self, state: &Position, mv: Move) -> Option<Position> {
        let index = self.legal(state).iter().position(|&known| known == mv);
        let Some(index) = index else {
            return self.noted(Err(RulesError::IllegalMove(self.text(mv))));
        };
        let inner = self.noted(state.0.inner.play(index))?;
        let side = self.noted(inner.side())?.unwrap_or(state.0.side.other());
        Some(Position::new(inner, side, Some((state.clone(), mv))))
    }

    /// Returns the moves with these texts.
    fn numbers(&self, names: Vec<String>) -> Vec<Move> {
        if names.is_empty() {
            self.noted::<()>(Err(RulesError::NoMoves));
        }
        let mut moves = Vec::with_capacity(names.len());
        let mut guard = self.texts();
        let Texts { texts, numbers } = &mut *guard;
        for name in names {
            let number = *numbers.entry(name).or_insert_with_key(|name| {
                texts.push(name.clone());
                texts.len() as u32 - 1
            });
            if moves.contains(&Move(number)) {
                let text = texts[number as usize].clone();
                self.noted::<()>(Err(RulesError::SameText(text)));
                return Vec::new();
            }
            moves.push(Move(number));
        }
        moves
    }

    fn texts(&self) -> MutexGuard<'_, Texts> {
        let texts = self.0.texts.lock();
        texts.unwrap_or_else(PoisonError::into_inner)
    }

    /// Stores the first error and stops the search.
    fn noted<T>(&self, answer: Result<T, RulesError>) -> Option<T> {
        let error = match answer {
            Ok(answer) => return Some(answer),
            Err(error) => error,
        };
        _ = self.0.failure.set(error);
        self.0.stop.store(true, Ordering::Relaxed);
        None
    }
}

impl Game for DynamicGame {
    type State = Position;
    type Move = Move;
    type Undo = Position;

    fn side(&self, state: &Position) -> Side {
        state.0.side
    }

    fn moves(&self, state: &Position, out: &mut Vec<Move>) {
        out.extend(self.legal(state));
    }

    fn play(&self, state: &mut Position, mv: Move) -> Position {
        let next = self.after(state, mv).unwrap_or_else(|| state.clone());
        std::mem::replace(state, next)
    }

    fn undo(&self, state: &mut Position, _: Move, before: Position) {
        *state = before;
    }

    fn terminal(&self, state: &Position) -> Option<Score> {
        if self.failure().is_some() {
            return Some(0);
        }
        let result = || self.noted(state.0.inner.result()).unwrap_or(Some(0));
        *state.0.result.get_or_init(result)
    }

    fn expand(&self, state: &Position, out: &mut Vec<Move>) -> Option<Score> {
        let over = self.terminal(state);
        if over.is_none() {
            out.extend(self.legal(state));
        }
        over.or(self.failure().map(|_| 0))
    }

    /// The number of the key and the side to move; a hash of the moves in a game without keys.
    fn key(&self, state: &Position) -> u64 {
        if !self.0.has_keys {
            return state.0.path_key;
        }
        *state.0.key.get_or_init(|| {
            let number = match self.noted(state.0.inner.key()) {
                Some(None) => self.noted(Err(RulesError::NoKey)),
                key => key.flatten(),
            };
            mix(number.unwrap_or(0) << 1 | state.0.side.index() as u64)
        })
    }

    fn has_keys(&self) -> bool {
        self.0.has_keys
    }

    fn move_slot(&self, mv: Move) -> Option<usize> {
        Some(mv.0 as usize)
    }
}

/// The evaluation of the rules; 0 without one.
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnEvaluation;

impl Evaluator<DynamicGame> for OwnEvaluation {
    fn evaluate(&mut self, game: &DynamicGame, state: &Position) -> Score {
        game.evaluate(state)
    }
}

impl fmt::Debug for DynamicGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DynamicGame")
            .field("failure", &self.failure())
            .finish_non_exhaustive()
    }
}
