//! From a question that goes wrong to the smallest one that still does.

use std::collections::BTreeSet;

use games::GameKind;
use gametree::Score;

use super::boards;
use super::question::{Graph, Question, Setting, Tree};

/// Makes a question smaller as long as `fails` says that it still goes wrong, and asks at most so often.
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

/// Questions that are a little smaller, those that leave most out first.
fn smaller(question: &Question) -> Vec<Question> {
    let of = |setting: Setting, depth: u32| Question {
        setting,
        depth,
        ..question.clone()
    };
    match &question.setting {
        Setting::Tree(tree) => smaller_trees(tree)
            .into_iter()
            .chain(plainer_trees(tree))
            .filter(|tree| matches!(tree, Tree::Node(_)))
            .map(|tree| {
                let height = tree.height();
                of(Setting::Tree(tree), height)
            })
            .collect(),
        Setting::Graph(graph) => {
            let mut all = Vec::new();
            if question.depth > 1 {
                all.push(of(question.setting.clone(), question.depth - 1));
            }
            let graphs = smaller_graphs(graph).into_iter();
            all.extend(graphs.map(|graph| of(Setting::Graph(graph), question.depth)));
            all
        }
        Setting::Board(kind, position) => {
            let mut all = Vec::new();
            if question.depth > 1 {
                all.push(of(question.setting.clone(), question.depth - 1));
            }
            let positions = smaller_positions(*kind, position).into_iter();
            all.extend(positions.map(|it| of(Setting::Board(*kind, it), question.depth)));
            all
        }
    }
}

/// Trees with a part less, or with a smaller number.
fn smaller_trees(tree: &Tree) -> Vec<Tree> {
    let children = match tree {
        Tree::Leaf(0) => return Vec::new(),
        // Nearer to zero, which is the plainest number.
        Tree::Leaf(value) => return vec![Tree::Leaf(0), Tree::Leaf(value - value.signum())],
        Tree::Node(children) => children,
    };
    let mut all: Vec<Tree> = Vec::new();
    if children.len() > 1 {
        for gone in 0..children.len() {
            let mut fewer = children.clone();
            fewer.remove(gone);
            all.push(Tree::Node(fewer));
        }
    }
    for (place, child) in children.iter().enumerate() {
        let with = |new: Tree| {
            let mut changed = children.clone();
            changed[place] = new;
            Tree::Node(changed)
        };
        if matches!(child, Tree::Node(_)) {
            all.push(with(Tree::Leaf(0)));
            // A line two plies shorter has the same players.
            if let Tree::Node(below) = child {
                let deeper = below.iter().filter_map(|it| match it {
                    Tree::Node(again) => Some(again),
                    Tree::Leaf(_) => None,
                });
                all.extend(deeper.flatten().cloned().map(with));
                all.extend(
                    below
                        .iter()
                        .filter(|it| matches!(it, Tree::Leaf(_)))
                        .cloned()
                        .map(with),
                );
            }
        }
        all.extend(smaller_trees(child).into_iter().map(with));
    }
    all
}

/// Trees in which one number is nearer to zero wherever it stands: what is equal stays equal.
fn plainer_trees(tree: &Tree) -> Vec<Tree> {
    fn numbers(tree: &Tree, found: &mut BTreeSet<Score>) {
        match tree {
            Tree::Leaf(value) => _ = found.insert(*value),
            Tree::Node(children) => children.iter().for_each(|child| numbers(child, found)),
        }
    }
    fn changed(tree: &Tree, from: Score, to: Score) -> Tree {
        match tree {
            Tree::Leaf(value) => Tree::Leaf(if *value == from { to } else { *value }),
            Tree::Node(children) => {
                let children = children.iter().map(|child| changed(child, from, to));
                Tree::Node(children.collect())
            }
        }
    }
    let mut found = BTreeSet::new();
    numbers(tree, &mut found);
    found.remove(&0);
    let nearer = found
        .iter()
        .map(|&from| changed(tree, from, from - from.signum()));
    nearer.collect()
}

/// Graphs with a vertex or an edge less, or with a smaller number.
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
    // Who begins has to have a move.
    all.retain(|graph| !graph.moves[0].is_empty());
    all
}

/// The same without a vertex and the edges that lead there.
fn without(graph: &Graph, gone: usize) -> Graph {
    let mut smaller = Graph {
        moves: Vec::new(),
        values: Vec::new(),
    };
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

/// Positions with a piece less, where pieces can be taken away.
fn smaller_positions(kind: GameKind, position: &str) -> Vec<String> {
    if kind != GameKind::Chess {
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
        let merged = boards::merged(&bare);
        let position = format!("{merged} {rest}");
        if boards::goes_on(kind, &position) {
            all.push(position);
        }
    }
    all
}
