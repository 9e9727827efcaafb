//! Valuing a position without looking ahead.

use crate::game::{Game, Player};
use crate::score::Score;

/// A static evaluator: an opinion about a position in which the game goes on.
///
/// # Two views
///
/// Negamax asks "what is this worth to the side to move?" and gets by with
/// [`evaluate`](Evaluator::evaluate). It then *assumes* that the position is worth
/// exactly the opposite to the other player. Many a hand-written evaluator breaks
/// that: one that gives its own pieces a little more than the enemy's, say.
/// Such an evaluator has an opinion per *viewer*, and only the max/min searches,
/// which ask every leaf from the view of the player at the root, use it rightly.
///
/// So: an antisymmetric evaluator writes `evaluate` and is done. Any other one
/// writes both and answers `false` in [`antisymmetric`](Evaluator::antisymmetric).
///
/// Values must stay strictly between `-DECISIVE` and `DECISIVE`.
pub trait Evaluator<G: Game> {
    /// The value for the side to move.
    fn evaluate(&mut self, game: &G, state: &G::State) -> Score;

    /// The value as `viewer` sees it, whoever is to move.
    #[inline]
    fn evaluate_for(&mut self, game: &G, state: &G::State, viewer: Player) -> Score {
        let value = self.evaluate(game, state);
        if game.side(state) == viewer {
            value
        } else {
            -value
        }
    }

    /// Is `evaluate_for(s, p) == -evaluate_for(s, p.other())` always true?
    /// If not, only the max/min searches may use this evaluator.
    fn antisymmetric(&self) -> bool {
        true
    }
}

impl<G: Game, E: Evaluator<G> + ?Sized> Evaluator<G> for Box<E> {
    fn evaluate(&mut self, game: &G, state: &G::State) -> Score {
        (**self).evaluate(game, state)
    }
    fn evaluate_for(&mut self, game: &G, state: &G::State, viewer: Player) -> Score {
        (**self).evaluate_for(game, state, viewer)
    }
    fn antisymmetric(&self) -> bool {
        (**self).antisymmetric()
    }
}

/// Finds every position equal. Good for searches to the end of the game, where
/// only the rules speak, and for measuring what a search costs by itself.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<G: Game> Evaluator<G> for Zero {
    #[inline]
    fn evaluate(&mut self, _: &G, _: &G::State) -> Score {
        0
    }
}
