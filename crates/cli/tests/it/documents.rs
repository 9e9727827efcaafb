//! Runs every command of the documents, with a smaller budget for long ones.

use std::collections::HashSet;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::{Folder, Run, run_in};

/// A command of a document.
#[derive(Clone, Debug)]
struct Shown {
    /// The document and the line.
    place: String,
    /// Its words without `espalier`.
    words: Vec<String>,
    /// Whether it is in a code block, not in a sentence.
    is_block: bool,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the documents.
fn documents() -> Vec<PathBuf> {
    let mut files = vec![
        root().join("README.md"),
        root().join("CONTRIBUTING.md"),
        root().join("books/README.md"),
    ];
    for folder in ["docs", "docs/experiments", "results"] {
        let entries = fs::read_dir(root().join(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("a file").path());
        files.extend(paths.filter(|path| path.extension().is_some_and(|it| it == "md")));
    }
    files.sort();
    files
}

/// Splits a command line like a shell. Returns `None` for an open quote.
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

/// Returns the commands of a document: lines of code blocks, and code in sentences.
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

/// White to move at the start of MiniChess, as the referee of I2P3 writes it.
const STATE: &str = "0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n1 1 1 1 1\n2 3 4 5 6\n\n\
                     6 5 4 3 2\n1 1 1 1 1\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n\n";

/// Writes the files that commands of the documents read.
fn prepare(folder: &Folder) {
    let game = "[White \"Anna\"]\n[Black \"Bernd\"]\n\n1. e4 e5 2. Nf3 Qh4 3. Nxh4 1-0\n";
    let suite = "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"one\";\n";
    let perft = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400\n";
    for (names, text) in [
        (&["STATE"][..], STATE),
        (&["game.pgn", "GAME.pgn", "games.pgn"], game),
        (&["wac.epd", "mate_in_3.epd", "FILE.epd"], suite),
        (&["FILE"], perft),
        (&["exam.txt"], "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1|900\n"),
    ] {
        for name in names {
            fs::write(folder.file(name), text).expect("a file");
        }
    }
    fs::create_dir_all(folder.file("books")).expect("a folder");
    fs::create_dir_all(folder.file("results")).expect("a folder");
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
    let whole = run_in(folder, &made, "");
    assert_eq!(whole.status, Some(0), "{}", whole.stderr);
    for (journal, shard) in [("0.jsonl", "0/2"), ("1.jsonl", "1/2")] {
        let shard = ["--resume", journal, "--shard", shard];
        let made = run_in(folder, &[&made[..7], &shard].concat(), "");
        assert_eq!(made.status, Some(0), "{}", made.stderr);
    }
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

/// Returns a student's program with the bug of docs/teaching.md.
fn my_search() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/programs/complete.py");
    let right = fs::read_to_string(path).expect("a program");
    right.replace("best >= beta:", "best > beta:")
}

/// Sets an option, or replaces its value.
fn set(words: &mut Vec<String>, option: &str, value: &str) {
    match words.iter().position(|word| word == option) {
        Some(place) => words[place + 1] = value.to_owned(),
        None => words.extend([option.to_owned(), value.to_owned()]),
    }
}

/// Limits the value of an option.
fn at_most(words: &mut [String], option: &str, most: u64) {
    if let Some(place) = words.iter().position(|word| word == option)
        && let Ok(value) = words[place + 1].parse::<u64>()
    {
        words[place + 1] = value.min(most).to_string();
    }
}

/// Replaces placeholders and reduces the cost. Returns the words and the input, or `None` if the sentence only names
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
            // Optional words.
            optional if optional.starts_with('[') || optional.ends_with(']') => {}
            // Paths of the documents begin at the root of the repository.
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
                // A lower depth takes less time.
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
        // A command that works without arguments is run; for the others --help is run.
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
            // The order of the options does not matter.
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
        "experiment" if words.contains(&"parallel".to_owned()) => {
            set(&mut words, "--game", "othello4");
            set(&mut words, "--depth", "2");
            set(&mut words, "--positions", "1");
        }
        "experiment" if words.contains(&"simulated".to_owned()) => {
            set(&mut words, "--plies", "3");
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
        "calibrate" => {
            let small = [
                "calibrate",
                "--check=820",
                "--games=2",
                "--results=made.jsonl",
                "--keep=kept",
            ];
            words = small.map(str::to_owned).to_vec();
        }
        "reproduce" => words = vec!["reproduce".to_owned(), "fascicle3".to_owned()],
        "datagen" => {
            // The priority of other tests must not change.
            words.retain(|word| word != "--background");
            words[1] = "made.pack".to_owned();
            set(&mut words, "--games", "1");
            set(&mut words, "--nodes", "20");
            at_most(&mut words, "--concurrency", 1);
        }
        "train" => {
            words.retain(|word| word != "--random");
            words.push("--random".to_owned());
            let least = [
                ("--width", "32"),
                ("--batch", "1024"),
                ("--samples", "1024"),
            ];
            for (option, value) in least
                .into_iter()
                .chain([("--held-out", "50"), ("-o", "made.nnue")])
            {
                set(&mut words, option, value);
            }
        }
        "book" if words.contains(&"--unpack".to_owned()) => {
            for word in &mut words {
                if word.starts_with("books/") {
                    *word = root().join(&word).display().to_string();
                }
                // The smaller book takes less time.
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
                // A short game between two players.
                set(&mut words, "--fen", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
                at_most(&mut words, "--delay", 0);
            } else {
                typed = "moves\ne4\nquit\n";
            }
            if words.last().is_some_and(|last| last == "--fen") {
                words.push(START.to_owned());
            }
        }
        // The tests of classes run the class of the documents and compare its output.
        "class" => words = vec!["class".to_owned(), "--help".to_owned()],
        // It runs until Ctrl-C; the tests of the web app start it.
        "serve" | "open" => words = vec![words[0].clone(), "--help".to_owned()],
        _ => {}
    }
    Some((words, typed))
}

#[test]
fn every_command_of_the_documents_works() {
    let folder = Folder::new("documents");
    prepare(&folder);
    // A command in two documents is run once.
    let mut seen = HashSet::new();
    for path in documents() {
        for shown in commands(&path) {
            let Some((words, typed)) = small(&shown).filter(|it| seen.insert(it.clone())) else {
                continue;
            };
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            // A pack is not overwritten, so it is removed before each command.
            _ = fs::remove_file(folder.file("made.pack"));
            let Run {
                status,
                stdout,
                stderr,
            } = run_in(&folder, &words, typed);
            // A graded program may be wrong.
            let is_fine = status == Some(0) || (words[0] == "grade" && status == Some(1));
            assert!(is_fine, "{}: {words:?}\n{stdout}\n{stderr}", shown.place);
        }
    }
    assert!(seen.len() >= 40, "only {} commands were found", seen.len());
}

/// Every command in the tables of docs/reproduction.md shows the text after its arrow, in its output or in a file that it writes. Run
/// as written.
#[test]
fn the_commands_of_the_reproduction_show_what_they_claim() {
    let folder = Folder::new("reproduction");
    fs::write(folder.file("STATE"), STATE).expect("a file");
    let text = fs::read_to_string(root().join("docs/reproduction.md")).expect("a document");
    let mut count = 0;
    let rows = text.lines().enumerate();
    for (number, line) in rows.filter(|(_, line)| line.starts_with('|')) {
        let parts: Vec<&str> = line.split('`').collect();
        for place in (1..parts.len()).step_by(2) {
            let Some(command) = parts[place].strip_prefix("espalier ") else {
                continue;
            };
            let claim = parts
                .get(place + 1)
                .filter(|after| after.trim() == "→")
                .and_then(|_| parts.get(place + 2));
            let place = format!("line {}: {command}", number + 1);
            let expected = claim.unwrap_or_else(|| panic!("{place} has no expected text"));
            count += 1;
            let words = split(command).expect("closed quotes");
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let shown = match words[..] {
                ["serve"] => first_line_of_a_server(),
                _ => shown_by(&folder, &words, &place),
            };
            assert!(
                shown.contains(expected),
                "{place} does not show {expected:?}: {shown}"
            );
        }
    }
    assert!(count >= 80, "{count} commands with a claim");
}

/// Returns the output of a command and the files that it names.
fn shown_by(folder: &Folder, words: &[&str], place: &str) -> String {
    let run = run_in(folder, words, "e4\nd3\nquit\n");
    assert_eq!(run.status, Some(0), "{place}: {}", run.stderr);
    let files = words.iter().map(|word| folder.file(word));
    let texts = files.filter_map(|file| fs::read_to_string(file).ok());
    std::iter::once(run.stdout).chain(texts).collect()
}

/// Returns the first line of `espalier serve`, on a free port.
fn first_line_of_a_server() -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_espalier"))
        .args(["serve", "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let read = BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line);
    child.kill().expect("the server runs");
    child.wait().expect("the server ends");
    read.expect("a line");
    line
}

/// An opponent of limited strength answers in time.
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

/// The sheet in docs/teaching.md equals the output.
#[test]
fn the_sheet_in_the_document_is_real() {
    let folder = Folder::new("documents-sheet");
    fs::write(folder.file("my_search.py"), my_search()).expect("a file");
    let arguments = ["grade", "my_search.py", "--assignment", "alphabeta"];
    let run = run_in(&folder, &arguments, "");
    assert_eq!((run.status, run.stderr.as_str()), (Some(1), ""));
    let teaching = fs::read_to_string(root().join("docs/teaching.md")).expect("a document");
    // The isolation depends on the machine.
    let without_isolation = |text: &str| -> String {
        let lines = text.lines();
        let kept = lines.filter(|line| !line.is_empty() && !line.starts_with("The program was "));
        kept.map(|line| format!("{line}\n")).collect()
    };
    let sheet = without_isolation(&run.stdout);
    assert!(without_isolation(&teaching).contains(&sheet), "{sheet}");
}
