//! What players read, and whether it is still what it was.

use std::fs;

use games::GameKind;
use lab::manifest::{Experiment, Input, InputKind};
use serde_json::Value;

#[test]
fn a_changed_program_is_noticed() {
    let folder = Folder::new("program");
    let path = folder.file("engine");
    fs::write(&path, "version 1").expect("a file");
    let name = path.to_str().expect("a plain name").to_owned();
    let spec = format!("uci:{},option.Hash=16", name.replace(',', ",,"));
    let players = [spec.clone(), "random".to_owned(), spec];
    let experiment = Experiment::new(&players, Value::Null).expect("a program");
    assert_eq!(experiment.inputs.len(), 1, "once, though it plays twice");
    assert!(experiment.varies_throughout(), "nobody knows what it does");
    let input = &experiment.inputs[0];
    assert_eq!((input.kind, &input.name), (InputKind::Program, &name));
    input.check().expect("the same");
    fs::write(&path, "version 2").expect("a file");
    let error = input.check().expect_err("another").to_string();
    assert!(error.contains("engine has changed since"), "{error}");
    assert!(error.contains("put the old program back"), "{error}");
    fs::remove_file(&path).expect("a file");
    let error = input.check().expect_err("gone").to_string();
    assert!(error.contains("there is no program"), "{error}");
}

#[test]
fn what_repeats_and_what_does_not() {
    let varies = |specs: &[&str]| {
        let specs: Vec<String> = specs.iter().map(|&spec| spec.to_owned()).collect();
        Experiment::new(&specs, Value::Null)
            .expect("players")
            .varies
    };
    assert_eq!(varies(&["random", "classic:nodes=5", "a8"]), [""; 0]);
    assert_eq!(varies(&["random", "classic:movetime=5"]), ["result"]);
    let timed = Experiment::new(&[], Value::Null).expect("nothing");
    let timed = timed.varying("time_ms").varying_throughout(false);
    assert_eq!(timed.varies, ["time_ms"]);
    assert_eq!(
        timed.varying_throughout(true).varying("x").varies,
        ["result"]
    );
}

#[test]
fn the_books_of_the_program_are_inputs() {
    let book = Input::book(GameKind::Othello).expect("a book");
    assert_eq!(
        (book.kind, book.name.as_str()),
        (InputKind::Book, "othello")
    );
    book.check().expect("the same");
    assert_eq!(Input::book(GameKind::TicTacToe), None);
}

/// A folder that goes when the test is over.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("espalier-lab-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str) -> std::path::PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}
