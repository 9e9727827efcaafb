//! The game of a call: one of the list, or a Python object.

use std::sync::Arc;

use games::{BoardGame, DynamicGame, GameId, WithGame};
use pyo3::prelude::*;

use crate::error::value_error;
use crate::job::{self, Job};
use crate::rules;

/// A game of the list, or one of a Python object.
pub enum AnyGame {
    /// A game of the list.
    Named(GameId),
    /// The rules are a Python object.
    Own(Py<PyAny>),
}

/// A part of a call that needs the game.
pub trait Task: Send + 'static {
    /// The result.
    type Output: Send + 'static;

    /// Runs the task.
    fn run<G: BoardGame>(self, game: &G, job: &Arc<Job>) -> PyResult<Self::Output>;
}

struct Named<'a, T>(T, &'a Arc<Job>);

impl<T: Task> WithGame for Named<'_, T> {
    type Output = PyResult<T::Output>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        self.0.run(game, self.1)
    }
}

impl AnyGame {
    /// Reads the argument `game`: the name of a game, or an object with rules.
    pub fn read(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        match argument.extract::<String>() {
            Ok(name) => name.parse().map(Self::Named).map_err(value_error),
            Err(_) => Ok(Self::Own(argument.clone().unbind())),
        }
    }

    /// Runs a task as a job.
    pub fn run<T: Task>(
        self,
        py: Python<'_>,
        progress: Option<&Py<PyAny>>,
        task: T,
    ) -> PyResult<T::Output> {
        job::run(py, progress, move |job| match self {
            Self::Named(id) => id.with(Named(task, job)),
            // One thread state of Python for the whole job, not one for each call of the rules.
            Self::Own(object) => Python::attach(|py| {
                job.guarded(py, |py| {
                    let game = rules::game(py, &object, job)?;
                    let result = py.detach(|| task.run(&game, job));
                    match game.failure() {
                        Some(error) => Err(rules::exception(py, &object, error)),
                        None => result,
                    }
                })
            }),
        })
    }
}

/// Returns whether `G` is a game of a Python object.
pub fn is_own<G: BoardGame>() -> bool {
    G::ID == DynamicGame::ID
}

/// Reads a position; the start position without a text.
pub fn position<G: BoardGame>(game: &G, text: Option<&str>) -> PyResult<G::State> {
    match text {
        None => Ok(game.start()),
        Some("startpos" | "start") if !is_own::<G>() => Ok(game.start()),
        Some(text) => game.read_position(text).map_err(value_error),
    }
}
