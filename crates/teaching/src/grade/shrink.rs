//! Shrinks a question that a program answers wrongly to the smallest one that it still answers wrongly.

use std::collections::BTreeSet;

use games::{BoardGame, Chess, GameId};
use gametree::Score;
use gametree::synthetic::NumberTree;

use super::boards;
use super::question::{Graph, Problem, Question};

/// Returns the smallest question found for which `fails` still holds, after at most `budget` calls.
pub fn smallest(
    start: &Question,
    mut budget: u32,
    fails: &mut dyn FnMut(&Question) -> bool,
) -> Question {
    let mut best = start.clone();
    'again: loop {
        for smaller in smaller(&best) {
            if budget == 0 {
                return best;
            }
            budget -= 1;
            if fails(&smaller) {
                best = smaller;
                continue 'again;
            }
        }
        return best;
    }
}

/// Lists questions that are a little smaller, the smallest first.
fn smaller(question: &Question) -> Vec<Question> {
    let of = |problem: Problem, depth: u32| Question {
        problem,
        depth,
        ..question.clone()
    };
    let is_deep = question.depth > 1;
    let shallower = is_deep.then(|| of(question.problem.clone(), question.depth - 1));
    match &question.problem {
        Problem::Tree(tree) => smaller_trees(tree, tree.root())
            .into_iter()
            .chain(plainer_trees(tree))
            .filter(|tree| tree.len() > 1)
            .map(|tree| {
                let height = tree.height();
                of(Problem::Tree(tree), height)
            })
            .collect(),
        Problem::Graph(graph) => {
            let graphs = smaller_graphs(graph).into_iter();
            let graphs = graphs.map(|graph| of(Problem::Graph(graph), question.depth));
            shallower.into_iter().chain(graphs).collect()
        }
        Problem::Board(kind, position) => {
            let positions = smaller_positions(*kind, position).into_iter();
            let positions = positions.map(|it| of(Problem::Board(*kind, it), question.depth));
            shallower.into_iter().chain(positions).collect()
        }
    }
}

/// Lists trees with a part less, or with a smaller number, at or below a node.
fn smaller_trees(tree: &NumberTree, node: usize) -> Vec<NumberTree> {
    let leaf = NumberTree::leaf;
    match tree.value(node) {
        Some(0) => return Vec::new(),
        Some(value) => {
            return vec![
                tree.replaced(node, &leaf(0)),
                tree.replaced(node, &leaf(value - value.signum())),
            ];
        }
        None => {}
    }
    let children = tree.children(node);
    let mut all = Vec::new();
    if children.len() > 1 {
        for gone in children {
            let kept = children.iter().filter(|child| *child != gone);
            let fewer = NumberTree::node(kept.map(|&child| tree.subtree(child)));
            all.push(tree.replaced(node, &fewer));
        }
    }
    for &child in children {
        let with = |new: usize| tree.replaced(child, &tree.subtree(new));
        if tree.value(child).is_none() {
            all.push(tree.replaced(child, &leaf(0)));
            // Two plies less keep the side to move.
            let (leaves, inner): (Vec<usize>, Vec<usize>) = tree
                .children(child)
                .iter()
                .partition(|&&below| tree.value(below).is_some());
            let deeper = inner.iter().flat_map(|&below| tree.children(below));
            all.extend(deeper.chain(&leaves).map(|&below| with(below)));
        }
        all.extend(smaller_trees(tree, child));
    }
    all
}

/// Lists trees in which one number is nearer to zero at every leaf that has it, so that equal leaves stay equal.
fn plainer_trees(tree: &NumberTree) -> Vec<NumberTree> {
    let numbers: BTreeSet<Score> = tree.leaves().map(|(_, value)| value).collect();
    let changed = numbers.into_iter().filter(|&number| number != 0);
    changed
        .map(|from| {
            let nearer = from - from.signum();
            tree.with_values(|value| if value == from { nearer } else { value })
        })
        .collect()
}

/// Lists graphs with a vertex or an edge less, or with a smaller number.
fn smaller_graphs(graph: &Graph) -> Vec<Graph> {
    let mut all = Vec::new();
    let count = graph.moves.len();
    for gone in (1..count).rev() {
        all.push(without(graph, gone));
    }
    for vertex in 0..count {
        for edge in 0..graph.moves[vertex].len() {
            if vertex == 0 && graph.moves[0].len() == 1 {
                continue;
            }
            let mut fewer = graph.clone();
            fewer.moves[vertex].remove(edge);
            all.push(fewer);
        }
    }
    for vertex in 0..count {
        let value = graph.values[vertex];
        for plainer in [0, value - value.signum()] {
            if plainer != value {
                let mut changed = graph.clone();
                changed.values[vertex] = plainer;
                all.push(changed);
            }
        }
    }
    // MAX needs a move.
    all.retain(|graph| !graph.moves[0].is_empty());
    all
}

/// Returns a graph without a vertex and the edges that lead to it.
fn without(graph: &Graph, gone: usize) -> Graph {
    let mut smaller = Graph::default();
    for (vertex, (moves, &value)) in graph.moves.iter().zip(&graph.values).enumerate() {
        if vertex == gone {
            continue;
        }
        let kept = moves.iter().filter(|&&to| to != gone);
        smaller
            .moves
            .push(kept.map(|&to| to - usize::from(to > gone)).collect());
        smaller.values.push(value);
    }
    smaller
}

/// Lists chess positions with a piece less; none for other games.
fn smaller_positions(kind: GameId, position: &str) -> Vec<String> {
    if kind != Chess::ID {
        return Vec::new();
    }
    let Some((board, rest)) = position.split_once(' ') else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for (place, piece) in board.char_indices() {
        if !piece.is_ascii_alphabetic() || piece.eq_ignore_ascii_case(&'k') {
            continue;
        }
        let bare = format!("{}1{}", &board[..place], &board[place + 1..]);
        let position = format!("{} {rest}", boards::merged(&bare));
        if boards::open(kind, &position).is_ok_and(|board| board.has_moves()) {
            all.push(position);
        }
    }
    all
}
