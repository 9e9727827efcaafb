//! Ratings of many players from the games between them.
//!
//! The model is that of Bradley and Terry (1952): with strengths `g`, player `i` scores `g_i / (g_i + g_j)` against `j`
//! on average, and a draw counts as half a win and half a loss. Ratings are `400 log10 g`, with mean 0. The logarithm of the
//! likelihood is concave in `log g`, so Newton's method finds its maximum. Standard errors are from the Fisher information,
//! `n_ij p_ij (1 - p_ij)` for `n_ij` games; it treats draws as coin flips, so where many games are drawn the true errors
//! are smaller.
//!
//! # The prior
//!
//! The most likely ratings are finite only if no group of players won every point from the others or never met them
//! (Ford 1957). Only if this fails, every player gets one more game: a draw against an imaginary player with a fixed
//! rating in the middle. [`Ratings::prior`] is then true. The rating of a player that won every game then grows with
//! the number of games; a player without games has the rating of the imaginary player and a large error.

use serde::Serialize;

use super::matrix::Matrix;
use super::regression::{ELO, Games, fit};
use super::{Tally, Z95};

/// The games between two players, given by index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Encounter {
    /// The first player.
    pub first: usize,
    /// The second player.
    pub second: usize,
    /// The games from the view of the first.
    pub tally: Tally,
}

/// Ratings of players, by index.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ratings {
    /// The ratings; their mean is 0.
    pub elo: Vec<f64>,
    /// Their standard errors, as deviations from the mean of all players.
    pub standard_error: Vec<f64>,
    /// Whether the prior was necessary.
    pub prior: bool,
}

impl Ratings {
    /// Returns half the width of the 95% interval of a rating.
    #[must_use]
    pub fn error(&self, player: usize) -> f64 {
        Z95 * self.standard_error.get(player).copied().unwrap_or(0.0)
    }
}

/// Returns the most likely ratings of `players` players. Ignores encounters with a player that does not exist, and of a
/// player with itself.
///
/// ```
/// use contest::stats::{Encounter, Tally, elo_of_score, ratings};
/// let tally = Tally { wins: 30, draws: 40, losses: 10 };
/// let found = ratings(2, &[Encounter { first: 0, second: 1, tally }]);
/// assert!((found.elo[0] - found.elo[1] - elo_of_score(50.0 / 80.0)).abs() < 1e-9);
/// ```
#[must_use]
pub fn ratings(players: usize, encounters: &[Encounter]) -> Ratings {
    let mut took_points_from = vec![Vec::new(); players];
    let mut games = Vec::new();
    for &Encounter {
        first,
        second,
        tally,
    } in encounters
    {
        if first.max(second) >= players || first == second || tally.games() == 0 {
            continue;
        }
        games.push(Games {
            terms: vec![(first, 1.0), (second, -1.0)],
            share: tally.score(),
            weight: tally.games() as f64,
        });
        for (player, other, tally) in [(first, second, tally), (second, first, tally.other())] {
            if tally.points() > 0.0 {
                took_points_from[player].push(other);
            }
        }
    }
    let prior = !strongly_connected(&took_points_from);
    let mut precision = Matrix::zero(players);
    if prior {
        games.extend((0..players).map(|player| Games {
            terms: vec![(player, 1.0)],
            share: 0.5,
            weight: 1.0,
        }));
    } else {
        // Without the prior the information is singular in the direction of the mean. This makes it regular and has no
        // other effect, since the mean is subtracted afterwards.
        for i in 0..players {
            for j in 0..players {
                precision.add(i, j, 1.0 / players as f64);
            }
        }
    }
    let (strengths, inverse) = fit(&games, players, &precision);
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    let covariance = inverse.centred();
    let error = |i: usize| ELO * covariance.get(i, i).max(0.0).sqrt();
    Ratings {
        elo: strengths.iter().map(|s| ELO * (s - mean)).collect(),
        standard_error: (0..players).map(error).collect(),
        prior,
    }
}

/// Returns whether every node is reachable from every other.
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
