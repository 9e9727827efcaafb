//! The circumstances of a run: time, machine, program and command.

use serde::{Deserialize, Serialize};

/// The version of this program.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// The commit it was built from, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// Formats as `version 0.1.0 (commit 0123456789ab)`.
impl std::fmt::Display for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let commit = self.commit.as_deref().unwrap_or("unknown");
        write!(f, "version {} (commit {commit})", self.version)
    }
}

/// The machine it runs on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// Operating system and architecture.
    pub system: String,
    /// The processor, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    /// The number of threads available to this process.
    pub threads: usize,
}

impl Machine {
    /// Returns this machine.
    #[must_use]
    pub fn here() -> Self {
        let processor = std::fs::read_to_string("/proc/cpuinfo").ok();
        let processor = processor.as_deref().and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        });
        Self {
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            processor,
            threads: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// The circumstances under which a run was begun or resumed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunInfo {
    /// The time of the start, in UTC.
    pub start: String,
    /// The program.
    pub program: Program,
    /// The machine.
    pub machine: Machine,
    /// The command and its arguments, if there was one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// The number of concurrent games, positions or jobs.
    pub concurrency: usize,
}
