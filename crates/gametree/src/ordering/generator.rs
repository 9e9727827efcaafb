//! Generator order and random order: the baselines for the other orderings.

use super::{OrderNode, Orderer, Rank, Source};
use crate::game::Game;
use crate::rng::SplitMix64;

/// The order in which the game generates its moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct GeneratorOrder;

impl<G: Game> Orderer<G> for GeneratorOrder {
    #[inline]
    fn rank(&mut self, _: &mut OrderNode<'_, G>, _: G::Move) -> Option<Rank> {
        None
    }
    #[inline]
    fn keeps_generator_order(&self) -> bool {
        true
    }
}

/// A random order, the same for the same seed.
#[derive(Clone, Debug)]
pub struct RandomOrder {
    seed: u64,
    rng: SplitMix64,
}

impl RandomOrder {
    /// Creates the ordering. Every search starts with this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            rng: SplitMix64::new(seed),
        }
    }
}

impl<G: Game> Orderer<G> for RandomOrder {
    fn rank(&mut self, _: &mut OrderNode<'_, G>, _: G::Move) -> Option<Rank> {
        Some(Rank::new(
            Source::Random,
            (self.rng.next_u64() >> 33) as i32,
        ))
    }
    fn begin(&mut self) {
        self.rng = SplitMix64::new(self.seed);
    }
}
