//! Errors as Python exceptions, with the sentences of the command line.

use players::{Fault, PlayerSpec};
use pyo3::create_exception;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

create_exception!(
    espalier,
    SpecError,
    PyValueError,
    "The text names no player, or the player cannot be built."
);

/// Returns a `ValueError`.
pub fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns a `SpecError`.
pub fn spec_error(error: impl ToString) -> PyErr {
    SpecError::new_err(error.to_string())
}

/// Returns the failure of a player as an exception.
pub fn fault(player: &PlayerSpec, fault: &Fault) -> PyErr {
    PyRuntimeError::new_err(format!("{player} {fault}"))
}

/// Returns a value as JSON text.
pub fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(value_error)
}
