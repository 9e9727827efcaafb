//! Exact searches equal minimax on real games.

use crate::support::random_positions;
use games::minichess::{Material, SquareTables};
use games::othello::{DiscDifference, MobilityAndCorners};
use games::tictactoe::OpenLines;
use games::{BoardGame, MiniChess, Othello, TicTacToe, tictactoe};
use gametree::checks::{exact_searches, keeps_contract, minimax, orderings};
use gametree::horizon::Static;
use gametree::observer::{Enter, Leave, Observer, Try};
use gametree::ordering::{
    Captures, FewestReplies, GeneratorOrder, HashMove, History, Killers, Orderer, StaticValue,
};
use gametree::score::is_decisive;
use gametree::searches::{
    AlphaBeta, LateMoveReductions, LateMoveRule, MaxMinAlphaBeta, Minimax, Negamax, NullMove,
    NullMoveRule, OrderedAlphaBeta, Pvs, Quiescence,
};
use gametree::{Evaluator, Game, Limits, Score, Searcher, Side, SplitMix64};

fn check<G, E>(game: &G, state: &G::State, depth: u32, eval: &E)
where
    G: BoardGame + 'static,
    E: Evaluator<G> + Clone + 'static,
{
    let truth = minimax(game, state, depth, eval);
    for (name, mut search) in exact_searches(eval).into_iter().chain(orderings(eval)) {
        let result = search.search(game, state, &Limits::depth(depth));
        assert_eq!(
            result.score,
            truth,
            "{name}, depth {depth}, {}",
            game.write_position(state)
        );
    }
}

#[test]
fn tictactoe_from_every_position() {
    for scoring in [tictactoe::Scoring::Outcome, tictactoe::Scoring::Distance] {
        let game = TicTacToe { scoring };
        let mut seen = std::collections::HashSet::new();
        let mut open = vec![game.start()];
        while let Some(state) = open.pop() {
            if !seen.insert(state) {
                continue;
            }
            for mv in game.legal_moves(&state) {
                let mut child = state;
                game.play(&mut child, mv);
                open.push(child);
            }
            // Alternate between the two scorings.
            let of_this_half = (seen.len() % 2 == 0) == (scoring == tictactoe::Scoring::Outcome);
            if of_this_half {
                check(&game, &state, 9, &OpenLines);
            }
        }
        assert_eq!(seen.len(), 5_478);
    }
}

#[test]
fn othello() {
    let small = Othello::<4>::default();
    for state in random_positions(&small, 40, 10) {
        check(&small, &state, 6, &MobilityAndCorners);
    }
    for state in random_positions(&small, 20, 12) {
        let over = small.placements(&state).count_ones() == 0;
        check(&small, &state, if over { 12 } else { 8 }, &DiscDifference);
    }
}

#[test]
fn minichess_on_more_than_two_hundred_positions() {
    let game = MiniChess::default();
    for state in random_positions(&game, 200, 48) {
        check(&game, &state, 3, &Material);
        check(&game, &state, 2, &SquareTables::default());
    }
    for state in random_positions(&game, 12, 48) {
        check(&game, &state, 4, &Material);
    }
}

#[test]
fn the_window_contract_holds_on_minichess() {
    let game = MiniChess::default();
    let mut rng = SplitMix64::new(9);
    for state in random_positions(&game, 40, 48) {
        let truth = minimax(&game, &state, 3, &Material);
        let alpha = truth.clamp(-200, 200) + rng.between(-12, 8);
        let window = (alpha, alpha + rng.between(1, 12));
        for (name, mut search) in exact_searches(&Material) {
            let result = search.search_window(&game, &state, &Limits::depth(3), window);
            assert!(
                keeps_contract(result.score, truth, window),
                "{name}: {} for {truth} in {window:?}",
                result.score
            );
        }
    }
}

/// An evaluator that is not antisymmetric: own pieces count a tenth more.
#[derive(Clone)]
struct FondOfItsOwn;

impl Evaluator<MiniChess> for FondOfItsOwn {
    fn evaluate(&mut self, game: &MiniChess, state: &games::minichess::Position) -> Score {
        self.evaluate_for(game, state, state.side())
    }
    fn evaluate_for(
        &mut self,
        _: &MiniChess,
        state: &games::minichess::Position,
        viewer: Side,
    ) -> Score {
        let [own, other] = state.material_of(viewer);
        own * 11 - other * 10
    }
    fn antisymmetric(&self) -> bool {
        false
    }
}

#[test]
fn an_asymmetric_evaluator_works_in_the_max_min_form() {
    let game = MiniChess::default();
    for state in random_positions(&game, 60, 40) {
        let all = Minimax::new(FondOfItsOwn).search(&game, &state, &Limits::depth(3));
        let cut = MaxMinAlphaBeta::new(FondOfItsOwn).search(&game, &state, &Limits::depth(3));
        assert_eq!(all.score, cut.score);
        assert_eq!(all.best, cut.best);
        assert!(cut.stats.nodes <= all.stats.nodes);
    }
}

#[test]
fn mirrored_positions_have_the_same_value() {
    let game = MiniChess::default();
    for state in random_positions(&game, 60, 48) {
        let mirror = state.mirrored();
        assert_eq!(
            Material.evaluate(&game, &state),
            Material.evaluate(&game, &mirror)
        );
        let mut tables = SquareTables::default();
        assert_eq!(
            tables.evaluate(&game, &state),
            tables.evaluate(&game, &mirror)
        );
        assert_eq!(
            minimax(&game, &state, 3, &Material),
            minimax(&game, &mirror, 3, &Material)
        );
    }
}

#[test]
fn quiescence_is_exact_as_a_leaf_function() {
    let game = MiniChess::default();
    let horizon = || Quiescence::new(Material).with_max_plies(6);
    let mut at_least_static = 0;
    for state in random_positions(&game, 60, 48) {
        // Alpha-beta over quiescence equals minimax over quiescence.
        let all = Negamax::with_horizon(horizon()).search(&game, &state, &Limits::depth(2));
        let cut =
            OrderedAlphaBeta::with(horizon(), Captures).search(&game, &state, &Limits::depth(2));
        let scout = Pvs::with(horizon(), GeneratorOrder).search(&game, &state, &Limits::depth(2));
        assert_eq!(
            (cut.score, scout.score),
            (all.score, all.score),
            "{}",
            game.write_position(&state)
        );
        assert!(cut.stats.quiescence_nodes > 0);
        // Standing pat: never less than the static value.
        if !game.in_check(&state) {
            let quiet = OrderedAlphaBeta::with(horizon(), Captures).search(
                &game,
                &state,
                &Limits::depth(0),
            );
            assert!(quiet.score >= Material.evaluate(&game, &state));
            at_least_static += 1;
        }
    }
    assert!(at_least_static > 20);
    // Delta pruning saves nodes.
    let nodes = |horizon: Quiescence<Material>| -> u64 {
        let mut search = OrderedAlphaBeta::with(horizon, Captures);
        let positions = random_positions(&game, 40, 30);
        let results = positions
            .iter()
            .map(|state| search.search(&game, state, &Limits::depth(3)));
        results.map(|result| result.stats.nodes).sum()
    };
    assert!(nodes(horizon().with_delta_pruning(4)) < nodes(horizon()));
}

#[test]
fn without_noisy_moves_quiescence_is_the_evaluator() {
    let game = Othello::<6>::default();
    for state in random_positions(&game, 20, 30) {
        let plain = AlphaBeta::new(DiscDifference).search(&game, &state, &Limits::depth(3));
        let mut quiet = OrderedAlphaBeta::with(Quiescence::new(DiscDifference), GeneratorOrder);
        let quiet = quiet.search(&game, &state, &Limits::depth(3));
        assert_eq!((quiet.score, quiet.best), (plain.score, plain.best));
        assert_eq!(quiet.stats.nodes, plain.stats.nodes);
        assert_eq!(quiet.stats.leaves, plain.stats.leaves);
    }
}

#[test]
fn null_moves_save_nodes_and_are_not_exact() {
    let game = MiniChess::default();
    let (mut plain_nodes, mut null_nodes, mut agree) = (0, 0, 0);
    let positions = random_positions(&game, 40, 20);
    for state in &positions {
        let limits = Limits::depth(5);
        let plain = Pvs::with(Static(Material), Captures).search(&game, state, &limits);
        let null = NullMove::with(Static(Material), Captures)
            .with_null_move(NullMoveRule::default())
            .search(&game, state, &limits);
        plain_nodes += plain.stats.nodes;
        null_nodes += null.stats.nodes;
        agree += u32::from(null.score == plain.score);
        assert!(null.stats.null_cuts <= null.stats.null_tries);
        assert!(game.key(state) == game.key(&state.recounted()));
    }
    println!(
        "null move: {null_nodes} of {plain_nodes} nodes, the same value on {agree} of {}",
        positions.len()
    );
    assert!(null_nodes < plain_nodes);
    // A game without null moves visits the same nodes.
    let othello = Othello::<6>::default();
    let mut search = NullMove::new(DiscDifference).with_null_move(NullMoveRule::default());
    let result = search.search(&othello, &othello.start(), &Limits::depth(6));
    assert_eq!(result.stats.null_tries, 0);
}

/// Counts the nodes of alpha-beta with an ordering.
fn nodes<G: BoardGame, E: Evaluator<G> + Clone, R: Orderer<G>>(
    game: &G,
    eval: &E,
    depth: u32,
    order: R,
) -> u64 {
    let mut search = OrderedAlphaBeta::with(Static(eval.clone()), order);
    let positions = random_positions(game, 20, 12);
    let results = positions
        .iter()
        .map(|state| search.search(game, state, &Limits::depth(depth)));
    results.map(|result| result.stats.nodes).sum()
}

#[test]
fn a_good_order_saves_nodes() {
    let game = MiniChess::default();
    let plain = nodes(&game, &Material, 5, GeneratorOrder);
    let captures = nodes(&game, &Material, 5, Captures);
    let more = nodes(
        &game,
        &Material,
        5,
        (HashMove, Captures, Killers::new(), History::new()),
    );
    println!(
        "minichess, 5 plies: {plain} generator, {captures} captures, {more} killers and history"
    );
    assert!(captures * 2 < plain && more < captures);

    let game = Othello::<6>::default();
    let plain = nodes(&game, &MobilityAndCorners, 5, GeneratorOrder);
    let replies = nodes(&game, &MobilityAndCorners, 5, FewestReplies::new());
    let fixed = nodes(
        &game,
        &MobilityAndCorners,
        5,
        StaticValue(MobilityAndCorners),
    );
    println!(
        "othello 6x6, 5 plies: {plain} generator, {replies} fewest replies, {fixed} static value"
    );
    assert!(replies < plain && fixed < plain);
}

#[test]
fn quiescence_searches_every_move_in_check() {
    let game = MiniChess::default();
    // The king on a6 is attacked and has no capture, but it can move: Black is a queen behind,
    // not lost.
    let state = game.read_position("k4/5/5/5/Q4/4K b 0").unwrap();
    assert!(game.in_check(&state));
    let mut search = OrderedAlphaBeta::with(Quiescence::new(Material), GeneratorOrder);
    let result = search.search(&game, &state, &Limits::depth(0));
    assert_eq!(result.score, -20);
}

/// Fails on two null moves in a row, and on a null move against a decisive bound.
#[derive(Default)]
struct PassRules {
    nodes: Vec<(bool, Score)>,
    pass: bool,
    tries: u64,
}

impl<M> Observer<M> for PassRules {
    fn enter(&mut self, event: &Enter) {
        self.nodes
            .push((std::mem::take(&mut self.pass), event.beta));
    }
    fn try_move(&mut self, _: Option<M>, why: Try) {
        if why == Try::NullMove {
            let &(after_pass, beta) = self.nodes.last().unwrap();
            assert!(!after_pass, "two null moves in a row");
            assert!(!is_decisive(beta), "a null move against {beta}");
            self.pass = true;
            self.tries += 1;
        }
    }
    fn leave(&mut self, _: &Leave<M>) {
        self.nodes.pop();
    }
}

#[test]
fn null_moves_obey_their_rules() {
    let game = MiniChess::default();
    let mut rules = PassRules::default();
    for state in random_positions(&game, 60, 48) {
        for verify in [false, true] {
            let rule = NullMoveRule {
                verify,
                ..NullMoveRule::default()
            };
            let mut search = NullMove::new(Material).with_null_move(rule);
            search.search_watched(&game, &state, &Limits::depth(5), &mut rules);
            let mut search = LateMoveReductions::with(Static(Material), Captures)
                .with_null_move(rule)
                .with_internal_deepening(true)
                .with_reductions(LateMoveRule::default());
            search.search_watched(&game, &state, &Limits::depth(5), &mut rules);
        }
    }
    assert!(rules.tries > 1_000);
}
