//! Manifests: every experiment writes one, and `rerun` repeats it.

use std::fs;
use std::process::{Command, Stdio};

use crate::common::{Folder, run};
use serde_json::{Value, json};

const SUITE: &str = "\
6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"back rank\";
4k3/8/8/3q4/8/2N5/8/4K2R w - - bm Nxd5; id \"a queen\";
";

const BOOK: &str = "\
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -
rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq -
";

fn read(path: &str) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect(path)).expect("JSON")
}

/// Changes a manifest by hand.
fn edit(path: &str, change: impl FnOnce(&mut Value)) {
    let mut manifest = read(path);
    change(&mut manifest);
    fs::write(path, manifest.to_string()).expect("a file");
}

/// Returns every experiment, small and without time limits: its arguments, and its default manifest.
fn experiments(folder: &Folder) -> Vec<(Vec<String>, String)> {
    let (suite, book) = (folder.file("suite.epd"), folder.file("book.epd"));
    fs::write(&suite, SUITE).expect("a file");
    fs::write(&book, BOOK).expect("a file");
    let player = "classic:eval=squares,nodes=500,tt=1";
    let file = |name: &str| folder.file(name);
    #[rustfmt::skip]
    let commands = [
        (vec!["match", "alphabeta:depth=2", "random", "--games", "6", "--openings", &book,
            "--resume", &file("match.jsonl"), "--pgn", &file("games.pgn")], "match"),
        (vec!["tournament", "random", "minimax:depth=1", "alphabeta:nodes=200", "--games", "2",
            "--concurrency", "2", "--pgn", &file("tournament.pgn")], "tournament"),
        (vec!["suite", &suite, "alphabeta", "--nodes", "500", "--csv", &file("solved.csv")], "solved"),
        (vec!["compare", "minimax", "alphabeta:tt=1", "--depth", "2", "--epd", &book,
            "--csv", &file("numbers.csv"), "--html", &file("page.html")], "page"),
        (vec!["book", "--count", "4", "--plies", "4", "--seed", "7", "--player", player,
            "-o", &file("made.epd")], "made"),
        (vec!["ladder", "--measure", "--game", "othello4", "--games", "2", "--nodes", "50",
            "--textbook-nodes", "50", "--movetime", "1", "--output", &file("ladder")], "ladder/ladder"),
        (vec!["experiment", "alternatives", "--game", "othello4", "--only", "bestfirst", "--size", "small",
            "--output", &file("measured")], "measured/alternatives-tables"),
    ]
    .map(|(arguments, name)| {
        let arguments = arguments.into_iter().map(str::to_owned).collect();
        (arguments, folder.file(&format!("{name}.manifest.json")))
    });
    commands.into()
}

fn run_all(arguments: &[String]) -> crate::common::Run {
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    run(&arguments)
}

#[test]
fn every_experiment_writes_a_manifest_of_the_same_shape() {
    let folder = Folder::new("shape");
    for (arguments, path) in experiments(&folder) {
        run_all(&arguments).succeeds();
        let manifest = read(&path);
        assert_eq!(manifest["format"], 1, "{path}");
        assert_eq!(manifest["command"], json!(arguments));
        assert_eq!(manifest["program"]["version"], env!("CARGO_PKG_VERSION"));
        assert!(manifest["machine"]["threads"].as_u64() > Some(0));
        let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
        assert_eq!(manifest["machine"]["system"], system);
        let (start, end) = (manifest["start"].as_str(), manifest["end"].as_str());
        assert!(start.is_some_and(|start| start.ends_with('Z')), "{path}");
        assert!(end >= start, "{path}: from {start:?} to {end:?}");
        assert!(!manifest["players"].as_array().expect(&path).is_empty());
        assert!(manifest["settings"].is_object(), "{path}");
        assert!(manifest["seeds"].is_array() && manifest["varies"].is_array());
        assert!(!manifest["result"].is_null(), "{path}");
        for input in manifest["inputs"].as_array().expect(&path) {
            assert_eq!(input["hash"].as_str().map(str::len), Some(16), "{path}");
        }
        // The file of --manifest, if it is given.
        let named = folder.file("named.json");
        let with_name = [&arguments[..], &["--manifest".to_owned(), named.clone()]].concat();
        fs::remove_file(&path).expect("a file");
        run_all(&with_name).succeeds();
        assert!(!read(&named)["result"].is_null());
        assert!(!fs::exists(&path).expect("a folder"), "{path} is there too");
    }
}

#[test]
fn inputs_are_in_the_manifest() {
    let folder = Folder::new("inputs");
    let mut found = Vec::new();
    for (arguments, path) in experiments(&folder) {
        run_all(&arguments).succeeds();
        let manifest = read(&path);
        for input in manifest["inputs"].as_array().expect(&path) {
            let name = input["name"].as_str().expect("a name");
            let name = name.rsplit(['/', '\\']).next().expect("a name");
            let kind = input["kind"].as_str().expect("a kind");
            found.push(format!("{} {kind} {name}", arguments[0]));
        }
    }
    assert_eq!(
        found,
        [
            "match file book.epd",
            "tournament book chess",
            "suite file suite.epd",
            "compare file book.epd",
        ]
    );
}

#[test]
fn without_output_files_no_manifest_is_written() {
    let folder = Folder::new("nothing");
    let file = folder.file("suite.epd");
    fs::write(&file, SUITE).expect("a file");
    run(&["suite", &file, "--depth", "1"]).succeeds();
    assert_eq!(folder.names(), ["suite.epd"]);
}

#[test]
fn rerun_has_the_same_result_and_overwrites_nothing() {
    let folder = Folder::new("again");
    let all = experiments(&folder);
    for (arguments, _) in &all {
        run_all(arguments).succeeds();
    }
    let contents = || -> Vec<(String, Option<Vec<u8>>)> {
        let names = folder.names().into_iter();
        let read = |name: String| (name.clone(), fs::read(folder.file(&name)).ok());
        names.map(read).collect()
    };
    let before = contents();
    for (arguments, path) in &all {
        let again = run(&["rerun", path]).succeeds();
        let expected = match arguments[0].as_str() {
            "suite" | "compare" => {
                "the same result, except for parts that vary between runs: time_ms"
            }
            "ladder" => "the same result, except for parts that vary between runs: at_time",
            "experiment" => {
                "the same result, except for parts that vary between runs: at_time, at_memory, microseconds"
            }
            _ => "the same result",
        };
        assert_eq!(again.last_line(), expected, "{path}");
    }
    assert_eq!(contents(), before, "what the first runs wrote");

    let second = folder.file("second");
    for (_, path) in &all {
        run(&["rerun", path, "--into", &second]).succeeds();
    }
    for name in ["games.pgn", "made.epd", "solved.csv", "page.html"] {
        let (first, second) = (folder.file(name), format!("{second}/{name}"));
        assert!(fs::exists(&second).expect("a folder"), "{name}");
        if name == "made.epd" {
            assert_eq!(fs::read(first).expect(name), fs::read(second).expect(name));
        }
    }
    // The manifest of a second run can be repeated, too.
    let manifest = format!("{second}/match.manifest.json");
    let third = run(&["rerun", &manifest]).succeeds();
    assert_eq!(third.last_line(), "the same result");
    let here = folder.file("");
    run(&["rerun", &all[0].1, "--into", &here]).fails_saying(&["--into another folder"]);
}

#[test]
fn another_result_is_reported_with_its_place() {
    let folder = Folder::new("other");
    let path = folder.file("m.json");
    let call = ["match", "alphabeta:depth=2", "random", "--games", "4"];
    run(&[&call[..], &["--manifest", &path]].concat()).succeeds();
    edit(&path, |manifest| {
        manifest["result"]["pairings"][0]["tally"]["wins"] = json!(99);
    });
    let again = run(&["rerun", &path]);
    assert_eq!((again.status, again.stderr.as_str()), (Some(1), ""));
    let line = again.last_line();
    assert!(
        line.starts_with("another result: pairings[0].tally.wins is ")
            && line.ends_with(", was 99"),
        "{line}"
    );
    // The same score with other games is another result.
    run(&[&call[..], &["--manifest", &path]].concat()).succeeds();
    edit(&path, |manifest| {
        manifest["result"]["fingerprint"] = json!("0");
    });
    let again = run(&["rerun", &path]);
    assert_eq!(again.status, Some(1));
    assert!(again.last_line().contains("fingerprint is "));
    // A killed run has no result.
    edit(&path, |manifest| manifest["result"] = Value::Null);
    let again = run(&["rerun", &path]).succeeds();
    assert!(again.last_line().contains("did not come to its end"));
    // Defaults of another version.
    edit(&path, |manifest| manifest["settings"]["games"] = json!(5));
    let again = run(&["rerun", &path]);
    assert_eq!(again.status, Some(1));
    assert_eq!(
        again.last_line(),
        "this version interprets the arguments differently: games is 4, was 5"
    );
}

#[test]
fn results_that_depend_on_time_may_differ() {
    let folder = Folder::new("time");
    let (suite, path) = (folder.file("suite.epd"), folder.file("m.json"));
    fs::write(&suite, SUITE).expect("a file");
    for call in [
        vec!["suite", &suite, "--movetime", "5", "--manifest", &path],
        vec!["compare", "alphabeta:movetime=2", "--manifest", &path],
    ] {
        run(&call).succeeds();
        edit(&path, |manifest| {
            assert_eq!(manifest["varies"], json!(["result"]));
            manifest["result"]["limit"] = json!("another");
        });
        let again = run(&["rerun", &path]).succeeds();
        let line = again.last_line();
        assert!(
            line.starts_with(
                "another result, which can happen because it depends on time or other programs:"
            ),
            "{line}"
        );
    }
}

#[test]
fn another_program_is_reported() {
    let folder = Folder::new("program");
    let path = folder.file("m.json");
    run(&["compare", "minimax", "--depth", "1", "--manifest", &path]).succeeds();
    let same = run(&["rerun", &path]).succeeds().stdout;
    assert!(!same.contains("the manifest is of"), "{same}");
    edit(&path, |manifest| {
        manifest["program"] = json!({"version": "0.0.9", "commit": "feedbeef"});
    });
    let other = run(&["rerun", &path]).succeeds().stdout;
    let first = other.lines().next().expect("a line");
    assert!(
        first.starts_with("this is version ")
            && first.ends_with("the manifest is of version 0.0.9 (commit feedbeef)"),
        "{first}"
    );
}

#[test]
fn changed_and_missing_files_are_rejected() {
    let folder = Folder::new("changed");
    for (arguments, path) in experiments(&folder) {
        run_all(&arguments).succeeds();
        let changed = match arguments[0].as_str() {
            "match" | "compare" => folder.file("book.epd"),
            "suite" => folder.file("suite.epd"),
            _ => continue,
        };
        let before = fs::read(&changed).expect("a file");
        // It is not a position, but the error is that the file has changed.
        fs::write(&changed, "nonsense\n").expect("a file");
        run(&["rerun", &path]).fails_saying(&[
            &changed,
            "has changed since",
            "put the old file back",
        ]);
        fs::remove_file(&changed).expect("a file");
        run(&["rerun", &path]).fails_saying(&["cannot read", &changed, "the run needs it"]);
        fs::write(&changed, &before).expect("a file");
        run(&["rerun", &path]).succeeds();
    }
    let path = folder.file("own.json");
    run(&[
        "match",
        "random",
        "random",
        "--games",
        "2",
        "--manifest",
        &path,
    ])
    .succeeds();
    edit(&path, |manifest| {
        manifest["inputs"][0]["hash"] = json!("0123456789abcdef");
    });
    run(&["rerun", &path]).fails_saying(&["the chess book of this program has changed since"]);
}

#[test]
fn other_files_are_rejected_in_one_line() {
    let folder = Folder::new("broken");
    let path = folder.file("m.json");
    run(&["rerun", &path]).fails_saying(&["cannot read", "m.json"]);
    run(&["compare", "minimax", "--depth", "1", "--manifest", &path]).succeeds();
    let whole = fs::read_to_string(&path).expect("a file");
    for text in [
        "",
        "{",
        "[]",
        "nonsense",
        "{\"format\":1}",
        &whole[..whole.len() / 2],
    ] {
        fs::write(&path, text).expect("a file");
        run(&["rerun", &path]).fails_saying(&["is not a manifest", "--manifest wrote"]);
    }
    fs::write(&path, &whole).expect("a file");
    edit(&path, |manifest| manifest["format"] = json!(2));
    run(&["rerun", &path]).fails_saying(&["has format 2, not 1"]);
    for (command, parts) in [
        (
            json!(["perft", "3"]),
            "is not an experiment; compare, match",
        ),
        (json!(["ladder"]), "is not an experiment; compare, match"),
        (
            json!(["rerun", path]),
            "is not an experiment; compare, match",
        ),
        (json!([]), "is not an experiment; compare, match"),
        (
            json!(["compare", "--frob"]),
            "is not a command of this version",
        ),
    ] {
        fs::write(&path, &whole).expect("a file");
        edit(&path, |manifest| manifest["command"] = command);
        run(&["rerun", &path]).fails_saying(&[parts]);
    }
    let journal = folder.file("match.jsonl");
    run(&[
        "match", "random", "random", "--games", "2", "--resume", &journal,
    ])
    .succeeds();
    run(&["rerun", &journal]).fails_saying(&["is the journal of a match", "--resume"]);
}

#[test]
fn other_files_are_not_overwritten() {
    let folder = Folder::new("precious");
    let file = folder.file("notes.txt");
    fs::write(&file, "shopping list\n").expect("a file");
    let call = [
        "match",
        "random",
        "random",
        "--games",
        "2",
        "--manifest",
        &file,
    ];
    run(&call).fails_saying(&["is not a manifest", "another file with --manifest"]);
    assert_eq!(
        fs::read_to_string(&file).expect("a file"),
        "shopping list\n"
    );
    run(&[
        "match",
        "random",
        "random",
        "--manifest",
        "no/such/folder/m.json",
    ])
    .fails_saying(&["cannot write no/such/folder/m.json"]);
    let page = folder.file("page.html");
    run(&["compare", "minimax", "--html", &page, "--manifest", &page])
        .fails_saying(&["--manifest needs a file of its own"]);
    assert_eq!(folder.names(), ["notes.txt"]);
}

/// A killed match has a manifest without an end. After the resumed match, the manifest has the first start.
#[test]
fn a_killed_match_has_a_manifest_too() {
    let folder = Folder::new("killed");
    let (journal, path) = (folder.file("m.jsonl"), folder.file("m.manifest.json"));
    let arguments = [
        "match",
        "minimax:depth=3",
        "random",
        "--games",
        "12",
        "--resume",
        &journal,
    ];
    let mut child = Command::new(env!("CARGO_BIN_EXE_espalier"))
        .args(arguments)
        .stdout(Stdio::null())
        .spawn()
        .expect("the program starts");
    while !fs::exists(&path).expect("a folder") {
        std::thread::yield_now();
    }
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let begun = read(&path);
    assert!(
        begun.get("end").is_none() && begun.get("result").is_none(),
        "{begun}"
    );
    run(&arguments).succeeds();
    let ended = read(&path);
    assert_eq!(ended["start"], begun["start"]);
    assert_eq!(ended["result"]["games"], 12);
    // The journal has the end once, also after more runs of the finished match.
    run(&arguments).succeeds();
    assert_eq!(read(&path)["end"], ended["end"]);
    let text = fs::read_to_string(&journal).expect("a journal");
    let mut last = text
        .lines()
        .filter(|line| line.starts_with("{\"finished\":"));
    let line: Value = serde_json::from_str(last.next().expect("an end")).expect("JSON");
    assert_eq!(last.next(), None);
    assert_eq!(line["finished"]["end"], ended["end"]);
    assert_eq!(line["finished"]["result"], ended["result"]);
}
