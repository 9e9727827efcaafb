//! Any game behind one object: the searches of this folder are compiled once, not once for each game.
//!
//! The textbook searches are generic, because at a node they do little and every call counts. The alternatives do much at a
//! node (they keep a tree, lists, distributions), so a call through a table of functions does not matter to them.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::rc::Rc;

use crate::evaluator::Evaluator;
use crate::game::{Game, Player};
use crate::rng::SplitMix64;
use crate::score::Score;

/// A move of some game, by its number on a [`Board`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AnyMove(pub u32);

/// The end of a game that was played by chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Playout {
    /// The score of the last position for its side to move, if the game ended there.
    pub over: Option<Score>,
    /// Who is to move in the last position.
    pub side: Player,
    /// What the evaluator says of the last position to its side to move, if the game goes on there.
    pub value: Score,
    /// Plies played.
    pub plies: u32,
}

/// A game and a position of it, on which moves are played and taken back.
pub trait Board {
    /// The player to move.
    fn side(&self) -> Player;

    /// If the game is over, its score for the side to move. Otherwise appends the moves.
    fn expand(&mut self, out: &mut Vec<AnyMove>) -> Option<Score>;

    /// If the game is over, its score for the side to move.
    fn terminal(&self) -> Option<Score>;

    /// Plays a move of this position.
    fn play(&mut self, mv: AnyMove);

    /// Takes the last move back.
    fn undo(&mut self);

    /// A well-mixed number for the position.
    fn key(&self) -> u64;

    /// The value for the side to move, in the opinion with this number: 0 is the player's own, the others are those that it
    /// thinks its opponent may have. Where there are fewer, the last one speaks.
    fn evaluate(&mut self, opinion: usize) -> Score;

    /// Plays on by chance until the game ends or `plies` moves have been made, and takes everything back.
    fn playout(&mut self, rng: &mut SplitMix64, plies: u32) -> Playout;
}

/// An evaluator chosen at run time.
pub type Opinion<G> = Box<dyn Evaluator<G> + Send>;

/// Every move met so far; its place is its number. Shared with whoever tells of moves by their names.
pub(super) type Names<M> = Rc<RefCell<Vec<M>>>;

/// A [`Board`] for any game.
pub struct BoardOf<'a, G: Game> {
    game: &'a G,
    state: G::State,
    opinions: &'a mut [Opinion<G>],
    line: Vec<(G::Move, G::Undo)>,
    moves: Names<G::Move>,
    numbers: HashMap<G::Move, u32, BuildHasherDefault<Quick>>,
    buffer: Vec<G::Move>,
}

impl<'a, G: Game> BoardOf<'a, G> {
    /// A board with this position on it.
    pub fn new(game: &'a G, state: G::State, opinions: &'a mut [Opinion<G>]) -> Self {
        Self {
            game,
            state,
            opinions,
            line: Vec::new(),
            moves: Names::default(),
            numbers: HashMap::default(),
            buffer: Vec::new(),
        }
    }

    /// The moves met so far, by number.
    pub(super) fn names(&self) -> Names<G::Move> {
        Rc::clone(&self.moves)
    }
}

impl<G: Game> Board for BoardOf<'_, G> {
    fn side(&self) -> Player {
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

    fn evaluate(&mut self, opinion: usize) -> Score {
        let last = self.opinions.len().saturating_sub(1);
        match self.opinions.get_mut(opinion.min(last)) {
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
        let value = match (over, self.opinions.first_mut()) {
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

/// Moves are a few bytes that somebody trustworthy made: they are hashed quickly, not safely.
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
