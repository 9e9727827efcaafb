//! Games whose rules are a Python object with the functions of `espalier.Game`.

use std::fmt;
use std::sync::Arc;

use games::DynamicGame;
use games::dynamic::{Failure, Rules, RulesError};
use gametree::Side;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};

use crate::job::Job;

/// The rules of a Python object.
pub struct PyRules {
    object: Py<PyAny>,
    has_evaluation: bool,
    has_side: bool,
    /// The number of each key, if the game has keys.
    keys: Option<Py<PyDict>>,
}

/// A move with its text.
pub struct PyMove {
    object: Py<PyAny>,
    text: String,
}

impl fmt::Display for PyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// Returns the game of a Python object. Errors of its functions end the job.
pub fn game(py: Python<'_>, object: &Py<PyAny>, job: &Arc<Job>) -> PyResult<DynamicGame> {
    // What a class inherits from `Game` is a default.
    let base = py.import("espalier._game")?.getattr("Game")?;
    let has = |name: &str| -> PyResult<bool> {
        let function = object.bind(py).get_type().getattr_opt(name)?;
        let inherited = base.getattr(name)?;
        Ok(function.is_some_and(|function| !function.is(&inherited)))
    };
    let rules = PyRules {
        object: object.clone_ref(py),
        has_evaluation: has("evaluate")?,
        has_side: has("side")?,
        keys: has("key")?.then(|| PyDict::new(py).unbind()),
    };
    DynamicGame::stopping(rules, Arc::clone(&job.stop))
        .map_err(|error| exception(py, object, &error))
}

/// Returns the error of rules as the exception of their function, or as one that names the function and its line.
pub fn exception(py: Python<'_>, object: &Py<PyAny>, error: &RulesError) -> PyErr {
    let function = match error {
        RulesError::Failed { source, .. } => match source.downcast_ref::<PyErr>() {
            Some(error) => return error.clone_ref(py),
            None => "",
        },
        RulesError::Result(_) => "result",
        RulesError::Evaluation(_) => "evaluate",
        RulesError::NoMoves | RulesError::SameText(_) => "moves",
        RulesError::NoKey => "key",
        RulesError::IllegalMove(_) => "play",
    };
    PyValueError::new_err(format!("{error}{}", place(object.bind(py), function)))
}

/// Returns the place of a function: ` (file, line 12, in Nim.result)`; empty for a function without source.
pub fn place(object: &Bound<'_, PyAny>, function: &str) -> String {
    let found = || -> PyResult<String> {
        let class = object.get_type();
        let code = class.getattr(function)?.getattr("__code__")?;
        let file: String = code.getattr("co_filename")?.extract()?;
        let line: u32 = code.getattr("co_firstlineno")?.extract()?;
        Ok(format!(
            " ({file}, line {line}, in {}.{function})",
            class.name()?
        ))
    };
    found().unwrap_or_default()
}

impl PyRules {
    /// Calls a function of the rules and converts what it returns.
    fn call<T>(
        &self,
        function: &str,
        state: &Py<PyAny>,
        convert: impl FnOnce(Bound<'_, PyAny>) -> PyResult<T>,
    ) -> Result<T, Failure> {
        Ok(Python::attach(|py| {
            convert(self.object.bind(py).call_method1(function, (state,))?)
        })?)
    }

    /// Returns the error of a function that returned another type than it should.
    fn wrong(&self, function: &str, found: &Bound<'_, PyAny>, expected: &str) -> PyErr {
        let place = place(self.object.bind(found.py()), function);
        PyTypeError::new_err(format!("{function} returned {found:?}; {expected}{place}"))
    }

    /// Converts a whole number. `True` and `False` are none.
    fn number(&self, function: &str, found: &Bound<'_, PyAny>, expected: &str) -> PyResult<i64> {
        let number = found.extract().ok();
        let number = number.filter(|_| !found.is_instance_of::<PyBool>());
        number.ok_or_else(|| self.wrong(function, found, expected))
    }
}

impl Rules for PyRules {
    type State = Py<PyAny>;
    type Move = PyMove;
    type Key = u64;

    fn start(&self) -> Result<Py<PyAny>, Failure> {
        Ok(Python::attach(|py| self.object.call_method0(py, "start"))?)
    }

    fn moves(&self, state: &Py<PyAny>) -> Result<Vec<PyMove>, Failure> {
        self.call("moves", state, |found| {
            let items = found
                .try_iter()
                .map_err(|_| self.wrong("moves", &found, "it returns a list of moves"))?;
            items
                .map(|item| {
                    let item = item?;
                    let text = item.str()?.extract()?;
                    Ok(PyMove {
                        object: item.unbind(),
                        text,
                    })
                })
                .collect()
        })
    }

    fn play(&self, state: &Py<PyAny>, mv: &PyMove) -> Result<Py<PyAny>, Failure> {
        Ok(Python::attach(|py| {
            self.object.call_method1(py, "play", (state, &mv.object))
        })?)
    }

    fn result(&self, state: &Py<PyAny>) -> Result<Option<i64>, Failure> {
        const EXPECTED: &str =
            "it returns 1, 0 or -1 for the side to move, or None while the game goes on";
        self.call("result", state, |found| match found.is_none() {
            true => Ok(None),
            false => self.number("result", &found, EXPECTED).map(Some),
        })
    }

    fn evaluate(&self, state: &Py<PyAny>) -> Result<i64, Failure> {
        const EXPECTED: &str = "it returns a whole number for the side to move";
        if !self.has_evaluation {
            return Ok(0);
        }
        self.call("evaluate", state, |found| {
            self.number("evaluate", &found, EXPECTED)
        })
    }

    fn key(&self, state: &Py<PyAny>) -> Result<Option<u64>, Failure> {
        let Some(keys) = &self.keys else {
            return Ok(None);
        };
        self.call("key", state, |key| {
            let keys = keys.bind(key.py());
            // Python compares the keys; equal ones get the same number.
            let number = keys.call_method1("setdefault", (key, keys.len()))?;
            number.extract().map(Some)
        })
    }

    fn side(&self, state: &Py<PyAny>) -> Result<Option<Side>, Failure> {
        const EXPECTED: &str = "it returns 0 for the first side and 1 for the second";
        if !self.has_side {
            return Ok(None);
        }
        self.call("side", state, |found| {
            match self.number("side", &found, EXPECTED)? {
                0 => Ok(Some(Side::First)),
                1 => Ok(Some(Side::Second)),
                _ => Err(self.wrong("side", &found, EXPECTED)),
            }
        })
    }
}
