//! A statement about an Elo difference as text, for any results.
//!
//! Usually it is a value and its error. If nearly all games were won, the interval reaches a score of 1 and has no upper
//! end: only a lower bound can be given, and the normal approximation of the interval is least accurate. After 299 wins
//! and a loss, in 150 pairs, its lower end is +801; after 300 wins Wilson's is +637.
//!
//! The bound used instead holds for any distribution of results, if observations are independent and between 0 and 1:
//! the mean of `n` of them is at least `m` with a probability of at most `exp(-n D(m, p))` if the true mean is `p < m`,
//! where `D(m, p) = m ln(m/p) + (1-m) ln((1-m)/(1-p))` (W. Hoeffding, "Probability inequalities for sums of bounded
//! random variables", JASA 58, 1963, theorem 1). The bound at 95% is the `p` at which that is 1/20. If all games were won
//! it is `(1/20)^(1/n)`, the exact bound of the binomial distribution.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Answer, Estimate, Sample, elo_of_score};

/// A statement about an Elo difference at 95% confidence.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Claim {
    /// A value and its interval.
    About(Estimate),
    /// A lower bound, if nearly all games were won.
    AtLeast(f64),
    /// An upper bound, if nearly all games were lost.
    AtMost(f64),
    /// Two bounds: with few games of different results, or an interval much wider on one side of the value.
    Between(f64, f64),
    /// There are no games.
    Nothing,
}

impl Claim {
    /// Returns value and error, or the two ends if value and error would be misleading. Far from 0 an interval is wider
    /// on the outer side: +168 with an interval from +12 to +362 is above 0, but `+168 +- 175` does not show it.
    fn of_interval(elo: Estimate) -> Self {
        let claim = Self::About(elo);
        let looks_open = elo.value.abs() <= elo.error();
        if looks_open && claim.strength() != Answer::Open {
            Self::Between(elo.lower, elo.upper)
        } else {
            claim
        }
    }

    /// Returns whether the player is stronger or weaker; `Open` if 0 is within the interval.
    #[must_use]
    pub fn strength(&self) -> Answer {
        let (lower, upper) = match *self {
            Self::About(elo) => (elo.lower, elo.upper),
            Self::AtLeast(bound) => (bound, f64::INFINITY),
            Self::AtMost(bound) => (f64::NEG_INFINITY, bound),
            Self::Between(lower, upper) => (lower, upper),
            Self::Nothing => (f64::NEG_INFINITY, f64::INFINITY),
        };
        if lower > 0.0 {
            Answer::Stronger
        } else if upper < 0.0 {
            Answer::Weaker
        } else {
            Answer::Open
        }
    }
}

/// `+20.9 +- 13.2` (with the precision of the format, by default 1), `at least +602 (95%)`, `at most -602 (95%)`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        match *self {
            // Adding 0 turns -0 into 0.
            Self::About(elo) => {
                let (value, error) = (elo.value + 0.0, elo.error());
                write!(f, "{value:+.decimals$} +- {error:.decimals$}")
            }
            Self::AtLeast(bound) => write!(f, "at least {bound:+.0} (95%)"),
            Self::AtMost(bound) => write!(f, "at most {bound:+.0} (95%)"),
            Self::Between(lower, upper) => write!(f, "between {lower:+.0} and {upper:+.0} (95%)"),
            Self::Nothing => f.write_str("unknown without games"),
        }
    }
}

impl Sample {
    /// Returns a statement about the Elo difference.
    ///
    /// ```
    /// use contest::stats::{Pentanomial, Sample};
    /// let claim = |pairs| Sample::from(Pentanomial(pairs)).claim().to_string();
    /// assert_eq!(claim([15, 90, 240, 130, 25]), "+20.9 +- 13.2");
    /// assert_eq!(claim([0, 0, 0, 0, 150]), "at least +678 (95%)");
    /// assert_eq!(claim([0, 0, 1, 0, 149]), "at least +602 (95%)");
    /// assert_eq!(claim([150, 0, 0, 0, 0]), "at most -678 (95%)");
    /// ```
    #[must_use]
    pub fn claim(&self) -> Claim {
        if self.size() == 0.0 {
            return Claim::Nothing;
        }
        let elo = self.elo();
        match (elo.lower.is_finite(), elo.upper.is_finite()) {
            (true, true) => Claim::of_interval(elo),
            (true, false) => Claim::AtLeast(elo_of_score(self.score_at_least(0.05))),
            (false, true) => Claim::AtMost(elo_of_score(self.score_at_most(0.05))),
            // Half of the risk on each side.
            (false, false) => Claim::Between(
                elo_of_score(self.score_at_least(0.025)),
                elo_of_score(self.score_at_most(0.025)),
            ),
        }
    }

    /// Returns a score that the true one is below with a probability of at most `risk`, for any distribution of
    /// results.
    #[must_use]
    pub fn score_at_least(&self, risk: f64) -> f64 {
        lower_bound(self.mean(), self.size(), risk)
    }

    /// Returns a score that the true one is above with a probability of at most `risk`, for any distribution of
    /// results.
    #[must_use]
    pub fn score_at_most(&self, risk: f64) -> f64 {
        1.0 - lower_bound(1.0 - self.mean(), self.size(), risk)
    }
}

/// Returns the `p` at or below `mean` with `size D(mean, p) = ln(1 / risk)`, by bisection.
fn lower_bound(mean: f64, size: f64, risk: f64) -> f64 {
    // x ln(x/y), which is 0 for x = 0.
    let term = |x: f64, y: f64| if x == 0.0 { 0.0 } else { x * (x / y).ln() };
    let distance = |p: f64| term(mean, p) + term(1.0 - mean, 1.0 - p);
    let limit = -risk.ln();
    let (mut low, mut high) = (0.0, mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if size * distance(middle) > limit {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::{Pentanomial, Tally};

    fn games(wins: u64, draws: u64, losses: u64) -> Sample {
        Sample::from(Tally {
            wins,
            draws,
            losses,
        })
    }

    #[test]
    fn a_value_with_its_error_agrees_with_the_verdict() {
        let mut lopsided = 0;
        for pairs in 0..6_u64.pow(5) {
            let count = |k: u32| pairs / 6_u64.pow(k) % 6;
            let sample = Sample::from(Pentanomial([0, 1, 2, 3, 4].map(count)));
            match sample.claim() {
                Claim::About(elo) => {
                    let looks_open = elo.value.abs() <= elo.error();
                    let is_open = sample.claim().strength() == Answer::Open;
                    assert_eq!(looks_open, is_open, "{}", sample.claim());
                }
                Claim::Between(lower, upper) if lower > 0.0 || upper < 0.0 => lopsided += 1,
                _ => {}
            }
        }
        assert!(lopsided > 0);
    }

    #[test]
    fn if_everything_was_won_the_bound_is_that_of_the_binomial_distribution() {
        for size in [1, 2, 10, 1_000] {
            let bound = games(size, 0, 0).score_at_least(0.05);
            let exact = 0.05_f64.powf(1.0 / size as f64);
            assert!((bound - exact).abs() < 1e-12, "{size}: {bound}");
            assert_eq!(games(size, 0, 0).score_at_most(0.05), 1.0);
            let lost = games(0, 0, size).score_at_most(0.05);
            assert!((lost - (1.0 - exact)).abs() < 1e-12, "{size}: {lost}");
        }
    }

    /// Returns the probability of at least `wins` wins in `size` games if each is won with probability `p`.
    fn tail(wins: u64, size: u64, p: f64) -> f64 {
        let mut chance = (1.0 - p).powi(size as i32);
        let mut sum = 0.0;
        for won in 0..=size {
            if won >= wins {
                sum += chance;
            }
            chance *= (size - won) as f64 / (won + 1) as f64 * p / (1.0 - p);
        }
        sum
    }

    #[test]
    fn the_bound_holds_in_at_least_95_of_100_matches() {
        for wins in 1..=20 {
            let bound = games(wins, 0, 20 - wins).score_at_least(0.05);
            let chance = tail(wins, 20, bound);
            assert!(chance <= 0.05 + 1e-9, "{wins} of 20: {chance}");
        }
    }

    #[test]
    fn more_wins_never_claim_less() {
        let bounds: Vec<f64> = (0..=50)
            .map(|lost| Sample::from(Pentanomial([0, 0, lost, 0, 150 - lost])))
            .map(|sample| sample.score_at_least(0.05))
            .collect();
        assert!(bounds.is_sorted_by(|better, worse| better > worse));
    }

    #[test]
    fn no_claim_is_infinite() {
        let claim = |wins, draws, losses| games(wins, draws, losses).claim();
        for (wins, draws, losses, text, strength) in [
            (0, 0, 0, "unknown without games", Answer::Open),
            (1, 0, 0, "at least -512 (95%)", Answer::Open),
            (0, 0, 1, "at most +512 (95%)", Answer::Open),
            (5, 0, 0, "at least +34 (95%)", Answer::Stronger),
            (0, 0, 5, "at most -34 (95%)", Answer::Weaker),
            (1, 0, 1, "between -879 and +879 (95%)", Answer::Open),
            (0, 4, 0, "+0.0 +- 301.3", Answer::Open),
        ] {
            let claim = claim(wins, draws, losses);
            assert_eq!(claim.to_string(), text, "{wins} {draws} {losses}");
            assert_eq!(claim.strength(), strength, "{text}");
        }
        for wins in 0..12 {
            for draws in 0..12 {
                for losses in 0..12 {
                    let text = claim(wins, draws, losses).to_string();
                    assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
                }
            }
        }
    }
}
