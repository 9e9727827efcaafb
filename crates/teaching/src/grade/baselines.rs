//! Games against named opponents, for points.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use contest::{Adjudication, Conditions, Openings, PlayerLimit, play};
use games::{BoardGame, WithGame};
use gametree::{Limits, Side};
use players::{Seat, Submission};

use super::assignment::{Criterion, Matches};
use super::evaluations::EvaluationPlayer;
use super::sheet::{Mark, points};

/// Plays all matches of a criterion. A submission gets the points of each opponent that it beats.
pub fn mark(
    submission: &dyn Submission,
    criterion: &Criterion,
    seed: u64,
    played: &mut dyn FnMut(),
) -> Mark {
    let Some(matches) = &criterion.matches else {
        return Mark::share(0, 0);
    };
    let results = matches.game.with(Against {
        submission,
        matches,
        seed,
        played,
    });
    let results = match results {
        Ok(results) => results,
        Err(reason) => return Mark::share(0, 0).with_line(format!("not graded: {reason}")),
    };
    let mut won = 0.0;
    let mut beaten = 0;
    let mut words = Vec::new();
    for (baseline, result) in matches.baselines.iter().zip(&results) {
        let is_beaten = result.score > f64::from(matches.games) / 2.0;
        let gained = if is_beaten { baseline.points } else { 0.0 };
        won += gained;
        beaten += u32::from(is_beaten);
        let fault = result.fault.as_ref();
        words.push(format!(
            "{}: {} of {} games, {} of {} points{}",
            baseline.name,
            points(result.score),
            matches.games,
            points(gained),
            points(baseline.points),
            fault.map_or(String::new(), |it| format!(" ({it})"))
        ));
    }
    let mark = Mark::share(beaten, results.len() as u32);
    Mark {
        points: won,
        ..mark
    }
    .with_line(words.join("; "))
}

/// The result of the games against one opponent.
struct Score {
    score: f64,
    /// The first fault of the submission.
    fault: Option<String>,
}

struct Against<'a> {
    submission: &'a dyn Submission,
    matches: &'a Matches,
    seed: u64,
    /// Called after each game.
    played: &'a mut dyn FnMut(),
}

impl WithGame for Against<'_> {
    type Output = Result<Vec<Score>, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let mut own = match self.matches.depth {
            None => Seat::<G>::new(self.submission.spec()).map_err(|error| error.to_string())?,
            Some(depth) => {
                let time = Duration::from_millis(self.matches.movetime);
                let player = EvaluationPlayer::new(self.submission, depth, time)?;
                let name = self.submission.name();
                Seat::of(&name, Box::new(player), &Limits::depth(depth))
            }
        };
        let openings = Openings::usual(game, self.seed);
        let limit = PlayerLimit {
            movetime: Some(self.matches.movetime),
            ..PlayerLimit::default()
        };
        let stop = Arc::new(AtomicBool::new(false));
        let mut results = Vec::new();
        for baseline in &self.matches.baselines {
            let mut other =
                Seat::<G>::builtin(&baseline.spec).map_err(|error| error.to_string())?;
            let mut result = Score {
                score: 0.0,
                fault: None,
            };
            for number in 0..self.matches.games {
                let is_first = number % 2 == 0;
                let conditions = Conditions {
                    limits: [limit; 2],
                    margin: Duration::from_millis(self.matches.movetime.clamp(100, 1_000)),
                    ponder: false,
                    adjudication: Adjudication::default(),
                    seeds: [0, 1].map(|side| self.seed ^ u64::from(2 * number + side)),
                };
                let seats = match is_first {
                    true => [&mut own, &mut other],
                    false => [&mut other, &mut own],
                };
                let opening = openings.get(game, u64::from(number / 2));
                let Some(played) = play(game, opening, seats, &conditions, &stop) else {
                    continue;
                };
                (self.played)();
                let side = if is_first { Side::First } else { Side::Second };
                let ending = played.ending;
                result.score += match ending.winner {
                    None => 0.5,
                    Some(winner) if winner == side => 1.0,
                    Some(_) => 0.0,
                };
                if ending.winner == Some(side.other()) && result.fault.is_none() {
                    result.fault = ending.detail;
                }
            }
            results.push(result);
        }
        Ok(results)
    }
}
