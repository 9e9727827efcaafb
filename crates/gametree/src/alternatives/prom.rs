//! # Probabilistic opponent-model search
//!
//! **The idea.** One is never sure of a model. Let there be several kinds of opponent, each with its own evaluator and a
//! probability. At his nodes each kind takes what is best in its view, and the value is the mean of what that is worth to us.
//!
//! **Who.** H. Donkers, J. Uiterwijk and J. van den Herik, "Probabilistic opponent-model search", Information Sciences 135,
//! 2001: in Lines of Action better than alpha-beta at equal depth, at a heavy cost. Here there are two kinds: one thinks as we do,
//! one by `model`.
//!
//! **What it costs.** An evaluation a leaf for every kind, and the whole tree.
//!
//! **What our experiment says.** It loses to alpha-beta; against a greedy opponent who fits the model it is the best of the three, at equal depth.
//!
//! **The invariant.** With one kind it is [`OpponentModel`](super::OpponentModel); it is never less than minimax.

use super::opponent::{Kind, Opponents};
use super::outcome::{Alternative, Outcome, deepen};
use super::trip::Trip;

/// Expects one of two opponents: one who thinks as we do, one of opinion 1.
#[derive(Clone, Debug)]
pub struct ProbabilisticModel(Opponents);

impl ProbabilisticModel {
    /// The opponent thinks as we do with this probability.
    #[must_use]
    pub fn new(same: f64) -> Self {
        let same = same.clamp(0.0, 1.0);
        let kinds = [(0, same), (1, 1.0 - same)];
        let kinds = kinds.into_iter().filter(|&(_, chance)| chance > 0.0);
        Self(Opponents {
            kinds: kinds
                .map(|(opinion, chance)| Kind { opinion, chance })
                .collect(),
            error: 0,
        })
    }
}

impl Alternative for ProbabilisticModel {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        deepen(trip, &mut |trip, depth| self.0.value(trip, depth))
    }
}
