//! Evaluation at the horizon.

use crate::evaluator::Evaluator;
use crate::game::Game;
use crate::observer::Observer;
use crate::score::Score;
use crate::walk::{Stopped, Walk};

/// Evaluates the nodes at which the depth is 0.
///
/// [`Static`] calls the evaluator. Quiescence searches captures first. Every search from negamax on accepts either.
pub trait Horizon<G: Game> {
    /// Enters the node and returns its value for the side to move, within the contract of
    /// the window `(alpha, beta)`.
    fn value<O: Observer<G::Move>>(
        &mut self,
        walk: &mut Walk<'_, G, O>,
        state: &mut G::State,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped>;
}

/// Returns the static value, or the exact value if the game is over.
#[derive(Clone, Copy, Debug, Default)]
pub struct Static<E>(pub E);

impl<G: Game, E: Evaluator<G>> Horizon<G> for Static<E> {
    #[inline]
    fn value<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        debug_assert!(
            self.0.antisymmetric(),
            "negamax needs an antisymmetric evaluator; use a max/min search"
        );
        w.enter(ply, 0, alpha, beta)?;
        Ok(w.horizon(&mut self.0, state, ply))
    }
}

/// One of two horizons, chosen at run time.
#[derive(Clone, Debug)]
pub enum Either<A, B> {
    /// The first one.
    One(A),
    /// The second one.
    Other(B),
}

impl<G: Game, A: Horizon<G>, B: Horizon<G>> Horizon<G> for Either<A, B> {
    #[inline]
    fn value<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        match self {
            Self::One(horizon) => horizon.value(w, state, ply, alpha, beta),
            Self::Other(horizon) => horizon.value(w, state, ply, alpha, beta),
        }
    }
}
