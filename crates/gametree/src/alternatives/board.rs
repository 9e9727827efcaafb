//! A game and a position behind one trait object: the searches of this folder are compiled once, not once for each game.
//!
//! The textbook searches are generic, because they do little work per node and every call counts. The alternatives do much work per
//! node (trees, lists, distributions), so a virtual call does not matter.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::rc::Rc;

use crate::evaluator::Evaluator;
use crate::game::{Game, Side};
use crate::rng::SplitMix64;
use crate::score::Score;

/// A move, by its number on a [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AnyMove(pub u32);

/// The end of a random game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The score of the last position for its side to move, if the game is over.
    pub over: Option<Score>,
    /// The side to move in the last position.
    pub side: Side,
    /// The static value of the last position for its side to move, if the game is not over.
    pub value: Score,
    /// Plies played.
    pub plies: u32,
}

/// A game with a current position.
pub trait Board {
    /// Returns the side to move.
    fn side(&self) -> Side;

    /// If the game is over, returns its score for the side to move. Otherwise appends the legal moves.
    fn expand(&mut self, out: &mut Vec<AnyMove>) -> Option<Score>;

    /// If the game is over, returns its score for the side to move.
    fn terminal(&self) -> Option<Score>;

    /// Plays a legal move.
    fn play(&mut self, mv: AnyMove);

    /// Undoes the last move.
    fn undo(&mut self);

    /// Returns the key of the position.
    fn key(&self) -> u64;

    /// Returns the static value for the side to move by the evaluator with this number. Evaluator 0 is the player's own, the others model
    /// the opponent. A number beyond the last evaluator means the last one.
    fn evaluate(&mut self, evaluator: usize) -> Score;

    /// Plays random moves until the game is over or `plies` moves were made, then undoes them.
    fn playout(&mut self, rng: &mut SplitMix64, plies: u32) -> Playout;
}

/// An evaluator chosen at run time.
pub type BoxedEvaluator<G> = Box<dyn Evaluator<G> + Send>;

/// Every move that occurred; its index is its number. Shared with the observer, which needs the moves of the game.
pub(super) type Names<M> = Rc<RefCell<Vec<M>>>;

/// A [`Board`] for any game.
pub struct BoardOf<'a, G: Game> {
    game: &'a G,
    state: G::State,
    evaluators: &'a mut [BoxedEvaluator<G>],
    line: Vec<(G::Move, G::Undo)>,
    moves: Names<G::Move>,
    numbers: HashMap<G::Move, u32, BuildHasherDefault<Quick>>,
    buffer: Vec<G::Move>,
}

impl<'a, G: Game> BoardOf<'a, G> {
    /// Creates a board with this position.
    pub fn new(game: &'a G, state: G::State, evaluators: &'a mut [BoxedEvaluator<G>]) -> Self {
        Self {
            game,
            state,
            evaluators,
            line: Vec::new(),
            moves: Names::default(),
            numbers: HashMap::default(),
            buffer: Vec::new(),
        }
    }

    /// Returns the moves that occurred, by number.
    pub(super) fn names(&self) -> Names<G::Move> {
        Rc::clone(&self.moves)
    }
}

impl<G: Game> Board for BoardOf<'_, G> {
    fn side(&self) -> Side {
        self.game.side(&self.state)
    }

    fn expand(&mut self, out: &mut Vec<AnyMove>) -> Option<Score> {
        self.buffer.clear();
        let over = self.game.expand(&self.state, &mut self.buffer);
        if over.is_none() {
            for &mv in &self.buffer {
                let number = *self.numbers.entry(mv).or_insert_with(|| {
                    let mut moves = self.moves.borrow_mut();
                    moves.push(mv);
                    moves.len() as u32 - 1
                });
                out.push(AnyMove(number));
            }
        }
        over
    }

    fn terminal(&self) -> Option<Score> {
        self.game.terminal(&self.state)
    }

    fn play(&mut self, mv: AnyMove) {
        let mv = self.moves.borrow()[mv.0 as usize];
        let undo = self.game.play(&mut self.state, mv);
        self.line.push((mv, undo));
    }

    fn undo(&mut self) {
        if let Some((mv, undo)) = self.line.pop() {
            self.game.undo(&mut self.state, mv, undo);
        }
    }

    fn key(&self) -> u64 {
        self.game.key(&self.state)
    }

    fn evaluate(&mut self, evaluator: usize) -> Score {
        let last = self.evaluators.len().saturating_sub(1);
        match self.evaluators.get_mut(evaluator.min(last)) {
            Some(eval) => eval.evaluate(self.game, &self.state),
            None => 0,
        }
    }

    fn playout(&mut self, rng: &mut SplitMix64, plies: u32) -> Playout {
        let mut state = self.state.clone();
        let mut played = 0;
        let over = loop {
            self.buffer.clear();
            let over = self.game.expand(&state, &mut self.buffer);
            if over.is_some() || played == plies {
                break over;
            }
            let index = rng.below(self.buffer.len() as u64) as usize;
            self.game.play(&mut state, self.buffer[index]);
            played += 1;
        };
        let value = match (over, self.evaluators.first_mut()) {
            (None, Some(eval)) => eval.evaluate(self.game, &state),
            _ => 0,
        };
        Playout {
            over,
            side: self.game.side(&state),
            value,
            plies: played,
        }
    }
}

/// A move is a few trusted bytes, so a fast hash without protection against collisions is enough.
#[derive(Default)]
struct Quick(u64);

impl Hasher for Quick {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(u64::from(n));
    }

    fn write_u16(&mut self, n: u16) {
        self.write_u64(u64::from(n));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}
