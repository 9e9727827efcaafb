//! The countermove heuristic.

use super::{OrderNode, Orderer, Rank, Source};
use crate::game::Game;

/// The quiet move that last refuted the opponent's previous move goes first.
///
/// Many moves have a natural reply, whatever the rest of the position.
/// Needs [`Game::move_slot`]. Reference: J. Uiterwijk, "The countermove
/// heuristic", ICCA Journal 15(1), 1992.
#[derive(Clone, Debug)]
pub struct Countermove<M> {
    answers: [Vec<Option<M>>; 2],
}

impl<M> Countermove<M> {
    /// Creates an empty table.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            answers: [Vec::new(), Vec::new()],
        }
    }
}

impl<M> Default for Countermove<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Orderer<G> for Countermove<G::Move> {
    #[inline]
    fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank> {
        let slot = node.game.move_slot(node.previous()?)?;
        let side = node.game.side(node.state).index();
        let answer = (*self.answers[side].get(slot)?)?;
        (answer == mv).then_some(Rank::new(Source::Countermove, 0))
    }

    fn cutoff(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) {
        if node.game.capture_value(node.state, mv).is_some() {
            return;
        }
        let Some(slot) = node
            .previous()
            .and_then(|previous| node.game.move_slot(previous))
        else {
            return;
        };
        let answers = &mut self.answers[node.game.side(node.state).index()];
        if answers.len() <= slot {
            answers.resize(slot + 1, None);
        }
        answers[slot] = Some(mv);
    }

    fn begin(&mut self) {
        self.answers.iter_mut().for_each(Vec::clear);
    }
}
