//! `espalier analyse` and `espalier why`.

use std::fs;

use crate::common::{Folder, run};

fn with(folder: &Folder, name: &str, text: &str) -> String {
    let path = folder.file(name);
    fs::write(&path, text).expect("a temporary file");
    path
}

const GAMES: &str = "\
[White \"Anna\"]
[Black \"Bernd\"]

1. e4 e5 2. Nf3 Qh4 3. Nxh4 Nc6 1-0

[White \"Clara\"]
[Black \"Dora\"]

1. f3 e5 2. g4 Qh4# 0-1
";

#[test]
fn games_are_analysed_and_written() {
    let folder = Folder::new("analyse-files");
    let games = with(&folder, "games.pgn", GAMES);
    let (pgn, html) = (folder.file("out.pgn"), folder.file("out.html"));
    let arguments = [
        "analyse", &games, "-o", &pgn, "--html", &html, "--nodes", "10000",
    ];
    let text = run(&arguments).succeeds().stdout;
    assert!(text.contains("Anna – Bernd, 1-0"), "{text}");
    assert!(text.contains("2... Qh4??"), "{text}");
    assert!(text.contains("2. g4??"), "{text}");
    let annotated = fs::read(&pgn).expect("the command wrote it");
    let games: Vec<notation::Game> = notation::Games::new(annotated.as_slice())
        .collect::<Result<_, _>>()
        .expect("games that read back");
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].main_line().nodes()[3].nags, [4]);
    assert_eq!(games[0].main_line().nodes()[3].variations().len(), 1);
    let page = fs::read_to_string(&html).expect("the command wrote it");
    assert!(page.contains("<svg") && page.contains("Clara"), "{page}");
}

#[test]
fn the_same_nodes_give_the_same_report_as_one_object() {
    let folder = Folder::new("analyse-again");
    let games = with(&folder, "games.pgn", GAMES);
    let run = || {
        run(&["analyse", &games, "--nodes", "5000", "--json"])
            .succeeds()
            .stdout
    };
    let text = run();
    assert_eq!(text, run());
    let value: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(value["games"][0]["moves"][3]["judgement"], "blunder");
    assert_eq!(value["games"][1]["sides"][0]["judgements"][2], 1);
    assert_eq!(value["games"][1]["moves"][3]["value"], "0-1");
}

#[test]
fn unreadable_games_are_reported() {
    let folder = Folder::new("analyse-bad");
    let bad = with(&folder, "bad.pgn", "1. e4 e5 2. Bb6 *\n");
    run(&["analyse", &bad])
        .fails_saying(&["game 1, move 2 of White: there is no legal move Bb6 here"]);
    let empty = with(&folder, "empty.pgn", "");
    run(&["analyse", &empty]).fails_saying(&["no game with moves"]);
    run(&["analyse", &folder.file("none.pgn")]).fails_saying(&["cannot read"]);
    run(&["analyse", &bad, "--hash", "0"]).fails_saying(&["mebibytes"]);
}

/// The sentences as text and as JSON, and the errors.
#[test]
fn why_prints_sentences() {
    let back_rank = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let ask = |more: &[&str]| {
        let mut words = vec!["why", "--fen", back_rank, "--nodes", "5000"];
        words.extend(more);
        run(&words)
    };
    let text = ask(&[]).succeeds().stdout;
    assert!(
        text.starts_with("Ra8# is the engine's choice.\n- Ra8# is mate on the back rank: "),
        "{text}"
    );
    let text = ask(&["--move", "Kf2"]).succeeds().stdout;
    assert!(
        text.starts_with("Why not Kf2? The engine plays Ra8#.\n"),
        "{text}"
    );
    let object: serde_json::Value =
        serde_json::from_str(&ask(&["--json"]).succeeds().stdout).expect("JSON");
    assert_eq!(object["sentences"][0]["motif"], "back-rank mate");
    assert_eq!(object["sentences"].as_array().map(Vec::len), Some(1));
    for (words, reason) in [
        (&["why", "--move", "e5"][..], "e5"),
        (
            &["why", "--fen", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1"],
            "the game is over",
        ),
    ] {
        let failed = run(words);
        assert_ne!(failed.status, Some(0));
        assert!(
            failed.stderr.contains(reason) && failed.stderr.lines().count() == 1,
            "{}",
            failed.stderr
        );
    }
}
