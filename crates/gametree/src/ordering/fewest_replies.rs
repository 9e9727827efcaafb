//! Fastest first: moves with few replies.

use super::{OrderNode, Orderer, Rank, Source};
use crate::game::Game;

/// Moves with the fewest replies go first.
///
/// In Othello a small subtree is quick to search and usually good, since
/// mobility matters most. Solvers call it "fastest first".
/// See <https://www.chessprogramming.org/Othello>.
#[derive(Clone, Debug)]
pub struct FewestReplies<M> {
    replies: Vec<M>,
}

impl<M> FewestReplies<M> {
    /// Creates the ordering.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            replies: Vec::new(),
        }
    }
}

impl<M> Default for FewestReplies<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Orderer<G> for FewestReplies<G::Move> {
    fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank> {
        self.replies.clear();
        let undo = node.game.play(node.state, mv);
        node.game.expand(node.state, &mut self.replies);
        node.game.undo(node.state, mv, undo);
        Some(Rank::new(Source::Replies, -(self.replies.len() as i32)))
    }
}
