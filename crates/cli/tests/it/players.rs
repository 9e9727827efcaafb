//! `espalier players`, `search`, `compare` and `ladder`, and the players in UCI.

use crate::common::{Engine, run, run_with};

#[test]
fn players_are_listed_with_their_settings() {
    let list = run(&["players"]).succeeds().stdout;
    for part in [
        "human",
        "random",
        "minimax",
        "alphabeta",
        "order",
        "mvvlva",
        "othello",
        "corners",
    ] {
        assert!(list.contains(part), "{part} is not in the list");
    }
}

#[test]
fn some_players_are_listed_by_the_beginnings_of_their_names() {
    let list = run(&["players", "a8"]).succeeds().stdout;
    assert!(list.contains("a8-fixed"), "{list}");
    assert!(!list.contains("report-ab"), "{list}");
    run(&["players", "alphabet"]).succeeds();
    run(&["players", "alfabeta"])
        .fails_saying(&["no player is called \"alfabeta\"", "did you mean alphabeta"]);
}

#[test]
fn a_game_shows_the_value_of_an_evaluator_after_each_move() {
    let play = [
        "play",
        "--black",
        "fascicle3:depth=1,seed=1",
        "--eval",
        "boardweight",
    ];
    let said = run_with(&play, b"b4\nquit\n").succeeds().stdout;
    let weights: Vec<&str> = said
        .lines()
        .filter(|line| line.starts_with("boardweight: "))
        .collect();
    // At the start, after the move of the human player, and after the answer.
    assert_eq!(
        weights,
        [
            "boardweight: 0 for White (ownership 0, advance 0, protection 0, threats 0)",
            "boardweight: 2 for White (ownership 0, advance 2, protection 0, threats 0)",
            "boardweight: 0 for White (ownership 0, advance 2, protection -2, threats 0)",
        ],
        "{said}"
    );
    run(&["play", "--eval", "boardwait"]).fails_saying(&["did you mean boardweight"]);
    run(&["play", "--game", "othello", "--eval", "discs"]).fails_saying(&["--eval is for chess"]);
    assert!(
        run(&["perft", "1", "--fen", "startpos"])
            .succeeds()
            .stdout
            .contains("20")
    );
}

#[test]
fn a_search_prints_its_result_and_cost() {
    let text = run(&["search", "minimax:depth=3"]).succeeds().stdout;
    assert!(
        text.contains("nodes        9,323 (421 expanded, 8,902 leaves)"),
        "{text}"
    );
    let json = run(&["search", "negamax:depth=9", "--game", "tictactoe", "--json"])
        .succeeds()
        .stdout;
    assert_eq!(json.lines().count(), 1);
    for part in [
        "\"nodes\":549946",
        "\"leaves\":255168",
        "\"score\":{\"value\":0}",
        "\"bound\":\"exact\"",
    ] {
        assert!(json.contains(part), "{part} is not in {json}");
    }
    let mate = run(&[
        "search",
        "alphabeta:depth=3",
        "--json",
        "--fen",
        "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1",
    ]);
    assert!(mate.succeeds().stdout.contains("\"score\":{\"mate\":1}"));
    let over = run(&[
        "search",
        "pvs:depth=3",
        "--fen",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    ])
    .succeeds()
    .stdout;
    assert!(over.contains("none: the game is over"), "{over}");
}

/// Mate in two: Ra6, and then mate after any move.
const MATE: &str = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";

#[test]
fn proofs_are_marked_and_missing_values_are_absent() {
    for spec in ["pn", "dfpn"] {
        let search = |more: &[&str]| {
            let args = [&["search", spec, "--nodes", "20000"], more].concat();
            run(&args).succeeds().stdout
        };
        let text = search(&["--fen", MATE]);
        assert!(
            text.contains("value        won, proved for the side to move"),
            "{text}"
        );
        assert!(text.contains("move         a1a6"), "{text}");
        let json = search(&["--fen", MATE, "--json"]);
        assert!(json.contains("\"score\":{\"proved\":\"won\"}"), "{json}");
        let drawn = search(&["--game", "tictactoe"]);
        assert!(
            drawn.contains("drawn, proved for the side to move"),
            "{drawn}"
        );
        // O has two ways to win, and X cannot stop both.
        let lost = search(&["--game", "tictactoe", "--fen", "OXO..XO.X"]);
        assert!(lost.contains("lost, proved for the side to move"), "{lost}");
        // No win within a ply proves nothing.
        let short = search(&["--fen", MATE, "--depth", "1"]);
        assert!(!short.contains("proved"), "{short}");
    }
    let silent = run(&["search", "random"]).succeeds().stdout;
    assert!(
        silent.contains("move ") && !silent.contains("value"),
        "{silent}"
    );
}

#[test]
fn a_proof_through_uci_is_a_score_and_a_remark() {
    let mut engine = Engine::start();
    engine.say("setoption name Player value dfpn");
    engine.say(&format!("position fen {MATE}"));
    let lines = engine.until("go nodes 20000", "bestmove ");
    let has = |part: &str| lines.iter().any(|line| line.contains(part));
    assert!(
        has("info string won for the side to move, proved"),
        "{lines:?}"
    );
    assert!(has(" score cp 20000 ") && !has(" mate "), "{lines:?}");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove a1a6"));
}

#[test]
fn bad_searches_are_rejected_in_one_line() {
    run(&["search", "alphabet"]).fails_saying(&["did you mean alphabeta?"]);
    run(&["search", "alphabeta:order=kilers"]).fails_saying(&["kilers", "did you mean killers?"]);
    run(&["search", "minimax:eval=discs"]).fails_saying(&["chess has no evaluator", "material"]);
    run(&["search", "minimax", "--depth", "0"]).fails_saying(&["minimax cannot search to depth 0"]);
    run(&["search", "minimax", "--fen", "8/8/8/8/8/8/8/8 w - - 0 1"]).fails_saying(&["king"]);
    run(&["search", "minimax", "--game", "othello", "--fen", "xyz"])
        .fails_saying(&["64 characters"]);
    run(&[
        "search",
        "minimax:depth=2",
        "--trace",
        "no/such/folder/tree.json",
    ])
    .fails_saying(&["cannot write no/such/folder/tree.json"]);
    run(&["compare", "minimax", "nobody"]).fails_saying(&["nobody"]);
    run(&["compare", "minimax", "--epd", "no/such.epd"]).fails_saying(&["cannot read no/such.epd"]);
}

#[test]
fn a_comparison_is_written_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path")
            .to_owned()
    };
    let (csv, html, epd) = (path("a.csv"), path("a.html"), path("a.epd"));
    std::fs::write(&epd, "# two\nrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";\n\n6k1/5ppp/8/8/8/8/8/R3K3 w Q - bm Ra8#;\n")
        .expect("a file");
    let table = run(&[
        "compare",
        "minimax",
        "alphabeta:order=mvvlva",
        "--depth",
        "3",
        "--epd",
        &epd,
        "--csv",
        &csv,
        "--html",
        &html,
    ])
    .succeeds()
    .stdout;
    assert_eq!(table.matches("9,323").count(), 1, "{table}");
    assert_eq!(table.matches("alphabeta:order=mvvlva").count(), 2);
    let csv = std::fs::read_to_string(csv).expect("the numbers");
    assert_eq!(csv.lines().count(), 5);
    let html = std::fs::read_to_string(html).expect("the page");
    assert!(html.contains("<svg") && html.contains("alphabeta:order=mvvlva"));
    let json = run(&["compare", "minimax", "pvs", "--depth", "2", "--json"])
        .succeeds()
        .stdout;
    assert!(
        json.starts_with('{') && json.contains("\"equals_minimax\":true"),
        "{json}"
    );
}

#[test]
fn a_trace_has_every_node_of_the_search() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("trace.json");
    let name = file.to_str().expect("a path");
    let plain = run(&["search", "alphabeta:depth=3", "--json"])
        .succeeds()
        .stdout;
    let traced = run(&["search", "alphabeta:depth=3", "--json", "--trace", name])
        .succeeds()
        .stdout;
    let nodes = |json: &str| {
        let (_, rest) = json.split_once("\"nodes\":").expect("nodes");
        rest.split(',').next().expect("a number").to_owned()
    };
    assert_eq!(nodes(&plain), nodes(&traced));
    let trace = std::fs::read_to_string(&file).expect("the trace");
    assert_eq!(
        trace.matches("\"enter\"").count().to_string(),
        nodes(&plain)
    );
}

#[test]
fn every_game_can_be_played() {
    let tictactoe = run_with(
        &["play", "--game", "tictactoe", "--black", "human"],
        b"a1\nb1\nb2\nzz\nmoves\nundo\nb2\nc1\npgn\nc3\n",
    )
    .succeeds()
    .stdout;
    assert!(
        tictactoe.contains("X (human) wins by three in a row"),
        "{tictactoe}"
    );
    assert!(
        tictactoe.contains("[Variant \"tictactoe\"]\n\n1. a1 b1 2. b2 c1 *\n"),
        "{tictactoe}"
    );
    for game in ["minichess", "othello", "othello6", "othello4", "tictactoe"] {
        let output = run(&[
            "play",
            "--game",
            game,
            "--white",
            "random:seed=3",
            "--black",
            "alphabeta:depth=2",
        ]);
        let text = output.succeeds().stdout;
        assert!(
            text.contains(" plies.") && (text.contains("wins") || text.contains("Draw")),
            "{game}: {text}"
        );
    }
    let resigned = run_with(
        &["play", "--game", "othello", "--black", "random:seed=1"],
        b"resign\n",
    )
    .succeeds()
    .stdout;
    assert!(resigned.contains("wins, Black resigned"), "{resigned}");
}

#[test]
fn perft_counts_the_other_games_too() {
    assert_eq!(
        run(&["perft", "5", "--game", "minichess"])
            .succeeds()
            .last_line(),
        "Nodes searched: 46406"
    );
    let divided = run(&["perft", "4", "--game", "othello", "--divide"]).succeeds();
    assert_eq!(divided.last_line(), "Nodes searched: 244");
    assert_eq!(
        divided
            .stdout
            .lines()
            .filter(|line| line.contains(": 61"))
            .count(),
        4
    );
}

#[test]
fn any_player_answers_through_uci() {
    let mut engine = Engine::start();
    for player in [
        "minimax:depth=2",
        "alphabeta:depth=3,order=mvvlva",
        "mtdf:depth=3",
        "classic:nodes=500",
    ] {
        engine.say(&format!("setoption name Player value {player}"));
        engine.say("ucinewgame");
        engine.say("position startpos moves e2e4 e7e5");
        for go in [
            "go",
            "go depth 2",
            "go nodes 300",
            "go movetime 20",
            "go wtime 1000 btime 1000",
            "go wtime 0 btime -5",
        ] {
            let lines = engine.until(go, "bestmove ");
            let best = lines
                .last()
                .and_then(|line| line.split(' ').nth(1))
                .expect("a move")
                .to_owned();
            let info = lines
                .iter()
                .rev()
                .find(|line| line.starts_with("info depth"))
                .expect("a score");
            assert!(
                info.contains(" score ") && info.contains(&format!(" pv {best}")),
                "{player}, {go}: {lines:?}"
            );
        }
    }
    engine.expect(
        "setoption name Player value no-player",
        &["info string error: no player is called *"],
    );
    engine.expect(
        "setoption name Player value a8:depth=x",
        &["info string error: *"],
    );
}

#[test]
fn an_infinite_search_ends_with_a_stop() {
    let mut engine = Engine::start();
    engine.say("setoption name Player value alphabeta:tt=1,order=hash+mvvlva");
    for (go, release) in [
        ("go infinite", "stop"),
        ("go ponder wtime 50 btime 50", "ponderhit"),
        ("go ponder", "stop"),
    ] {
        engine.say(go);
        std::thread::sleep(std::time::Duration::from_millis(100));
        let early = engine.until("isready", "readyok");
        assert!(
            early.iter().all(|line| !line.starts_with("bestmove")),
            "{go}: {early:?}"
        );
        if release == "ponderhit" {
            engine.say("ponderhit");
            engine.say("stop");
        }
        engine.until(release, "bestmove ");
    }
}

#[test]
fn a_mate_is_found_and_announced_in_moves() {
    let mut engine = Engine::start();
    engine.say("position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1");
    let lines = engine.until("go depth 3", "bestmove ");
    assert!(
        lines.iter().any(|line| line.contains(" score mate 1 ")),
        "{lines:?}"
    );
    assert_eq!(lines.last().map(String::as_str), Some("bestmove a1a8"));
}

#[test]
fn a_profile_has_every_move_of_the_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| {
        folder
            .path()
            .join(name)
            .to_str()
            .expect("a path")
            .to_owned()
    };
    let (csv, text) = (path("a.csv"), path("a.txt"));
    for file in [&csv, &text] {
        let game = run(&[
            "play",
            "--white",
            "a4-ids",
            "--black",
            "a4-abp",
            "--ascii",
            "--profile",
            file,
        ])
        .succeeds();
        // Without a move of the document's program, any move is played.
        assert!(
            game.stdout.contains("1. e4 ") || game.stdout.contains("Qf6"),
            "{}",
            game.stdout
        );
    }
    let csv = std::fs::read_to_string(csv).expect("the numbers");
    assert!(
        csv.starts_with("turn,color,move,value,nodes,microseconds\n1,white,e2e4,"),
        "{csv}"
    );
    assert!(
        csv.lines()
            .nth(1)
            .is_some_and(|line| line.contains(",9765,")),
        "{csv}"
    );
    let text = std::fs::read_to_string(text).expect("the table");
    assert!(text.contains("turn") && text.contains("sum"), "{text}");
    run(&["play", "--game", "othello", "--profile", "x"]).fails_saying(&["--profile is for chess"]);
}

#[test]
fn a_book_is_read_or_rejected_with_a_reason() {
    run(&["search", "report-book:book=no/such.bin"]).fails_saying(&["no/such.bin"]);
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("book.bin");
    let name = file.to_str().expect("a path");
    // One record: the start position's key, e2e4, weight 1.
    let mut record = 0x463B_9618_1691_FC9C_u64.to_be_bytes().to_vec();
    record.extend(((1_u16 << 9) | (4 << 6) | (3 << 3) | 4).to_be_bytes());
    record.extend([0, 1, 0, 0, 0, 0]);
    std::fs::write(&file, &record).expect("a file");
    let answer = run(&["search", &format!("report-book:book={name}"), "--json"])
        .succeeds()
        .stdout;
    assert!(answer.contains("\"bestmove\":\"e2e4\""), "{answer}");
    std::fs::write(&file, &record[..10]).expect("a file");
    run(&["search", &format!("report-book:book={name}")]).fails_saying(&[name]);
}

#[test]
fn the_ladder_is_listed_and_measured() {
    let list = run(&["ladder"]).succeeds().stdout;
    for part in [
        "chess",
        "othello",
        "alpha-beta",
        "quiescence",
        "engine: reductions",
    ] {
        assert!(list.contains(part), "{part} is not in the ladder");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let name = folder.path().to_str().expect("a path");
    run(&[
        "ladder",
        "--measure",
        "--game",
        "tictactoe",
        "--games",
        "10",
        "--nodes",
        "200",
        "--textbook-nodes",
        "200",
        "--movetime",
        "1",
        "--output",
        name,
    ])
    .succeeds();
    let read = |file: &str| std::fs::read_to_string(folder.path().join(file)).expect("a result");
    let text = read("ladder.md");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| rung "))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() > 2 && rows[1][0] == "minimax", "{text}");
    // Every step has an error or a bound, and a verdict.
    for cell in rows[1..].iter().flat_map(|row| [row[1], row[3]]) {
        let (elo, verdict) = cell.split_once(", ").expect(cell);
        let verdicts = [
            "stronger",
            "weaker",
            "no difference worth naming",
            "not decided",
        ];
        assert!(verdicts.contains(&verdict), "{cell}");
        let bound = ["at least", "at most", "between"].iter();
        let has_bound =
            bound.into_iter().any(|words| elo.starts_with(words)) && elo.ends_with("(95%)");
        assert!(elo.contains(" \u{b1} ") || has_bound, "{cell}");
    }
    assert!(read("ladder.html").contains("<svg"));
    assert!(read("ladder-tictactoe.svg").starts_with("<svg xmlns="));
    assert!(read("ladder.json").contains("\"at_nodes\""));
    // Only chess has the techniques of the engine.
    assert!(!text.contains("What each technique is worth"), "{text}");
    run(&["ladder", "--measure", "--games", "3"]).fails_saying(&["--games"]);
}
