//! # Probabilistic opponent-model search
//!
//! **The idea.** A model of the opponent is never certain. Assume several types of opponent, each with an evaluator and a
//! probability. At the opponent's nodes each type takes its best move, and the value is the mean of our values of those moves.
//!
//! **Reference.** H. Donkers, J. Uiterwijk and J. van den Herik, "Probabilistic opponent-model search", Information Sciences 135,
//! 2001: in Lines of Action better than alpha-beta at equal depth, at a high cost. Here there are two types: one uses our evaluator,
//! one uses `model`.
//!
//! **What it costs.** One evaluation per leaf and type, and the whole tree.
//!
//! **Measured.** It loses to alpha-beta. Against a greedy opponent that fits the model it is the best of the three, at equal depth.
//!
//! **The invariant.** With one kind it is [`OpponentModel`](super::OpponentModel); it is never less than minimax.

use super::context::Context;
use super::opponent::{Kind, Opponents};
use super::outcome::{Alternative, Outcome, deepen};

/// Models two types of opponent: one uses our evaluator, one uses evaluator 1.
#[derive(Clone, Debug)]
pub struct ProbabilisticModel(Opponents);

impl ProbabilisticModel {
    /// The probability that the opponent uses our evaluator.
    #[must_use]
    pub fn new(same: f64) -> Self {
        let same = same.clamp(0.0, 1.0);
        let kinds = [(0, same), (1, 1.0 - same)];
        let kinds = kinds.into_iter().filter(|&(_, chance)| chance > 0.0);
        Self(Opponents {
            kinds: kinds
                .map(|(evaluator, chance)| Kind { evaluator, chance })
                .collect(),
            error: 0,
        })
    }
}

impl Alternative for ProbabilisticModel {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        deepen(context, &mut |context, depth| self.0.value(context, depth))
    }
}
