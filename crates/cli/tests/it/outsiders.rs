//! External programs by each of the three protocols, in every command with a player. The program is Espalier
//! itself, which implements all three.

use std::fs;

use crate::common::{Folder, run};

const ESPALIER: &str = env!("CARGO_BIN_EXE_espalier");

/// Returns the spec of each program, its game, and a position in which at most two moves end the game.
fn programs() -> [(String, &'static str, &'static str); 3] {
    let path = ESPALIER.replace(',', ",,");
    [
        (
            format!("uci:{path},limited"),
            "chess",
            "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1",
        ),
        // The course's referee counts fifty plies.
        (
            format!("file:{path},arg=minichess,limited"),
            "minichess",
            "kqbnr/ppppp/5/5/PPPPP/RNBQK w 49",
        ),
        (
            format!("script:{path},arg=script,arg=alphabeta,limited"),
            "tictactoe",
            "xoxoxoox.",
        ),
    ]
}

#[test]
fn a_program_searches_and_is_compared() {
    for (spec, game, _) in programs() {
        let found = run(&[
            "search",
            &spec,
            "--game",
            game,
            "--movetime",
            "300",
            "--json",
        ]);
        let json = found.succeeds().stdout;
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        assert_eq!(json["player"], spec.as_str());
        assert!(json["bestmove"].is_string(), "{json}");
        let table = run(&[
            "compare",
            &spec,
            "random:seed=1",
            "--game",
            game,
            "--movetime",
            "300",
        ]);
        let table = table.succeeds().stdout;
        assert!(table.lines().any(|line| line.starts_with(&spec)), "{table}");
    }
}

/// A program is started once for all positions, depths and columns.
#[test]
fn a_comparison_starts_a_program_once() {
    let folder = Folder::new("started");
    let [script, positions, starts] =
        ["counted.sh", "positions.txt", "starts.txt"].map(|name| folder.file(name));
    let program = format!("echo >>'{starts}'\nexec '{ESPALIER}' script alphabeta\n");
    fs::write(&script, program).expect("a file");
    fs::write(&positions, "xo.......\nx...o....\n").expect("a file");
    let spec = format!("script:sh,arg={}", script.replace(',', ",,"));
    let arguments = ["compare", &spec, "minimax", "--game", "tictactoe"];
    let limits = ["--epd", &positions, "--depth", "3"];
    let table = run(&[&arguments[..], &limits[..]].concat())
        .succeeds()
        .stdout;
    let rows = table.lines().filter(|line| line.starts_with(&spec));
    assert_eq!(rows.count(), 2, "{table}");
    let starts = fs::read_to_string(&starts).expect("it was started");
    assert_eq!(starts.lines().count(), 1);
}

#[test]
fn a_program_plays_to_the_end() {
    for (spec, game, position) in programs() {
        let game = run(&[
            "play",
            "--game",
            game,
            "--fen",
            position,
            "--white",
            &spec,
            "--black",
            "random:seed=1",
        ]);
        let shown = game.succeeds().stdout;
        let is_over = ["wins", "won", "draw", "mate"]
            .iter()
            .any(|word| shown.contains(word));
        assert!(is_over, "{spec}: {shown}");
    }
}

#[test]
fn a_program_plays_tournaments() {
    for (spec, game, _) in programs() {
        let arguments = [
            "tournament",
            &spec,
            "random",
            "random:seed=1",
            "--game",
            game,
            "--games",
            "2",
            "--movetime",
            "300",
            "--max-plies",
            "4",
            "--plies",
            "2",
            "--time-margin",
            "20000",
            "--concurrency",
            "2",
        ];
        // On a busy machine a program may need more than 0.3 seconds to start; then the search is repeated.
        let mut tables = (0..3).map(|_| run(&arguments).succeeds().stdout);
        let table = tables.find(|table| !table.contains("faults"));
        let table = table.expect("a tournament without faults");
        assert!(table.contains(&format!(". {spec}")), "{table}");
    }
}

#[test]
fn a_program_solves_a_suite() {
    let folder = Folder::new("outside-suite");
    let file = folder.file("mates.epd");
    fs::write(
        &file,
        "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#; id \"back rank\";\n",
    )
    .expect("a file");
    let chess = |(spec, ..): (String, _, _)| (!spec.starts_with("file:")).then_some(spec);
    for spec in programs().into_iter().filter_map(chess) {
        let shown = run(&["suite", &file, &spec, "--depth", "2"])
            .succeeds()
            .stdout;
        assert!(shown.contains("solves 1 of 1"), "{shown}");
    }
}

/// The error of a spec names the fix, and where arguments go.
#[test]
fn the_error_of_a_bad_spec_names_the_fix() {
    let here = ESPALIER.replace(',', ",,");
    for (spec, parts) in [
        (
            "file:/no/such/player",
            ["there is no file", "called as PATH VALUE... STATE ACTION"],
        ),
        (
            &*format!("file:{here},-v"),
            ["\"-v\" is no setting", "file:PATH[,arg=VALUE...]"],
        ),
        (
            &*format!("uci:{here},memory=much"),
            ["memory takes a number from 1", "\"much\""],
        ),
    ] {
        run(&["search", spec, "--game", "minichess"]).fails_saying(&parts);
    }
}
