//! Killer moves.

use super::{OrderNode, Orderer, Rank, Source};
use crate::game::Game;

/// Quiet moves that caused a cutoff at a sibling go first: two per ply.
///
/// Sibling positions differ by one move, so a reply that refuted one of them
/// often refutes the next. Only quiet moves are stored; [`Captures`](super::Captures)
/// orders captures. The newest killer goes first.
/// Reference: S. Akl and M. Newborn, "The principal continuation and the killer
/// heuristic", ACM 1977.
#[derive(Clone, Debug)]
pub struct Killers<M> {
    by_ply: Vec<[Option<M>; 2]>,
}

impl<M> Killers<M> {
    /// Creates an empty table.
    #[must_use]
    pub const fn new() -> Self {
        Self { by_ply: Vec::new() }
    }
}

impl<M> Default for Killers<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Orderer<G> for Killers<G::Move> {
    #[inline]
    fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank> {
        let slots = self.by_ply.get(node.ply as usize)?;
        let place = slots.iter().position(|&killer| killer == Some(mv))?;
        Some(Rank::new(Source::Killer, 1 - place as i32))
    }

    fn cutoff(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) {
        if node.game.capture_value(node.state, mv).is_some() {
            return;
        }
        let ply = node.ply as usize;
        if self.by_ply.len() <= ply {
            self.by_ply.resize(ply + 1, [None; 2]);
        }
        let slots = &mut self.by_ply[ply];
        if slots[0] != Some(mv) {
            slots[1] = slots[0];
            slots[0] = Some(mv);
        }
    }

    fn begin(&mut self) {
        self.by_ply.clear();
    }
}
