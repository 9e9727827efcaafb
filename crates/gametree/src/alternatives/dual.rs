//! # DUAL*
//!
//! **The idea.** [`Sss`](super::Sss) seen from the other side: strategies of MIN instead of MAX, and bounds that rise from
//! below instead of falling from above.
//!
//! **Who.** T. Marsland, A. Reinefeld and J. Schaeffer, "Low overhead alternatives to SSS*", Artificial Intelligence 31,
//! 1987; with null windows A. Plaat and others, 1996.
//!
//! **What it costs.** As SSS*. Which of the two looks at fewer leaves depends on the depth: where MAX makes the last move
//! one has fewer strategies to keep, where MIN does the other.
//!
//! **What our experiment says.** As SSS*: behind alpha-beta at equal nodes and equal time, by least at equal evaluations.
//!
//! **The invariant.** The value is that of minimax, and the leaves are among those of alpha-beta with the same order of moves.

use super::null_windows;
use super::outcome::{Alternative, Outcome, deepen};
use super::sss::{Form, list};
use super::trip::Trip;

/// Best-first over the strategies of MIN, from below.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dual {
    form: Form,
}

impl Dual {
    /// In this form.
    #[must_use]
    pub const fn new(form: Form) -> Self {
        Self { form }
    }
}

impl Alternative for Dual {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        let form = self.form;
        deepen(trip, &mut |trip, depth| match form {
            Form::List => list(trip, depth, true),
            Form::Windows => null_windows::from_below(trip, depth),
        })
    }
}
