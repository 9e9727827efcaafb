//! Runs that are killed repeatedly lose no complete game, count none twice, and end as uninterrupted ones. The report of a match
//! agrees with its PGN.
//!
//! The size in the documents takes longer; run it with
//! `cargo test --release -p espalier-cli --test it kills -- --ignored`.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use games::GameResult;

use crate::common::{Folder, run};
use contest::stats::{Pentanomial, Points, Sample, Tally};
use gametree::SplitMix64;
use serde_json::Value;

const PLAYER: &str = "minimax:depth=3";

/// Returns the arguments of the match without its files. The games do not depend on time.
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

/// Returns the results of a PGN file by round, for the first player. The reader replays every game.
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

/// Returns the number of games, pairs or steps in a journal; 0 without a file.
fn games_in(journal: &str) -> usize {
    let text = fs::read(journal).unwrap_or_default();
    let lines = text.split(|&byte| byte == b'\n');
    let units: [&[u8]; 3] = [b"{\"game\":", b"{\"pair\":", b"{\"step\":"];
    let is_game = |line: &&[u8]| units.iter().any(|unit| line.starts_with(unit));
    lines.filter(is_game).count()
}

/// Starts the program without output.
fn start(arguments: &[String]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_espalier"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts")
}

/// Starts or resumes the match and kills it (SIGKILL on Unix) shortly after the journal has this number of games.
fn kill(arguments: &[String], journal: &str, games: usize, delay: Duration) {
    let mut child = start(arguments);
    let mut is_over = || child.try_wait().expect("a status").is_some();
    while games_in(journal) < games && !is_over() {
        thread::sleep(Duration::from_millis(1));
    }
    thread::sleep(delay);
    assert!(!is_over(), "the match is over too soon for this test");
    child.kill().expect("it runs");
    child.wait().expect("the program ends");
}

/// Plays a match of `games` games that is killed `kills` times, and checks its files.
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
    // Not near the end of the match, which could come before the kill; mostly during games.
    let mut chance = SplitMix64::new(kills);
    let mut moments: Vec<u64> = (0..kills).map(|_| chance.below(games * 9 / 10)).collect();
    moments.sort_unstable();
    for moment in moments {
        let delay = Duration::from_micros(chance.below(15_000));
        kill(&arguments, &journal, moment as usize, delay);
    }
    let report: Value = serde_json::from_str(&run_all(&arguments)).expect("JSON");

    // Each scheduled game occurs exactly once.
    let results = results(&pgn);
    let rounds: Vec<u64> = results.keys().copied().collect();
    assert_eq!(rounds, (1..=games).collect::<Vec<_>>());
    same_statistics(&results, &report);

    // Another run plays no game and changes nothing, and the text report agrees.
    let before = fs::read(&pgn).expect("a file");
    let again: Value = serde_json::from_str(&run_all(&arguments)).expect("JSON");
    assert_eq!(again, report);
    arguments.pop();
    same_words(&results, &run_all(&arguments));
    assert_eq!(fs::read(&pgn).expect("a file"), before);

    // The games equal those of an uninterrupted match.
    let whole = folder.file("whole.pgn");
    let mut arguments = self::arguments(games);
    arguments.extend(["--pgn", &whole].map(str::to_owned));
    run_all(&arguments);
    assert_eq!(self::results(&whole), results);
}

/// Counts games and pairs from the results of a PGN file.
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

/// Returns the tables of an experiment without the column of the time per node.
fn tables(folder: &Folder, name: &str) -> String {
    let text = fs::read_to_string(folder.file(&format!("{name}/alternatives-tables.md")));
    let mut kept = String::new();
    let mut has_time = false;
    for line in text.expect("tables").lines() {
        has_time = line.contains("µs per node") || has_time && line.starts_with('|');
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

/// After a kill and a resume, the tables equal those of an uninterrupted experiment. The same seed gives the same
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
    // There are 24 pairs.
    let begun = format!("{games}/othello6-pairs.jsonl");
    kill(&again, &begun, 8, Duration::ZERO);
    assert!(!fs::exists(folder.file("killed/alternatives-tables.md")).expect("a folder"));
    run_all(&again);
    let whole = tables(&folder, "whole");
    assert!(whole.contains("### Elo at equal evaluations"), "{whole}");
    assert_eq!(tables(&folder, "killed"), whole);
}

/// Returns the words of a command and more arguments.
fn command(words: &str, more: &[&str]) -> Vec<String> {
    words
        .split(' ')
        .chain(more.iter().copied())
        .map(str::to_owned)
        .collect()
}

/// Returns the sorted lines of a journal with this beginning, each of which must occur once.
fn once(journal: &str, beginning: &str) -> Vec<String> {
    let text = fs::read_to_string(journal).expect(journal);
    let lines = text.lines().filter(|line| line.starts_with(beginning));
    let mut lines: Vec<String> = lines.map(str::to_owned).collect();
    lines.sort();
    let all = lines.len();
    lines.dedup();
    assert_eq!(lines.len(), all, "a line is there twice");
    lines
}

#[test]
fn a_tournament_survives_being_killed() {
    let folder = Folder::new("kills-tournament");
    let [journal, whole] = ["games.jsonl", "whole.jsonl"].map(|name| folder.file(name));
    let words = "tournament alphabeta:depth=2 random minimax:depth=3 --game minichess --games 20 --max-plies 60 --json";
    let killed = command(words, &["--resume", &journal]);
    for games in [1, 20, 40] {
        kill(&killed, &journal, games, Duration::from_millis(2));
    }
    let report: Value = serde_json::from_str(&run_all(&killed)).expect("JSON");
    let uninterrupted = run_all(&command(words, &["--resume", &whole]));
    assert_eq!(
        report,
        serde_json::from_str::<Value>(&uninterrupted).expect("JSON")
    );
    assert_eq!(report["games"], 60);
}

#[test]
fn a_tuning_survives_being_killed() {
    let folder = Folder::new("kills-spsa");
    let [numbers, state, whole] =
        ["numbers.txt", "tune.jsonl", "whole.jsonl"].map(|name| folder.file(name));
    fs::write(&numbers, "UCI_Elo, int, 1100, 900, 2300, 200, 0.1\n").expect("a file");
    let words =
        "spsa --pairs 8 --nodes 40 --concurrency 1 --option UCI_LimitStrength=true --option Hash=1";
    let program = [
        "--params",
        &numbers,
        "--program",
        env!("CARGO_BIN_EXE_espalier"),
        "--state",
    ];
    let killed = command(words, &[&program[..], &[&state]].concat());
    for steps in [1, 4] {
        kill(&killed, &state, steps, Duration::ZERO);
    }
    let values = run_all(&killed);
    assert_eq!(
        values,
        run_all(&command(words, &[&program[..], &[&whole]].concat()))
    );
    assert_eq!(once(&state, "{\"step\""), once(&whole, "{\"step\""));
}

/// Half of the games are timed, so that only their keys can be compared.
#[test]
fn a_ladder_survives_being_killed() {
    let folder = Folder::new("kills-ladder");
    let [output, pairs, whole] =
        ["results", "pairs.jsonl", "whole.jsonl"].map(|name| folder.file(name));
    let words = "ladder --measure --game tictactoe --games 60 --least 60 --concurrency 1 --output";
    let killed = command(words, &[&output, "--resume", &pairs]);
    for pairs_done in [3, 40, 80] {
        kill(&killed, &pairs, pairs_done, Duration::ZERO);
    }
    run_all(&killed);
    run_all(&command(words, &[&output, "--resume", &whole]));
    let keys = |journal| -> Vec<String> {
        let pairs = once(journal, "{\"pair\"").into_iter();
        pairs
            .map(|line| line.split(",[").next().unwrap_or_default().to_owned())
            .collect()
    };
    assert_eq!(keys(&pairs), keys(&whole));
    let mut unique = keys(&pairs);
    unique.dedup();
    assert_eq!(unique, keys(&pairs));
}

#[test]
fn data_generation_survives_being_killed() {
    let folder = Folder::new("kills-datagen");
    let [pack, whole] = ["games.pack", "whole.pack"].map(|name| folder.file(name));
    // A block has 256 games.
    let words = "datagen --games 600 --nodes 5 --seed 3 --resume";
    let killed = command(words, &[&pack]);
    let games = |pack: &str| -> Vec<packs::ScoredGame> {
        let pack = packs::Pack::open(Path::new(pack)).expect("a pack");
        let mut games: Vec<_> = pack.games().map_while(Result::ok).collect();
        games.sort_by_key(|game| game.number);
        games
    };
    let blocks = |pack: &str| {
        fs::exists(pack)
            .expect("a folder")
            .then(|| games(pack).len() / 256)
    };
    for done in [0, 1] {
        let mut child = start(&killed);
        while blocks(&pack).is_none_or(|blocks| blocks < done) {
            assert!(
                child.try_wait().expect("a status").is_none(),
                "it ended too soon for this test"
            );
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().expect("it runs");
        child.wait().expect("the program ends");
    }
    run_all(&killed);
    run_all(&command(words, &[&whole]));
    assert_eq!(games(&pack).len(), 600);
    assert_eq!(games(&pack), games(&whole));
}

#[test]
fn a_match_survives_being_killed() {
    survives(30, 4);
}

#[test]
#[ignore = "two matches of two hundred games: make long"]
fn a_match_of_200_games_survives_being_killed_twenty_times() {
    survives(200, 20);
}
