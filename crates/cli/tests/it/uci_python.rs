//! python-chess drives the engine: a second reading of the protocol, by people who have met every engine there is.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs a program to its end; `None` if it cannot be started.
fn output(program: &Path, arguments: &[&str]) -> Option<Output> {
    Command::new(program).args(arguments).output().ok()
}

fn succeeds(program: &Path, arguments: &[&str]) -> bool {
    output(program, arguments).is_some_and(|output| output.status.success())
}

/// A Python that has python-chess: the one of the system, or one of our own in the folder that cargo has for tests.
/// `None` if there is no Python, or no way to the package.
fn python() -> Option<PathBuf> {
    const HAS_CHESS: [&str; 2] = ["-c", "import chess.engine"];
    let system = PathBuf::from("python3");
    if succeeds(&system, &HAS_CHESS) {
        return Some(system);
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python-chess");
    let own = if cfg!(windows) {
        folder.join("Scripts").join("python.exe")
    } else {
        folder.join("bin").join("python")
    };
    if !own.exists() {
        succeeds(&system, &["-m", "venv", folder.to_str()?]);
    }
    const INSTALL: [&str; 9] = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--retries",
        "0",
        "--timeout",
        "20",
        "chess>=1.10",
    ];
    let ready =
        succeeds(&own, &HAS_CHESS) || (succeeds(&own, &INSTALL) && succeeds(&own, &HAS_CHESS));
    ready.then_some(own)
}

/// What cannot be tested here is said in the last line of `make test`, and is a failure where everything must be there.
fn skipped(what: &str) {
    assert!(std::env::var_os("CI").is_none(), "left out: {what}");
    eprintln!("left out: {what}");
    let note = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/skipped");
    let file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(note);
    if let Ok(mut file) = file {
        _ = std::io::Write::write_all(&mut file, format!("{what}\n").as_bytes());
    }
}

#[test]
fn python_chess_is_content() {
    let Some(python) = python() else {
        skipped(
            "python-chess: there is no Python with the package chess, and none could be installed",
        );
        return;
    };
    let driver = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/uci_driver.py");
    let run = output(&python, &[driver, env!("CARGO_BIN_EXE_espalier")]).expect("Python starts");
    let (said, errors) = (
        String::from_utf8_lossy(&run.stdout),
        String::from_utf8_lossy(&run.stderr),
    );
    assert!(run.status.success(), "{said}{errors}");
    assert!(said.contains("analysis and mates are well"), "{said}");
    println!("{said}");
}
