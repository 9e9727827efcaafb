//! Commands of the command line that work with files: `class`, `datagen`, `ladder --measure`, `train`.

use std::sync::Arc;

use espalier_cli::Host;
use games::GameId;
use pyo3::prelude::*;
use research::ladder;
use serde_json::json;

use crate::error::value_error;
use crate::job;

/// Runs a command and returns its output.
#[pyfunction]
pub fn command(
    py: Python<'_>,
    arguments: Vec<String>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    job::run(py, progress.as_ref(), move |job| {
        let watch = Arc::clone(job);
        let host = Host {
            stop: Arc::clone(&job.stop),
            watch: Arc::new(move |done, of| watch.report(done, of)),
        };
        host.run(&arguments).map_err(value_error)
    })
}

/// Returns the rungs of the ladder of a game, or of every game that is measured by default, as JSON.
#[pyfunction]
#[pyo3(signature = (game=None))]
pub fn ladder_rungs(game: Option<&str>) -> PyResult<String> {
    let games: Vec<GameId> = match game {
        Some(name) => vec![name.parse().map_err(value_error)?],
        None => ladder::GAMES.to_vec(),
    };
    let rungs = games.iter().flat_map(|&game| {
        let rungs = ladder::rungs(game).iter();
        rungs.map(move |rung| {
            json!({
                "game": game.name(), "name": rung.name, "spec": rung.spec.to_string(), "about": rung.about,
            })
        })
    });
    Ok(json!(rungs.collect::<Vec<_>>()).to_string())
}
