//! `compare`: several players search one position.

use std::sync::Arc;

use games::BoardGame;
use gametree::Limits;
use pyo3::prelude::*;
use research::compare::compare as compare_players;

use crate::error::{json, value_error};
use crate::game::{AnyGame, Task, position};
use crate::job::Job;
use crate::player::PlayerArg;
use crate::search::{LimitArgs, limits};

/// Compares players on one position. Returns the comparison as JSON.
#[pyfunction]
pub fn compare(
    py: Python<'_>,
    players: Vec<Bound<'_, PyAny>>,
    position: Option<String>,
    game: &Bound<'_, PyAny>,
    limits: LimitArgs,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let players = players.iter().map(PlayerArg::read);
    let task = Compare {
        players: players.collect::<PyResult<_>>()?,
        position,
        limits: self::limits(limits)?,
    };
    AnyGame::read(game)?.run(py, progress.as_ref(), task)
}

struct Compare {
    players: Vec<PlayerArg>,
    position: Option<String>,
    limits: Limits,
}

impl Task for Compare {
    type Output = String;

    fn run<G: BoardGame>(self, game: &G, job: &Arc<Job>) -> PyResult<String> {
        let state = position(game, self.position.as_deref())?;
        let specs = self.players.iter().map(|player| player.spec(job));
        let specs: Vec<_> = specs.collect::<PyResult<_>>()?;
        let limits = self.limits.with_stop(Arc::clone(&job.stop));
        let watch = |done, of| job.report(done, of);
        let comparison =
            compare_players(game, &specs, &[state], &limits, watch).map_err(value_error)?;
        json(&comparison)
    }
}
