//! `espalier datagen` and `espalier pack`: games are generated, resumed, paused, inspected, and converted to positions.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{Folder, run};

/// Returns the number before a word.
fn number_before(text: &str, word: &str) -> u64 {
    let words: Vec<&str> = text.split([' ', ',']).filter(|it| !it.is_empty()).collect();
    let place = words.iter().position(|it| *it == word);
    let place = place.unwrap_or_else(|| panic!("no {word} in {text}"));
    words[place - 1].parse().expect("a number")
}

#[test]
fn games_are_generated_inspected_and_unpacked() {
    let folder = Folder::new("datagen");
    let [pack, held, rest, all, text, records] =
        ["g.pack", "h.pack", "r.pack", "a.pack", "p.txt", "p.bin"].map(|name| folder.file(name));
    let make = [
        "datagen",
        &pack,
        "--games",
        "12",
        "--nodes",
        "50",
        "--seed",
        "3",
        "--balance",
        "300",
        "--won",
        "900",
    ];
    let said = run(&make).succeeds().stdout;
    assert_eq!(number_before(&said, "games"), 12, "{said}");
    let kept = number_before(&said, "positions");

    // An existing pack is not overwritten. It is resumed if it is not full and has the same recipe.
    run(&make).fails_saying(&["exists: --resume adds games to it"]);
    let resume = |games: &'static str, nodes: &'static str| {
        run(&[
            "datagen",
            &pack,
            "--games",
            games,
            "--nodes",
            nodes,
            "--resume",
            "--balance",
            "300",
            "--won",
            "900",
        ])
    };
    resume("14", "60").fails_saying(&["was made with the recipe", "name another file"]);
    let said = resume("14", "50").succeeds().stdout;
    assert!(said.starts_with("2 games in "), "{said}");
    assert!(said.contains("14 games in all"), "{said}");

    let said = run(&["pack", "inspect", &pack]).succeeds().stdout;
    assert!(said.contains("played by espalier "), "{said}");
    for setting in [
        "\"nodes\":50",
        "\"balance\":300",
        "\"won\":900",
        "\"hunt\":false",
    ] {
        assert!(said.contains(setting), "{said}");
    }
    assert!(said.contains("seed 3"), "{said}");
    assert_eq!(number_before(&said, "games"), 14);
    let all_kept = number_before(&said, "positions");
    assert!(all_kept >= kept);
    let said = run(&["pack", "verify", &pack]).succeeds().stdout;
    assert!(said.contains("14 games are complete"), "{said}");

    // A split and a shuffle keep all games.
    let split = [
        "pack", "split", &pack, "--share", "30", "-o", &held, "--rest", &rest,
    ];
    let said = run(&split).succeeds().stdout;
    let counts: Vec<u64> = said
        .lines()
        .map(|line| number_before(line, "games"))
        .collect();
    assert_eq!(counts.iter().sum::<u64>(), 14);
    assert!(counts.iter().all(|&count| count > 0), "{said}");
    run(&["pack", "shuffle", &held, &rest, "-o", &all]).succeeds();
    let said = run(&["pack", "unpack", &all, "-o", &records])
        .succeeds()
        .stdout;
    assert_eq!(number_before(&said, "positions"), all_kept);
    let size = fs::metadata(&records).expect("a file").len();
    assert_eq!(size, 32 * all_kept);
    // With the hand-crafted evaluation, the positions and their order are the same.
    let searched = fs::read(&records).expect("a file");
    run(&["pack", "unpack", &all, "-o", &records, "--terms"]).succeeds();
    let valued = fs::read(&records).expect("a file");
    let position = |record: &[u8]| [&record[..24], &record[26..]].concat();
    let positions = |file: &[u8]| file.chunks(32).map(position).collect::<Vec<_>>();
    assert_eq!(positions(&searched), positions(&valued));
    assert_ne!(searched, valued);
    run(&["pack", "unpack", &all, "-o", &text, "--as", "text"]).succeeds();
    let lines = fs::read_to_string(&text).expect("a file");
    assert_eq!(lines.lines().count() as u64, all_kept);
    let said = run(&["pack", "unpack", &all, "-o", &records, "--neighbours", "2"])
        .succeeds()
        .stdout;
    assert!(number_before(&said, "positions") > all_kept / 2, "{said}");
    let samples = ["pack", "samples", &all, "-o", &records, "--nodes", "40"];
    let said = run(&samples).succeeds().stdout;
    assert_eq!(number_before(&said, "games"), 14);
    let size = fs::metadata(&records).expect("a file").len();
    assert_eq!(size, 32 * number_before(&said, "positions"));
    assert!(number_before(&said, "positions") > all_kept / 4, "{said}");
    run(&[&samples[..], &["--each", "0"]].concat()).fails_saying(&["from 1 to"]);
    // The positions are data for tuning.
    let weights = folder.file("weights.rs");
    run(&["tune", &text, "--epochs", "1", "--out", &weights]).succeeds();

    // Other files are not networks or packs, and packs of different recipes are not mixed.
    let made = ["datagen", "new.pack", "--evalfile", &text];
    run(&made).fails_saying(&["this is not a network of Espalier"]);
    run(&["eval", "--evalfile", &text]).fails_saying(&["this is not a network of Espalier"]);
    run(&["pack", "inspect", &text]).fails_saying(&["is not a pack of games"]);
    run(&["pack", "verify", "nowhere.pack"]).fails_saying(&["nowhere.pack"]);
    let other = folder.file("o.pack");
    run(&["datagen", &other, "--games", "1", "--nodes", "40"]).succeeds();
    let mixed = ["pack", "shuffle", &pack, &other, "-o", &all];
    run(&mixed).fails_saying(&["made in different ways", "--mix"]);
    run(&[&mixed[..], &["--mix"]].concat()).succeeds();
}

/// Ctrl-C ends a run without loss; a kill loses at most a block, and the run can be resumed.
#[cfg(unix)]
#[test]
fn a_stop_loses_nothing_and_a_kill_at_most_a_block() {
    let folder = Folder::new("datagen-end");
    let pack = folder.file("g.pack");
    let arguments = [
        "datagen", &pack, "--games", "1000000", "--nodes", "30", "--resume", "--seed", "1",
    ];
    // Returns the number of games in the pack after a run of this length and this signal.
    let games_after = |signal: &str, time: Duration| {
        let child = Command::new(env!("CARGO_BIN_EXE_espalier"))
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        wait_for_signal_handler(&child);
        thread::sleep(time);
        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(sent.expect("kill is there").success());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.success(), signal != "-KILL", "{signal}");
        let said = run(&["pack", "inspect", &pack]).succeeds().stdout;
        number_before(&said, "games")
    };
    let mut last = 0;
    for signal in ["-INT", "-KILL", "-TERM"] {
        let more = if signal == "-KILL" { 0 } else { 1 };
        // On a busy machine the first game may take longer.
        let times = [1_200, 4_800, 19_200].map(Duration::from_millis);
        let games = times
            .into_iter()
            .map(|time| games_after(signal, time))
            .inspect(|games| assert!(*games >= last, "{signal}: {games} games, before {last}"))
            .find(|games| *games >= last + more);
        last = games.unwrap_or_else(|| panic!("{signal}: no more than {last} games"));
    }
}

/// While FILE.pause exists, no game is added, and all games are written.
#[cfg(unix)]
#[test]
fn a_run_pauses_on_request() {
    let folder = Folder::new("datagen-pause");
    let [pack, pause] = ["g.pack", "g.pack.pause"].map(|name| folder.file(name));
    let arguments = [
        "datagen",
        &pack,
        "--games",
        "1000000",
        "--nodes",
        "30",
        "--concurrency",
        "2",
    ];
    let child = Command::new(env!("CARGO_BIN_EXE_espalier"))
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let games = || {
        let inspected = run(&["pack", "inspect", &pack]).succeeds().stdout;
        number_before(&inspected, "games")
    };
    let wait = |condition: &dyn Fn() -> bool| {
        (0..600).any(|_| {
            thread::sleep(Duration::from_millis(100));
            condition()
        })
    };
    assert!(
        wait(&|| fs::metadata(&pack).is_ok_and(|it| it.len() > 0)),
        "no pack"
    );
    thread::sleep(Duration::from_secs(2));
    // The games before the pause are written when it begins.
    fs::write(&pause, "").expect("a file");
    assert!(wait(&|| games() > 0), "no game");
    // Both threads finish their game.
    let is_quiet = |_| {
        let before = games();
        thread::sleep(Duration::from_secs(2));
        games() == before
    };
    assert!((0..10).any(is_quiet), "no pause");
    let paused = games();
    fs::remove_file(&pause).expect("a file");
    thread::sleep(Duration::from_secs(2));
    fs::write(&pause, "").expect("a file");
    assert!(wait(&|| games() > paused), "no game after the pause");
    stop(child);
}

/// `--background` gives the process the lowest priority.
#[cfg(target_os = "linux")]
#[test]
fn a_run_in_the_background_has_the_lowest_priority() {
    let folder = Folder::new("datagen-background");
    let pack = folder.file("g.pack");
    // In its own session, so that the priority of other tests does not change.
    let child = Command::new("setsid")
        .arg(env!("CARGO_BIN_EXE_espalier"))
        .args(["datagen", &pack, "--background"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let priority = || {
        let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("a process");
        // The field `nice` is the 19th; the second is the name in parentheses.
        let (_, fields) = stat.rsplit_once(") ").expect("fields");
        fields.split(' ').nth(16) == Some("19")
    };
    let is_lowest = (0..600).any(|_| {
        thread::sleep(Duration::from_millis(100));
        priority()
    });
    assert!(is_lowest);
    wait_for_signal_handler(&child);
    stop(child);
}

/// Waits until a program handles SIGINT, because before that the signal kills it.
#[cfg(unix)]
fn wait_for_signal_handler(child: &Child) {
    let handles_it = |_| {
        thread::sleep(Duration::from_millis(50));
        let Ok(status) = fs::read_to_string(format!("/proc/{}/status", child.id())) else {
            // There is no such file on macOS.
            return true;
        };
        let caught = status.lines().find_map(|it| it.strip_prefix("SigCgt:"));
        let caught = u64::from_str_radix(caught.expect("a mask").trim(), 16).expect("a mask");
        // SIGINT is 2, and the mask begins with 1.
        caught & (1 << 1) != 0
    };
    assert!((0..1200).any(handles_it), "no signal handler");
}

/// Ends a run with a termination signal.
#[cfg(unix)]
fn stop(child: Child) {
    let sent = Command::new("kill").arg(child.id().to_string()).status();
    assert!(sent.expect("kill exists").success());
    let output = child.wait_with_output().expect("the program ends");
    assert!(output.status.success());
}
