//! Move ordering.
//!
//! Alpha-beta cuts when a move is too good for the opponent to allow. The
//! earlier it searches that move, the fewer nodes it needs. A
//! wrong guess costs nodes but never changes the value: an ordering only permutes
//! the legal moves.
//!
//! Each ordering is a piece that ranks some of the moves.
//! Combine pieces in a tuple, or in a `Vec` of boxes at run
//! time. The first piece that ranks a move determines its place. Moves without
//! a rank come last, in generator order.
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
use crate::named::named;

named! {
    /// The piece that ranked a move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Source {
        /// None: generator order.
        Generator = "generator",
        /// The best move of an earlier search of this position.
        Hash = "hash",
        /// The principal variation of the previous iteration.
        Pv = "pv",
        /// A capture.
        Capture = "capture",
        /// A killer move.
        Killer = "killer",
        /// A countermove.
        Countermove = "countermove",
        /// A move with a history score.
        History = "history",
        /// The static value of the position after the move.
        Static = "static",
        /// The number of replies.
        Replies = "replies",
        /// A random number.
        Random = "random",
    }
}

/// The rank of a move: first by band, then by score, high before low.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rank {
    /// The place of the piece in the list; 0 is first.
    pub band: u8,
    /// The score by that piece; high is first.
    pub score: i32,
    /// The piece.
    pub source: Source,
}

impl Rank {
    /// The rank of a move that no piece ranked.
    pub const NONE: Self = Self {
        band: u8::MAX,
        score: 0,
        source: Source::Generator,
    };

    /// Returns the rank of a single piece.
    #[inline]
    #[must_use]
    pub const fn new(source: Source, score: i32) -> Self {
        Self {
            band: 0,
            score,
            source,
        }
    }

    /// Returns the same rank behind `bands` other pieces.
    #[inline]
    #[must_use]
    pub const fn after(self, bands: u8) -> Self {
        Self {
            band: self.band + bands,
            ..self
        }
    }

    /// Returns whether this rank comes strictly before `other`.
    #[inline]
    #[must_use]
    pub const fn goes_before(self, other: Self) -> bool {
        self.band < other.band || (self.band == other.band && self.score > other.score)
    }
}

/// The input of an ordering.
pub struct OrderNode<'a, G: Game> {
    /// The rules.
    pub game: &'a G,
    /// The position. A piece may play a move to examine the child, and must undo it.
    pub state: &'a mut G::State,
    /// Plies from the root.
    pub ply: u32,
    /// The remaining depth in plies.
    pub depth: u32,
    /// The best move of the transposition table.
    pub hash_move: Option<G::Move>,
    /// The principal variation of the previous iteration.
    pub guide: &'a [G::Move],
    /// The moves from the root to this node. Entries from `ply` on are stale.
    pub line: &'a [Option<G::Move>],
    /// Evaluations by the ordering. A piece that evaluates adds to it.
    pub evals: u64,
}

impl<G: Game> OrderNode<'_, G> {
    /// Returns the move that led here; `None` at the root and after a null move.
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

    /// Returns the move of the previous iteration's line, if that line leads through this node.
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
    /// Returns the rank of `mv`, or `None` if this piece does not rank it.
    fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank>;

    /// Learns that `mv` caused a cutoff.
    fn cutoff(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) {
        let _ = (node, mv);
    }

    /// Prepares for a new search.
    fn begin(&mut self) {}

    /// Returns the number of bands: more than one only for a list of pieces.
    fn bands(&self) -> u8 {
        1
    }

    /// Returns `true` only if no move is ever ranked. The search then does not sort.
    #[inline]
    fn keeps_generator_order(&self) -> bool {
        false
    }
}

/// Sorts moves by rank. Stable: moves of equal rank keep the generator order.
///
/// Insertion sort: the lists are short, often nearly sorted, and it needs no allocation.
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
