//! The trainer's own tests: with numpy those of the format, with PyTorch the training as well, a tiny one.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::process::Command;

#[test]
fn the_trainer_does_what_its_tests_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let python = |words: &[&str]| {
        let mut command = Command::new("python3");
        command.args(words).current_dir(&root);
        command.env("ESPALIER", env!("CARGO_BIN_EXE_espalier"));
        command.output()
    };
    let has = |module: &str| {
        let tried = python(&["-c", &format!("import {module}")]);
        tried.is_ok_and(|tried| tried.status.success())
    };
    if !has("numpy") || !has("torch") {
        // Said in the last line of `make test`. No project needs PyTorch to play chess, so it is no failure anywhere.
        let what = "the trainer: no numpy or no PyTorch";
        eprintln!("left out: {what}");
        let note = root.join("target/skipped");
        let file = OpenOptions::new().create(true).append(true).open(note);
        if let Ok(mut file) = file {
            _ = writeln!(file, "{what}");
        }
    }
    if !has("numpy") {
        return;
    }
    let said = python(&["trainer/test_trainer.py"]).expect("python3");
    let text = String::from_utf8_lossy(&said.stderr);
    assert!(said.status.success(), "{text}");
    // Not a single test would be a success as well.
    assert!(text.contains("test_") || text.contains("Ran "), "{text}");
}
