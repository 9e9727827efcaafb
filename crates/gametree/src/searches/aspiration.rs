//! # Aspiration windows
//!
//! **Parent.** [`Pvs`](super::Pvs), or any other search: it goes around one, inside
//! [`Deepening`](super::Deepening). **New here.** A narrow window around the value of the last
//! iteration instead of the full one.
//!
//! **The idea.** The value rarely changes much from one iteration to the next. So
//! search with a narrow window around the last value, which cuts more, and only if
//! the value falls outside search again with a wider one.
//!
//! **Why it is right.** A value strictly inside the window is exact (the window
//! contract). A value outside is a bound, and the window is widened on that side
//! until the value is inside or the side is open.
//!
//! **What it costs.** A re-search for each failure. After three failures the window
//! is opened fully, so a wild position costs a bounded amount.
//!
//! **The invariant.** The result is that of the inner search with the full window, for
//! every guess and every width.
//!
//! **Reference.** G. Baudet, "The design and analysis of algorithms for asynchronous
//! multiprocessors", Carnegie-Mellon 1978.

use crate::game::Game;
use crate::observer::Observer;
use crate::score::Score;
use crate::search::Search;
use crate::walk::{Stopped, Walk};

/// The failures after which the window is full.
const PATIENCE: u32 = 3;

/// Runs another search in a narrow window around an expected value.
#[derive(Clone, Debug)]
pub struct Aspiration<S> {
    inner: S,
    width: Score,
    first_guess: Option<Score>,
    guess: Option<Score>,
}

impl<S> Aspiration<S> {
    /// Searches `width` to each side of the last iteration's value. For use inside
    /// [`Deepening`](super::Deepening); the first iteration has the full window.
    pub fn new(inner: S, width: Score) -> Self {
        assert!(width > 0, "the width {width} leaves no room for a value");
        Self {
            inner,
            width,
            first_guess: None,
            guess: None,
        }
    }

    /// Uses this guess for the first iteration.
    #[must_use]
    pub const fn with_guess(mut self, guess: Score) -> Self {
        self.first_guess = Some(guess);
        self.guess = Some(guess);
        self
    }

    /// Returns the inner search.
    pub const fn inner(&self) -> &S {
        &self.inner
    }
}

impl<G: Game, S: Search<G>> Search<G> for Aspiration<S> {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let (inner, width) = (&mut self.inner, self.width);
        let value = aspire(w, self.guess, width, (alpha, beta), &mut |w, low, high| {
            inner.iteration(w, state, depth, low, high)
        })?;
        self.guess = Some(value);
        Ok(value)
    }

    fn begin(&mut self) {
        self.inner.begin();
        self.guess = self.first_guess;
    }
}

/// The inner search with another window.
type InWindow<'a, G, O> =
    dyn FnMut(&mut Walk<'_, G, O>, Score, Score) -> Result<Score, Stopped> + 'a;

/// Searches around a guess, for any inner search.
fn aspire<G: Game, O: Observer<G::Move>>(
    w: &mut Walk<'_, G, O>,
    guess: Option<Score>,
    width: Score,
    (alpha, beta): (Score, Score),
    search: &mut InWindow<'_, G, O>,
) -> Result<Score, Stopped> {
    // >>> New in step 8: a window around the guess, inside the given one.
    let (mut low, mut high) = match guess {
        Some(guess) => ((guess - width).max(alpha), (guess + width).min(beta)),
        None => (alpha, beta),
    };
    if low >= high {
        (low, high) = (alpha, beta);
    }

    // Search, and widen the side that failed: first by doubling, then fully.
    let mut margin = width;
    for failures in 1.. {
        let value = search(w, low, high)?;
        margin = margin.saturating_mul(2);
        if value <= low && low > alpha {
            low = if failures < PATIENCE {
                (value - margin).max(alpha)
            } else {
                alpha
            };
        } else if value >= high && high < beta {
            high = if failures < PATIENCE {
                (value + margin).min(beta)
            } else {
                beta
            };
        } else {
            return Ok(value);
        }
        w.stats.researches += 1;
        w.new_iteration();
    }
    // <<<
    unreachable!("the window is fully open after {PATIENCE} failures on each side")
}
