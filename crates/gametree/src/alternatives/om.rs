//! # Opponent-model search
//!
//! **The idea.** Minimax assumes that the opponent uses our evaluator. If we have the opponent's evaluator, we can predict its moves and
//! aim for positions that it misjudges: at its nodes the move is best by *its* evaluator, and the value is that move's value by *ours*.
//!
//! **Reference.** H. Iida and others, 1993; D. Carmel and S. Markovitch, AAAI 1996 (there M*, with nested models to any depth).
//! `eps` limits the risk: the opponent may choose any move within `eps` of its best, and we assume the worst of them for us.
//!
//! **What it costs.** Two evaluations per leaf, and the whole tree: alpha-beta cuts are unsound here. **Measured.** With a wrong model it fails,
//! as H. Donkers (2003) warned: alpha-beta wins nearly every game of Othello. Against the modelled opponent it gains almost nothing.
//!
//! **The invariant.** With the same evaluator twice it is minimax. It is never less than minimax, decreases as `eps` grows, and
//! is minimax again for an unlimited `eps`. Against the modelled opponent its value is reached.

use super::context::Context;
use super::opponent::{Kind, Opponents};
use super::outcome::{Alternative, Outcome, deepen};
use crate::score::Score;

/// Predicts the opponent's moves by the opponent's evaluator (evaluator 1).
#[derive(Clone, Debug)]
pub struct OpponentModel(Opponents);

impl OpponentModel {
    /// Assumes that the opponent errs by at most `error` in its own view.
    #[must_use]
    pub fn new(error: Score) -> Self {
        let kinds = vec![Kind {
            evaluator: 1,
            chance: 1.0,
        }];
        Self(Opponents { kinds, error })
    }
}

impl Alternative for OpponentModel {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        deepen(context, &mut |context, depth| self.0.value(context, depth))
    }
}
