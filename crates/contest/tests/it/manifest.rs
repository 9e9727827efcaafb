//! The inputs of players, and changes to them.

use std::fs;

use contest::manifest::{Experiment, Input, InputKind};
use games::{BoardGame, Othello, TicTacToe};
use serde_json::Value;

#[test]
fn a_changed_program_is_an_error() {
    let folder = Folder::new("program");
    let path = folder.file("engine");
    fs::write(&path, "version 1").expect("a file");
    let name = path.to_str().expect("a plain name").to_owned();
    let spec = format!("uci:{},option.Hash=16", name.replace(',', ",,"));
    let parse = |text: &str| programs::registry().parse(text).expect(text);
    let players = [parse(&spec), parse("random"), parse(&spec)];
    let experiment = Experiment::new(&players, Value::Null).expect("a program");
    assert_eq!(experiment.inputs.len(), 1, "one input for two players");
    assert!(
        experiment.varies_throughout(),
        "an external program may vary"
    );
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
fn time_limits_make_results_vary() {
    let varies = |specs: &[&str]| {
        let specs: Vec<_> = (specs.iter())
            .map(|spec| players::builtin(spec).expect(spec))
            .collect();
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
    let book = Input::book(Othello::<8>::ID).expect("a book");
    assert_eq!(
        (book.kind, book.name.as_str()),
        (InputKind::Book, "othello")
    );
    book.check().expect("the same");
    assert_eq!(Input::book(TicTacToe::ID), None);
}

/// A temporary folder, removed when the test ends.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(name: &str) -> Self {
        Self(tempfile::TempDir::with_prefix(name).expect("a folder"))
    }

    fn file(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }
}
