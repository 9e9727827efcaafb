//! When, where, with which program and by which command something was run.

use serde::{Deserialize, Serialize};

/// The program that runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Program {
    /// Its version.
    pub version: String,
    /// The commit it was built from, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// As `version 0.1.0 (commit 0123456789ab)`.
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
    /// The processor, if it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub processor: Option<String>,
    /// How many threads it has for us.
    pub threads: usize,
}

impl Machine {
    /// This one.
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

/// When and with what something was begun or gone on with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Sitting {
    /// When, in UTC.
    pub start: String,
    /// The program.
    pub program: Program,
    /// The machine.
    pub machine: Machine,
    /// The command and its arguments, if there was one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// Games, positions or jobs at once.
    pub concurrency: usize,
}
