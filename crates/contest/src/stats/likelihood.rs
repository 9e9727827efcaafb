//! The most likely distribution of scores under a hypothesis.
//!
//! Given observed frequencies `q` of scores `a`, find the `p` that makes them most likely, the maximum of
//! `sum q ln p`, among the distributions with a given mean, or with a given t-value `(mean - 1/2) / deviation`.

/// The most rounds of an iteration.
const ROUNDS: usize = 500;

/// Returns the mean and the standard deviation of a distribution.
fn moments(values: &[f64], shares: &[f64]) -> (f64, f64) {
    let mean: f64 = values.iter().zip(shares).map(|(a, p)| a * p).sum();
    let variance: f64 = values
        .iter()
        .zip(shares)
        .map(|(a, p)| p * (a - mean).powi(2))
        .sum();
    (mean, variance.sqrt())
}

/// Returns the most likely distribution with `sum p d = 0`, or `None` unless some `d` are below and some above 0. All
/// shares must be positive.
///
/// By Lagrange's multipliers `p = q / (1 + t d)` for the one `t` with `sum q d / (1 + t d) = 0`. That sum falls from
/// plus to minus infinity between the two nearest poles, so Newton's method kept inside a bracket finds it. The unknown
/// is `u = 1 + t d` at the pole nearest to the solution: if a rare score must become frequent, the solution is close to
/// the pole, and this form avoids rounding errors.
pub(super) fn tilted(distances: &[f64], shares: &[f64]) -> Option<Vec<f64>> {
    let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
    let most = distances.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if !(least < 0.0 && most > 0.0) {
        return None;
    }
    let lead: f64 = distances.iter().zip(shares).map(|(d, q)| d * q).sum();
    // Towards the pole of the lowest score if the mean has to fall, of the highest if it has to rise.
    let pole = if lead > 0.0 { least } else { most };
    let relative: Vec<f64> = distances.iter().map(|d| d / pole).collect();
    let factor = |u: f64, r: f64| if r == 1.0 { u } else { 1.0 - r + u * r };
    let (mut low, mut high) = (0.0, 1.0);
    let mut u = 1.0;
    for _ in 0..ROUNDS {
        // The sum over the distance of the pole is positive near the pole and falls as u grows.
        let mut sum = 0.0;
        let mut slope = 0.0;
        for (&r, q) in relative.iter().zip(shares) {
            let part = r / factor(u, r);
            sum += q * part;
            slope -= q * part * part;
        }
        if sum > 0.0 {
            low = u;
        } else {
            high = u;
        }
        let newton = u - sum / slope;
        let next = if newton >= low && newton <= high {
            newton
        } else {
            f64::midpoint(low, high)
        };
        let step = (next - u).abs();
        u = next;
        if step <= 1e-16 * u {
            break;
        }
    }
    let tilted = relative.iter().zip(shares);
    Some(tilted.map(|(&r, q)| q / factor(u, r)).collect())
}

/// Returns the most likely distribution with this mean, or `None` unless the mean is strictly between the extreme
/// values.
pub(super) fn with_mean(values: &[f64], shares: &[f64], mean: f64) -> Option<Vec<f64>> {
    let distances: Vec<f64> = values.iter().map(|a| a - mean).collect();
    tilted(&distances, shares)
}

/// Returns the most likely distribution with a mean `t` standard deviations above 1/2. All shares must be positive.
///
/// The constraint `m - 1/2 = t s` is not linear in `p`. Since the deviation `s` is the minimum of `((E(a - c)^2) / w +
/// w) / 2` over all `c` and `w`, attained at the mean and the deviation, the linear constraint with the values of the
/// last round is its tangent. If the observed t-value is above `t`, the rounds converge from outside to a convex set.
/// If it is below, every round is feasible and increases the likelihood, but there can be several maxima (after draws
/// only, wins or won pairs could explain `t`), so the iteration starts once towards each score above 1/2, and the best
/// result is returned. The rounds are those of Van den Bergh's notes.
pub(super) fn with_t_value(values: &[f64], shares: &[f64], t: f64) -> Option<Vec<f64>> {
    if t < 0.0 {
        // From the view of the opponent: scores 1 - a, in ascending order again.
        let mirrored: Vec<f64> = shares.iter().rev().copied().collect();
        let mut found = with_t_value(values, &mirrored, -t)?;
        found.reverse();
        return Some(found);
    }
    if t == 0.0 {
        return with_mean(values, shares, 0.5);
    }
    if reaches(values, shares, t) {
        return close_in(values, shares, t, shares.to_vec());
    }
    (0..values.len())
        .filter(|&score| values[score] > 0.5)
        .filter_map(|score| close_in(values, shares, t, moved(values, shares, t, score)))
        .max_by(|a, b| likelihood(shares, a).total_cmp(&likelihood(shares, b)))
}

/// Iterates from one start.
fn close_in(values: &[f64], shares: &[f64], t: f64, start: Vec<f64>) -> Option<Vec<f64>> {
    let mut p = start;
    for _ in 0..ROUNDS {
        let (mean, deviation) = moments(values, &p);
        let distances: Vec<f64> = values
            .iter()
            .map(|a| a - 0.5 - t * ((a - mean).powi(2) / deviation + deviation) / 2.0)
            .collect();
        let next = tilted(&distances, shares)?;
        let change = p
            .iter()
            .zip(&next)
            .map(|(old, new)| (old - new).abs())
            .fold(0.0, f64::max);
        p = next;
        if change < 1e-15 {
            break;
        }
    }
    Some(p)
}

fn likelihood(shares: &[f64], p: &[f64]) -> f64 {
    shares.iter().zip(p).map(|(q, p)| q * p.ln()).sum()
}

/// Returns whether the t-value of a distribution is at least `t`.
fn reaches(values: &[f64], p: &[f64], t: f64) -> bool {
    let (mean, deviation) = moments(values, p);
    mean - 0.5 >= t * deviation
}

/// Returns the observed shares, moved towards one score above 1/2 as little as necessary for a t-value of at least `t`.
fn moved(values: &[f64], shares: &[f64], t: f64, score: usize) -> Vec<f64> {
    let keeping = |kept: f64| -> Vec<f64> {
        let mut p: Vec<f64> = shares.iter().map(|q| q * kept).collect();
        p[score] += 1.0 - kept;
        p
    };
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if reaches(values, &keeping(middle), t) {
            low = middle;
        } else {
            high = middle;
        }
    }
    keeping(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::SplitMix64;

    const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    fn random_shares(rng: &mut SplitMix64) -> Vec<f64> {
        let weights: Vec<f64> = (0..5)
            .map(|_| match rng.below(3) {
                0 => 1e-3,
                1 => rng.below(10) as f64 + 1.0,
                _ => rng.below(5_000) as f64 + 1.0,
            })
            .collect();
        let sum: f64 = weights.iter().sum();
        weights.iter().map(|weight| weight / sum).collect()
    }

    #[test]
    fn the_mean_is_as_asked_for() {
        let mut rng = SplitMix64::new(1);
        for _ in 0..2_000 {
            let q = random_shares(&mut rng);
            let mean = 0.02 + 0.96 * rng.below(1_000) as f64 / 1_000.0;
            let p = with_mean(&VALUES, &q, mean).expect("a mean inside");
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{q:?} {mean}");
            assert!((moments(&VALUES, &p).0 - mean).abs() < 1e-9, "{q:?} {mean}");
        }
        assert_eq!(with_mean(&VALUES, &[0.2; 5], 1.0), None);
    }

    /// The iteration converges for every mix of counts and every reasonable bound (t-values up to 2
    /// are 491 normalised Elo), and what it finds meets the constraint.
    #[test]
    fn the_t_value_is_as_asked_for() {
        let mut rng = SplitMix64::new(2);
        let mut worst: f64 = 0.0;
        for _ in 0..2_000 {
            let q = random_shares(&mut rng);
            let t = f64::from(rng.between(-2_000, 2_000)) / 1_000.0;
            let p = with_t_value(&VALUES, &q, t).expect("all shares are positive");
            assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{q:?} {t}");
            let (mean, deviation) = moments(&VALUES, &p);
            worst = worst.max(((mean - 0.5) - t * deviation).abs());
            assert!(worst < 1e-9, "{q:?} {t}: {worst:e}");
        }
    }
}
