//! Static evaluation.

use crate::game::{Game, Side};
use crate::score::Score;

/// A static evaluator: the value of a position without a search, for positions in which the game is not over.
///
/// # Two views
///
/// Negamax needs the value for the side to move, [`evaluate`](Evaluator::evaluate), and *assumes* that the value for the other side is
/// the opposite. Many hand-crafted evaluators break this rule, for example by weighting their own pieces more than the opponent's.
/// The value of such an evaluator depends on the *viewer*. Only the max/min searches use it correctly, because they evaluate every
/// leaf for the side to move at the root.
///
/// An antisymmetric evaluator implements `evaluate` only. Any other evaluator implements both methods and returns `false` from
/// [`antisymmetric`](Evaluator::antisymmetric).
///
/// Values must be strictly between `-DECISIVE` and `DECISIVE`.
pub trait Evaluator<G: Game> {
    /// Returns the value for the side to move.
    fn evaluate(&mut self, game: &G, state: &G::State) -> Score;

    /// Returns the value for `viewer`, whichever side is to move.
    #[inline]
    fn evaluate_for(&mut self, game: &G, state: &G::State, viewer: Side) -> Score {
        let value = self.evaluate(game, state);
        if game.side(state) == viewer {
            value
        } else {
            -value
        }
    }

    /// Returns whether `evaluate_for(s, p) == -evaluate_for(s, p.other())` for all positions.
    /// If not, only the max/min searches may use this evaluator.
    fn antisymmetric(&self) -> bool {
        true
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn evaluate(&mut self, game: &G, state: &G::State) -> Score {
        (**self).evaluate(game, state)
    }
    fn evaluate_for(&mut self, game: &G, state: &G::State, viewer: Side) -> Score {
        (**self).evaluate_for(game, state, viewer)
    }
    fn antisymmetric(&self) -> bool {
        (**self).antisymmetric()
    }
}

/// Evaluates every position as 0: for searches that always reach the end of the game, and for measuring the cost of a search alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    #[inline]
    fn evaluate(&mut self, _: &G, _: &G::State) -> Score {
        0
    }
}
