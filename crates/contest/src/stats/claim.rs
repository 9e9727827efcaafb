//! What can be said about an Elo difference in a few words, whatever the games were.
//!
//! Mostly it is a value and its error. Where nearly all games were won, the interval reaches a score of 1 and has no upper
//! end: then only a lower bound can be given, and the normal approximation behind the interval is at its worst. After 299
//! wins and a loss, in 150 pairs, its lower end is +801; after 300 wins Wilson's is +637.
//!
//! The bound used instead holds whatever the distribution of results is, as long as observations are independent and between
//! 0 and 1: the mean of `n` of them is at least `m` with a chance of at most `exp(-n D(m, p))` if the true mean is `p < m`,
//! where `D(m, p) = m ln(m/p) + (1-m) ln((1-m)/(1-p))` (W. Hoeffding, "Probability inequalities for sums of bounded random
//! variables", JASA 58, 1963, theorem 1). The bound at 95% is the `p` at which that is 1/20. If everything was won it is
//! `(1/20)^(1/n)`, the exact bound of the binomial distribution.

use std::fmt;

use serde::Serialize;

use super::{Estimate, Sample, elo_of_score};

/// What can be said about an Elo difference at 95%.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    /// A value and its interval.
    About(Estimate),
    /// Nearly all was won: so much at least.
    AtLeast(f64),
    /// Nearly all was lost: so much at most.
    AtMost(f64),
    /// Between these two: a few games that went both ways, or an interval much wider on one side of the value.
    Between(f64, f64),
    /// There are no games.
    Nothing,
}

/// What a claim says about who is better.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// It is above 0.
    Stronger,
    /// It is below 0.
    Weaker,
    /// It can be either: so many games cannot say.
    Open,
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Stronger => "stronger",
            Self::Weaker => "weaker",
            Self::Open => "not told apart at this size",
        })
    }
}

impl Claim {
    /// The value and its error, unless they would hide what the interval says. Far from 0 an interval reaches further out
    /// than in: +168 with an interval from +12 to +362 is above 0, and `+168 +- 175` does not look so.
    fn of_interval(elo: Estimate) -> Self {
        let claim = Self::About(elo);
        let looks_open = elo.value.abs() <= elo.error();
        if looks_open && claim.strength() != Strength::Open {
            Self::Between(elo.lower, elo.upper)
        } else {
            claim
        }
    }

    /// Who is better, by this claim.
    #[must_use]
    pub fn strength(&self) -> Strength {
        let (lower, upper) = match *self {
            Self::About(elo) => (elo.lower, elo.upper),
            Self::AtLeast(bound) => (bound, f64::INFINITY),
            Self::AtMost(bound) => (f64::NEG_INFINITY, bound),
            Self::Between(lower, upper) => (lower, upper),
            Self::Nothing => (f64::NEG_INFINITY, f64::INFINITY),
        };
        if lower > 0.0 {
            Strength::Stronger
        } else if upper < 0.0 {
            Strength::Weaker
        } else {
            Strength::Open
        }
    }
}

/// `+20.9 +- 13.2` (as many decimals as asked for, 1 unless told), `at least +602 (95%)`, `at most -602 (95%)`.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = f.precision().unwrap_or(1);
        match *self {
            // Adding nothing turns -0 into 0.
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
    /// What can be said about the Elo difference.
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
            // Each side may be missed half as often.
            (false, false) => Claim::Between(
                elo_of_score(self.score_at_least(0.025)),
                elo_of_score(self.score_at_most(0.025)),
            ),
        }
    }

    /// A score that the true one is below with a chance of at most `risk`, whatever the distribution of results.
    #[must_use]
    pub fn score_at_least(&self, risk: f64) -> f64 {
        lower_bound(self.mean(), self.size(), risk)
    }

    /// A score that the true one is above with a chance of at most `risk`, whatever the distribution of results.
    #[must_use]
    pub fn score_at_most(&self, risk: f64) -> f64 {
        1.0 - lower_bound(1.0 - self.mean(), self.size(), risk)
    }
}

/// The `p` at or below `mean` with `size D(mean, p) = ln(1 / risk)`, by bisection.
fn lower_bound(mean: f64, size: f64, risk: f64) -> f64 {
    // x ln(x/y), which is 0 for x = 0.
    let term = |x: f64, y: f64| if x == 0.0 { 0.0 } else { x * (x / y).ln() };
    let distance = |p: f64| term(mean, p) + term(1.0 - mean, 1.0 - p);
    let wanted = -risk.ln();
    let (mut low, mut high) = (0.0, mean);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if size * distance(middle) > wanted {
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
    fn a_value_with_its_error_never_says_less_than_the_verdict() {
        let mut lopsided = 0;
        for pairs in 0..6_u64.pow(5) {
            let count = |k: u32| pairs / 6_u64.pow(k) % 6;
            let sample = Sample::from(Pentanomial([0, 1, 2, 3, 4].map(count)));
            match sample.claim() {
                Claim::About(elo) => {
                    let looks_open = elo.value.abs() <= elo.error();
                    let is_open = sample.claim().strength() == Strength::Open;
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

    /// The chance of at least so many wins of `size` games if each is won with chance `p`.
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
    fn claims_are_words_and_none_is_infinite() {
        let claim = |wins, draws, losses| games(wins, draws, losses).claim();
        for (wins, draws, losses, text, strength) in [
            (0, 0, 0, "unknown without games", Strength::Open),
            (1, 0, 0, "at least -512 (95%)", Strength::Open),
            (0, 0, 1, "at most +512 (95%)", Strength::Open),
            (5, 0, 0, "at least +34 (95%)", Strength::Stronger),
            (0, 0, 5, "at most -34 (95%)", Strength::Weaker),
            (1, 0, 1, "between -879 and +879 (95%)", Strength::Open),
            (0, 4, 0, "+0.0 +- 301.3", Strength::Open),
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
