//! The chain of searches on real games, and the complete classical search: stopped at any
//! node, and against a random player.

use crate::support::random_positions;
use games::minichess::{Material, Move, Position};
use games::othello::MobilityAndCorners;
use games::tictactoe::{OpenLines, Scoring};
use games::{BoardGame, Chess, MiniChess, Othello, TicTacToe, chess};
use gametree::bugs::{Bug, BuggyAlphaBeta};
use gametree::checks::minimax;
use gametree::horizon::Static;
use gametree::observer::{Enter, Leave, Observer, Try};
use gametree::ordering::{Captures, Countermove, GeneratorOrder, HashMove, History, Killers};
use gametree::score::is_decisive;
use gametree::searches::{
    AlphaBeta, Aspiration, Deepening, InternalDeepening, LateMoveReductions, LateMoveRule,
    NullMove, NullMoveRule, OrderedAlphaBeta, Pvs, Quiescence, TableAlphaBeta, best_moves,
};
use gametree::table::{DepthMatch, Table};
use gametree::{Evaluator, Game, Limits, Score, Search, Searcher, Side, SplitMix64};

/// The classical search with everything on.
fn classic() -> impl Search<MiniChess> {
    let null_move = NullMoveRule {
        verify: true,
        ..NullMoveRule::default()
    };
    let order = (
        HashMove,
        Captures,
        Killers::new(),
        Countermove::new(),
        History::new(),
    );
    let search = LateMoveReductions::with(Quiescence::new(Material), order)
        .with_table(Table::with_mebibytes(1), DepthMatch::AtLeast)
        .with_null_move(null_move)
        .with_internal_deepening(true)
        .with_reductions(LateMoveRule::default());
    Deepening::new(Aspiration::new(search, 6)).stop_when_forced()
}

#[test]
fn the_classical_search_stops_after_any_node() {
    // The search asserts that every move and null move is undone.
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
fn the_same_search_gives_the_same_result() {
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
fn the_classical_search_beats_a_random_player_with_either_colour() {
    let game = MiniChess::default();
    for seed in 0..6 {
        let player = if seed % 2 == 0 {
            Side::First
        } else {
            Side::Second
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
fn a_transposition_table_saves_nodes() {
    let game = MiniChess::default();
    let nodes = |table: Option<Table<Move>>| {
        let order = (HashMove, Captures, Killers::new(), History::new());
        let search = Pvs::with(Static(Material), order).with_table(table, DepthMatch::Exact);
        let mut search = Deepening::new(search);
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

/// Returns nodes, value and best move, which must not change if a step is switched off.
fn outcome<G: Game>(
    mut search: impl Searcher<G>,
    game: &G,
    state: &G::State,
    depth: u32,
) -> (u64, Score, Option<G::Move>) {
    let result = search.search(game, state, &Limits::depth(depth));
    (result.stats.nodes, result.score, result.best)
}

/// Compares each step of the chain, switched off, with its parent.
fn check_the_line<G: BoardGame, E: Evaluator<G> + Clone>(game: &G, eval: &E, depth: u32) {
    let horizon = || Static(eval.clone());
    let order = || (HashMove, Captures, Killers::new(), History::new());
    let table = || Table::<G::Move>::with_mebibytes(1);
    let exact = DepthMatch::Exact;
    let passes = NullMoveRule::default();
    for state in random_positions(game, 12, 30) {
        let run = (game, &state, depth);
        macro_rules! same {
            ($parent:expr, $child:expr) => {
                assert_eq!(
                    outcome($parent, run.0, run.1, run.2),
                    outcome($child, run.0, run.1, run.2),
                    "{}",
                    game.write_position(&state)
                );
            };
        }
        let plain = OrderedAlphaBeta::with(horizon(), GeneratorOrder);
        same!(AlphaBeta::with_horizon(horizon()), plain);
        let off = TableAlphaBeta::with(horizon(), order(), None, exact);
        same!(OrderedAlphaBeta::with(horizon(), order()), off);
        let pvs = || Pvs::with(horizon(), order()).with_table(table(), exact);
        let null = || NullMove::with(horizon(), order()).with_table(table(), exact);
        same!(pvs(), null());
        let internal = || {
            InternalDeepening::with(horizon(), order())
                .with_table(table(), exact)
                .with_null_move(passes)
        };
        same!(null().with_null_move(passes), internal());
        let late = LateMoveReductions::with(horizon(), order())
            .with_table(table(), exact)
            .with_null_move(passes)
            .with_internal_deepening(true);
        same!(internal().with_internal_deepening(true), late);
    }
}

#[test]
fn a_step_switched_off_equals_its_parent() {
    check_the_line(&MiniChess::default(), &Material, 5);
    check_the_line(&Othello::<6>::default(), &MobilityAndCorners, 5);
    check_the_line(&TicTacToe::default(), &OpenLines, 6);
}

#[test]
fn late_move_reductions_save_nodes_and_are_not_exact() {
    let game = MiniChess::default();
    let (mut plain_nodes, mut reduced_nodes, mut agree) = (0, 0, 0);
    let positions = random_positions(&game, 40, 20);
    for state in &positions {
        let search = || LateMoveReductions::with(Static(Material), (Captures, Killers::new()));
        let (nodes, value, _) = outcome(search(), &game, state, 6);
        let rule = LateMoveRule::default();
        let late = outcome(search().with_reductions(rule), &game, state, 6);
        plain_nodes += nodes;
        reduced_nodes += late.0;
        agree += u32::from(late.1 == value);
    }
    println!(
        "late moves: {reduced_nodes} of {plain_nodes} nodes, the same value on {agree} of {}",
        positions.len()
    );
    assert!(reduced_nodes * 3 < plain_nodes * 2);
    assert!(agree * 2 > positions.len() as u32);
}

/// Fails on reductions that the rule forbids. Tracks the moves independently.
struct LateRules {
    game: MiniChess,
    nodes: Vec<(Position, u32, Vec<Move>)>,
    start: Position,
    pending: Option<Move>,
    why: Try,
    reduced: u64,
    again: u64,
}

impl Observer<Move> for LateRules {
    fn try_move(&mut self, mv: Option<Move>, why: Try) {
        (self.pending, self.why) = (mv, why);
        let (_, _, tried) = self.nodes.last_mut().expect("an open node");
        if let (Some(mv), true) = (mv, why != Try::Research) {
            tried.push(mv);
        }
    }
    fn enter(&mut self, event: &Enter) {
        let mut state = self.start;
        if let (Some((parent, depth, tried)), Some(mv)) = (self.nodes.last(), self.pending.take()) {
            state = *parent;
            self.game.play(&mut state, mv);
            let full = event.depth + 1 == *depth;
            assert!(full || self.why == Try::Scout, "{:?}", self.why);
            self.again += u64::from(self.why == Try::Research);
            if !full {
                self.reduced += 1;
                assert!(event.depth >= 1 && tried.len() > 4 && *depth >= 3);
                assert!(!self.game.in_check(parent) && !self.game.in_check(&state));
                assert_eq!(self.game.capture_value(parent, mv), None);
                assert_eq!(self.game.static_gain(parent, mv), Some(0));
            }
        }
        self.nodes.push((state, event.depth, Vec::new()));
    }
    fn leave(&mut self, _: &Leave<Move>) {
        self.nodes.pop();
    }
}

#[test]
fn reductions_obey_their_rules() {
    let game = MiniChess::default();
    let (mut reduced, mut again) = (0, 0);
    for start in random_positions(&game, 30, 40) {
        let mut rules = LateRules {
            game: MiniChess::default(),
            nodes: Vec::new(),
            start,
            pending: None,
            why: Try::Full,
            reduced: 0,
            again: 0,
        };
        let mut search = LateMoveReductions::with(Static(Material), Captures)
            .with_reductions(LateMoveRule::default());
        search.search_watched(&game, &start, &Limits::depth(5), &mut rules);
        reduced += rules.reduced;
        again += rules.again;
    }
    assert!(
        reduced > 1_000 && again > 100,
        "{reduced} reduced, {again} again"
    );
}

#[test]
fn all_best_moves_where_the_game_is_won_or_lost() {
    // Distances to the end are counted from the root, for every first move.
    let game = TicTacToe {
        scoring: Scoring::Distance,
    };
    let mut decided = 0;
    let mut positions = random_positions(&game, 300, 7);
    positions.retain(|state| game.legal_moves(state).len() < 8);
    for state in positions {
        let limits = Limits::depth(9);
        let truth = minimax(&game, &state, 9, &OpenLines);
        let mut best = game.legal_moves(&state);
        best.retain(|&mv| {
            let mut child = state;
            game.play(&mut child, mv);
            let value = -minimax(&game, &child, 9, &OpenLines);
            gametree::score::from_node(value, 1) == truth
        });
        let (found, result) = best_moves(&mut AlphaBeta::new(OpenLines), &game, &state, &limits);
        assert_eq!((found, result.score), (best, truth), "{state:?}");
        decided += u32::from(is_decisive(truth));
    }
    assert!(decided > 50, "{decided}");
}

/// Plays a game in which a search with this bug chooses every move.
fn plays_legally<G: BoardGame, E: Evaluator<G> + Clone>(game: &G, eval: &E, bug: Bug) {
    let mut search = Deepening::new(BuggyAlphaBeta::new(eval.clone(), Some(bug)));
    let mut state = game.start();
    for _ in 0..60 {
        let legal = game.legal_moves(&state);
        let best = search.search(game, &state, &Limits::nodes(400)).best;
        if legal.is_empty() || game.terminal(&state).is_some() {
            break;
        }
        let mv = best.unwrap_or_else(|| panic!("{bug} has no move"));
        assert!(legal.contains(&mv), "{bug}: {}", game.write_move(mv));
        game.play(&mut state, mv);
    }
}

#[test]
fn every_bug_plays_legal_moves_in_every_game() {
    for bug in Bug::ALL {
        plays_legally(&Chess::default(), &chess::Material, bug);
        plays_legally(&MiniChess::default(), &Material, bug);
        plays_legally(&Othello::<6>::default(), &MobilityAndCorners, bug);
        plays_legally(&TicTacToe::default(), &OpenLines, bug);
    }
}
