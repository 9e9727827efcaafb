//! The static value of the position after the move.

use super::{OrderNode, Orderer, Rank, Source};
use crate::evaluator::Evaluator;
use crate::game::{Game, Turn};
use crate::score;

/// Moves whose position looks best *to the mover* go first.
///
/// The evaluator speaks for the side to move, and after a move that is the
/// opponent: forget to turn the sign and the worst move is tried first. A sort by
/// the wrong side's view is one way to find that "ordering changes nothing".
///
/// Costs one evaluation per move, so it pays only away from the horizon.
#[derive(Clone, Debug, Default)]
pub struct StaticValue<E>(pub E);

impl<G: Game, E: Evaluator<G>> Orderer<G> for StaticValue<E> {
    fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank> {
        let mover = node.game.side(node.state);
        let undo = node.game.play(node.state, mv);
        let value = match node.game.terminal(node.state) {
            Some(value) => score::from_node(value, 1),
            None => {
                node.evals += 1;
                self.0.evaluate(node.game, node.state)
            }
        };
        let value = Turn::after(node.game, mover, node.state).value(value);
        node.game.undo(node.state, mv, undo);
        Some(Rank::new(Source::Static, value))
    }
}
