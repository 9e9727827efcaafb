//! The history heuristic.

use super::{OrderNode, Orderer, Rank, Source};
use crate::game::Game;

/// When a counter exceeds this, all are halved, so that old cutoffs count less.
const LIMIT: u32 = 1 << 20;

/// Moves that often caused a cutoff anywhere in the tree go first.
///
/// Each cutoff adds the square of its remaining depth, since a cutoff high in the
/// tree saves more. Needs [`Game::move_slot`].
/// Reference: J. Schaeffer, "The history heuristic", ICCA Journal 6(3), 1983.
#[derive(Clone, Debug, Default)]
pub struct History {
    counts: [Vec<u32>; 2],
}

impl History {
    /// Creates empty counters.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            counts: [Vec::new(), Vec::new()],
        }
    }
}

impl<G: Game> Orderer<G> for History {
    #[inline]
    fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank> {
        let slot = node.game.move_slot(mv)?;
        let side = node.game.side(node.state).index();
        let count = *self.counts[side].get(slot)?;
        (count > 0).then_some(Rank::new(Source::History, count as i32))
    }

    fn cutoff(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) {
        let Some(slot) = node.game.move_slot(mv) else {
            return;
        };
        let counts = &mut self.counts[node.game.side(node.state).index()];
        if counts.len() <= slot {
            counts.resize(slot + 1, 0);
        }
        counts[slot] += node.depth * node.depth;
        if counts[slot] > LIMIT {
            for counts in &mut self.counts {
                counts.iter_mut().for_each(|count| *count /= 2);
            }
        }
    }

    fn begin(&mut self) {
        self.counts.iter_mut().for_each(Vec::clear);
    }
}
