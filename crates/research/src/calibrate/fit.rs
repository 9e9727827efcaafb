//! Maximum-likelihood ratings from matches, some of them against opponents of known rating.

use super::{Against, Finished, Participant};

/// The points of a scale in which a score of 10 to 1 is expected, for a steepness of 1.
const SPREAD: f64 = 400.0;

/// Ratings, and how likely they make the results.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// Each participant with its rating and the half-width of its 95% interval.
    pub of: Vec<(Participant, f64, f64)>,
    /// The Elo of a point of the scale.
    pub steepness: f64,
    /// The logarithm of the likelihood of the results.
    likelihood: f64,
}

impl Ratings {
    /// Returns the rating of a participant.
    #[must_use]
    pub fn get(&self, participant: Participant) -> Option<f64> {
        let mut of = self.of.iter();
        of.find(|(one, ..)| *one == participant)
            .map(|(_, rating, _)| *rating)
    }

    /// Returns the score that the ratings predict for a match, from 0 to 1.
    #[must_use]
    pub fn expected(&self, finished: &Finished) -> f64 {
        let of = |one| self.get(one).unwrap_or_default();
        let against = match finished.against {
            Against::Participant(other) => of(other),
            Against::Stockfish(rating) => f64::from(rating),
        };
        expected(of(finished.player) - against, self.steepness)
    }
}

/// Rates all participants, with the most likely steepness of Stockfish's scale.
#[must_use]
pub fn rate(matches: &[Finished]) -> Ratings {
    if !matches.iter().any(Finished::is_anchored) {
        return fit(matches, 1.0);
    }
    let tried = (10..=80).map(|twentieths| fit(matches, f64::from(twentieths) / 20.0));
    tried
        .reduce(|best, one| {
            if one.likelihood > best.likelihood {
                one
            } else {
                best
            }
        })
        .unwrap_or_else(|| fit(matches, 1.0))
}

fn expected(difference: f64, steepness: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-steepness * difference / SPREAD))
}

/// Fits the ratings by Newton's method, one participant after the other. A point of the scale has the same weight for all of them.
fn fit(matches: &[Finished], steepness: f64) -> Ratings {
    let mut participants: Vec<Participant> = Vec::new();
    for finished in matches {
        let other = match finished.against {
            Against::Participant(other) => Some(other),
            Against::Stockfish(_) => None,
        };
        for one in [Some(finished.player), other].into_iter().flatten() {
            if !participants.contains(&one) {
                participants.push(one);
            }
        }
    }
    participants.sort();
    let mut ratings = Ratings {
        of: participants
            .into_iter()
            .map(|one| (one, 1_500.0, 0.0))
            .collect(),
        steepness,
        likelihood: 0.0,
    };
    let scale = std::f64::consts::LN_10 / SPREAD * steepness;
    // The derivatives of the log-likelihood.
    let slopes = |ratings: &Ratings, participant: Participant| {
        let (mut first, mut second) = (0.0, 0.0);
        for finished in matches {
            let sign = match finished.against {
                _ if finished.player == participant => 1.0,
                Against::Participant(other) if other == participant => -1.0,
                _ => continue,
            };
            let (points, games) = finished.points();
            let hoped = ratings.expected(finished);
            first += sign * scale * (points - games * hoped);
            second += scale * scale * games * hoped * (1.0 - hoped);
        }
        (first, second.max(1e-12))
    };
    for _ in 0..20_000 {
        let mut moved = 0.0_f64;
        for index in 0..ratings.of.len() {
            let (first, second) = slopes(&ratings, ratings.of[index].0);
            let step = (first / second).clamp(-100.0, 100.0);
            ratings.of[index].1 += step;
            moved = moved.max(step.abs());
        }
        if moved < 1e-6 {
            break;
        }
    }
    for index in 0..ratings.of.len() {
        let (_, second) = slopes(&ratings, ratings.of[index].0);
        // The Fisher information.
        ratings.of[index].2 = 1.96 / second.sqrt();
    }
    let likelihood = matches.iter().map(|finished| {
        let (points, games) = finished.points();
        let hoped = ratings.expected(finished).clamp(1e-9, 1.0 - 1e-9);
        points * hoped.ln() + (games - points) * (1.0 - hoped).ln()
    });
    ratings.likelihood = likelihood.sum();
    ratings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finished(player: u64, against: Against, won: u64, lost: u64) -> Finished {
        Finished {
            player: Participant::Grade(player),
            against,
            won,
            drawn: 0,
            lost,
        }
    }

    #[test]
    fn equal_scores_give_equal_ratings() {
        let other = Against::Participant(Participant::Grade(40));
        let matches = [
            finished(12, Against::Stockfish(1_700), 50, 50),
            finished(12, other, 80, 80),
        ];
        let ratings = rate(&matches);
        for (participant, rating, error) in ratings.of {
            assert!((rating - 1_700.0).abs() < 0.1, "{participant} {rating}");
            assert!(error > 1.0, "{participant} {error}");
        }
    }

    /// A score of 10 to 1 is 400 Elo. Two known opponents 200 points apart show that these are 400 Elo: two Elo for each point.
    #[test]
    fn known_opponents_determine_the_scale() {
        let matches = [
            finished(12, Against::Stockfish(1_500), 1_000, 100),
            finished(12, Against::Stockfish(1_700), 500, 500),
        ];
        let ratings = rate(&matches);
        assert!((ratings.steepness - 2.0).abs() < 0.06, "{ratings:?}");
        assert!((ratings.of[0].1 - 1_700.0).abs() < 3.0, "{ratings:?}");
    }
}
