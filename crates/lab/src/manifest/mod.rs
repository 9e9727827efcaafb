//! The manifest of an experiment: everything that is needed to run it again, and what came of it.
//!
//! A match, a tournament, a suite, a comparison, a book and a measured ladder all have one, of the same shape. It is
//! written when the work begins, and again, with its end and its result, when the work is done; so a run that was killed
//! is known too. [`Manifest::read`] reads it back, [`Input::check`] says whether what was read then is still the same, and
//! [`differences`] what is different in a second result.

mod difference;
mod file;
mod input;

pub use contest::{Machine, Program, Sitting};
pub use difference::differences;
pub use file::ManifestFile;
pub use input::{Input, InputKind};

use std::path::Path;
use std::{fmt, fs};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use players::registry;

/// What is run, as far as it decides the result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Experiment {
    /// What is left to chance is decided by these; a player's own seed is in its spec.
    pub seeds: Vec<u64>,
    /// The specs of the players.
    pub players: Vec<String>,
    /// What is read.
    pub inputs: Vec<Input>,
    /// What the arguments mean, with everything filled in that they leave open.
    pub settings: Value,
    /// The names of those parts of the result that can differ from run to run; `result` is all of it.
    pub varies: Vec<String>,
}

/// All of a result.
const RESULT: &str = "result";

impl Experiment {
    /// An experiment with these players. What they read is an input, and where one of them is a program of its own or
    /// counts time, so that nobody knows what it will do, the whole result can differ from run to run.
    pub fn new(players: &[String], settings: Value) -> Result<Self, ManifestError> {
        let mut experiment = Self {
            seeds: Vec::new(),
            players: players.to_vec(),
            inputs: Vec::new(),
            settings,
            varies: Vec::new(),
        };
        for spec in players {
            if let Some(input) = Input::of_player(spec)?
                && !experiment.inputs.contains(&input)
            {
                experiment.inputs.push(input);
            }
            let repeats = registry::parse(spec).is_ok_and(|spec| spec.get("movetime").is_none());
            if !repeats {
                experiment.varies = vec![RESULT.to_owned()];
            }
        }
        Ok(experiment)
    }

    /// The same, with a part of the result that can differ from run to run.
    #[must_use]
    pub fn varying(mut self, part: &str) -> Self {
        if !self.varies_throughout() {
            self.varies.push(part.to_owned());
        }
        self
    }

    /// The same; if `can_differ`, the whole result can differ from run to run.
    #[must_use]
    pub fn varying_throughout(mut self, can_differ: bool) -> Self {
        if can_differ {
            self.varies = vec![RESULT.to_owned()];
        }
        self
    }

    /// Whether the whole result can differ from run to run.
    #[must_use]
    pub fn varies_throughout(&self) -> bool {
        self.varies.iter().any(|part| part == RESULT)
    }
}

/// An experiment, when and with what it was run, and what came of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format.
    pub format: u32,
    /// When it was begun, where, with which program and by which command.
    #[serde(flatten)]
    pub sitting: Sitting,
    /// What is run.
    #[serde(flatten)]
    pub experiment: Experiment,
    /// When it ended, in UTC; nothing if it has not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// What came of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
}

/// Why a manifest cannot be used or made, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManifestError(pub(crate) String);

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ManifestError {}

impl Manifest {
    /// The format written here.
    pub const FORMAT: u32 = 1;

    /// An experiment that begins.
    #[must_use]
    pub const fn new(experiment: Experiment, sitting: Sitting) -> Self {
        Self {
            format: Self::FORMAT,
            sitting,
            experiment,
            end: None,
            result: None,
        }
    }

    /// Reads the manifest in a file.
    pub fn read(path: &Path) -> Result<Self, ManifestError> {
        let name = path.display();
        let bytes = fs::read(path)
            .map_err(|error| ManifestError(format!("cannot read {name}: {error}")))?;
        if bytes.starts_with(b"{\"manifest\":") {
            return Err(ManifestError(format!(
                "{name} is the journal of a match: go on with it by --resume, or give the manifest of the match"
            )));
        }
        let manifest: Self = serde_json::from_slice(&bytes).map_err(|error| {
            ManifestError(format!(
                "{name} is not a manifest: {error}; give a file that --manifest wrote"
            ))
        })?;
        if manifest.format != Self::FORMAT {
            return Err(ManifestError(format!(
                "{name} has format {}, not {}: use the version of Espalier that wrote it ({})",
                manifest.format,
                Self::FORMAT,
                manifest.sitting.program.version
            )));
        }
        Ok(manifest)
    }

    /// As a file has it.
    #[must_use]
    pub fn to_text(&self) -> String {
        // Writing to memory cannot fail, and these types have only text keys.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
