//! Positions of a dynamic game: the type of the rules hidden behind a trait object.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use gametree::{Score, Side, mix};

use super::rules::{Failure, Rules, RulesError};

/// A position of some rules.
pub(super) trait AnyPosition: Send + Sync {
    /// Returns the texts of the legal moves.
    fn moves(&self) -> Result<Vec<String>, RulesError>;

    /// Returns the position after the move with this index in the list of [`moves`](AnyPosition::moves).
    fn play(&self, index: usize) -> Result<Box<dyn AnyPosition>, RulesError>;

    fn result(&self) -> Result<Option<Score>, RulesError>;

    fn evaluate(&self) -> Result<Score, RulesError>;

    /// Returns the number of the key: equal keys have the same number.
    fn key(&self) -> Result<Option<u64>, RulesError>;

    fn side(&self) -> Result<Option<Side>, RulesError>;
}

/// Rules with the keys of all positions seen so far. They are kept as long as the game.
struct Source<R: Rules> {
    rules: R,
    keys: Mutex<HashMap<R::Key, u64>>,
}

struct Typed<R: Rules> {
    source: Arc<Source<R>>,
    state: R::State,
    moves: OnceLock<Vec<R::Move>>,
}

/// Returns the start position.
pub(super) fn start<R: Rules>(rules: R) -> Result<Box<dyn AnyPosition>, RulesError> {
    let state = rules.start().map_err(failed("start"))?;
    let keys = Mutex::default();
    Ok(Typed::boxed(Arc::new(Source { rules, keys }), state))
}

fn failed(function: &'static str) -> impl FnOnce(Failure) -> RulesError {
    move |source| RulesError::Failed { function, source }
}

impl<R: Rules> Typed<R> {
    fn boxed(source: Arc<Source<R>>, state: R::State) -> Box<dyn AnyPosition> {
        Box::new(Self {
            source,
            state,
            moves: OnceLock::new(),
        })
    }
}

impl<R: Rules> AnyPosition for Typed<R> {
    fn moves(&self) -> Result<Vec<String>, RulesError> {
        let moves = (self.source.rules.moves(&self.state)).map_err(failed("moves"))?;
        // A game record separates moves by spaces.
        let text = |mv: &R::Move| mv.to_string().split_whitespace().collect();
        let texts = moves.iter().map(text).collect();
        _ = self.moves.set(moves);
        Ok(texts)
    }

    fn play(&self, index: usize) -> Result<Box<dyn AnyPosition>, RulesError> {
        let mv = self.moves.get().and_then(|moves| moves.get(index));
        let mv = mv.ok_or_else(|| RulesError::IllegalMove(index.to_string()))?;
        let state = (self.source.rules.play(&self.state, mv)).map_err(failed("play"))?;
        Ok(Self::boxed(Arc::clone(&self.source), state))
    }

    fn result(&self) -> Result<Option<Score>, RulesError> {
        let result = self.source.rules.result(&self.state);
        RulesError::score(result.map_err(failed("result"))?)
    }

    fn evaluate(&self) -> Result<Score, RulesError> {
        let value = self.source.rules.evaluate(&self.state);
        RulesError::evaluation(value.map_err(failed("evaluate"))?)
    }

    fn key(&self) -> Result<Option<u64>, RulesError> {
        let key = (self.source.rules.key(&self.state)).map_err(failed("key"))?;
        Ok(key.map(|key| {
            let keys = self.source.keys.lock();
            let mut keys = keys.unwrap_or_else(PoisonError::into_inner);
            let next = keys.len() as u64;
            *keys.entry(key).or_insert(next)
        }))
    }

    fn side(&self) -> Result<Option<Side>, RulesError> {
        (self.source.rules.side(&self.state)).map_err(failed("side"))
    }
}

/// A move: the number of its text in the list of all moves of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub(super) u32);

/// A position of a dynamic game, with the moves that led to it.
#[derive(Clone)]
pub struct Position(pub(super) Arc<Node>);

/// A position, and the answers of the rules about it: each function is called once.
pub(super) struct Node {
    pub(super) inner: Box<dyn AnyPosition>,
    pub(super) side: Side,
    pub(super) before: Option<(Position, Move)>,
    /// A hash of the moves from the start position.
    pub(super) path_key: u64,
    pub(super) moves: OnceLock<Vec<Move>>,
    pub(super) result: OnceLock<Option<Score>>,
    pub(super) key: OnceLock<u64>,
}

impl Position {
    pub(super) fn new(
        inner: Box<dyn AnyPosition>,
        side: Side,
        before: Option<(Self, Move)>,
    ) -> Self {
        let path_key = (before.as_ref()).map_or(0, |(before, mv)| {
            mix(before.0.path_key ^ mix(u64::from(mv.0)))
        });
        Self(Arc::new(Node {
            inner,
            side,
            before,
            path_key,
            moves: OnceLock::new(),
            result: OnceLock::new(),
            key: OnceLock::new(),
        }))
    }

    /// Returns the moves from the start position.
    #[must_use]
    pub fn path(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut place = self;
        while let Some((before, mv)) = &place.0.before {
            moves.push(*mv);
            place = before;
        }
        moves.reverse();
        moves
    }
}

/// Two positions are equal if the same moves led to them. Whether the rules treat them as equal is a matter of keys.
impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.path() == other.path()
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({:?})", self.path())
    }
}

impl Drop for Node {
    /// Drops the positions before this one in a loop: recursion would overflow the stack in a long game.
    fn drop(&mut self) {
        let mut before = self.before.take();
        while let Some((position, _)) = before {
            before = Arc::into_inner(position.0).and_then(|mut node| node.before.take());
        }
    }
}
