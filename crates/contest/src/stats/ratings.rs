//! Ratings of many players from the games between them.
//!
//! The model is that of Bradley and Terry (1952): with strengths `g`, player `i` scores `g_i / (g_i + g_j)` against `j`
//! on average, and a draw counts as half a win and half a loss. Ratings are `400 log10 g`, with mean 0. The most likely
//! strengths are found by minorisation and maximisation (Hunter 2004), which cannot fail to climb:
//!
//! `g_i <- (points of i) / sum over games of 1 / (g_i + g_opponent)`
//!
//! and polished by Newton's method, which is quick near the top. Standard errors are from the Fisher information,
//! `n_ij p_ij (1 - p_ij)` for `n_ij` games; it takes draws for coin flips, so where many games are drawn the true errors
//! are smaller.
//!
//! # The prior
//!
//! The most likely ratings are finite only if no group of players took every point from the others, or never met them
//! (Ford 1957). Otherwise, and only then, every player gets one more game: a draw against an imaginary player whose
//! rating is fixed at the middle. [`Ratings::prior`] says so. A player who won every game then has a rating that grows
//! with the number of games; a player without games has the rating of the imaginary player and a large error.

use serde::Serialize;

use super::matrix::Matrix;
use super::{NORMALISED_UNIT, Tally, Z95};

/// Elo for one unit of the natural logarithm of a strength: 400 / ln 10.
const UNIT: f64 = NORMALISED_UNIT / 2.0;

/// Rounds of minorisation and maximisation before Newton's method takes over.
const CLIMBS: usize = 2_000;

/// Games between two players, by their numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// One of them.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// What the first achieved.
    pub tally: Tally,
}

/// Ratings of players, by their numbers.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// The ratings; their mean is 0.
    pub elo: Vec<f64>,
    /// Their standard errors, as deviations from the mean of all players.
    pub standard_error: Vec<f64>,
    /// Whether the prior was needed.
    pub prior: bool,
    #[serde(skip)]
    covariance: Vec<Vec<f64>>,
}

impl Ratings {
    /// Half the width of the 95% interval of a rating.
    #[must_use]
    pub fn error(&self, player: usize) -> f64 {
        Z95 * self.standard_error.get(player).copied().unwrap_or(0.0)
    }

    /// The standard error of the difference between two ratings: less than their own errors suggest if the two met
    /// often. A player that does not exist has no error.
    #[must_use]
    pub fn difference_error(&self, first: usize, second: usize) -> f64 {
        let cell = |i: usize, j: usize| self.covariance.get(i).and_then(|row| row.get(j));
        let covariance = |i, j| cell(i, j).copied().unwrap_or(0.0);
        let variance =
            covariance(first, first) + covariance(second, second) - 2.0 * covariance(first, second);
        variance.max(0.0).sqrt()
    }
}

/// The most likely ratings of `players` players. Encounters with a player that does not exist, or of a player with
/// itself, do not count.
///
/// ```
/// use contest::stats::{Encounter, Tally, elo_of_score, ratings};
/// let tally = Tally { wins: 30, draws: 40, losses: 10 };
/// let found = ratings(2, &[Encounter { first: 0, second: 1, tally }]);
/// assert!((found.elo[0] - found.elo[1] - elo_of_score(50.0 / 80.0)).abs() < 1e-9);
/// ```
#[must_use]
pub fn ratings(players: usize, encounters: &[Encounter]) -> Ratings {
    let field = Field::new(players, encounters);
    let mut strengths = vec![0.0; players];
    field.climb(&mut strengths);
    field.polish(&mut strengths);
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    let covariance = field.covariance(&strengths);
    let error = |i: usize| UNIT * covariance.get(i, i).max(0.0).sqrt();
    Ratings {
        elo: strengths.iter().map(|s| UNIT * (s - mean)).collect(),
        standard_error: (0..players).map(error).collect(),
        prior: field.prior > 0.0,
        covariance: (0..players)
            .map(|i| {
                let row = (0..players).map(|j| UNIT * UNIT * covariance.get(i, j));
                row.collect()
            })
            .collect(),
    }
}

/// Who met whom, and the points of each. Strengths are logarithms here.
struct Field {
    /// For each player, the opponents and the games against each.
    met: Vec<Vec<(usize, f64)>>,
    points: Vec<f64>,
    /// Games against the imaginary player of strength 0.
    prior: f64,
}

impl Field {
    fn new(players: usize, encounters: &[Encounter]) -> Self {
        let mut met = vec![Vec::new(); players];
        let mut points = vec![0.0; players];
        let mut took_points_from = vec![Vec::new(); players];
        let real = |e: &&Encounter| {
            e.first.max(e.second) < players && e.first != e.second && e.tally.games() > 0
        };
        for &Encounter {
            first,
            second,
            tally,
        } in encounters.iter().filter(real)
        {
            for (me, you, tally) in [(first, second, tally), (second, first, tally.other())] {
                met[me].push((you, tally.games() as f64));
                points[me] += tally.points();
                if tally.points() > 0.0 {
                    took_points_from[me].push(you);
                }
            }
        }
        let prior = if strongly_connected(&took_points_from) {
            0.0
        } else {
            1.0
        };
        for points in &mut points {
            *points += prior / 2.0;
        }
        Self { met, points, prior }
    }

    /// Every game of a player, the one against the imaginary player included: strength of the opponent, games.
    fn games<'a>(
        &'a self,
        strengths: &'a [f64],
        player: usize,
    ) -> impl Iterator<Item = (f64, f64)> + 'a {
        let real = self.met[player]
            .iter()
            .map(|&(you, games)| (strengths[you], games));
        real.chain((self.prior > 0.0).then_some((0.0, self.prior)))
    }

    /// Minorisation and maximisation, until it hardly moves.
    fn climb(&self, strengths: &mut [f64]) {
        for _ in 0..CLIMBS {
            let mut change: f64 = 0.0;
            for player in 0..strengths.len() {
                let weight: f64 = self
                    .games(strengths, player)
                    .map(|(opponent, games)| games / (strengths[player].exp() + opponent.exp()))
                    .sum();
                if weight > 0.0 {
                    let next = (self.points[player] / weight).ln();
                    change = change.max((next - strengths[player]).abs());
                    strengths[player] = next;
                }
            }
            if change < 1e-9 {
                break;
            }
        }
    }

    /// Newton's method with halved steps where a whole one would not climb.
    fn polish(&self, strengths: &mut [f64]) {
        for _ in 0..100 {
            let Some(inverse) = self.information(strengths).inverse() else {
                return;
            };
            let gradient: Vec<f64> = (0..strengths.len())
                .map(|player| {
                    let expected: f64 = self
                        .games(strengths, player)
                        .map(|(opponent, games)| games * expected(strengths[player] - opponent))
                        .sum();
                    self.points[player] - expected
                })
                .collect();
            let step = inverse.times(&gradient);
            let before = self.likelihood(strengths);
            let mut factor = 1.0;
            let next = loop {
                let next: Vec<f64> = strengths
                    .iter()
                    .zip(&step)
                    .map(|(s, d)| s + factor * d)
                    .collect();
                if self.likelihood(&next) >= before - 1e-12 * before.abs() || factor < 1e-6 {
                    break next;
                }
                factor /= 2.0;
            };
            strengths.copy_from_slice(&next);
            if step.iter().all(|d| d.abs() < 1e-13) {
                return;
            }
        }
    }

    fn likelihood(&self, strengths: &[f64]) -> f64 {
        let player = |i: usize| {
            // ln(1 / (g_i + g_j)), half for each of the two, and whole for the imaginary player, who is not asked.
            let real: f64 = self.met[i]
                .iter()
                .map(|&(j, games)| games * ln_sum(strengths[i], strengths[j]) / 2.0)
                .sum();
            self.points[i] * strengths[i] - real - self.prior * ln_sum(strengths[i], 0.0)
        };
        (0..strengths.len()).map(player).sum()
    }

    /// The Fisher information. Without the prior it says nothing about the mean of all; a one there makes it regular
    /// and moves nothing else, since the mean is taken off afterwards.
    fn information(&self, strengths: &[f64]) -> Matrix {
        let players = strengths.len();
        let mut matrix = Matrix::zero(players);
        for i in 0..players {
            for &(j, games) in &self.met[i] {
                let p = expected(strengths[i] - strengths[j]);
                let weight = games * p * (1.0 - p);
                matrix.add(i, i, weight);
                matrix.add(i, j, -weight);
            }
            if self.prior > 0.0 {
                let p = expected(strengths[i]);
                matrix.add(i, i, self.prior * p * (1.0 - p));
            } else {
                for j in 0..players {
                    matrix.add(i, j, 1.0 / players as f64);
                }
            }
        }
        matrix
    }

    fn covariance(&self, strengths: &[f64]) -> Matrix {
        let inverse = self.information(strengths).inverse();
        inverse
            .unwrap_or_else(|| Matrix::zero(strengths.len()))
            .centred()
    }
}

/// The expected score at a difference of strengths.
fn expected(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

/// `ln(e^a + e^b)`.
fn ln_sum(a: f64, b: f64) -> f64 {
    a.max(b) + (-(a - b).abs()).exp().ln_1p()
}

/// Can one get from every node to every other along the arrows?
fn strongly_connected(arrows: &[Vec<usize>]) -> bool {
    let mut back = vec![Vec::new(); arrows.len()];
    for (from, targets) in arrows.iter().enumerate() {
        for &to in targets {
            back[to].push(from);
        }
    }
    let reaches_all = |arrows: &[Vec<usize>]| {
        let mut seen = vec![false; arrows.len()];
        let mut open = vec![0];
        seen[0] = true;
        while let Some(node) = open.pop() {
            for &next in &arrows[node] {
                if !seen[next] {
                    seen[next] = true;
                    open.push(next);
                }
            }
        }
        seen.iter().all(|&seen| seen)
    };
    arrows.is_empty() || reaches_all(arrows) && reaches_all(&back)
}
