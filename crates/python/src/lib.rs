//! The extension module of the Python package `espalier`.
//!
//! It converts arguments, runs the libraries without the GIL, and returns results as JSON; the Python files beside it make objects of
//! them and display them. `docs/python.md` describes the package.

#![forbid(unsafe_code)]
// Python passes arguments by value.
#![allow(clippy::needless_pass_by_value)]

mod class;
mod command;
mod compare;
mod contest;
mod error;
mod game;
mod grade;
mod job;
mod player;
mod practice;
mod rules;
mod search;
mod suite;
mod train;
mod tree;

use std::ffi::OsString;

use chess::Position;
use games::{BoardGame, GameId, WithGame};
use pyo3::prelude::*;
use serde_json::json;

use error::value_error;

/// Runs the command line `espalier`. Returns its exit status.
#[pyfunction]
fn main(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| espalier_cli::run(arguments))
}

/// Ends the programs that still run.
#[pyfunction]
fn end_programs(py: Python<'_>) {
    py.detach(programs::end_all);
}

/// Returns the players and the evaluators as JSON.
#[pyfunction]
fn players_list() -> String {
    let registry = programs::registry();
    let entries: Vec<&players::Entry> = registry.entries().map(|entry| &**entry).collect();
    players::listing::of(&entries).to_string()
}

/// Returns the games as JSON.
#[pyfunction]
fn games_list() -> String {
    struct Describe;
    impl WithGame for Describe {
        type Output = serde_json::Value;

        fn run<G: BoardGame>(self, game: &G) -> Self::Output {
            let evaluators = players::evaluators::names::<G>();
            let evaluators: Vec<&str> = evaluators.iter().map(|(name, _)| *name).collect();
            json!({
                "name": G::ID.name(), "title": G::TITLE, "about": G::ABOUT, "sides": G::SIDES,
                "start": game.write_position(&game.start()), "evaluators": evaluators,
            })
        }
    }
    json!(GameId::ALL.map(|id| id.with(Describe))).to_string()
}

/// Returns the lessons as JSON.
#[pyfunction]
fn lessons_list() -> PyResult<String> {
    let lessons = teaching::lesson::lessons().map_err(value_error)?;
    let lessons = lessons.iter().map(|lesson| {
        let steps: Vec<_> = (lesson.steps.iter())
            .map(|step| json!({ "title": step.title, "text": step.text }))
            .collect();
        json!({ "name": lesson.name, "title": lesson.title, "about": lesson.about, "steps": steps })
    });
    Ok(json!(lessons.collect::<Vec<_>>()).to_string())
}

/// Returns the static evaluation of a chess position as JSON.
#[pyfunction]
fn evaluate(position: &str) -> PyResult<String> {
    let position: Position = game::position(&games::Chess::default(), Some(position))?;
    Ok(analysis::json::evaluation(&position, None).to_string())
}

#[pymodule]
fn _espalier(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("SpecError", module.py().get_type::<error::SpecError>())?;
    module.add_class::<tree::RecordedTree>()?;
    module.add_class::<train::SmallNetwork>()?;
    module.add_function(wrap_pyfunction!(main, module)?)?;
    module.add_function(wrap_pyfunction!(end_programs, module)?)?;
    module.add_function(wrap_pyfunction!(players_list, module)?)?;
    module.add_function(wrap_pyfunction!(games_list, module)?)?;
    module.add_function(wrap_pyfunction!(lessons_list, module)?)?;
    module.add_function(wrap_pyfunction!(evaluate, module)?)?;
    module.add_function(wrap_pyfunction!(search::search, module)?)?;
    module.add_function(wrap_pyfunction!(search::draw_board, module)?)?;
    module.add_function(wrap_pyfunction!(tree::number_tree, module)?)?;
    module.add_function(wrap_pyfunction!(compare::compare, module)?)?;
    module.add_class::<contest::Standing>()?;
    module.add_function(wrap_pyfunction!(contest::plan_games, module)?)?;
    module.add_function(wrap_pyfunction!(contest::play_games, module)?)?;
    module.add_function(wrap_pyfunction!(suite::solve_suite, module)?)?;
    module.add_function(wrap_pyfunction!(command::command, module)?)?;
    module.add_function(wrap_pyfunction!(command::ladder_rungs, module)?)?;
    module.add_function(wrap_pyfunction!(class::class_begin, module)?)?;
    module.add_function(wrap_pyfunction!(class::class_grades, module)?)?;
    module.add_function(wrap_pyfunction!(practice::practice_exercise, module)?)?;
    module.add_function(wrap_pyfunction!(practice::practice_mark, module)?)?;
    module.add_function(wrap_pyfunction!(grade::grade, module)?)?;
    module.add_function(wrap_pyfunction!(train::train, module)?)?;
    Ok(())
}
