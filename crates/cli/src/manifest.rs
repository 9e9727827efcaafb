//! Manifests of commands.

use std::path::{Path, PathBuf};

use contest::manifest::{Experiment, Machine, ManifestFile, Program, RunInfo};
use contest::when;

use crate::error::{Failure, Result};

/// Returns the version of this program.
pub fn program() -> Program {
    let commit = env!("ESPALIER_COMMIT");
    Program {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: (!commit.is_empty()).then(|| commit.to_owned()),
    }
}

/// Describes a run of a command that begins now, on this machine.
pub fn run_info(command: &[String], concurrency: usize) -> RunInfo {
    RunInfo {
        start: when::timestamp(when::now()),
        program: program(),
        machine: Machine::here(),
        command: command.to_vec(),
        concurrency,
    }
}

/// Begins the manifest of an experiment in the file of `--manifest`, or next to the first output file. It has no file if the command
/// writes none.
pub fn begin(
    experiment: Experiment,
    run_info: RunInfo,
    given: Option<&Path>,
    outputs: &[Option<&Path>],
) -> Result<ManifestFile> {
    let path = place(given, outputs)?;
    Ok(ManifestFile::begin(experiment, run_info, path)?)
}

/// Returns the file of a manifest. No other output may have it.
pub fn place(given: Option<&Path>, outputs: &[Option<&Path>]) -> Result<Option<PathBuf>> {
    let mut outputs = outputs.iter().flatten();
    let Some(given) = given else {
        return Ok(outputs.next().map(|output| ManifestFile::beside(output)));
    };
    if outputs.any(|output| *output == given) {
        return Err(Failure::input(format_args!(
            "--manifest needs a file of its own: {} is another output",
            given.display()
        )));
    }
    Ok(Some(given.to_owned()))
}
