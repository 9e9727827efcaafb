//! Every exact search equals plain minimax, on trees and on graphs, and keeps the
//! window contract.

use gametree::checks::{Named, exact_searches, keeps_contract, minimax, orderings};
use gametree::searches::{
    AlphaBeta, Aspiration, BestMoves, Deepening, FailHard, MaxMinAlphaBeta, MtdF, Pvs,
    TableAlphaBeta, best_moves,
};
use gametree::synthetic::{GraphGame, NodeValue, UniformTree, VertexValue};
use gametree::table::{BoundsTable, DepthMatch, Replacement, Table};
use gametree::{Bound, Evaluator, Game, INF, Limits, Searcher, SplitMix64};

/// A thousand small trees of different shapes, many of them with ties.
fn trees() -> impl Iterator<Item = (UniformTree, u32)> {
    (0..1_000).map(|seed| {
        let mut rng = SplitMix64::new(seed);
        let branching = 2 + rng.below(3) as u32;
        let depth = 2 + rng.below(4) as u32;
        let range = [2, 10, 100][rng.below(3) as usize];
        (
            UniformTree::random(branching, depth, seed).with_range(range),
            depth,
        )
    })
}

/// Compares value, bound, and the value of the chosen move.
fn check<G: Game, E: Evaluator<G> + Clone>(
    game: &G,
    root: &G::State,
    depth: u32,
    eval: &E,
    searches: &mut [Named<G>],
    label: &str,
) {
    let truth = minimax(game, root, depth, eval);
    for (name, search) in searches {
        let result = search.search(game, root, &Limits::depth(depth));
        assert_eq!(result.score, truth, "{name} on {label}, depth {depth}");
        assert_eq!(result.bound, Bound::Exact, "{name} on {label}");
        assert!(!result.stopped);
        let Some(best) = result.best else {
            assert!(game.terminal(root).is_some(), "{name} on {label}: no move");
            continue;
        };
        // The move must have the value.
        let mut child = root.clone();
        game.play(&mut child, best);
        let reply = minimax(game, &child, depth - 1, eval);
        let reply = if game.side(&child) == game.side(root) {
            reply
        } else {
            -reply
        };
        assert_eq!(
            reply, truth,
            "{name} on {label}: the move {best:?} is not best"
        );
    }
}

#[test]
fn exact_searches_equal_minimax_on_random_trees() {
    for (seed, (tree, depth)) in trees().enumerate() {
        // New searches for each tree: nodes of different trees have equal keys.
        let mut fresh = exact_searches(&NodeValue);
        check(
            &tree,
            &tree.root(),
            depth,
            &NodeValue,
            &mut fresh,
            &format!("tree {seed}"),
        );
        // Also above the leaves, where the horizon is evaluated.
        let mut fresh = orderings(&NodeValue);
        check(
            &tree,
            &tree.root(),
            depth - 1,
            &NodeValue,
            &mut fresh,
            &format!("tree {seed}"),
        );
    }
}

#[test]
fn exact_searches_equal_minimax_on_graphs_with_transpositions() {
    for seed in 0..150 {
        for game in [
            GraphGame::new(30, seed),
            GraphGame::with_double_moves(30, seed),
        ] {
            let label = format!("graph {seed}");
            for depth in [1, 4, 6] {
                let mut searches = exact_searches(&VertexValue);
                searches.extend(orderings(&VertexValue));
                check(
                    &game,
                    &game.root(),
                    depth,
                    &VertexValue,
                    &mut searches,
                    &label,
                );
            }
        }
    }
}

#[test]
fn the_window_contract_holds_on_random_windows() {
    for seed in 0..150 {
        let game = GraphGame::with_double_moves(30, seed);
        let truth = minimax(&game, &game.root(), 5, &VertexValue);
        let mut rng = SplitMix64::new(seed);
        for _ in 0..4 {
            let alpha = rng.between(-55, 54);
            let window = (alpha, rng.between(alpha + 1, 55));
            for (name, mut search) in exact_searches(&VertexValue) {
                let result = search.search_window(&game, &game.root(), &Limits::depth(5), window);
                assert!(
                    keeps_contract(result.score, truth, window),
                    "{name} on graph {seed}: {} for {truth} in {window:?}",
                    result.score
                );
            }
            let hard = FailHard::new(VertexValue).search_window(
                &game,
                &game.root(),
                &Limits::depth(5),
                window,
            );
            assert_eq!(
                hard.score,
                truth.clamp(window.0, window.1),
                "fail-hard clamps"
            );
            let soft = AlphaBeta::new(VertexValue).search_window(
                &game,
                &game.root(),
                &Limits::depth(5),
                window,
            );
            if soft.bound == Bound::Upper {
                assert_eq!(soft.best, None, "a fail low has no best move");
            }
        }
    }
}

#[test]
fn the_three_alpha_betas_visit_the_same_nodes_from_the_full_window() {
    for (tree, depth) in trees().take(200) {
        let limits = Limits::depth(depth);
        let soft = AlphaBeta::new(NodeValue).search(&tree, &tree.root(), &limits);
        let hard = FailHard::new(NodeValue).search(&tree, &tree.root(), &limits);
        let maxmin = MaxMinAlphaBeta::new(NodeValue).search(&tree, &tree.root(), &limits);
        for other in [hard, maxmin] {
            assert_eq!(other.stats.nodes, soft.stats.nodes);
            assert_eq!(other.stats.leaves, soft.stats.leaves);
            assert_eq!(other.pv, soft.pv);
        }
    }
}

#[test]
fn the_principal_variation_leads_to_the_value() {
    for seed in 0..100 {
        let game = GraphGame::with_double_moves(30, seed);
        for (name, mut search) in exact_searches(&VertexValue)
            .into_iter()
            .chain(orderings(&VertexValue))
        {
            let result = search.search(&game, &game.root(), &Limits::depth(5));
            let mut state = game.root();
            for &mv in &result.pv {
                let mut legal = Vec::new();
                game.moves(&state, &mut legal);
                assert!(legal.contains(&mv), "{name}: {mv} is illegal");
                game.play(&mut state, mv);
            }
            // Only a table may shorten the line.
            let short = result.pv.len() < 5 && game.terminal(&state).is_none();
            let has_table = name.contains("table") || name.contains("mtd");
            assert!(!short || has_table, "{name}: {:?}", result.pv);
            if !short {
                let end = VertexValue.evaluate(&game, &state);
                let end = if game.side(&state) == game.side(&game.root()) {
                    end
                } else {
                    -end
                };
                assert_eq!(end, result.score, "{name} on graph {seed}");
            }
        }
    }
}

#[test]
fn mtdf_finds_the_value_from_any_guess_and_a_right_guess_needs_two_passes() {
    for seed in 0..100 {
        let game = GraphGame::new(30, seed);
        let truth = minimax(&game, &game.root(), 5, &VertexValue);
        for guess in [-25, -3, 0, 4, 30, truth, INF - 1] {
            let mut search = MtdF::new(VertexValue, BoundsTable::new(1 << 12), guess);
            let result = search.search(&game, &game.root(), &Limits::depth(5));
            assert_eq!(result.score, truth, "graph {seed} from {guess}");
            if guess == truth {
                assert_eq!(result.stats.researches, 1, "two passes");
            }
        }
    }
}

#[test]
fn the_size_of_the_table_and_its_policy_do_not_change_the_value() {
    for seed in 0..60 {
        let game = GraphGame::new(30, seed);
        let truth = minimax(&game, &game.root(), 6, &VertexValue);
        for policy in Replacement::ALL {
            for entries in [1, 3, 16, 1 << 8, 1 << 14] {
                let table = Table::new(entries, policy);
                let mut search =
                    Deepening::new(TableAlphaBeta::new(VertexValue, table, DepthMatch::Exact));
                let result = search.search(&game, &game.root(), &Limits::depth(6));
                assert_eq!(
                    result.score, truth,
                    "graph {seed}, {entries} entries, {policy:?}"
                );
            }
        }
    }
}

#[test]
fn reusing_deeper_entries_changes_the_value() {
    // The reason for `DepthMatch`: with `AtLeast` the root value is often not that of
    // the given depth. If this becomes zero, the games have no transpositions.
    let mut different = 0;
    for seed in 0..150 {
        let game = GraphGame::new(30, seed);
        let table = Table::new(1 << 12, Replacement::Always);
        let mut search =
            Deepening::new(TableAlphaBeta::new(VertexValue, table, DepthMatch::AtLeast));
        let result = search.search(&game, &game.root(), &Limits::depth(6));
        different += u32::from(result.score != minimax(&game, &game.root(), 6, &VertexValue));
    }
    assert!(different > 20, "only {different} of 250 games differ");
}

/// Returns the moves whose minimax value is that of the root.
fn truly_best<G: Game, E: Evaluator<G> + Clone>(
    game: &G,
    root: &G::State,
    depth: u32,
    eval: &E,
) -> Vec<G::Move> {
    let truth = minimax(game, root, depth, eval);
    let mut moves = Vec::new();
    game.moves(root, &mut moves);
    moves.retain(|&mv| {
        let mut child = root.clone();
        game.play(&mut child, mv);
        let value = minimax(game, &child, depth - 1, eval);
        let changed = game.side(&child) != game.side(root);
        truth == if changed { -value } else { value }
    });
    moves
}

#[test]
fn all_best_moves_and_no_others_are_found() {
    let mut ties = 0;
    for (tree, depth) in trees().take(300) {
        let (root, limits) = (tree.root(), Limits::depth(depth));
        let expected = truly_best(&tree, &root, depth, &NodeValue);
        let truth = minimax(&tree, &root, depth, &NodeValue);
        let (found, result) = best_moves(&mut AlphaBeta::new(NodeValue), &tree, &root, &limits);
        assert_eq!((&found, result.score), (&expected, truth));
        assert_eq!(result.best, Some(expected[0]));
        // Combined with other searches, it finds the same moves.
        let table = || Table::new(1 << 8, Replacement::Bucket);
        let pvs = || Pvs::new(NodeValue).with_table(table(), DepthMatch::Exact);
        let mut around = Deepening::new(Aspiration::new(BestMoves::new(pvs()), 3));
        assert_eq!(around.search(&tree, &root, &limits).score, truth);
        assert_eq!(around.inner().inner().moves(), expected);
        let mut inside = BestMoves::new(Aspiration::new(pvs(), 3).with_guess(1));
        assert_eq!(inside.search(&tree, &root, &limits).score, truth);
        assert_eq!(inside.moves(), expected);
        ties += u32::from(expected.len() > 1);
    }
    assert!(ties > 20, "only {ties} positions with ties");
    for seed in 0..60 {
        let game = GraphGame::with_double_moves(30, seed);
        let mut search = AlphaBeta::new(VertexValue);
        let (found, _) = best_moves(&mut search, &game, &game.root(), &Limits::depth(5));
        assert_eq!(found, truly_best(&game, &game.root(), 5, &VertexValue));
    }
}

#[test]
fn a_random_best_move_is_best_and_any_of_them_is_chosen() {
    let (tree, depth) = (UniformTree::random(8, 3, 3).with_range(1), 3);
    let (root, limits) = (tree.root(), Limits::depth(depth));
    let best = truly_best(&tree, &root, depth, &NodeValue);
    assert!(best.len() > 2);
    let mut chosen = std::collections::BTreeSet::new();
    for seed in 0..50 {
        let mut search = Deepening::new(BestMoves::new(AlphaBeta::new(NodeValue)).at_random(seed));
        let result = search.search(&tree, &root, &limits);
        let mv = result.best.expect("a move");
        assert!(best.contains(&mv), "{mv} is none of {best:?}");
        assert_eq!((result.pv.first(), result.pv.len()), (Some(&mv), 3));
        // The same seed always makes the same choice.
        assert_eq!(search.search(&tree, &root, &limits).best, Some(mv));
        chosen.insert(mv);
    }
    assert_eq!(chosen.len(), best.len());
}
