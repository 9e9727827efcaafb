//! Every command that the documents show is run, as a reader would type it, with a small budget where it would take long.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::common::{Folder, Run, run_in};

/// A command of a document.
#[derive(Clone, Debug)]
struct Shown {
    /// Where it is.
    place: String,
    /// Its words, `espalier` left out.
    words: Vec<String>,
    /// It stands in a block of its own, and not in the middle of a sentence.
    is_block: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The documents that people read.
fn documents() -> Vec<PathBuf> {
    let mut files = vec![
        root().join("README.md"),
        root().join("CONTRIBUTING.md"),
        root().join("books/README.md"),
    ];
    for folder in ["docs", "docs/experiments"] {
        let entries = fs::read_dir(root().join(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("a file").path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|it| it == "md")));
    }
    files.sort();
    files
}

/// The words of a command line, as a shell splits it. `None`: it is not one.
fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match (letter, quote) {
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, Some(open)) if letter == open => quote = None,
            ('#', None) if word.is_none() => break,
            (' ', None) => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// The commands of a document: lines of code blocks, and code in sentences.
fn commands(path: &Path) -> Vec<Shown> {
    let text = fs::read_to_string(path).expect("a document");
    let name = path.file_name().expect("a name").to_string_lossy();
    let mut found = Vec::new();
    let mut in_block = false;
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let place = format!("{name}, line {}", number + 1);
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
            continue;
        }
        let mut add = |code: &str, is_block: bool| {
            let code = code.trim().trim_start_matches("$ ");
            let Some(rest) = code.strip_prefix("espalier ") else {
                return;
            };
            let words = split(rest).unwrap_or_else(|| panic!("{place}: an open quote in {code}"));
            found.push(Shown {
                place: place.clone(),
                words,
                is_block,
            });
        };
        if in_block {
            let mut whole = line.to_owned();
            while let Some(part) = whole.strip_suffix('\\') {
                let next = lines.next().map_or("", |(_, next)| next);
                whole = format!("{} {}", part.trim_end(), next.trim());
            }
            add(&whole, true);
        } else {
            for code in line.split('`').skip(1).step_by(2) {
                add(code, false);
            }
        }
    }
    found
}

/// The files that commands of the documents read.
fn prepare(folder: &Folder) {
    let game = "[White \"Anna\"]\n[Black \"Bernd\"]\n\n1. e4 e5 2. Nf3 Qh4 3. Nxh4 1-0\n";
    let suite = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"one\";\n";
    let perft = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n";
    // White to move at the start, as the referee of I2P3 writes it.
    let state = "0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n1 1 1 1 1\n2 3 4 5 6\n\n\
                 6 5 4 3 2\n1 1 1 1 1\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n\n";
    for (names, text) in [
        (&["STATE"][..], state),
        (&["game.pgn", "GAME.pgn", "games.pgn"], game),
        (&["wac.epd", "mate_in_3.epd", "FILE.epd"], suite),
        (&["FILE"], perft),
    ] {
        for name in names {
            fs::write(folder.file(name), text).expect("a file");
        }
    }
    fs::create_dir_all(folder.file("books")).expect("a folder");
    fs::create_dir_all(folder.file("docs")).expect("a folder");
    fs::create_dir_all(folder.file("web/dist")).expect("a folder");
    let made = [
        "match",
        "random:seed=1",
        "random:seed=2",
        "--games",
        "2",
        "--max-plies",
        "4",
        "--manifest",
        "match.manifest.json",
    ];
    let made = run_in(folder, &made, "");
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    for pack in ["games.pack", "more.pack"] {
        let made = ["datagen", pack, "--games", "3", "--nodes", "20"];
        run_in(folder, &made, "").succeeds();
    }
    fs::write(folder.file("my_search.py"), my_search()).expect("a file");
    let teaching = fs::read_to_string(root().join("docs/teaching.md")).expect("a document");
    let (_, trees) = teaching.split_once("```toml\n").expect("an assignment");
    let (trees, _) = trees.split_once("```").expect("its end");
    fs::write(folder.file("trees.toml"), trees).expect("a file");
    let manifest = fs::read(folder.file("match.manifest.json")).expect("a manifest");
    fs::write(folder.file("FILE.manifest.json"), manifest).expect("a file");
}

/// A student's program with the mistake that docs/teaching.md tells of.
fn my_search() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/programs/complete.py");
    let right = fs::read_to_string(path).expect("a program");
    right.replace("best >= beta:", "best > beta:")
}

/// Sets an option, whether it is there already or not.
fn set(words: &mut Vec<String>, option: &str, value: &str) {
    match words.iter().position(|word| word == option) {
        Some(place) => words[place + 1] = value.to_owned(),
        None => words.extend([option.to_owned(), value.to_owned()]),
    }
}

/// The same with at most this value.
fn at_most(words: &mut [String], option: &str, most: u64) {
    if let Some(place) = words.iter().position(|word| word == option)
        && let Ok(value) = words[place + 1].parse::<u64>()
    {
        words[place + 1] = value.min(most).to_string();
    }
}

/// What is typed in place of the words that stand for something, and how much it may cost. `None`: the sentence only names
/// the command.
fn small(shown: &Shown) -> Option<(Vec<String>, &'static str)> {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let program = env!("CARGO_BIN_EXE_espalier").replace(',', ",,");
    let mut words: Vec<String> = Vec::new();
    for word in &shown.words {
        match word.as_str() {
            "..." if words.last().is_some_and(|last| last == "--fen") => {
                words.push(START.to_owned());
            }
            "..." => {}
            "NAME" if words.last().is_some_and(|last| last == "--eval") => {
                words.push("material".to_owned());
            }
            "A" | "PLAYER" => words.push("random:seed=1".to_owned()),
            "B" | "OPPONENT" => words.push("random:seed=2".to_owned()),
            "PLAYER..." => words.extend(["random:seed=1", "random:seed=2"].map(str::to_owned)),
            // What may be there and need not.
            optional if optional.starts_with('[') || optional.ends_with(']') => {}
            // Where the documents are read, paths begin at the root of the project.
            script if script.starts_with("script:") => {
                let (_, path) = script.split_once(':').unwrap_or_default();
                let path = root().join(path);
                words.push(format!("script:python3,arg={}", path.display()));
            }
            file if file.starts_with("docs/teaching/") => {
                words.push(root().join(file).display().to_string());
            }
            file if file.starts_with("file:docs/teaching/") => {
                let path = root().join(file.trim_start_matches("file:"));
                // It looks less far ahead, and is done sooner.
                words.push(format!("file:{}", path.display()).replace("arg=3", "arg=1"));
            }
            engine if engine.starts_with("uci:") => {
                let (_, options) = engine.split_once(',').unwrap_or((engine, ""));
                let comma = if options.is_empty() { "" } else { "," };
                words.push(format!("uci:{program}{comma}{options}"));
            }
            word => words.push(word.to_owned()),
        }
    }
    let name = words.first()?.clone();
    if words.len() == 1 && !shown.is_block {
        // A command that means something without any argument is run; the others are only named.
        let alone = [
            "players",
            "help",
            "uci",
            "ladder",
            "bench",
            "play",
            "reproduce",
            "spsa",
        ];
        if !alone.contains(&name.as_str()) {
            words.push("--help".to_owned());
            return Some((words, ""));
        }
    }
    let mut typed = "quit\n";
    match name.as_str() {
        "match" | "tournament" => {
            set(&mut words, "--games", "2");
            set(&mut words, "--max-plies", "6");
            at_most(&mut words, "--concurrency", 2);
            at_most(&mut words, "--nodes", 500);
            at_most(&mut words, "--movetime", 20);
            if words.contains(&"--tc".to_owned()) {
                set(&mut words, "--tc", "0.2+0.01");
            }
        }
        "ladder" if words.contains(&"--measure".to_owned()) => {
            set(&mut words, "--game", "othello4");
            // The order and the seed make no other command of it.
            words = ["ladder", "--measure", "--game", "othello4"]
                .map(str::to_owned)
                .to_vec();
            for option in [
                "--games",
                "--nodes",
                "--textbook-nodes",
                "--movetime",
                "--ablation-nodes",
                "--technique-games",
            ] {
                set(&mut words, option, "2");
            }
        }
        "experiment" if words.contains(&"models".to_owned()) => {
            set(&mut words, "--game", "tictactoe");
            set(&mut words, "--games", "1");
        }
        "experiment" => {
            set(&mut words, "--game", "othello4");
            // One player is enough.
            while words.iter().filter(|word| *word == "--only").count() > 1 {
                let place = words
                    .iter()
                    .rposition(|word| word == "--only")
                    .expect("there are two");
                words.drain(place..place + 2);
            }
            set(&mut words, "--only", "mn");
            at_most(&mut words, "--games", 2);
            set(&mut words, "--size", "small");
        }
        "suite" => {
            at_most(&mut words, "--movetime", 50);
            if !words.contains(&"--movetime".to_owned()) {
                set(&mut words, "--nodes", "500");
            }
        }
        "compare" => at_most(&mut words, "--depth", 3),
        "search" => at_most(&mut words, "--nodes", 20_000),
        "analyse" | "why" => set(&mut words, "--nodes", "500"),
        "perft" => {
            for word in &mut words[1..2] {
                if let Ok(depth) = word.parse::<u64>() {
                    *word = depth.min(3).to_string();
                }
            }
        }
        "bench" => words = vec!["bench".to_owned(), "3".to_owned()],
        "reproduce" => words = vec!["reproduce".to_owned(), "fascicle3".to_owned()],
        "datagen" => {
            words[1] = "made.pack".to_owned();
            set(&mut words, "--games", "1");
            set(&mut words, "--nodes", "20");
            at_most(&mut words, "--concurrency", 1);
        }
        "book" if words.contains(&"--unpack".to_owned()) => {
            for word in &mut words {
                if word.starts_with("books/") {
                    *word = root().join(&word).display().to_string();
                }
                // The smaller one, which does not take so long.
                if word == "unbalanced" {
                    "level".clone_into(word);
                }
            }
            set(&mut words, "-o", "book.txt");
        }
        "book" => {
            if words.contains(&"--least".to_owned()) {
                set(&mut words, "--least", "0");
            }
            set(&mut words, "--count", "2");
            set(&mut words, "--plies", "2");
            set(&mut words, "-o", "book.txt");
            set(&mut words, "--player", "alphabeta:depth=2");
        }
        "play" => {
            let watched = words.contains(&"--white".to_owned());
            if watched {
                // A game between two players, from a position in which it does not take long.
                set(&mut words, "--fen", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
                at_most(&mut words, "--delay", 0);
            } else {
                typed = "moves\ne4\nquit\n";
            }
            if words.last().is_some_and(|last| last == "--fen") {
                words.push(START.to_owned());
            }
        }
        // The tests of classes hold the class of the documents, and compare what is shown.
        "class" => words = vec!["class".to_owned(), "--help".to_owned()],
        // It runs until it is ended; the tests of the web app start it.
        "serve" | "open" => words = vec![words[0].clone(), "--help".to_owned()],
        _ => {}
    }
    Some((words, typed))
}

#[test]
fn every_command_of_the_documents_works() {
    let folder = Folder::new("documents");
    prepare(&folder);
    // Where two documents show the same, it is run once.
    let mut seen = HashSet::new();
    for path in documents() {
        for shown in commands(&path) {
            let Some((words, typed)) = small(&shown).filter(|it| seen.insert(it.clone())) else {
                continue;
            };
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            // A pack is not written over, and each document begins with none.
            _ = fs::remove_file(folder.file("made.pack"));
            let Run {
                status,
                stdout,
                stderr,
            } = run_in(&folder, &words, typed);
            // A program that is graded may be wrong.
            let is_fine = status == Some(0) || (words[0] == "grade" && status == Some(1));
            assert!(is_fine, "{}: {words:?}\n{stdout}\n{stderr}", shown.place);
        }
    }
    assert!(seen.len() >= 40, "only {} commands were found", seen.len());
}

/// The line of the README that once hung: the opponent answers a move.
#[test]
fn an_opponent_of_limited_strength_answers() {
    let folder = Folder::new("limited");
    let start = std::time::Instant::now();
    let run = run_in(
        &folder,
        &["play", "--black", "engine:elo=1400"],
        "e4\nquit\n",
    );
    assert_eq!(run.status, Some(0), "{}", run.stderr);
    assert!(run.stdout.contains("Black plays "), "{}", run.stdout);
    assert!(start.elapsed() < Duration::from_secs(25));
}

/// What docs/teaching.md shows is what comes out.
#[test]
fn the_sheet_in_the_document_is_real() {
    let folder = Folder::new("documents-sheet");
    fs::write(folder.file("my_search.py"), my_search()).expect("a file");
    let arguments = ["grade", "my_search.py", "--assignment", "alphabeta"];
    let run = run_in(&folder, &arguments, "");
    assert_eq!((run.status, run.stderr.as_str()), (Some(1), ""));
    let teaching = fs::read_to_string(root().join("docs/teaching.md")).expect("a document");
    assert!(teaching.contains(&run.stdout), "{}", run.stdout);
}
