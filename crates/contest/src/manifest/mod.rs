//! The manifest of an experiment: everything that is needed to run it again, and its result.
//!
//! Matches, tournaments, suites, comparisons, books and measured ladders all have a manifest of the same form. It is
//! written when the work begins, and again with its end and its result when the work is done, so a killed run has one
//! too. [`Manifest::read`] reads it, [`Input::check`] checks that an input has not changed, and [`differences`]
//! compares two results.

mod difference;
mod file;
mod input;

pub use crate::{Machine, Program, RunInfo};
pub use difference::{differences, first_difference, verdict};
pub use file::ManifestFile;
pub use input::{Input, InputKind};

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::store::read_file;
use players::PlayerSpec;

/// Everything that determines the result of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Experiment {
    /// The seeds of random choices; a player's own seed is in its spec.
    pub seeds: Vec<u64>,
    /// The specs of the players.
    pub players: Vec<String>,
    /// The inputs.
    pub inputs: Vec<Input>,
    /// The settings, including all defaults.
    pub settings: Value,
    /// The names of the parts of the result that can differ between runs; `result` is all of it.
    pub varies: Vec<String>,
}

/// The name of the whole result.
const RESULT: &str = "result";

impl Experiment {
    /// Creates an experiment with these players and their inputs. If a player is an external program or has a time
    /// limit, the whole result can differ between runs.
    pub fn new(players: &[PlayerSpec], settings: Value) -> Result<Self, ManifestError> {
        let mut experiment = Self {
            seeds: Vec::new(),
            players: players.iter().map(ToString::to_string).collect(),
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
            let repeats = spec.program().is_none() && !spec.gives("movetime");
            if !repeats {
                experiment.varies = vec![RESULT.to_owned()];
            }
        }
        Ok(experiment)
    }

    /// Adds a part of the result that can differ between runs.
    #[must_use]
    pub fn varying(mut self, part: &str) -> Self {
        if !self.varies_throughout() {
            self.varies.push(part.to_owned());
        }
        self
    }

    /// If `can_differ`, marks the whole result as one that can differ between runs.
    #[must_use]
    pub fn varying_throughout(mut self, can_differ: bool) -> Self {
        if can_differ {
            self.varies = vec![RESULT.to_owned()];
        }
        self
    }

    /// Returns whether the whole result can differ between runs.
    #[must_use]
    pub fn varies_throughout(&self) -> bool {
        self.varies.iter().any(|part| part == RESULT)
    }
}

/// An experiment, its run and its result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format.
    pub format: u32,
    /// The run: time, machine, program and command.
    #[serde(flatten)]
    pub run_info: RunInfo,
    /// The experiment.
    #[serde(flatten)]
    pub experiment: Experiment,
    /// The end time in UTC; `None` if the run has not ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<String>,
    /// The result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
}

/// The error of a manifest that cannot be used or created, in one sentence.
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

    /// Creates the manifest of an experiment that begins.
    #[must_use]
    pub const fn new(experiment: Experiment, run_info: RunInfo) -> Self {
        Self {
            format: Self::FORMAT,
            run_info,
            experiment,
            end: None,
            result: None,
        }
    }

    /// Reads the manifest in a file.
    pub fn read(path: &Path) -> Result<Self, ManifestError> {
        let bytes = read_file(path).map_err(ManifestError)?;
        Self::parse(&path.display().to_string(), &bytes)
    }

    /// Reads a manifest from its text. `name` is its name in error messages.
    fn parse(name: &str, bytes: &[u8]) -> Result<Self, ManifestError> {
        if bytes.starts_with(b"{\"manifest\":") {
            return Err(ManifestError(format!(
                "{name} is the journal of a match: resume it with --resume, or give the manifest of the match"
            )));
        }
        let manifest: Self = serde_json::from_slice(bytes).map_err(|error| {
            ManifestError(format!(
                "{name} is not a manifest: {error}; give a file that --manifest wrote"
            ))
        })?;
        if manifest.format != Self::FORMAT {
            return Err(ManifestError(format!(
                "{name} has format {}, not {}: use the version of Espalier that wrote it ({})",
                manifest.format,
                Self::FORMAT,
                manifest.run_info.program.version
            )));
        }
        Ok(manifest)
    }

    /// Returns the text of the file.
    #[must_use]
    pub fn to_text(&self) -> String {
        // Writing to memory cannot fail, and these types have only text keys.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}
