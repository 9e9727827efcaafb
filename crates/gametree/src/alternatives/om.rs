//! # Opponent-model search
//!
//! **The idea.** Minimax expects the opponent to value positions as we do. If we know how he values them, we know what he
//! will play, and can play for what only he overlooks: at his nodes he takes the move that is best by *his* evaluator, and
//! we count what that is worth by *ours*.
//!
//! **Who.** H. Iida and others, 1993; D. Carmel and S. Markovitch, AAAI 1996 (there as M*, to any depth of "he thinks that
//! I think"). `eps` bounds the risk: he may err by so much in his own view, and we expect the worst of that.
//!
//! **What it costs.** Two evaluations a leaf, and the whole tree: alpha-beta cuts are unsound here. **What our experiment says.** With a wrong model it is a
//! disaster, as H. Donkers (2003) warned: alpha-beta wins nearly every game of Othello. Against the opponent it models it hardly gains.
//!
//! **The invariant.** With the same evaluator for both it is minimax; it is never less than minimax, falls as `eps` grows, and
//! is minimax again when `eps` has no bound. Against the modelled opponent it comes true.

use super::opponent::{Kind, Opponents};
use super::outcome::{Alternative, Outcome, deepen};
use super::trip::Trip;
use crate::score::Score;

/// Expects what the opponent's own evaluator (opinion 1) makes him play.
#[derive(Clone, Debug)]
pub struct OpponentModel(Opponents);

impl OpponentModel {
    /// The opponent may err by `error` in his own view.
    #[must_use]
    pub fn new(error: Score) -> Self {
        let kinds = vec![Kind {
            opinion: 1,
            chance: 1.0,
        }];
        Self(Opponents { kinds, error })
    }
}

impl Alternative for OpponentModel {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        deepen(trip, &mut |trip, depth| self.0.value(trip, depth))
    }
}
