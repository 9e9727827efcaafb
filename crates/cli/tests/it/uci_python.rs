//! python-chess controls the engine: an independent implementation of the protocol.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::skipped;

fn succeeds(program: &Path, arguments: &[&str]) -> bool {
    let run = Command::new(program).args(arguments).output();
    run.is_ok_and(|run| run.status.success())
}

/// The source distribution of python-chess, from which `make syzygy` has taken the end-game tables.
fn unpacked() -> Option<PathBuf> {
    let fetched = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/pip");
    let archive = fs::read_dir(fetched).ok()?.find_map(|entry| {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_str()?;
        (name.starts_with("chess-") && name.ends_with(".tar.gz")).then_some(path)
    })?;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-chess");
    fs::create_dir_all(&folder).ok()?;
    let (archive, to) = (archive.to_str()?, folder.to_str()?);
    let unpack = [
        "xzf",
        archive,
        "-C",
        to,
        "--strip-components=1",
        "--wildcards",
        "*/chess/*.py",
    ];
    succeeds(Path::new("tar"), &unpack).then_some(folder)
}

/// Returns a Python with python-chess, and the path of the package if it is not installed.
fn python() -> Option<(PathBuf, Option<PathBuf>)> {
    let system = PathBuf::from("python3");
    if succeeds(&system, &["-c", "import chess.engine"]) {
        return Some((system, None));
    }
    Some((system, Some(unpacked()?)))
}

#[test]
fn python_chess_accepts_the_engine() {
    let Some((python, package)) = python() else {
        skipped(
            "python-chess: no Python has the package chess, and `make syzygy` could not fetch it",
        );
        return;
    };
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/uci_driver.py");
    let mut command = Command::new(python);
    command.args([driver, env!("CARGO_BIN_EXE_espalier")]);
    if let Some(package) = package {
        command.env("PYTHONPATH", package);
    }
    let run = command.output().expect("Python starts");
    let (said, errors) = (
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr),
    );
    assert!(run.status.success(), "{said}{errors}");
    assert!(said.contains("analysis and mates are well"), "{said}");
    println!("{said}");
}
