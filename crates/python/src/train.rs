//! `train`: a small network from the games of the lesson.

use std::sync::Arc;

use ::train::lesson::Lesson;
use ::train::play;
use chess::Position;
use games::Chess;
use gametree::Limits;
use nnue::Network;
use pyo3::prelude::*;
use serde_json::json;

use crate::error::value_error;
use crate::game;
use crate::job;

/// A trained network.
#[pyclass(frozen)]
pub struct SmallNetwork {
    network: Arc<Network>,
}

#[pymethods]
impl SmallNetwork {
    /// Returns the value of a position for the side to move, in centipawns.
    fn evaluate(&self, position: &str) -> PyResult<i32> {
        let position: Position = game::position(&Chess::default(), Some(position))?;
        Ok(self.network.evaluate(&position))
    }

    /// Returns the move of alpha-beta with the network, and its value; no move if the game is over.
    fn search(
        &self,
        py: Python<'_>,
        position: &str,
        depth: u32,
    ) -> PyResult<(Option<String>, i32)> {
        let position: Position = game::position(&Chess::default(), Some(position))?;
        let network = Arc::clone(&self.network);
        job::run(py, None, move |job| {
            let limits = Limits::depth(depth).with_stop(Arc::clone(&job.stop));
            let found = play::search(&network, &position, &limits);
            Ok((found.best.map(|m| m.to_string()), found.score))
        })
    }

    /// Returns the file of the network.
    fn to_bytes(&self) -> Vec<u8> {
        self.network.to_bytes()
    }
}

/// Trains from random weights. Returns the curve and the learned values as JSON, and the network.
#[pyfunction]
pub fn train(
    py: Python<'_>,
    samples: u64,
    seed: u64,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, SmallNetwork)> {
    /// The points of the curve.
    const POINTS: u64 = 40;
    job::run(py, progress.as_ref(), move |job| {
        let mut lesson = Lesson::new(seed, samples).map_err(value_error)?;
        let mut curve = Vec::new();
        let mut next = 0;
        loop {
            let (done, of) = lesson.samples();
            job.report(done as usize, of as usize);
            if done >= next || lesson.is_done() {
                let state = lesson.progress();
                curve.push(json!([state.samples, state.held_out]));
                next = done + of / POINTS;
            }
            if lesson.is_done() || job.stop.load(std::sync::atomic::Ordering::Relaxed) {
                break;
            }
            lesson.step();
        }
        let state = lesson.progress();
        let squares = state.values.squares.iter().map(|squares| squares.to_vec());
        let squares: Vec<_> = squares.collect();
        let text = json!({
            "samples": state.samples, "error": state.held_out, "curve": curve,
            "kinds": state.values.kinds, "squares": squares,
        });
        let network = lesson.network().map_err(value_error)?;
        let network = Arc::new(network);
        Ok((text.to_string(), SmallNetwork { network }))
    })
}
