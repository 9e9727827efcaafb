//! Ordering by the static value after the move.

use super::{OrderNode, Orderer, Rank, Source};
use crate::evaluator::Evaluator;
use crate::game::{Game, Sign};
use crate::score;

/// Moves with the best static value *for the side that makes them* go first.
///
/// The evaluator returns the value for the side to move, which after the move is the
/// opponent. Without the sign change the worst move goes first.
///
/// Costs one evaluation per move, so it pays only far from the horizon.
#[derive(Clone, Debug, Default)]
pub struct StaticValue<E>(pub E);

impl<G: Game, E: Evaluator<G>> Orderer<G> for StaticValue<E> {
    fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank> {
        let side = node.game.side(node.state);
        let undo = node.game.play(node.state, mv);
        let value = match node.game.terminal(node.state) {
            Some(value) => score::from_node(value, 1),
            None => {
                node.evals += 1;
                self.0.evaluate(node.game, node.state)
            }
        };
        let value = Sign::after(node.game, side, node.state).value(value);
        node.game.undo(node.state, mv, undo);
        Some(Rank::new(Source::Static, value))
    }
}
