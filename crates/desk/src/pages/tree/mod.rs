//! A recorded search, kept here and shown to the page piece by piece.
//!
//! `index` finds its way in the recording, `look` answers questions about it, `count` what charts and lists
//! need, `grown` the one tree of a search that comes back to its root, `code` has the searches in pseudo-code. A million nodes stay here; a page gets the few hundred it draws.

mod code;
mod code_alternatives;
mod count;
mod grown;
mod index;
mod look;
mod words;

use std::sync::Arc;
use std::time::Instant;

use gametree::Signal;
use gametree::trace::Recorder;
use players::Listener;

use crate::caps::{self, caps};
use crate::job::Job;
use crate::needs;
use crate::position::{over, record};
use crate::protocol::{Limit, Line, Say, TraceSummary};
use games::{BoardGame, WithGame};

pub use index::Kept;

/// Answers `trace`.
pub struct Trace {
    /// The game so far.
    pub line: Line,
    /// The player.
    pub spec: String,
    /// What it may spend.
    pub limit: Limit,
    /// Nodes to keep at most.
    pub nodes: u32,
    /// Whom to tell.
    pub job: Job,
}

impl WithGame for Trace {
    type Output = Result<Say, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let record = record(game, &self.line)?;
        if let Some(over) = over(game, &record) {
            return Err(format!(
                "there is nothing to search, the game is over: {}",
                over.text
            ));
        }
        let spec = caps::spec(&self.spec, &self.job.page.config.allowed)?;
        let mut seat = spec.sit::<G>()?;
        let request = caps::request(&self.limit, None, caps().search_ms);
        let signal = Signal::with_stop(Arc::clone(&self.job.stop));
        // The page's old tree makes room for the new one.
        self.job.page.drop_tree();
        let most = self.nodes.clamp(1, caps().trace_nodes);
        let mut recorder = Recorder::new().with_max_nodes(most);
        let start = Instant::now();
        let listener = Listener::watching(&mut recorder);
        let answer = seat
            .ask(game, &record, &request, &signal, listener)
            .map_err(|fault| format!("{spec} {fault}"))?;
        let ms = start.elapsed().as_secs_f64() * 1_000.0;
        if recorder.events().is_empty() {
            return Err(format!(
                "the player {} does not tell what it looks at: take the engine or one of the textbook players",
                spec.name()
            ));
        }
        let state = record.state().clone();
        let kept = Kept::new(game.clone(), state, spec.name(), recorder);
        let summary = TraceSummary {
            spec: spec.to_string(),
            fen: game.write_position(record.state()),
            best: answer.best.map(|mv| game.people_move(record.state(), mv)),
            score: answer
                .value
                .map_or_else(String::new, |value| value.to_string()),
            nodes: answer.stats.nodes,
            recorded: kept.len(),
            truncated: u64::from(kept.len()) < answer.stats.nodes,
            events: kept.events(),
            roots: kept.roots(),
            ms,
            charts: kept.charts(),
            growing: grown::grows(spec.name()),
            steps: kept.steps(),
        };
        let mebibytes = needs::recording(kept.len());
        self.job.page.keep_tree(Arc::new(kept), mebibytes);
        Ok(Say::Traced { summary })
    }
}
