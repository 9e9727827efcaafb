//! `practice`: exercises on number trees, and their marks.

use pyo3::prelude::*;
use serde_json::json;
use teaching::number_drawing::View;
use teaching::practice::{Exercise, Shape};

use crate::error::{json, value_error};

/// Returns an exercise as JSON: of a tree, or a random one of a shape.
#[pyfunction]
pub fn practice_exercise(tree: Option<&str>, shape: &str, seed: u32) -> PyResult<String> {
    let exercise = match tree {
        Some(tree) => Exercise::of_tree(tree, seed).map_err(value_error)?,
        None => Exercise::random(&shape.parse::<Shape>().map_err(value_error)?, seed),
    };
    let drawn = |drawn: teaching::number_drawing::Drawn, label| drawn.svg(0, label).into_string();
    Ok(json!({
        "tree": exercise.tree().to_string(),
        "questions": exercise.questions(),
        "points": exercise.points(),
        "link": exercise.link(),
        "svg": drawn(exercise.drawing(View::default()), "A number tree"),
        "solution": drawn(exercise.solution(View::default()), "The tree after alpha-beta"),
    })
    .to_string())
}

/// Marks the answer to a question of the exercise of a tree. Returns the mark as JSON.
#[pyfunction]
pub fn practice_mark(tree: &str, seed: u32, question: usize, answer: &str) -> PyResult<String> {
    let exercise = Exercise::of_tree(tree, seed).map_err(value_error)?;
    json(&exercise.mark(question, answer).map_err(value_error)?)
}
