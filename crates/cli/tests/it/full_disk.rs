//! A disk that is full in the middle of a run: the error is one sentence that names the file, what was complete is kept, and the
//! same command without the fault ends as an uninterrupted one.
//!
//! The limit of the file size stands for the disk: a write at this limit writes what fits and then fails, as on a full disk.

#![cfg(unix)]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::class::{ASSIGNMENT, student};
use crate::common::{Folder, Run, run};
use packs::{Pack, ScoredGame};

/// Runs the program with files of at most this number of 512-byte blocks.
fn run_limited(arguments: &[&str], blocks: u32) -> Run {
    // A shell that ignores the signal of this limit passes that on, so that the write returns an error.
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_espalier")])
        .args(arguments)
        .output()
        .expect("a shell");
    Run {
        stdout: String::from_utf8(output.stdout).expect("text"),
        stderr: String::from_utf8(output.stderr).expect("text"),
        status: output.status.code(),
    }
}

/// Runs a command with disks that are full at several sizes, each time resumed, and without a fault at last. Returns the output of
/// the last run.
fn survives(arguments: &[&str], blocks: impl IntoIterator<Item = u32>) -> String {
    for blocks in blocks {
        let full = run_limited(arguments, blocks);
        assert_eq!(full.status, Some(2), "{blocks} blocks: {}", full.stderr);
        let mut errors = full
            .stderr
            .lines()
            .filter(|line| !line.starts_with("note: "));
        let error = errors.next().expect("an error");
        assert!(error.starts_with("error: "), "{error}");
        assert!(error.contains("File too large"), "{error}");
        assert_eq!(errors.next(), None, "{}", full.stderr);
    }
    let last = run(arguments);
    assert_eq!(last.status, Some(0), "{}", last.stderr);
    last.stdout
}

/// Returns the lines of a journal with this beginning, each of which must occur once.
fn once(journal: &str, beginning: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(journal).expect(journal);
    let mut found = BTreeSet::new();
    for line in text.lines().filter(|line| line.starts_with(beginning)) {
        assert!(found.insert(line.to_owned()), "twice: {line}");
    }
    found
}

/// Returns the games of a pack, by their numbers.
fn games(pack: &str) -> Vec<ScoredGame> {
    let pack = Pack::open(Path::new(pack)).expect("a pack");
    let mut games: Vec<ScoredGame> = pack.games().collect::<Result<_, _>>().expect("games");
    games.sort_by_key(|game| game.number);
    games
}

#[test]
fn a_match_survives_a_full_disk() {
    let folder = Folder::new("full-match");
    let words = "match alphabeta:depth=2 random --game othello6 --games 12 --json";
    let [journal, whole, pgn] =
        ["match.jsonl", "whole.jsonl", "games.pgn"].map(|it| folder.file(it));
    let mut command: Vec<&str> = words.split(' ').collect();
    let uninterrupted = run(&[&command[..], &["--resume", &whole]].concat()).succeeds();
    command.extend(["--resume", &journal, "--pgn", &pgn]);
    assert_eq!(survives(&command, [2, 5, 9, 14]), uninterrupted.stdout);
    let rounds = fs::read_to_string(&pgn).expect("games");
    for round in 1..=12 {
        assert_eq!(
            rounds.matches(&format!("[Round \"{round}\"]")).count(),
            1,
            "{round}"
        );
    }
}

#[test]
fn a_tournament_survives_a_full_disk() {
    let folder = Folder::new("full-tournament");
    let words =
        "tournament alphabeta:depth=1 random minimax:depth=2 --game tictactoe --games 4 --json";
    let [journal, whole] = ["games.jsonl", "whole.jsonl"].map(|it| folder.file(it));
    let command: Vec<&str> = words.split(' ').collect();
    let with = |file| [&command[..], &["--resume", file]].concat();
    let uninterrupted = run(&with(&whole)).succeeds();
    assert_eq!(survives(&with(&journal), [3, 6, 9]), uninterrupted.stdout);
}

#[test]
fn a_class_survives_a_full_disk() {
    let folder = Folder::new("full-class");
    fs::write(folder.file("legal.toml"), ASSIGNMENT).expect("a file");
    let mut class = "title = \"Three\"\nassignment = \"legal.toml\"\n".to_owned();
    class += "[tournament]\ngame = \"tictactoe\"\nmovetime = 20000\nbaselines = [\"random\"]\n";
    class += &student("Ada", "minimax:depth=2");
    class += &student("Ben", "alphabeta:depth=1");
    class += &student("Cleo", "random:seed=4");
    let file = folder.file("class.toml");
    fs::write(&file, class).expect("a file");
    let keep = folder.file("whole");
    let report = |text: &str| -> serde_json::Value { serde_json::from_str(text).expect("JSON") };
    let whole = report(
        &run(&["class", &file, "--keep", &keep, "--json"])
            .succeeds()
            .stdout,
    );
    let last = report(&survives(&["class", &file, "--json"], [2, 7, 12]));
    assert_eq!(last["complete"], true);
    for part in ["students", "faults"] {
        assert_eq!(last[part], whole[part], "{part}");
    }
    assert_eq!(
        last["tournament"]["fingerprint"],
        whole["tournament"]["fingerprint"]
    );
}

#[test]
fn an_experiment_survives_a_full_disk() {
    let folder = Folder::new("full-experiment");
    let words = "experiment alternatives --game tictactoe --only bestfirst --at nodes --size small --seed 5 --output";
    let command: Vec<&str> = words.split(' ').collect();
    let [output, games, whole] = ["out", "games", "whole"].map(|it| folder.file(it));
    let [pairs, whole_pairs] = [&games, &whole].map(|it| format!("{it}/tictactoe-pairs.jsonl"));
    run(&[&command[..], &[&output, "--resume", &whole]].concat()).succeeds();
    survives(
        &[&command[..], &[&output, "--resume", &games]].concat(),
        [2, 4],
    );
    assert_eq!(once(&pairs, "{\"pair\""), once(&whole_pairs, "{\"pair\""));
}

#[test]
fn data_generation_survives_a_full_disk() {
    let folder = Folder::new("full-datagen");
    let [pack, whole] = ["games.pack", "whole.pack"].map(|it| folder.file(it));
    let words = "datagen --games 24 --nodes 20 --seed 3 --resume";
    let command: Vec<&str> = words.split(' ').collect();
    run(&[&command[..], &[&whole]].concat()).succeeds();
    survives(&[&command[..], &[&pack]].concat(), [1, 3]);
    assert_eq!(games(&pack), games(&whole));
}

#[test]
fn a_tuning_survives_a_full_disk() {
    let folder = Folder::new("full-spsa");
    let numbers = folder.file("numbers.txt");
    fs::write(&numbers, "UCI_Elo, int, 1100, 900, 2300, 200, 0.1\n").expect("a file");
    let program = env!("CARGO_BIN_EXE_espalier");
    let words =
        "spsa --pairs 4 --nodes 40 --concurrency 1 --option UCI_LimitStrength=true --option Hash=1";
    let mut command: Vec<&str> = words.split(' ').collect();
    command.extend(["--params", &numbers, "--program", program]);
    let [state, whole] = ["tune.jsonl", "whole.jsonl"].map(|it| folder.file(it));
    let with = |file| [&command[..], &["--state", file]].concat();
    let uninterrupted = run(&with(&whole)).succeeds();
    assert_eq!(survives(&with(&state), [1, 2]), uninterrupted.stdout);
    assert_eq!(once(&state, "{\"step\""), once(&whole, "{\"step\""));
}

#[test]
fn a_ladder_survives_a_full_disk() {
    let folder = Folder::new("full-ladder");
    let words = "ladder --measure --game tictactoe --games 2 --least 2 --output";
    let command: Vec<&str> = words.split(' ').collect();
    let [output, pairs, whole] =
        ["results", "pairs.jsonl", "whole.jsonl"].map(|it| folder.file(it));
    run(&[&command[..], &[&output, "--resume", &whole]].concat()).succeeds();
    survives(
        &[&command[..], &[&output, "--resume", &pairs]].concat(),
        [1, 2],
    );
    let keys = |file| -> BTreeSet<String> {
        let pairs = once(file, "{\"pair\"").into_iter();
        // Without the points: half of the games are timed.
        pairs
            .map(|line| line.split(",[").next().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(keys(&pairs), keys(&whole));
}

#[test]
fn a_training_survives_a_full_disk() {
    let folder = Folder::new("full-train");
    let [pack, net, whole] = ["games.pack", "net.nnue", "whole.nnue"].map(|it| folder.file(it));
    run(&[
        "datagen", &pack, "--games", "12", "--nodes", "20", "--seed", "3",
    ])
    .succeeds();
    let words = "train --random --width 32 --batch 1024 --samples 10240 --held-out 20 --resume";
    let command: Vec<&str> = words.split(' ').collect();
    let with = |net| [&command[..], &[&pack, "-o", net]].concat();
    run(&with(&whole)).succeeds();
    survives(&with(&net), [1, 40]);
    assert!(fs::read(&net).expect("a network") == fs::read(&whole).expect("a network"));
}
