//! Every game of the list in the terminal, in a match, in a comparison and as a recorded tree.

use std::fs;
use std::path::Path;

use games::{BoardGame, GameId, WithGame};
use trace::Trace;

use crate::common::{Folder, json, run, run_with};

/// Plays a typed move, then prints the game.
struct TypesAMove;

impl WithGame for TypesAMove {
    type Output = ();

    fn run<G: BoardGame>(self, game: &G) {
        let start = game.start();
        let mv = game.display_move(&start, game.legal_moves(&start)[0]);
        let arguments = ["play", "--game", G::ID.name(), "--black", "random:seed=1"];
        let script = format!("nonsense\n{mv}\npgn\nquit\n");
        let shown = run_with(&arguments, script.as_bytes()).succeeds().stdout;
        for part in ["nonsense", "[White \"human\"]", &format!("1. {mv} ")] {
            assert!(shown.contains(part), "{part:?} is not in {shown}");
        }
    }
}

#[test]
fn every_game_is_played_in_the_terminal() {
    for game in GameId::ALL {
        game.with(TypesAMove);
        let players = ["--white", "random:seed=1", "--black", "alphabeta:depth=1"];
        let arguments = [&["play", "--game", game.name()], &players[..]].concat();
        let shown = run(&arguments).succeeds().stdout;
        let last = shown.lines().last().unwrap_or_default();
        assert!(last.contains(" after "), "{game}: {last}");
    }
}

#[test]
fn every_game_is_played_in_a_match() {
    for game in GameId::ALL {
        let plan = ["--games", "2", "--max-plies", "60", "--json"];
        let players = ["match", "random:seed=1", "alphabeta:depth=1"];
        let report = json(&[&players[..], &["--game", game.name()], &plan].concat());
        assert_eq!(report["games"], 2, "{game}");
    }
}

#[test]
fn players_are_compared_in_every_game() {
    for game in GameId::ALL {
        let players = ["compare", "minimax", "alphabeta", "pvs:tt=1", "mtdf"];
        let limits = ["--game", game.name(), "--depth", "3", "--json"];
        let report = json(&[&players[..], &limits].concat());
        let rows = report["positions"][0]["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), 4, "{game}");
        for row in rows {
            assert_eq!(row["equals_minimax"], true, "{game}: {row}");
        }
    }
}

#[test]
fn every_game_has_a_recorded_tree() {
    let folder = Folder::new("every-game");
    for game in GameId::ALL {
        let path = folder.file(game.name());
        let search = ["search", "alphabeta:tt=1", "--depth", "3", "--json"];
        let options = ["--game", game.name(), "--trace", &path];
        let answer = json(&[&search[..], &options].concat());
        let bytes = fs::read(&path).expect("a trace");
        let trace = Trace::from_bytes(&bytes).expect("a trace");
        assert_eq!(trace.game, game.name());
        let best = answer["bestmove"].as_str().expect("a move");
        assert!(trace.moves.iter().any(|mv| mv == best), "{game}: {best}");
    }
}

/// Compares the excerpts in docs/add-a-game.md with the files that they name: the lines occur there, in this order.
#[test]
fn the_walk_through_a_game_shows_its_source() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let document = fs::read_to_string(root.join("docs/add-a-game.md")).expect("a document");
    let mut excerpts = document.split("\n```rust,ignore\n");
    let mut before = excerpts.next().expect("a text");
    let mut count = 0;
    for part in excerpts {
        let (excerpt, after) = part.split_once("```\n").expect("the end of a block");
        let path = before.lines().last().expect("a path").trim_matches('`');
        let source = fs::read_to_string(root.join(path)).expect(path);
        assert!(source.contains(excerpt), "{path} does not have:\n{excerpt}");
        before = after;
        count += 1;
    }
    assert_eq!(count, 6);
}
