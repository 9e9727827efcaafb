//! Games to learn from, through the front door: made, ended, gone on with, looked at, turned into positions.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::common::{Folder, run};

/// The number in front of a word.
fn before(text: &str, word: &str) -> u64 {
    let words: Vec<&str> = text.split([' ', ',']).filter(|it| !it.is_empty()).collect();
    let place = words.iter().position(|it| *it == word);
    let place = place.unwrap_or_else(|| panic!("no {word} in {text}"));
    words[place - 1].parse().expect("a number")
}

#[test]
fn games_are_made_looked_at_and_unpacked() {
    let folder = Folder::new("datagen");
    let [pack, held, rest, all, text, records] =
        ["g.pack", "h.pack", "r.pack", "a.pack", "p.txt", "p.bin"].map(|name| folder.file(name));
    let make = [
        "datagen", &pack, "--games", "12", "--nodes", "50", "--seed", "3",
    ];
    let said = run(&make).succeeds().stdout;
    assert_eq!(before(&said, "games"), 12, "{said}");
    let kept = before(&said, "positions");

    // It does not write over a pack, goes on with one that is not full, and only in the same way.
    run(&make).fails_saying(&["is there already: --resume goes on with it"]);
    let go_on = |games: &'static str, nodes: &'static str| {
        run(&[
            "datagen", &pack, "--games", games, "--nodes", nodes, "--resume",
        ])
    };
    go_on("14", "60").fails_saying(&["was made with the recipe", "begin another pack"]);
    let said = go_on("14", "50").succeeds().stdout;
    assert!(said.starts_with("2 games in "), "{said}");
    assert!(said.contains("14 games in all"), "{said}");

    let said = run(&["pack", "inspect", &pack]).succeeds().stdout;
    assert!(said.contains("played by espalier "), "{said}");
    assert!(said.contains("\"nodes\":50"), "{said}");
    assert!(said.contains("seed 3"), "{said}");
    assert_eq!(before(&said, "games"), 14);
    let all_kept = before(&said, "positions");
    assert!(all_kept >= kept);
    let said = run(&["pack", "verify", &pack]).succeeds().stdout;
    assert!(said.contains("14 games are whole"), "{said}");

    // Split and put together again, all games are there.
    let split = [
        "pack", "split", &pack, "--share", "30", "-o", &held, "--rest", &rest,
    ];
    let said = run(&split).succeeds().stdout;
    let counts: Vec<u64> = said.lines().map(|line| before(line, "games")).collect();
    assert_eq!(counts.iter().sum::<u64>(), 14);
    assert!(counts.iter().all(|&count| count > 0), "{said}");
    run(&["pack", "shuffle", &held, &rest, "-o", &all]).succeeds();
    let said = run(&["pack", "unpack", &all, "-o", &records])
        .succeeds()
        .stdout;
    assert_eq!(before(&said, "positions"), all_kept);
    let size = fs::metadata(&records).expect("a file").len();
    assert_eq!(size, 32 * all_kept);
    // With the terms' values they are the same positions in the same order.
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
    assert!(before(&said, "positions") > all_kept / 2, "{said}");
    let samples = ["pack", "samples", &all, "-o", &records, "--nodes", "40"];
    let said = run(&samples).succeeds().stdout;
    assert_eq!(before(&said, "games"), 14);
    let size = fs::metadata(&records).expect("a file").len();
    assert_eq!(size, 32 * before(&said, "positions"));
    assert!(before(&said, "positions") > all_kept / 4, "{said}");
    run(&[&samples[..], &["--each", "0"]].concat()).fails_saying(&["'0' is no number from 1 on"]);
    // The weights can be tuned on it.
    let weights = folder.file("weights.rs");
    run(&["tune", &text, "--epochs", "1", "--out", &weights]).succeeds();

    // What is no network, what is no pack, and what does not belong together.
    let made = ["datagen", "new.pack", "--evalfile", &text];
    run(&made).fails_saying(&["this is not a network of Espalier"]);
    run(&["eval", "--evalfile", &text]).fails_saying(&["this is not a network of Espalier"]);
    run(&["pack", "inspect", &text]).fails_saying(&["is no pack of games"]);
    run(&["pack", "verify", "nowhere.pack"]).fails_saying(&["nowhere.pack"]);
    let other = folder.file("o.pack");
    run(&["datagen", &other, "--games", "1", "--nodes", "40"]).succeeds();
    let mixed = ["pack", "shuffle", &pack, &other, "-o", &all];
    run(&mixed).fails_saying(&["made in different ways", "--mix"]);
    run(&[&mixed[..], &["--mix"]].concat()).succeeds();
}

/// Ctrl-C ends it with every game; a kill costs a block at most, and it goes on.
#[cfg(unix)]
#[test]
fn an_end_loses_nothing_and_a_kill_little() {
    let folder = Folder::new("datagen-end");
    let pack = folder.file("g.pack");
    let arguments = [
        "datagen", &pack, "--games", "1000000", "--nodes", "30", "--resume", "--seed", "1",
    ];
    // What is in the pack after so long and such an end.
    let games_after = |signal: &str, time: Duration| {
        let child = Command::new(env!("CARGO_BIN_EXE_espalier"))
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        thread::sleep(time);
        let sent = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(sent.expect("kill is there").success());
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(output.status.success(), signal != "-KILL", "{signal}");
        let said = run(&["pack", "inspect", &pack]).succeeds().stdout;
        before(&said, "games")
    };
    let mut last = 0;
    for signal in ["-INT", "-KILL", "-TERM"] {
        let more = if signal == "-KILL" { 0 } else { 1 };
        // On a busy machine not even one game may be over so soon.
        let times = [1_200, 4_800, 19_200].map(Duration::from_millis);
        let games = times
            .into_iter()
            .map(|time| games_after(signal, time))
            .inspect(|games| assert!(*games >= last, "{signal}: {games} games, before {last}"))
            .find(|games| *games >= last + more);
        last = games.unwrap_or_else(|| panic!("{signal}: no more than {last} games"));
    }
}
