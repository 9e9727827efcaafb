//! Move ordering: which move to try first.
//!
//! Alpha-beta cuts when a move turns out too good for the opponent to allow; the
//! earlier it meets that move, the less it searches. So every guess helps, and a
//! wrong guess costs nodes but never changes the value: an ordering only permutes
//! the legal moves.
//!
//! Each idea is a piece of its own that claims the moves it has an opinion about.
//! A row of pieces is a tuple (or a `Vec` of boxes when the row is chosen at run
//! time): the first piece that claims a move decides its place, and moves that
//! nobody claims come last, in generator order.
//!
//! ```
//! use gametree::ordering::{Captures, HashMove, History, Killers, Orderer};
//! # use gametree::synthetic::UniformTree;
//! # fn takes<R: Orderer<UniformTree>>(_: R) {}
//! // Hash move, then captures, then killers, then by history.
//! let order = (HashMove, Captures, Killers::new(), History::new());
//! # takes(order);
//! ```

mod captures;
mod countermove;
mod evaluated;
mod fewest_replies;
mod generator;
mod hash_move;
mod history;
mod killers;
mod row;

pub use captures::Captures;
pub use countermove::Countermove;
pub use evaluated::StaticValue;
pub use fewest_replies::FewestReplies;
pub use generator::{GeneratorOrder, RandomOrder};
pub use hash_move::{HashMove, PvMove};
pub use history::History;
pub use killers::Killers;

use crate::game::Game;

/// Which piece of an ordering claimed a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// Nobody: generator order.
    Generator,
    /// The best move of an earlier search of this position.
    Hash,
    /// The principal variation of the previous iteration.
    Pv,
    /// A capture.
    Capture,
    /// A quiet move that cut at this ply before.
    Killer,
    /// The move that refuted the opponent's last move before.
    Countermove,
    /// A move that cut often, anywhere in the tree.
    History,
    /// The static value of the position after the move.
    Static,
    /// The number of replies it leaves.
    Replies,
    /// A random number.
    Random,
}

/// The place a piece gives to a move: first by band, then by score, high before low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The place of the claiming piece in the row; 0 goes first.
    pub band: u8,
    /// The opinion of that piece; high goes first.
    pub score: i32,
    /// The piece.
    pub source: Source,
}

impl Rank {
    /// A move nobody has an opinion about.
    pub const NONE: Self = Self {
        band: u8::MAX,
        score: 0,
        source: Source::Generator,
    };

    /// A claim by a single piece.
    #[inline]
    #[must_use]
    pub const fn new(source: Source, score: i32) -> Self {
        Self {
            band: 0,
            score,
            source,
        }
    }

    /// The same claim, made by a piece that stands behind `bands` others.
    #[inline]
    #[must_use]
    pub const fn after(self, bands: u8) -> Self {
        Self {
            band: self.band + bands,
            ..self
        }
    }

    /// Does this rank go strictly before `other`?
    #[inline]
    #[must_use]
    pub const fn goes_before(self, other: Self) -> bool {
        self.band < other.band || (self.band == other.band && self.score > other.score)
    }
}

/// What an ordering may look at.
pub struct OrderNode<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position. A piece may play a move to look at the child, and must take it back.
    pub state: &'a mut G::State,
    /// Plies from the root.
    pub ply: u32,
    /// Plies still to look ahead.
    pub depth: u32,
    /// The best move the transposition table knows here.
    pub hash_move: Option<G::Move>,
    /// The principal variation of the previous iteration.
    pub guide: &'a [G::Move],
    /// The moves on the way here; entries from `ply` on are stale.
    pub line: &'a [Option<G::Move>],
    /// Evaluations made on behalf of the ordering: pieces that evaluate count here.
    pub evals: u64,
}

impl<G: Game> OrderNode<'_, G> {
    /// The move that led here; `None` at the root and after a null move.
    #[inline]
    #[must_use]
    pub fn previous(&self) -> Option<G::Move> {
        let ply = self.ply as usize;
        if ply == 0 {
            None
        } else {
            self.line.get(ply - 1).copied().flatten()
        }
    }

    /// The move of the previous iteration's line, if that line leads through this node.
    #[must_use]
    pub fn pv_move(&self) -> Option<G::Move> {
        let ply = self.ply as usize;
        let mv = *self.guide.get(ply)?;
        let here = self.line.get(..ply)?;
        let same = here.iter().zip(self.guide).all(|(a, b)| *a == Some(*b));
        same.then_some(mv)
    }
}

/// A piece of a move ordering.
pub trait Orderer<G: Game> {
    /// The place of `mv`, or `None` if this piece has no opinion about it.
    fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank>;

    /// `mv` cut the node: learn from it.
    fn cutoff(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) {
        let _ = (node, mv);
    }

    /// A new search begins: forget what is out of date.
    fn begin(&mut self) {}

    /// How many bands this piece uses: more than one only for a row of pieces.
    fn bands(&self) -> u8 {
        1
    }

    /// `true` only if no move is ever ranked: the search then does not sort at all.
    #[inline]
    fn keeps_generator_order(&self) -> bool {
        false
    }
}

/// Sort moves by rank. Stable: moves of equal rank keep the order of the generator.
///
/// Insertion sort: the lists are short, often nearly sorted, and nothing is allocated.
#[inline]
pub fn sort_by_rank<M: Copy>(moves: &mut [M], ranks: &mut [Rank]) {
    for i in 1..moves.len() {
        let (mv, rank) = (moves[i], ranks[i]);
        let mut place = i;
        while place > 0 && rank.goes_before(ranks[place - 1]) {
            moves[place] = moves[place - 1];
            ranks[place] = ranks[place - 1];
            place -= 1;
        }
        moves[place] = mv;
        ranks[place] = rank;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_is_stable_and_keeps_every_move() {
        let rank = |band, score| Rank {
            band,
            score,
            source: Source::Static,
        };
        let mut moves = ['a', 'b', 'c', 'd', 'e', 'f'];
        let mut ranks = [
            Rank::NONE,
            rank(1, 5),
            rank(1, 9),
            Rank::NONE,
            rank(0, -3),
            rank(1, 5),
        ];
        sort_by_rank(&mut moves, &mut ranks);
        assert_eq!(moves, ['e', 'c', 'b', 'f', 'a', 'd']);
    }
}
