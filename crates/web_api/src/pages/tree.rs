//! Records a search and keeps its tree for later requests of the page.

use std::sync::Arc;

use gametree::Signal;
use gametree::clock::Stopwatch;
use players::{Listener, Seat, value_of_player};
use trace::{Recorded, Recorder};

use crate::caps::{self, caps};
use crate::job::Job;
use crate::needs;
use crate::position::unfinished;
use crate::protocol::{Limit, Line, Reply};
use games::{BoardGame, WithGame};

/// Answers `trace`.
pub struct Trace {
    /// The game so far.
    pub line: Line,
    /// The spec of the player.
    pub spec: String,
    /// Its limits.
    pub limit: Limit,
    /// The most nodes to record.
    pub nodes: u32,
    /// The job.
    pub job: Job,
}

impl WithGame for Trace {
    type Output = Result<Reply, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let record = unfinished(game, &self.line)?;
        let spec = caps::spec(&self.spec, &self.job.page.config.allowed)?;
        let mut seat = Seat::<G>::new(&spec).map_err(|error| error.to_string())?;
        let request = caps::request(&self.limit, None, caps().search_ms);
        let signal = Signal::with_stop(Arc::clone(&self.job.stop));
        // The budget of the page has room for one tree.
        self.job.page.drop_tree();
        let most = self.nodes.clamp(1, caps().trace_nodes);
        let mut recorder = Recorder::new().with_max_nodes(most);
        let start = Stopwatch::new();
        let listener = Listener::observing(&mut recorder);
        let answer = seat
            .ask(game, &record, &request, &signal, listener)
            .map_err(|fault| format!("{spec} {fault}"))?;
        let ms = start.elapsed().as_secs_f64() * 1_000.0;
        if recorder.events().is_empty() {
            return Err(format!(
                "the player {} reports no nodes: choose the engine or a textbook player",
                spec.name()
            ));
        }
        let state = record.state().clone();
        let value = value_of_player::<G>;
        let recorded = Recorded::new(game.clone(), state, spec.name(), value, recorder);
        let score = answer
            .value
            .map_or_else(String::new, |value| value.to_string());
        let nodes = answer.stats.nodes;
        let summary = recorded.summary(&spec.to_string(), answer.best, score, nodes, ms);
        let mebibytes = needs::recording_mebibytes(recorded.len());
        self.job.page.keep_tree(Arc::new(recorded), mebibytes);
        Ok(Reply::Traced { summary })
    }
}
