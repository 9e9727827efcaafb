//! The players of the course documents: their depths, units, counts, iterations and trees equal those of the
//! documents.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use games::minichess::referee;
use games::{BoardGame, MiniChess};
use serde_json::Value;

use crate::common::{Folder, json, run};

/// The report's board 3.
const BOARD_3: &str = "r2q3k/pn2bprp/4pNp1/2p1PbQ1/3p1P2/5NR1/PPP3PP/2B2RK1 w - - 0 1";

/// Calls and values that the report prints for minimax and alpha-beta.
#[test]
fn a_comparison_has_the_printed_numbers_at_every_depth_from_0() {
    let printed = [
        (0, [35, 35], 3),
        (1, [1_111, 1_111], -2),
        (2, [39_894, 8_392], 2),
        (3, [1_275_708, 246_987], -2),
    ];
    for (depth, calls, value) in printed {
        let depth = depth.to_string();
        let found = json(&[
            "compare",
            "report-minimax",
            "report-ab",
            "--depth",
            &depth,
            "--fen",
            BOARD_3,
            "--json",
        ]);
        let rows = found["positions"][0]["rows"].as_array().expect("rows");
        for (row, calls) in rows.iter().zip(calls) {
            assert_eq!(row["counted"], calls, "depth {depth}: {row}");
            // By the rules for all searches the root is a node as well.
            assert_eq!(row["nodes"], calls + 1, "{row}");
            let sum = row["interior"].as_u64().zip(row["leaves"].as_u64());
            assert_eq!(sum.map(|(a, b)| a + b), row["nodes"].as_u64(), "{row}");
            assert_eq!(row["evals"], row["leaves"], "{row}");
            assert_eq!(row["score"], serde_json::json!({ "value": value }), "{row}");
            assert_eq!(row["equals_minimax"], true, "{row}");
            assert_eq!(row["depth"].to_string(), depth, "{row}");
        }
    }
    // Depth 0 is one ply and depth 1 is two, as the branching factor shows.
    let found = json(&[
        "search",
        "report-minimax",
        "--depth",
        "0",
        "--fen",
        BOARD_3,
        "--json",
    ]);
    assert_eq!(found["plies_more"], 1);
    let text = run(&["search", "report-minimax", "--depth", "1", "--fen", BOARD_3]).succeeds();
    assert!(
        text.stdout.contains("32.84 (of a uniform"),
        "{}",
        text.stdout
    );
    let text = run(&["search", "report-minimax", "--depth", "0", "--fen", BOARD_3]).succeeds();
    assert!(
        text.stdout.contains("value        3 for"),
        "{}",
        text.stdout
    );
}

#[test]
fn a_depth_is_used_or_rejected() {
    for arguments in [
        &["search", "alphabeta", "--depth", "0"][..],
        &["search", "a4-abp", "--depth", "0"],
        &["compare", "report-ab", "minimax", "--depth", "0"],
    ] {
        run(arguments).fails_saying(&["cannot search to depth 0"]);
    }
    let found = json(&["search", "report-minimax", "--depth", "1", "--json"]);
    assert_eq!(found["depth"], 1);
}

#[test]
fn values_are_in_the_units_of_the_document() {
    let value =
        |spec: &str, fen: &str| json(&["search", spec, "--fen", fen, "--json"])["score"].clone();
    let queen_up = "4k3/8/8/8/8/8/8/QK6 w - - 0 1";
    assert_eq!(
        value("report-ab:depth=1", queen_up),
        serde_json::json!({ "value": 9 })
    );
    assert_eq!(
        value("a4-abp:depth=1", queen_up)["cp"]
            .as_i64()
            .map(|cp| cp > 800),
        Some(true)
    );
    // Assignment 4 prints the largest integer for a mate.
    let mate = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    assert_eq!(
        value("a4-abp:depth=2", mate),
        serde_json::json!({ "value": i32::MAX })
    );
    // For Black the weight has the opposite sign.
    let black = "qk6/8/8/8/8/8/8/4K3 b - - 0 1";
    assert!(value("fascicle3:depth=2", black)["value"].as_i64() > Some(5));
}

#[test]
fn course_players_print_iterations_and_others_on_request() {
    let said = run(&["search", "report-ids", "--depth", "2", "--fen", BOARD_3])
        .succeeds()
        .stdout;
    let passes: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("depth "))
        .collect();
    assert_eq!(passes.len(), 4, "three passes and the last depth: {said}");
    assert!(
        passes[0].contains("value        3") && passes[0].ends_with("Qxf5"),
        "{said}"
    );
    assert!(passes[2].contains("41,043"), "{said}");
    let said = run(&["search", "a4-ids"]).succeeds().stdout;
    assert_eq!(
        said.lines()
            .filter(|line| line.contains("  nodes "))
            .count(),
        3,
        "{said}"
    );
    let count = |arguments: &[&str]| {
        let said = run(arguments).succeeds().stdout;
        said.lines()
            .filter(|line| line.contains("  nodes "))
            .count()
    };
    assert_eq!(
        count(&["search", "pvs:id=on", "--depth", "3", "--verbose"]),
        3
    );
    assert_eq!(count(&["search", "pvs:id=on", "--depth", "3"]), 0);
}

#[test]
fn every_player_of_a_document_that_searches_can_be_traced() {
    let folder = Folder::new("course-traces");
    let path = folder.file("tree.json");
    for entry in players::Registry::builtin().entries() {
        let searches = courses::presets::find(&entry.name)
            .is_some_and(|preset| !preset.name.contains("random") && !preset.name.contains("book"));
        if !searches {
            continue;
        }
        let game = entry.only_game().map_or("chess", games::GameId::name);
        let arguments = [
            "search",
            &entry.name,
            "--game",
            game,
            "--depth",
            "2",
            "--json",
        ];
        let plain = json(&arguments);
        let traced = json(&[&arguments[..], &["--trace", &path]].concat());
        assert_eq!(plain["nodes"], traced["nodes"], "{}", entry.name);
        let trace: Value =
            serde_json::from_str(&fs::read_to_string(&path).expect("a trace")).expect("JSON");
        let events = trace["events"].as_array().expect("events");
        let entered = events
            .iter()
            .filter(|event| event.to_string().contains("\"enter\""))
            .count() as u64;
        assert_eq!(Some(entered), plain["nodes"].as_u64(), "{}", entry.name);
    }
}

/// The game of assignment 4 ends at move 29 in every command.
#[test]
fn the_printed_game_ends_with_move_29_in_the_terminal_and_in_a_match() {
    let said = run(&["play", "--white", "a4-ids", "--black", "a4-abp"])
        .succeeds()
        .stdout;
    assert!(said.trim_end().ends_with("after 29 moves."), "{said}");
    let folder = Folder::new("a4-match");
    let pgn = folder.file("g.pgn");
    let opening = folder.file("o.epd");
    fs::write(
        &opening,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n",
    )
    .expect("a file");
    run(&[
        "match",
        "a4-ids",
        "a4-abp",
        "--games",
        "2",
        "--pgn",
        &pgn,
        "--openings",
        &opening,
    ])
    .succeeds();
    let game = fs::read_to_string(&pgn).expect("a PGN");
    assert!(game.contains("29. ") && !game.contains("30. "), "{game}");
}

#[test]
fn time_limits_are_kept_in_a_match() {
    let said = run(&[
        "match",
        "a8:depth=7",
        "random",
        "--movetime",
        "20",
        // The margin is for a busy machine. A search of 7 plies takes longer.
        "--time-margin",
        "1000",
        "--games",
        "2",
        "--max-plies",
        "12",
    ])
    .succeeds()
    .stdout;
    assert!(!said.contains("time"), "{said}");
    assert!(said.contains("length 2"), "{said}");
}

/// The document's player searches 4, 6, 8, ... plies and writes each result until it is killed.
#[test]
fn the_minichess_player_searches_until_it_is_killed() {
    const START: &str = "0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n1 1 1 1 1\n2 3 4 5 6\n\n\
                         6 5 4 3 2\n1 1 1 1 1\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n0 0 0 0 0\n\n";
    let folder = Folder::new("i2p3-deepens");
    let [state, action] = ["state", "action"].map(|name| folder.file(name));
    fs::write(&state, START).expect("a file");
    for player in ["i2p3", "i2p3-fixed"] {
        _ = fs::remove_file(&action);
        let mut child = Command::new(env!("CARGO_BIN_EXE_espalier"))
            .args(["minichess", &state, &action, "--player", player])
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        thread::sleep(Duration::from_millis(700));
        assert!(
            child.try_wait().expect("a status").is_none(),
            "{player} has ended"
        );
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        let game = MiniChess::default();
        let legal: Vec<String> = game
            .legal_moves(&game.start())
            .into_iter()
            .map(referee::write_action)
            .collect();
        let text = fs::read_to_string(&action).expect("a file");
        assert!(
            text.lines().all(|line| legal.contains(&line.to_owned())),
            "{text}"
        );
    }
    // It uses its time in a match, too.
    let found = json(&[
        "search",
        "i2p3",
        "--game",
        "minichess",
        "--movetime",
        "1500",
        "--json",
    ]);
    assert!(found["depth"].as_u64() >= Some(6), "{found}");
    let found = json(&[
        "search",
        "i2p3",
        "--game",
        "minichess",
        "--depth",
        "4",
        "--json",
    ]);
    assert_eq!(found["depth"], 4);
}

/// Every figure has its source in every format.
#[test]
fn figures_are_written_as_html_csv_and_json() {
    let folder = Folder::new("reproduced");
    let [html, csv] = ["r.html", "r.csv"].map(|name| folder.file(name));
    let found = json(&[
        "reproduce",
        "report",
        "--html",
        &html,
        "--csv",
        &csv,
        "--json",
    ]);
    assert_eq!(found["same"], true);
    assert_eq!(found["figures"]["printed"], 36 + 12 + 8);
    let count: u64 = ["printed", "derived", "recomputed", "ours"]
        .iter()
        .filter_map(|source| found["figures"][source].as_u64())
        .sum();
    let lines = fs::read_to_string(&csv).expect("values");
    assert!(lines.lines().count() as u64 > count, "{lines}");
    assert!(
        lines.contains("printed,\"1,275,708 calls, -2\",\"1,275,708 calls, -2\",true"),
        "{lines}"
    );
    let page = fs::read_to_string(&html).expect("a page");
    assert_eq!(page.matches("<svg").count(), 3, "a plot for each board");
    assert!(page.contains("Function calls by depth, board 3"));
    let said = run(&["reproduce", "fascicle3"]).succeeds().stdout;
    assert!(said.trim_end().ends_with("4 printed."), "{said}");
}

/// Every command accepts the names of positions of the documents as a FEN.
#[test]
fn positions_of_the_documents_have_names() {
    let found = json(&[
        "search",
        "report-ab",
        "--depth",
        "1",
        "--fen",
        "report-3",
        "--json",
    ]);
    assert_eq!(found["fen"], BOARD_3);
    for arguments in [
        &["compare", "alphabeta", "--depth", "1", "--fen", "a4-final"][..],
        &["perft", "1", "--fen", "report-4"],
        &["eval", "--fen", "report-2"],
        &[
            "play",
            "--white",
            "random",
            "--black",
            "random",
            "--fen",
            "a4-random-1",
        ],
    ] {
        run(arguments).succeeds();
    }
    run(&["eval", "--fen", "report-9"]).fails_saying(&["a FEN has six fields"]);
}

/// The evaluators of the documents work in any search, and `eval` shows their parts.
#[test]
fn evaluators_of_the_documents_work_in_any_search() {
    // The value equals that of Fascicle 3's minimax; its unit is a pawn.
    let value = |spec: &str| {
        let found = json(&[
            "search", spec, "--depth", "2", "--fen", "report-2", "--json",
        ]);
        found["score"]
            .as_object()
            .expect("a score")
            .values()
            .next()
            .and_then(Value::as_i64)
    };
    let own = value("fascicle3-minimax").expect("a value");
    assert_eq!(value("alphabeta:eval=boardweight"), Some(100 * own));
    assert_eq!(value("minimax:eval=a8"), value("a8-minimax"));
    assert_eq!(value("alphabeta:eval=a8,form=maxmin"), value("a8-minimax"));
    assert_eq!(value("alphabeta:eval=domination"), value("a4-minimax"));
    assert_eq!(value("pvs:eval=report"), Some(0));
    run(&["search", "alphabeta:eval=a8"]).fails_saying(&["eval=a8", "form=maxmin"]);

    for (name, parts) in [
        ("boardweight", 4),
        ("a8", 6),
        ("domination", 2),
        ("material", 1),
    ] {
        let found = json(&["eval", "--eval", name, "--fen", "report-3", "--json"]);
        let list = found["parts"].as_array().expect("parts");
        assert_eq!(list.len(), parts, "{found}");
        let number = |part: &Value, side: &str| part[side].as_i64().expect("a number");
        let sum: i64 = list
            .iter()
            .map(|part| number(part, "white") - number(part, "black"))
            .sum();
        assert_eq!(
            Some(sum),
            found["side_to_move"].as_i64(),
            "White is to move: {found}"
        );
    }
    let said = run(&["eval", "--eval", "boardweight"]).succeeds().stdout;
    assert!(
        said.contains("protection") && said.contains("Value: 0 for"),
        "{said}"
    );
    run(&["eval", "--eval", "boardwait"]).fails_saying(&["boardweight"]);

    // Each part of assignment 8 can be switched off and changes the player.
    let nothing = value("a8");
    let changed = ["asymmetry", "pawncount", "squares", "shield"]
        .iter()
        .filter(|idea| value(&format!("a8:off={idea}")) != nothing)
        .count();
    assert!(changed >= 3, "{changed}");
    run(&["search", "a8:off=castling"]).fails_saying(&["shield"]);
}
