//! Properties of the source: the walks in docs/architecture.md exist and are short enough to be read, and few files name a single game.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use games::GameId;

/// The number of files in a walk, at most.
const FILES: usize = 10;
/// The number of lines in a file, at most.
const LINES: usize = 500;
/// One node of the engine's search is one function with numbered steps.
const LONG: &str = "crates/engine/src/search/node.rs";

/// Returns the rows of each walk: file and function.
fn walks(text: &str) -> Vec<Vec<(&str, &str)>> {
    let tables = text.split("| file | function | step |\n|---|---|---|\n");
    let row = |line: &'_ str| -> Option<(usize, usize, usize, usize)> {
        let marks: Vec<usize> = line.match_indices('`').map(|(at, _)| at).collect();
        let [a, b, c, d] = *marks.get(..4)? else {
            return None;
        };
        Some((a + 1, b, c + 1, d))
    };
    tables
        .skip(1)
        .map(|table| {
            let lines = table.lines().take_while(|line| line.starts_with('|'));
            lines
                .map(|line| {
                    let (a, b, c, d) = row(line).unwrap_or_else(|| panic!("not a row: {line}"));
                    (&line[a..b], &line[c..d])
                })
                .collect()
        })
        .collect()
}

/// Returns whether the source defines a function: `fn name` in Rust; in TypeScript also a method or a constant.
fn defines(source: &str, name: &str) -> bool {
    source.lines().any(|line| {
        let line = line.trim_start();
        let ends = |rest: &str| rest.starts_with(['(', '<', ' ', ':']);
        let after = |mark: &str| {
            let found = line.find(&format!("{mark}{name}"));
            found.is_some_and(|at| ends(&line[at + mark.len() + name.len()..]))
        };
        let is_method = ["", "async "].iter().any(|mark| {
            let rest = line.strip_prefix(mark).and_then(|it| it.strip_prefix(name));
            rest.is_some_and(|rest| rest.starts_with(['(', '<']) && line.ends_with('{'))
        });
        after("fn ") || after("function ") || after("const ") || is_method
    })
}

#[test]
fn walks_name_functions_that_exist_in_files_of_readable_length() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let text = fs::read_to_string(root.join("docs/architecture.md")).expect("the document");
    let walks = walks(&text);
    assert_eq!(walks.len(), 2, "walks in docs/architecture.md");
    for walk in walks {
        let files: HashSet<&str> = walk.iter().map(|(file, _)| *file).collect();
        assert!((5..=FILES).contains(&files.len()), "{} files", files.len());
        for (file, function) in walk {
            let source = fs::read_to_string(root.join(file))
                .unwrap_or_else(|error| panic!("{file}: {error}"));
            assert!(defines(&source, function), "{file} has no {function}");
            let lines = source.lines().count();
            assert!(file == LONG || lines <= LINES, "{file} has {lines} lines");
        }
    }
}

/// Returns the source files below a folder with their texts, without generated ones.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let ends = |end: &str| path.extension().is_some_and(|it| it == end);
        if path.is_dir() {
            found.extend(sources(&path));
        } else if ["rs", "ts", "svelte"].into_iter().any(ends) && !path.ends_with("protocol.ts") {
            let text = fs::read_to_string(&path).expect("a text");
            found.push((path, text));
        }
    }
    found
}

#[test]
fn few_files_name_a_single_game() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let web = sources(&root.join("web/src"));
    let mut all = web.clone();
    for entry in fs::read_dir(root.join("crates")).expect("the crates") {
        all.extend(sources(&entry.expect("a crate").path().join("src")));
    }
    let names_it = |(path, text): &&(PathBuf, String)| {
        let text = text.to_lowercase().replace([' ', '_', '-'], "");
        let is_its_own = path.components().any(|part| part.as_os_str() == "connect4");
        !is_its_own && (text.contains("connect4") || text.contains("connectfour"))
    };
    let naming: Vec<_> = all.iter().filter(names_it).map(|(path, _)| path).collect();
    assert!(naming.len() <= 3, "Connect Four: {naming:?}");
    let names_one = |(_, text): &&(PathBuf, String)| {
        let quoted = |game: GameId| format!("'{}'", game.name());
        GameId::ALL
            .into_iter()
            .any(|game| text.contains(&quoted(game)))
    };
    let naming: Vec<_> = web.iter().filter(names_one).map(|(path, _)| path).collect();
    assert!(naming.len() <= 5, "single games: {naming:?}");
}
