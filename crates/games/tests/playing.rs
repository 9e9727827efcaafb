//! The whole classical search at work: stopped anywhere, and against a random player.

use games::minichess::Material;
use games::{BoardGame, MiniChess};
use gametree::horizon::Static;
use gametree::ordering::{Captures, Countermove, HashMove, History, Killers};
use gametree::searches::{
    Aspiration, Classic, ClassicOptions, Deepening, NullMoveRule, Quiescence,
};
use gametree::table::{DepthMatch, Table};
use gametree::{Game, Limits, Player, Search, Searcher, SplitMix64};

/// Everything on.
fn classic() -> impl Search<MiniChess> {
    let options = ClassicOptions {
        table: Some(Table::with_mebibytes(1)),
        depth_match: DepthMatch::AtLeast,
        scout: true,
        null_move: Some(NullMoveRule {
            verify: true,
            ..NullMoveRule::default()
        }),
        internal_deepening: true,
    };
    let order = (
        HashMove,
        Captures,
        Killers::new(),
        Countermove::new(),
        History::new(),
    );
    let search = Classic::new(Quiescence::new(Material), order, options);
    Deepening::new(Aspiration::new(search, 6)).stop_when_forced()
}

#[test]
fn it_can_be_stopped_after_any_node() {
    // The search itself asserts that every move and every pass has been taken back.
    let game = MiniChess::default();
    let mut rng = SplitMix64::new(3);
    let mut state = game.start();
    for _ in 0..6 {
        let moves = game.legal_moves(&state);
        game.play(&mut state, moves[rng.below(moves.len() as u64) as usize]);
    }
    let mut search = classic();
    for nodes in (1..4_000).step_by(37) {
        let result = search.search(&game, &state, &Limits::nodes(nodes));
        assert!(result.stats.nodes <= nodes);
        assert!(
            game.legal_moves(&state).contains(&result.best.unwrap()),
            "after {nodes} nodes"
        );
    }
}

#[test]
fn the_same_search_twice_is_the_same() {
    let game = MiniChess::default();
    let run = || classic().search(&game, &game.start(), &Limits::nodes(20_000));
    let (one, two) = (run(), run());
    assert_eq!(
        (one.best, one.score, one.pv, one.depth),
        (two.best, two.score, two.pv, two.depth)
    );
    assert_eq!(one.stats.nodes, two.stats.nodes);
    assert!(one.depth >= 5, "depth {}", one.depth);
}

#[test]
fn it_beats_a_random_player_with_either_colour() {
    let game = MiniChess::default();
    for seed in 0..6 {
        let player = if seed % 2 == 0 {
            Player::First
        } else {
            Player::Second
        };
        let mut rng = SplitMix64::new(seed);
        let mut search = classic();
        let mut state = game.start();
        while game.terminal(&state).is_none() {
            let mv = if game.side(&state) == player {
                let result = search.search(&game, &state, &Limits::nodes(3_000));
                result.best.unwrap()
            } else {
                let moves = game.legal_moves(&state);
                moves[rng.below(moves.len() as u64) as usize]
            };
            game.play(&mut state, mv);
        }
        let score = game.terminal(&state).unwrap();
        let score = if game.side(&state) == player {
            score
        } else {
            -score
        };
        assert!(score > 0, "game {seed}: {}", game.write_position(&state));
    }
}

#[test]
fn a_table_saves_nodes_where_lines_meet() {
    let game = MiniChess::default();
    let nodes = |table: Option<Table<games::minichess::Move>>| {
        let options = ClassicOptions {
            table,
            ..ClassicOptions::default()
        };
        let order = (HashMove, Captures, Killers::new(), History::new());
        let mut search = Deepening::new(Classic::new(Static(Material), order, options));
        let result = search.search(&game, &game.start(), &Limits::depth(7));
        (result.score, result.stats.nodes)
    };
    let (with, without) = (nodes(Some(Table::with_mebibytes(4))), nodes(None));
    println!(
        "7 plies of minichess: {} nodes with a table, {} without",
        with.1, without.1
    );
    assert_eq!(with.0, without.0);
    assert!(with.1 < without.1);
}
