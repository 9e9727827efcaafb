//! Comparisons say what is true, in every form.

use games::{BoardGame, Chess};
use gametree::Limits;
use players::{PlayerSpec, builtin};
use research::compare::compare;

fn specs(texts: &[&str]) -> Vec<PlayerSpec> {
    let parse = |text: &&str| builtin(text).expect(text);
    texts.iter().map(parse).collect()
}

#[test]
fn minimax_counts_are_perft_sums_and_alphabeta_agrees() {
    let game = Chess::default();
    let players = specs(&[
        "minimax",
        "alphabeta",
        "alphabeta:order=mvvlva+killers,tt=4",
        "classic",
    ]);
    let mut calls = Vec::new();
    let result = compare(
        &game,
        &players,
        &[game.start()],
        &Limits::depth(3),
        |done, all| {
            calls.push((done, all));
        },
    )
    .expect("right specs");
    assert_eq!(calls, [(1, 4), (2, 4), (3, 4), (4, 4)]);
    let rows = &result.positions[0].rows;
    assert_eq!(rows[0].nodes_by_depth, [21, 421, 9_323]);
    assert_eq!(rows[0].answer.leaves, 8_902);
    for row in &rows[..3] {
        assert_eq!(row.equals_minimax, Some(true), "{}", row.answer.player);
    }
    assert!(rows[1].answer.nodes < rows[0].answer.nodes);
    assert_eq!(
        rows[1].answer.cutoffs > 0,
        rows[1].answer.first_move_cuts.is_some()
    );
}

#[test]
fn every_form_has_every_player() {
    let game = Chess::default();
    let players = specs(&["minimax", "pvs:order=mvvlva"]);
    let positions = [
        game.start(),
        game.read_position("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
            .expect("a position"),
    ];
    let result =
        compare(&game, &players, &positions, &Limits::depth(3), |_, _| {}).expect("right specs");
    let text = result.to_string();
    let csv = result.to_csv();
    let html = result.to_html();
    let json = serde_json::to_value(&result).expect("JSON");
    assert_eq!(csv.lines().count(), 1 + 4);
    assert!(csv.lines().all(|line| line.split(',').count() >= 20));
    for player in &players {
        let lines = text
            .lines()
            .filter(|line| line.split(" ").next() == Some(&player.to_string()));
        assert_eq!(lines.count(), 2);
        assert!(html.contains(&player.to_string()));
    }
    assert!(
        html.contains("<svg") && !html.contains("http"),
        "the page is whole by itself"
    );
    let mate = &json["positions"][1]["rows"][0];
    assert_eq!(mate["bestmove"], "a1a8");
    assert_eq!(mate["score"]["mate"], 1);
    assert_eq!(mate["equals_minimax"], true);
}

#[test]
fn a_wrong_spec_is_found_before_anything_is_searched() {
    let game = Chess::default();
    let players = specs(&["minimax:depth=6", "i2p3"]);
    let result = compare(
        &game,
        &players,
        &[game.start()],
        &Limits::default(),
        |_, _| {
            panic!("nothing should be searched");
        },
    );
    assert!(result.is_err());
}

/// The reference is minimax: a search with a mistake does not agree with it, and minimax is not compared with itself.
#[test]
fn minimax_uses_the_evaluator_of_the_player() {
    let game = Chess::default();
    let fen = "r1bqkb1r/pp2pppp/2np1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 1";
    let position = game.read_position(fen).expect("a position");
    let players = specs(&[
        "alphabeta",
        "alphabeta:bug=value-not-negated",
        "alphabeta:eval=squares",
        "random:seed=1",
        "a4-minimax",
    ]);
    let result = compare(&game, &players, &[position], &Limits::depth(3), |_, _| {});
    let result = result.expect("right specs");
    let words: Vec<String> = result.positions[0]
        .rows
        .iter()
        .map(research::compare::Row::minimax_text)
        .collect();
    assert_eq!(
        words,
        [
            "yes (material)",
            "no (material)",
            "yes (squares)",
            "not searched",
            "yes (a4-minimax)"
        ]
    );
    assert!(result.to_string().contains("yes (squares)"));
}

/// Minimax is not searched where it needs too many nodes, and no other search replaces it.
#[test]
fn where_minimax_would_take_too_long_it_is_not_asked() {
    let game = Chess::default();
    let players = specs(&["alphabeta:order=mvvlva+killers"]);
    let limits = Limits::depth(4).with_nodes(100_000_000);
    let result = compare(&game, &players, &[game.start()], &limits, |_, _| {});
    let result = result.expect("right specs");
    assert_eq!(result.positions[0].rows[0].equals_minimax, None);
}

#[test]
fn a_race_searches_minimax_once_for_all_players() {
    let game = Chess::default();
    let record = games::Record::new(game.start());
    let mut comparer = research::compare::Comparer::new(&game, &record);
    for spec in specs(&[
        "alphabeta",
        "alphabeta:order=mvvlva",
        "pvs",
        "mtdf",
        "minimax",
    ]) {
        let mut seat = players::Seat::new(&spec).expect("a player");
        let row = comparer.watched_row(&spec, &mut seat, &Limits::depth(3));
        let row = row.expect("an answer");
        assert_eq!(row.equals_minimax, Some(true), "{spec}");
        assert_eq!(row.san, row.line.first().cloned());
        assert_eq!(row.by_depth.len(), 3);
        let all: u64 = row.cut_places.iter().sum();
        assert_eq!(all > 0, spec.name() != "minimax", "{spec}");
    }
    assert_eq!(comparer.minimax_searches(), 1);
}

#[test]
fn a_watched_row_has_one_step_for_each_depth() {
    let game = Chess::default();
    let record = games::Record::new(game.start());
    let mut comparer = research::compare::Comparer::new(&game, &record);
    for spec in specs(&["engine", "classic"]) {
        let mut seat = players::Seat::new(&spec).expect("a player");
        let row = comparer.watched_row(&spec, &mut seat, &Limits::depth(5));
        let steps = row.expect("an answer").by_depth;
        let depths: Vec<u32> = steps.iter().map(|step| step.depth).collect();
        assert_eq!(depths, [1, 2, 3, 4, 5], "{spec}");
    }
}
