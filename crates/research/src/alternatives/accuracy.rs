//! The accuracy of moves compared with a reference: agreement, regret, significance against alpha-beta, and the cost of a
//! node.

use games::{BoardGame, Record};
use gametree::{Limits, Request};
use players::{PlayerSpec, Seat, SpecError};
use serde::{Deserialize, Serialize};

use super::reference::{Known, Reference};

/// The accuracy of the moves of one player at one budget.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "typescript", ts(rename = "AlternativeAccuracy"))]
pub struct Accuracy {
    /// Nodes per move.
    pub nodes: u64,
    /// The share of positions in which the move is one of the best.
    pub agreement: f64,
    /// The share in which it is nearly as good as the best.
    pub near: f64,
    /// The mean loss of the moves, in the unit of the reference.
    pub regret: f64,
    /// Positions in which the move is better than alpha-beta's at the same budget.
    pub better: u64,
    /// Positions in which it is worse.
    pub worse: u64,
    /// The probability of counts at least as uneven by chance: the two-sided sign test.
    pub chance: f64,
    /// Evaluations per node.
    pub evals: f64,
    /// Microseconds per node, the median over the positions.
    pub microseconds: f64,
}

/// The moves of a player in all positions.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Answered {
    /// Whether the move is one of the best.
    best: Vec<bool>,
    /// The loss of the move, in hundredths of the reference's unit.
    lost: Vec<i32>,
    evals: f64,
    microseconds: f64,
}

/// Searches every position with this number of nodes.
pub(super) fn answered<G: BoardGame>(
    game: &G,
    spec: &PlayerSpec,
    known: &[Known],
    nodes: u64,
) -> Result<Answered, SpecError> {
    let mut seat = Seat::<G>::new(spec)?;
    let limits = Limits::nodes(nodes);
    let clock = limits.clock.clone();
    let request = Request::new(limits);
    let (mut best, mut lost) = (Vec::new(), Vec::new());
    let (mut evals, mut nodes) = (0, 0);
    let mut costs = Vec::new();
    for known in known {
        let Ok(state) = game.read_position(&known.position) else {
            continue;
        };
        _ = seat.new_game();
        let start = clock.now();
        let answer = seat.answer(game, &Record::new(state), &request);
        let time = (clock.now() - start).as_secs_f64();
        let chosen = answer.ok().and_then(|answer| {
            let searched = answer.stats.nodes.max(1);
            nodes += searched;
            evals += answer.stats.evals;
            costs.push(time * 1e6 / searched as f64);
            answer.best.map(|mv| game.write_move(mv))
        });
        let found = known
            .moves
            .iter()
            .find(|valued| Some(&valued.mv) == chosen.as_ref());
        // A missing move counts as the worst.
        let worst = known.moves.iter().map(|valued| valued.lost).max();
        best.push(found.is_some_and(|valued| valued.best));
        lost.push(found.map_or(worst.unwrap_or(0), |valued| valued.lost));
    }
    costs.sort_unstable_by(f64::total_cmp);
    Ok(Answered {
        best,
        lost,
        evals: evals as f64 / nodes.max(1) as f64,
        microseconds: costs.get(costs.len() / 2).copied().unwrap_or(0.0),
    })
}

impl Answered {
    /// Returns the accuracy, compared with the answers of alpha-beta.
    pub fn figures(&self, nodes: u64, reference: &Reference, alphabeta: &Self) -> Accuracy {
        let count = self.best.len().max(1) as f64;
        let share = |of: usize| of as f64 / count;
        let near = self.lost.iter().filter(|&&lost| reference.is_near(lost));
        let pairs = || self.lost.iter().zip(&alphabeta.lost);
        let better = pairs().filter(|(own, other)| own < other).count() as u64;
        let worse = pairs().filter(|(own, other)| own > other).count() as u64;
        let lost: f64 = self.lost.iter().map(|&lost| f64::from(lost)).sum();
        Accuracy {
            nodes,
            agreement: share(self.best.iter().filter(|&&best| best).count()),
            near: share(near.count()),
            regret: lost / 100.0 / count,
            better,
            worse,
            chance: sign_test(better, worse),
            evals: self.evals,
            microseconds: self.microseconds,
        }
    }
}

/// Returns the probability that the tosses of a fair coin are at least as uneven as `a` to `b`.
fn sign_test(a: u64, b: u64) -> f64 {
    let tosses = a + b;
    // Each binomial coefficient follows from the last one.
    let mut term = 0.5_f64.powi(i32::try_from(tosses).unwrap_or(i32::MAX));
    let mut tail = 0.0;
    for taken in 0..=a.min(b) {
        tail += term;
        term *= (tosses - taken) as f64 / (taken + 1) as f64;
    }
    (2.0 * tail).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sign_test_agrees_with_published_tables() {
        // Published: 9 of 10 is 0.0215, 15 of 20 is 0.0414, two-sided.
        for (a, b, chance) in [
            (0, 0, 1.0),
            (5, 5, 1.0),
            (1, 9, 0.0215),
            (15, 5, 0.0414),
            (0, 10, 0.00195),
        ] {
            assert!((sign_test(a, b) - chance).abs() < 1e-4, "{a} {b}");
        }
    }
}
