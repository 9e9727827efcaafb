//! Players that are Python objects with a function `choose_move`.

use std::sync::Arc;

use games::BoardGame;
use players::{
    Answer, AnyGame, BuildAny, Entry, Fault, Group, Listener, Player, PlayerSpec, Registry,
    Settings, SpecError, Task,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::error::spec_error;
use crate::job::Job;
use crate::rules::place;

/// A player of a call: a spec, or a Python object.
pub enum PlayerArg {
    /// A player of this program, or an external one.
    Spec(PlayerSpec),
    /// A Python object.
    Object(Py<PyAny>),
}

impl PlayerArg {
    /// Reads an argument.
    pub fn read(argument: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = argument.extract::<String>() {
            return programs::registry()
                .parse(&text)
                .map(Self::Spec)
                .map_err(spec_error);
        }
        if !argument.hasattr("choose_move")? {
            return Err(PyTypeError::new_err(format!(
                "a player is a text such as \"alphabeta:depth=4\" or an object with choose_move(position), not {argument:?}"
            )));
        }
        Ok(Self::Object(argument.clone().unbind()))
    }

    /// Returns the spec of the player. Exceptions of a Python object end the job.
    pub fn spec(&self, job: &Arc<Job>) -> PyResult<PlayerSpec> {
        match self {
            Self::Spec(spec) => Ok(spec.clone()),
            Self::Object(object) => {
                let name = Python::attach(|py| class_name(object.bind(py)));
                let object = Python::attach(|py| object.clone_ref(py));
                let job = Arc::clone(job);
                own_spec(&name, Chooser { object, job }).map_err(spec_error)
            }
        }
    }

    /// Returns whether the player runs Python code.
    pub const fn is_python(&self) -> bool {
        matches!(self, Self::Object(_))
    }
}

/// Returns the name of a function, or of the class of an object, as a name of a player.
pub fn class_name(object: &Bound<'_, PyAny>) -> String {
    let own = object.getattr("__name__").and_then(|name| name.extract());
    let name = own.or_else(|_| object.get_type().name()?.extract());
    let name: String = name.unwrap_or_default();
    let plain = name
        .chars()
        .filter(|letter| letter.is_alphanumeric() || "_-".contains(*letter));
    let plain: String = plain.collect();
    if plain.is_empty() {
        "python".to_owned()
    } else {
        plain
    }
}

/// Returns the spec of a player that is in no registry.
pub fn own_spec(name: &str, build: impl BuildAny) -> Result<PlayerSpec, SpecError> {
    let about = "a Python object";
    let entry = Entry::new(name.to_owned(), about, Group::Program, AnyGame(build));
    Registry::default().with([entry]).parse(name)
}

/// A Python object that chooses moves.
struct Chooser {
    object: Py<PyAny>,
    job: Arc<Job>,
}

impl BuildAny for Chooser {
    fn build<G: BoardGame>(
        &self,
        _: &PlayerSpec,
        _: &Settings,
    ) -> Result<Box<dyn Player<G>>, SpecError> {
        let object = Python::attach(|py| self.object.clone_ref(py));
        let job = Arc::clone(&self.job);
        Ok(Box::new(Self { object, job }))
    }
}

impl<G: BoardGame> Player<G> for Chooser {
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        _: &mut Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        let (game, state) = (task.game, task.record.state());
        let moves: Vec<String> = (task.moves().into_iter())
            .map(|mv| game.wire_move(state, mv))
            .collect();
        let text = game.write_position(state);
        let side = game.side(state).index();
        let chosen = self.job.call(|py| {
            let ask = py.import("espalier._player")?.getattr("ask")?;
            let asked = (
                &self.object,
                G::ID.name(),
                text,
                moves,
                side,
                G::SIDES[side],
            );
            let text: String = ask.call1(asked)?.extract()?;
            game.parse_move(state, &text).map_err(|error| {
                let object = self.object.bind(py);
                let place = place(object, "choose_move");
                let name = class_name(object);
                PyValueError::new_err(format!("{name} played {text:?}: {error}{place}"))
            })
        });
        let best = chosen.ok_or_else(|| Fault::Crash("raised an exception".to_owned()))?;
        Ok(Answer::unvalued(Some(best)))
    }
}
