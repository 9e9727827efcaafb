//! # DUAL*
//!
//! **The idea.** [`Sss`](super::Sss) for the other side: strategies of MIN instead of MAX, and bounds that rise from
//! below instead of falling from above.
//!
//! **Reference.** T. Marsland, A. Reinefeld and J. Schaeffer, "Low overhead alternatives to SSS*", Artificial Intelligence 31,
//! 1987; with null windows A. Plaat and others, 1996.
//!
//! **What it costs.** As SSS*. Which of the two visits fewer leaves depends on the depth: the side that makes the last move
//! has fewer strategies.
//!
//! **Measured.** As SSS*: behind alpha-beta at equal nodes and equal time; closest at equal evaluations.
//!
//! **The invariant.** The value is the minimax value, and the leaves are among those of alpha-beta with the same move order.

use super::context::Context;
use super::null_windows;
use super::outcome::{Alternative, Outcome, deepen};
use super::sss::{Form, list};

/// Best-first over the strategies of MIN, from below.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dual {
    form: Form,
}

impl Dual {
    /// Uses this form.
    #[must_use]
    pub const fn new(form: Form) -> Self {
        Self { form }
    }
}

impl Alternative for Dual {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        let form = self.form;
        deepen(context, &mut |context, depth| match form {
            Form::List => list(context, depth, true),
            Form::Windows => null_windows::from_below(context, depth),
        })
    }
}
