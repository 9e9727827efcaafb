//! Where the manifest of a command goes, and what it says about this program.

use std::path::{Path, PathBuf};

use contest::when;
use lab::manifest::{Machine, ManifestFile, Program, Sitting};

use crate::error::Failure;

/// This program.
#[must_use]
pub fn program() -> Program {
    let commit = env!("ESPALIER_COMMIT");
    Program {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: (!commit.is_empty()).then(|| commit.to_owned()),
    }
}

/// A command that begins now, here.
#[must_use]
pub fn sitting(command: &[String], concurrency: usize) -> Sitting {
    Sitting {
        start: when::timestamp(when::now()),
        program: program(),
        machine: Machine::here(),
        command: command.to_vec(),
        concurrency,
    }
}

/// The file for the manifest: the one that is given, or one beside the first of the files that are written. `None` if
/// nothing is written.
pub fn place(given: Option<&Path>, outputs: &[Option<&Path>]) -> Result<Option<PathBuf>, Failure> {
    let mut written = outputs.iter().flatten();
    let Some(given) = given else {
        return Ok(written.next().map(|output| ManifestFile::beside(output)));
    };
    if written.any(|output| *output == given) {
        return Err(Failure::input(format_args!(
            "--manifest needs a file of its own, and {} is written already",
            given.display()
        )));
    }
    Ok(Some(given.to_owned()))
}
