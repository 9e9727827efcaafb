//! Shards: two runs in separate folders, merged, are the run in one piece.

use std::fs;

use crate::common::{Folder, json, run};
use serde_json::Value;

const MATCH: [&str; 8] = [
    "match",
    "alphabeta:depth=2",
    "random",
    "--game",
    "othello6",
    "--games",
    "12",
    "--json",
];

/// Runs a command with more arguments.
fn with<'a>(command: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [command, more].concat()
}

/// Removes times and machines.
fn strip(value: &mut Value) {
    match value {
        Value::Object(map) => {
            for key in ["began", "ms", "time_ms", "end", "sitting"] {
                map.remove(key);
            }
            map.values_mut().for_each(strip);
        }
        Value::Array(list) => list.iter_mut().for_each(strip),
        _ => {}
    }
}

/// Returns the lines of a journal without times and machines.
fn lines(path: &str) -> Vec<String> {
    let text = fs::read_to_string(path).expect(path);
    let values = text.lines().map(|line| {
        let mut value: Value = serde_json::from_str(line).expect(line);
        strip(&mut value);
        value.to_string()
    });
    values.collect()
}

/// Runs a command whole and in two shards, the second of which is killed and resumed, and compares.
fn compare(command: &[&str]) {
    let [one, two] = [Folder::new("shard-one"), Folder::new("shard-two")];
    let [whole, first, second] = [one.file("whole"), one.file("0"), two.file("1")];
    run(&with(command, &["--resume", &whole])).succeeds();
    run(&with(command, &["--resume", &first, "--shard", "0/2"])).succeeds();
    run(&with(command, &["--resume", &second, "--shard", "1/2"])).succeeds();

    // A killed shard is resumed: its journal ends in the middle of a line.
    let text = fs::read(&second).expect("a journal");
    fs::write(&second, &text[..text.len() * 2 / 3]).expect("a journal");
    let partial = one.file("partial");
    let merged = run(&["merge", &first, &second, "-o", &partial]);
    assert_eq!(merged.status, Some(1), "{}", merged.stderr);
    assert!(
        merged.stderr.contains("missing: games "),
        "{}",
        merged.stderr
    );
    let resumed = run(&with(command, &["--resume", &second, "--shard", "1/2"]));
    assert_eq!(resumed.status, Some(0), "{}", resumed.stderr);
    assert!(
        resumed.stderr.contains("was unfinished"),
        "{}",
        resumed.stderr
    );

    // In any order, and with a journal twice.
    let all = one.file("all");
    let merged = run(&["merge", &second, &first, &second, "-o", &all, "--json"]).succeeds();
    assert_eq!(lines(&all), lines(&whole));
    let report: Value = serde_json::from_str(&merged.stdout).expect("JSON");
    let again = json(&with(command, &["--resume", &whole]));
    assert_eq!(report["fingerprint"], again["fingerprint"]);
    assert_eq!(report["games"], again["games"]);

    // The merged partial journal plays what is missing.
    run(&with(command, &["--resume", &partial])).succeeds();
    assert_eq!(lines(&partial).len(), lines(&whole).len());
}

#[test]
fn two_shards_of_a_match_merged_are_the_match() {
    compare(&MATCH);
}

#[test]
fn two_shards_of_a_tournament_merged_are_the_tournament() {
    let players = [
        "tournament",
        "alphabeta:depth=1",
        "random",
        "minimax:depth=2",
    ];
    compare(&with(
        &players,
        &["--game", "tictactoe", "--games", "4", "--json"],
    ));
}

#[test]
fn journals_that_do_not_belong_together_are_refused() {
    let folder = Folder::new("refused");
    let [first, other, all] = [folder.file("0"), folder.file("other"), folder.file("all")];
    let command = with(&MATCH, &["--resume", &first, "--shard", "0/3"]);
    run(&command).succeeds();
    let seed = with(
        &MATCH,
        &["--seed", "7", "--resume", &other, "--shard", "1/3"],
    );
    run(&seed).succeeds();
    run(&["merge", &first, &other, "-o", &all]).fails_saying(&["another match", "seed"]);

    // Another result of the same game.
    let text = fs::read_to_string(&first).expect("a journal");
    let changed = text.replacen("\"result\":\"1-0\"", "\"result\":\"0-1\"", 1);
    let changed = if changed == text {
        text.replacen("\"result\":\"0-1\"", "\"result\":\"1-0\"", 1)
    } else {
        changed
    };
    assert_ne!(changed, text);
    fs::write(&other, changed).expect("a journal");
    run(&["merge", &first, &other, "-o", &folder.file("b")])
        .fails_saying(&["game", "differs from"]);

    // Another version of the program.
    let version = format!("\"version\":\"{}\"", env!("CARGO_PKG_VERSION"));
    fs::write(&other, text.replace(&version, "\"version\":\"0.0.1\"")).expect("a journal");
    run(&["merge", &first, &other, "-o", &folder.file("c")]).fails_saying(&["0.0.1", "--mix"]);
    let mixed = run(&["merge", &first, &other, "--mix", "-o", &folder.file("d")]);
    assert_eq!(mixed.status, Some(1), "games are missing: {}", mixed.stderr);

    run(&[
        "merge",
        &first,
        &folder.file("none"),
        "-o",
        &folder.file("e"),
    ])
    .fails_saying(&["is not a file"]);
    run(&["merge", &first, "-o", &first]).fails_saying(&["exists"]);
    run(&with(&MATCH, &["--resume", &all, "--shard", "2/2"])).fails_saying(&["the last is 1/2"]);
    let sprt = ["--sprt", "0,10", "--resume", &all, "--shard", "0/2"];
    run(&with(&MATCH, &sprt)).fails_saying(&["--sprt", "leave out --shard"]);
}

#[test]
fn two_shards_of_a_ladder_merged_settle_every_comparison() {
    let folder = Folder::new("shards-of-a-ladder");
    let ladder = [
        "ladder",
        "--measure",
        "--game",
        "tictactoe",
        "--games",
        "2",
        "--least",
        "2",
        "--output",
    ];
    let [first, second, all] = [folder.file("0"), folder.file("1"), folder.file("all")];
    let output = folder.file("results");
    let run_shard = |file: &str, name: &str, shard: &str| {
        let more = [&*output, "--resume", file, name, shard];
        run(&with(&ladder, &more)).succeeds();
    };
    run_shard(&first, "--shard", "0/2");
    // The older form, counted from 1.
    run_shard(&second, "--part", "2/2");
    let merged = run(&["merge", &first, &second, "-o", &all])
        .succeeds()
        .stdout;
    assert!(merged.contains("pairs of games"), "{merged}");
    let pairs = fs::read_to_string(&all)
        .expect("a file")
        .matches("{\"pair\"")
        .count();
    // Another seed is another run.
    let other = folder.file("other");
    let seed = ["--seed", "9", "--resume", &other, "--shard", "1/2"];
    run(&with(&ladder, &with(&[&output], &seed))).succeeds();
    run(&["merge", &first, &other, "-o", &folder.file("none")])
        .fails_saying(&["another run", "--seed 9"]);
    // Nothing is left to play.
    run(&with(&ladder, &[&output, "--resume", &all])).succeeds();
    let after = fs::read_to_string(&all)
        .expect("a file")
        .matches("{\"pair\"")
        .count();
    assert_eq!(pairs, after);
}

/// Runs a command whole and in two shards, the second of which is killed and resumed; and compares the journals of single files.
fn compare_units(command: &[&str], unit: &str) {
    let [one, two] = [Folder::new("units-one"), Folder::new("units-two")];
    let [whole, first, second] = [one.file("whole"), one.file("0"), two.file("1")];
    let report = run(&with(command, &["--resume", &whole, "--json"])).succeeds();
    for (file, shard) in [(&first, "0/2"), (&second, "1/2")] {
        let said = run(&with(command, &["--resume", file, "--shard", shard])).succeeds();
        assert!(said.stdout.contains("is complete"), "{}", said.stdout);
    }
    let text = fs::read(&second).expect("a journal");
    fs::write(&second, &text[..text.len() - 10]).expect("a journal");
    let partial = one.file("partial");
    let merged = run(&["merge", &first, &second, "-o", &partial]);
    assert_eq!(merged.status, Some(1), "{}", merged.stderr);
    let missing = format!("missing: {unit}s ");
    assert!(merged.stderr.contains(&missing), "{}", merged.stderr);
    let resumed = run(&with(command, &["--resume", &second, "--shard", "1/2"]));
    assert_eq!(resumed.status, Some(0), "{}", resumed.stderr);
    assert!(
        resumed.stderr.contains("was unfinished"),
        "{}",
        resumed.stderr
    );
    let all = one.file("all");
    run(&["merge", &second, &first, &second, "-o", &all]).succeeds();
    assert_eq!(lines(&all), lines(&whole));
    // Nothing is left, and the report is that of one run.
    let again = run(&with(command, &["--resume", &all, "--json"])).succeeds();
    assert_eq!(timeless(&again.stdout), timeless(&report.stdout));
    run(&with(command, &["--resume", &partial])).succeeds();
    assert_eq!(lines(&partial).len(), lines(&whole).len());
}

/// Returns a report without its times.
fn timeless(report: &str) -> String {
    let mut value: Value = serde_json::from_str(report).expect(report);
    strip(&mut value);
    value.to_string()
}

#[test]
fn two_shards_of_a_suite_merged_are_the_suite() {
    let folder = Folder::new("suite-shards");
    let file = folder.file("suite.epd");
    let records = [
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#;",
        "7k/8/5K2/8/8/8/8/R7 w - - dm 2;",
        "4k3/8/8/3q4/8/2N5/8/4K2R w - - bm Nxd5;",
        "4k3/8/8/3q4/8/2N5/8/4K2R w - - am Nxd5; id \"not taken\";",
        "8/4P1k1/8/8/8/8/8/4K3 w - - c0 \"e8=Q=10, Kd2=3\";",
    ];
    fs::write(&file, records.join("\n") + "\n").expect("a suite");
    let suite = ["suite", &file, "classic", "--depth", "4"];
    compare_units(&suite, "position");

    // Another limit, another suite, and a shard without a file.
    let [first, other] = [folder.file("0"), folder.file("1")];
    run(&with(&suite, &["--resume", &first, "--shard", "0/2"])).succeeds();
    let deeper = ["suite", &file, "classic", "--depth", "3"];
    run(&with(&deeper, &["--resume", &first, "--shard", "0/2"])).fails_saying(&["its limit is"]);
    run(&with(&deeper, &["--resume", &other, "--shard", "1/2"])).succeeds();
    run(&["merge", &first, &other, "-o", &folder.file("a")])
        .fails_saying(&["another plan", "limit"]);
    run(&with(&suite, &["--shard", "0/2"])).fails_saying(&["--resume"]);
}

#[test]
fn two_shards_of_a_class_merged_are_the_class() {
    let [one, two] = [Folder::new("class-one"), Folder::new("class-two")];
    let mut text = "title = \"T\"\nassignment = \"minimax\"\n".to_owned();
    text += "[tournament]\ngame = \"tictactoe\"\nmovetime = 1000\ndepth = 2\nbaselines = [\"random:seed=1\"]\n";
    for (name, program) in [
        ("Ada", "minimax"),
        ("Bob", "alphabeta"),
        ("Cleo", "nobody.py"),
    ] {
        text += &format!("[[student]]\nname = \"{name}\"\nprogram = \"{program}\"\n");
    }
    let file = one.file("class.toml");
    fs::write(&file, text).expect("a class");
    let class = |keep: &str, more: &[&str]| {
        let words = with(&["class", &file, "--keep", keep], more);
        run(&words)
    };
    let [whole, first, second] = [one.file("whole"), one.file("0"), two.file("1")];
    let report = class(&whole, &["--json"]).succeeds().stdout;

    // First the grades: they decide who plays.
    let said = class(&first, &["--shard", "0/2"]).succeeds().stdout;
    assert!(said.contains("with the merged grades"), "{said}");
    let partial = one.file("partial");
    let merged = run(&["merge", &first, "-o", &partial]);
    assert_eq!(merged.status, Some(1), "{}", merged.stderr);
    assert!(
        merged.stderr.contains("missing: students 2"),
        "{}",
        merged.stderr
    );
    class(&second, &["--shard", "1/2"]).succeeds();
    let all = one.file("all");
    run(&["merge", &first, &second, "-o", &all]).succeeds();
    let grades = |folder: &str| format!("{folder}/grades.jsonl");
    assert_eq!(lines(&grades(&all)), lines(&grades(&whole)));

    // Then the games, with the merged grades.
    for (folder, shard) in [(&first, "0/2"), (&second, "1/2")] {
        fs::copy(grades(&all), grades(folder)).expect("grades");
        class(folder, &["--shard", shard]).succeeds();
    }
    let joined = two.file("joined");
    run(&["merge", &first, &second, "-o", &joined]).succeeds();
    let games = |folder: &str| format!("{folder}/games.jsonl");
    assert_eq!(lines(&games(&joined)), lines(&games(&whole)));
    let again = class(&joined, &["--json"]).succeeds().stdout;
    assert_eq!(timeless(&again), timeless(&report));
}

#[test]
fn two_shards_of_generated_games_merged_are_the_pack() {
    let [one, two] = [Folder::new("packs-one"), Folder::new("packs-two")];
    let [whole, first, second, all] = [
        one.file("whole"),
        one.file("0"),
        two.file("1"),
        one.file("all"),
    ];
    let make = |pack: &str, more: &[&str]| {
        let words = [
            "datagen",
            pack,
            "--games",
            "7",
            "--nodes",
            "50",
            "--seed",
            "3",
            "--balance",
            "300",
        ];
        run(&with(&words, more))
    };
    make(&whole, &[]).succeeds();
    make(&first, &["--shard", "0/2"]).succeeds();
    make(&second, &["--shard", "1/2"]).succeeds();
    // A killed shard loses its last block.
    let bytes = fs::read(&second).expect("a pack");
    fs::write(&second, &bytes[..bytes.len() - 10]).expect("a pack");
    make(&second, &["--shard", "1/2", "--resume"]).succeeds();
    let merged = run(&["merge", &second, &first, &first, "-o", &all]).succeeds();
    assert!(merged.stdout.contains("7 games in"), "{}", merged.stdout);
    let text = |pack: &str| {
        let file = format!("{pack}.txt");
        run(&["pack", "unpack", pack, "-o", &file, "--as", "text"]).succeeds();
        let text = fs::read_to_string(file).expect("positions");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    assert_eq!(text(&all), text(&whole));

    // Missing games are named, and played by the same command without --shard.
    let gap = one.file("gap");
    let merged = run(&["merge", &first, "-o", &gap]);
    assert_eq!(merged.status, Some(1), "{}", merged.stderr);
    assert!(
        merged.stderr.contains("missing: games 2, 4, 6"),
        "{}",
        merged.stderr
    );
    make(&gap, &["--resume"]).succeeds();
    assert_eq!(text(&gap), text(&whole));

    let other = two.file("other");
    let words = [
        "datagen",
        &other,
        "--games",
        "2",
        "--nodes",
        "50",
        "--seed",
        "4",
        "--balance",
        "300",
        "--shard",
        "1/2",
    ];
    run(&words).succeeds();
    run(&["merge", &first, &other, "-o", &one.file("none")])
        .fails_saying(&["made in different ways"]);
}

#[test]
fn two_shards_of_an_experiment_merged_give_its_tables() {
    let folder = Folder::new("experiment-shards");
    let measure = |output: &str, keep: &str, more: &[&str]| {
        let words = [
            "experiment",
            "alternatives",
            "--game",
            "othello4",
            "--only",
            "bestfirst",
            "--only",
            "uct",
            "--at",
            "nodes",
            "--size",
            "small",
            "--games",
            "4",
            "--output",
            output,
            "--resume",
            keep,
        ];
        run(&with(&words, more))
    };
    let [whole, first, second, all] = ["whole", "0", "1", "all"].map(|name| folder.file(name));
    let results = |keep: &str| format!("{keep}-results");
    measure(&results(&whole), &whole, &[]).succeeds();
    for (keep, shard) in [(&first, "0/2"), (&second, "1/2")] {
        let said = measure(&results(keep), keep, &["--shard", shard]).succeeds();
        assert!(said.stdout.contains("is complete"), "{}", said.stdout);
    }
    let merged = run(&["merge", &first, "-o", &folder.file("part")]);
    assert_eq!(merged.status, Some(1), "{}", merged.stderr);
    assert!(
        merged.stderr.contains("missing: shard 1/2"),
        "{}",
        merged.stderr
    );
    run(&["merge", &second, &first, "-o", &all]).succeeds();
    let pairs = |keep: &str| {
        let mut lines = lines(&format!("{keep}/othello4-pairs.jsonl"));
        lines.sort();
        lines
    };
    assert_eq!(pairs(&all), pairs(&whole));
    measure(&results(&all), &all, &[]).succeeds();
    assert_eq!(
        pairs(&all).len(),
        pairs(&whole).len() + 1,
        "only a new start"
    );
    assert_eq!(elo(&results(&all)), elo(&results(&whole)));
    run(&["experiment", "alternatives", "--shard", "0/2"]).fails_saying(&["--resume"]);
}

/// Returns the tables of results in games, which have no times.
fn elo(folder: &str) -> String {
    let text = fs::read_to_string(format!("{folder}/alternatives-tables.json")).expect("tables");
    let tables: Value = serde_json::from_str(&text).expect("JSON");
    let players = tables[0]["alternatives"].as_array().expect("players");
    assert!(players.len() > 2, "{text}");
    players
        .iter()
        .map(|player| player["at_nodes"].to_string() + "\n")
        .collect()
}

/// Runs the line of docs/scale.md with fewer games.
#[test]
fn gnu_parallel_runs_the_shards() {
    let folder = Folder::new("gnu-parallel");
    let script = format!(
        "seq 0 2 | parallel --will-cite {} {} --resume {{}}.jsonl --shard {{}}/3 && {0} merge [012].jsonl -o all.jsonl",
        env!("CARGO_BIN_EXE_espalier"),
        MATCH[..7].join(" ")
    );
    let known = std::process::Command::new("parallel")
        .arg("--version")
        .output();
    let is_gnu =
        known.is_ok_and(|known| String::from_utf8_lossy(&known.stdout).contains("GNU parallel"));
    if !is_gnu {
        eprintln!("left out: GNU parallel is not installed");
        return;
    }
    let mut shell = std::process::Command::new("sh");
    let done = shell.args(["-c", &script]).current_dir(folder.file(""));
    let done = done.output().expect("sh");
    assert!(
        done.status.success(),
        "{}",
        String::from_utf8_lossy(&done.stderr)
    );
    let whole = folder.file("whole");
    run(&with(&MATCH, &["--resume", &whole])).succeeds();
    assert_eq!(lines(&folder.file("all.jsonl")), lines(&whole));
}
