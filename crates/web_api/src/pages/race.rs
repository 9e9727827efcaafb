//! Runs several players on one position, one after the other, so that their times are comparable.

use std::time::Duration;

use games::{BoardGame, WithGame};
use players::Seat;
use research::compare::Comparer;

use crate::caps::{self, caps};
use crate::job::Job;
use crate::position::unfinished;
use crate::protocol::{Limit, Line, Reply};

/// Answers `race`.
pub struct Race {
    /// The game so far.
    pub line: Line,
    /// The specs of the players.
    pub specs: Vec<String>,
    /// The limits of each player.
    pub limit: Limit,
    /// The job.
    pub job: Job,
}

impl WithGame for Race {
    type Output = Result<Reply, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let record = unfinished(game, &self.line)?;
        let most = caps().racers;
        if self.specs.len() > most {
            return Err(format!("at most {most} players race at once"));
        }
        if self.limit == Limit::default() {
            return Err("a race needs a limit: depth, nodes or time".to_owned());
        }
        let allowed = &self.job.page.config.allowed;
        let mut racers = Vec::with_capacity(self.specs.len());
        for text in &self.specs {
            let spec = caps::spec(text, allowed)?;
            let seat = Seat::<G>::new(&spec).map_err(|error| error.to_string())?;
            racers.push((spec, seat));
        }
        let mut limits = caps::limits(&self.limit, caps().search_ms);
        if self.limit.movetime.is_none() {
            // The value of a race to a depth is compared with minimax only if the search has no other limit, so a timeout of
            // the job replaces the time limit.
            limits.time = None;
        }
        let mut comparer = Comparer::new(game, &record);
        for (index, (spec, seat)) in racers.iter_mut().enumerate() {
            limits.stop = Some(self.job.timeout(Duration::from_millis(caps().search_ms)));
            let row = comparer.watched_row(spec, seat, &limits);
            let row = row.map_err(|fault| format!("{spec} {fault}"))?;
            if self.job.is_stopped() {
                break;
            }
            self.job.send(Reply::RaceRow {
                index,
                row: Box::new(row),
            });
        }
        Ok(Reply::Done)
    }
}
