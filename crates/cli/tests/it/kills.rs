//! A match that is killed without warning, again and again: it loses nothing, counts nothing twice, and what it prints at
//! the end is what its PGN says.
//!
//! The size that the documents report takes longer and is run by
//! `cargo test --release -p espalier-cli --test it kills -- --ignored`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use games::GameResult;

use crate::common::{Folder, run};
use contest::stats::{Pentanomial, Points, Sample, Tally};
use gametree::SplitMix64;
use serde_json::Value;

const PLAYER: &str = "minimax:depth=3";

/// The arguments of the match without the files it writes. Its games do not depend on time.
fn arguments(games: u64) -> Vec<String> {
    let games = games.to_string();
    let words = [
        "match",
        PLAYER,
        "alphabeta:depth=2",
        "--games",
        &games,
        "--seed",
        "9",
        "--max-plies",
        "120",
    ];
    words.map(str::to_owned).into()
}

fn run_all(arguments: &[String]) -> String {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run(&arguments).succeeds().stdout
}

/// The results of a PGN file by round, as the player sees them. Every game is replayed by the reader.
fn results(pgn: &str) -> BTreeMap<u64, Points> {
    let mut results = BTreeMap::new();
    for game in notation::Games::new(File::open(pgn).expect("a file")) {
        let game = game.expect("a game that can be replayed");
        let round: u64 = game
            .tags
            .get("Round")
            .and_then(|round| round.parse().ok())
            .expect("a round");
        let points = match game.result {
            Some(GameResult::First) => Points::Win,
            Some(GameResult::Second) => Points::Loss,
            Some(GameResult::Draw) => Points::Draw,
            None => panic!("round {round} has no result"),
        };
        let has_white = game.tags.get("White") == Some(PLAYER);
        assert!(has_white || game.tags.get("Black") == Some(PLAYER));
        let before = results.insert(round, if has_white { points } else { points.other() });
        assert_eq!(before, None, "round {round} is there twice");
    }
    results
}

/// How many games a journal has, if it is there.
fn games_in(journal: &str) -> usize {
    let text = fs::read(journal).unwrap_or_default();
    let lines = text.split(|&byte| byte == b'\n');
    lines.filter(|line| line.starts_with(b"{\"game\":")).count()
}

/// Begins or goes on with the match and kills it, SIGKILL on Unix, a short time after the journal has so many games.
fn kill(arguments: &[String], journal: &str, games: usize, delay: Duration) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_espalier"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut is_over = || child.try_wait().expect("a status").is_some();
    while games_in(journal) < games && !is_over() {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(delay);
    assert!(!is_over(), "the match is over too soon for this test");
    child.kill().expect("it runs");
    child.wait().expect("the program ends");
}

/// Plays a match of so many games that is killed so many times, and checks everything it left.
fn survives(games: u64, kills: u64) {
    let folder = Folder::new(&format!("kills-{kills}"));
    let (journal, pgn) = (folder.file("match.jsonl"), folder.file("match.pgn"));
    let mut arguments = arguments(games);
    let files = [
        "--concurrency",
        "2",
        "--pgn",
        &pgn,
        "--resume",
        &journal,
        "--json",
    ];
    arguments.extend(files.map(str::to_owned));
    // Anywhere in the match but near its end, which could come before the kill; in the middle of games, mostly.
    let mut chance = SplitMix64::new(kills);
    let mut moments: Vec<u64> = (0..kills).map(|_| chance.below(games * 9 / 10)).collect();
    moments.sort_unstable();
    for moment in moments {
        let delay = Duration::from_micros(chance.below(15_000));
        kill(&arguments, &journal, moment as usize, delay);
    }
    let report: Value = serde_json::from_str(&run_all(&arguments)).expect("JSON");

    // Each scheduled game is there exactly once.
    let results = results(&pgn);
    let rounds: Vec<u64> = results.keys().copied().collect();
    assert_eq!(rounds, (1..=games).collect::<Vec<_>>());
    same_statistics(&results, &report);

    // Once more plays nothing and changes nothing; the report for people says the same.
    let before = fs::read(&pgn).expect("a file");
    let again: Value = serde_json::from_str(&run_all(&arguments)).expect("JSON");
    assert_eq!(again, report);
    arguments.pop();
    same_words(&results, &run_all(&arguments));
    assert_eq!(fs::read(&pgn).expect("a file"), before);

    // What was killed and resumed is what would have been played without.
    let whole = folder.file("whole.pgn");
    let mut arguments = self::arguments(games);
    arguments.extend(["--pgn", &whole].map(str::to_owned));
    run_all(&arguments);
    assert_eq!(self::results(&whole), results);
}

/// Games and pairs counted from the results of a PGN file.
fn count(results: &BTreeMap<u64, Points>) -> (Tally, Pentanomial) {
    let (mut tally, mut pairs) = (Tally::default(), Pentanomial::default());
    results.values().for_each(|points| tally.record(*points));
    for round in (1..results.len() as u64).step_by(2) {
        pairs.record(results[&round], results[&(round + 1)]);
    }
    (tally, pairs)
}

/// Checks that the statistics of a PGN file are those of a report in JSON.
fn same_statistics(results: &BTreeMap<u64, Points>, report: &Value) {
    let (tally, pairs) = count(results);
    let sample = Sample::of(tally, pairs);
    let pairing = &report["pairings"][0];
    assert_eq!(report["complete"], true);
    assert_eq!(report["games"], results.len() as u64);
    assert_eq!(pairing["tally"], serde_json::to_value(tally).expect("JSON"));
    let pairs = serde_json::to_value(pairs).expect("JSON");
    assert_eq!(pairing["pentanomial"], pairs);
    for (name, value) in [
        ("score", tally.score()),
        ("elo", sample.elo().value),
        ("elo_error", sample.elo().error()),
        ("normalised_elo", sample.normalised_elo().value),
        ("los", sample.los()),
        ("draw_ratio", tally.draw_ratio()),
    ] {
        assert_eq!(pairing[name].as_f64(), Some(value), "{name}");
    }
}

/// Checks that the statistics of a PGN file are those of a report for people.
fn same_words(results: &BTreeMap<u64, Points>, report: &str) {
    let (tally, pairs) = count(results);
    let sample = Sample::of(tally, pairs);
    let Tally {
        wins,
        draws,
        losses,
    } = tally;
    for line in [
        format!("games        {0} of {0}", results.len()),
        format!("result       {wins} won, {draws} drawn, {losses} lost"),
        format!("pairs        {pairs} (0, 1/2, 1, 3/2, 2 points)"),
        format!("Elo          {}", sample.claim()),
        format!("LOS          {:.2}%", 100.0 * sample.los()),
    ] {
        assert!(
            report.lines().any(|printed| printed == line),
            "{line:?} is not in {report}"
        );
    }
}

/// The tables of an experiment without the column that says how long a node took.
fn tables(folder: &Folder, name: &str) -> String {
    let text = fs::read_to_string(folder.file(&format!("{name}/alternatives-tables.md")));
    let mut kept = String::new();
    let mut has_time = false;
    for line in text.expect("tables").lines() {
        has_time = line.contains("µs a node") || has_time && line.starts_with('|');
        let end = if has_time {
            line.trim_end_matches('|').rfind('|').unwrap_or(line.len())
        } else {
            line.len()
        };
        kept += &line[..end];
        kept += "\n";
    }
    kept
}

/// Kill -9 in the middle, go on, and the tables are those of an experiment that nobody killed; and the same seed gives the same
/// tables at equal nodes and evaluations.
#[test]
fn an_experiment_survives_being_killed_and_gives_the_same_tables() {
    let folder = Folder::new("kills-experiment");
    let words = |output: &str| {
        let output = folder.file(output);
        let words = [
            "experiment",
            "alternatives",
            "--game",
            "othello6",
            "--only",
            "bestfirst",
            "--only",
            "uct",
            "--at",
            "nodes",
            "--at",
            "evals",
            "--size",
            "small",
            "--seed",
            "5",
            "--output",
            &output,
        ];
        words.map(str::to_owned).to_vec()
    };
    run_all(&words("whole"));
    let mut again = words("killed");
    let games = folder.file("games");
    again.extend(["--resume", &games, "--concurrency", "1"].map(str::to_owned));
    // The largest budgets come first: when this match of the second largest has a game, half of them are still to be played.
    let begun = format!("{games}/othello6-uct-200-nodes.jsonl");
    kill(&again, &begun, 1, Duration::ZERO);
    assert!(!fs::exists(folder.file("killed/alternatives-tables.md")).expect("a folder"));
    run_all(&again);
    let whole = tables(&folder, "whole");
    assert!(whole.contains("### Elo at equal evaluations"), "{whole}");
    assert_eq!(tables(&folder, "killed"), whole);
}

#[test]
fn a_match_survives_being_killed() {
    survives(30, 4);
}

#[test]
#[ignore = "two matches of two hundred games: cargo test -p espalier-cli --test it kills -- --ignored"]
fn a_match_of_200_games_survives_being_killed_twenty_times() {
    survives(200, 20);
}
