//! The search of a number tree, step by step.
//!
//! ```
//! use teaching::number_search::{read, search};
//! let tree = read("[[3,12,8],[2,4,6],[14,5,2]]").unwrap();
//! let found = search(&tree, "alphabeta").unwrap();
//! assert_eq!((found.value, found.leaves, tree.leaves().count()), (3, 7, 9));
//! ```

use gametree::observer::{Enter, Try, View};
use gametree::score::INF;
use gametree::searches::{AlphaBeta, FailHard, MaxMinAlphaBeta, Minimax, Negamax, Pvs};
use gametree::synthetic::{NumberTree, TreeLimits};
use gametree::{Limits, Score, Searcher, Zero};
use trace::{Event, Recorder};

/// The searches of number trees, each with a description.
pub const SEARCHES: [(&str, &str); 6] = [
    (
        "minimax",
        "visits every node; one rule for MAX and one for MIN",
    ),
    (
        "negamax",
        "minimax with one rule; values are for the side to move",
    ),
    (
        "alphabeta",
        "skips moves that cannot change the result; values are for the side to move",
    ),
    ("maxmin", "alpha-beta with one rule for MAX and one for MIN"),
    (
        "failhard",
        "alpha-beta that never returns a value outside its window",
    ),
    (
        "pvs",
        "evaluates the first move and searches the others with a null window",
    ),
];

/// The largest tree that fits on a screen.
const LIMITS: TreeLimits = TreeLimits {
    nodes: 400,
    plies: 12,
    value: 9_999,
};

/// The kind of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StepKind {
    /// The search enters a node.
    Enter,
    /// The search enters the node again, because the null window failed high.
    Again,
    /// A child returns its value to the node.
    Back,
    /// The search cuts off the remaining children.
    Cut,
    /// The search leaves the node with a value.
    Leave,
}

/// A lower and an upper bound for MAX. `None` is infinite.
pub type Window = [Option<Score>; 2];

/// The relation of the true value of a node to the value at it, for MAX.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Known {
    /// The true value is at least this.
    AtLeast,
    /// The true value is at most this.
    AtMost,
    /// The true value.
    Exact,
    /// Neither: the best of children of which only bounds are known.
    Nothing,
}

/// A step of a search. Windows and values are for MAX.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The kind.
    pub kind: StepKind,
    /// The node.
    pub node: usize,
    /// The window at the node, if the search has one. A value outside the window does not change it.
    pub window: Option<Window>,
    /// The best value so far, or the final one.
    pub value: Option<Score>,
    /// The bound that the value gives for the true value of the node.
    pub known: Known,
    /// The child with the best value so far.
    pub best: Option<usize>,
    /// The children that are cut off.
    pub skipped: Vec<usize>,
}

/// The search of a number tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NumberSearch {
    /// The value of the root for MAX.
    pub value: Score,
    /// The nodes entered, the root included.
    pub nodes: u64,
    /// The leaves visited.
    pub leaves: u64,
    /// The steps.
    pub steps: Vec<Step>,
}

/// Parses a tree that fits on a screen: at most 400 nodes and 12 plies.
pub fn read(text: &str) -> Result<NumberTree, String> {
    NumberTree::parse_within(text, &LIMITS).map_err(|error| error.to_string())
}

/// Searches a tree to its leaves with one of [`SEARCHES`].
pub fn search(tree: &NumberTree, name: &str) -> Result<NumberSearch, String> {
    let limits = Limits::depth(tree.height().max(1));
    let mut recorder = Recorder::new();
    let (root, watch) = (tree.root(), &mut recorder);
    let result = match name {
        "minimax" => Minimax::new(Zero).search_watched(tree, &root, &limits, watch),
        "negamax" => Negamax::new(Zero).search_watched(tree, &root, &limits, watch),
        "alphabeta" => AlphaBeta::new(Zero).search_watched(tree, &root, &limits, watch),
        "maxmin" => MaxMinAlphaBeta::new(Zero).search_watched(tree, &root, &limits, watch),
        "failhard" => FailHard::new(Zero).search_watched(tree, &root, &limits, watch),
        "pvs" => Pvs::new(Zero).search_watched(tree, &root, &limits, watch),
        other => {
            let names = SEARCHES.map(|(name, _)| name).join(", ");
            return Err(format!(
                "no search of number trees is called {other:?} (searches: {names})"
            ));
        }
    };
    let has_window = !["minimax", "negamax"].contains(&name);
    Ok(NumberSearch {
        value: result.score,
        nodes: result.stats.nodes,
        leaves: result.stats.leaves,
        steps: steps(tree, recorder.events(), has_window),
    })
}

/// Converts a score or a window end at a node to MAX's view.
pub(crate) const fn for_max(score: Score, view: View, ply: u32) -> Score {
    match view {
        View::SideToMove if !ply.is_multiple_of(2) => -score,
        _ => score,
    }
}

/// Converts the window of a node to MAX's view.
pub(crate) fn window_for_max(node: &Enter) -> Window {
    let [one, two] = [node.alpha, node.beta].map(|end| for_max(end, node.view, node.ply));
    [one.min(two), one.max(two)].map(|end| (end.abs() < INF).then_some(end))
}

/// A node that the search has entered and not left.
struct Open {
    node: usize,
    view: View,
    /// The window at entry.
    entry: Window,
    window: Window,
    best: Option<Score>,
    best_child: Option<usize>,
}

/// The smallest and the largest possible true value of a node for MAX.
type Range = [Score; 2];

/// Returns the range of a node from those of its children.
fn range(tree: &NumberTree, ranges: &[Range], node: usize) -> Range {
    let children = tree.children(node).iter().map(|&child| ranges[child]);
    let merge = |one: Range, other: Range| match tree.ply(node).is_multiple_of(2) {
        true => [one[0].max(other[0]), one[1].max(other[1])],
        false => [one[0].min(other[0]), one[1].min(other[1])],
    };
    children.reduce(merge).unwrap_or([-INF, INF])
}

/// Returns the bound that a returned value gives, from the window at entry and the range of the node.
fn returned(value: Score, [low, high]: Window, range: Range) -> Known {
    if range == [value; 2] {
        Known::Exact
    } else if low.is_some_and(|low| value <= low) {
        Known::AtMost
    } else if high.is_some_and(|high| value >= high) {
        Known::AtLeast
    } else {
        Known::Exact
    }
}

/// Returns the bound that the best value so far gives.
fn so_far(best: Score, is_max: bool, range: Range) -> Known {
    match is_max {
        _ if range == [best; 2] => Known::Exact,
        true if range[0] >= best => Known::AtLeast,
        false if range[1] <= best => Known::AtMost,
        _ => Known::Nothing,
    }
}

/// Converts the events of a search to steps.
fn steps(tree: &NumberTree, events: &[Event<u32>], has_window: bool) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    let mut ranges = vec![[-INF, INF]; tree.len()];
    let step = |kind, at: &Open, value, known, skipped| Step {
        kind,
        node: at.node,
        window: has_window.then_some(at.window),
        value,
        known,
        best: at.best_child,
        skipped,
    };
    for event in events {
        match event {
            Event::Enter(entered) => {
                let node = match (open.last(), entered.mv) {
                    (Some(parent), Some(mv)) => tree.children(parent.node)[mv as usize],
                    _ => tree.root(),
                };
                let kind = match entered.why {
                    Some(Try::Research) => StepKind::Again,
                    _ => StepKind::Enter,
                };
                let window = window_for_max(&entered.node);
                let at = Open {
                    node,
                    view: entered.node.view,
                    entry: window,
                    window,
                    best: None,
                    best_child: None,
                };
                steps.push(step(kind, &at, None, Known::Nothing, Vec::new()));
                open.push(at);
            }
            // A value outside the window after the last child cuts nothing off.
            Event::Cut { skipped, .. } if !skipped.is_empty() => {
                let Some(at) = open.last() else { continue };
                let children = tree.children(at.node);
                let skipped = skipped.iter().map(|&mv| children[mv as usize]);
                let is_max = tree.ply(at.node).is_multiple_of(2);
                let known = at
                    .best
                    .map_or(Known::Nothing, |best| so_far(best, is_max, ranges[at.node]));
                steps.push(step(StepKind::Cut, at, at.best, known, skipped.collect()));
            }
            Event::Leave(left) => {
                let Some(at) = open.pop() else { continue };
                let value = for_max(left.node.score, at.view, tree.ply(at.node));
                if let Some(leaf) = tree.value(at.node) {
                    ranges[at.node] = [leaf; 2];
                }
                let known = returned(value, at.entry, ranges[at.node]);
                steps.push(step(StepKind::Leave, &at, Some(value), known, Vec::new()));
                let Some(parent) = open.last_mut() else {
                    continue;
                };
                let is_max = tree.ply(parent.node).is_multiple_of(2);
                let is_better = parent.best.is_none_or(|best| match is_max {
                    true => value > best,
                    false => value < best,
                });
                if is_better {
                    parent.best = Some(value);
                    parent.best_child = Some(at.node);
                    let [low, high] = parent.window;
                    let is_inside =
                        low.is_none_or(|low| value > low) && high.is_none_or(|high| value < high);
                    if is_inside {
                        parent.window[usize::from(!is_max)] = Some(value);
                    }
                }
                ranges[parent.node] = range(tree, &ranges, parent.node);
                let best = parent.best.unwrap_or(value);
                let known = so_far(best, is_max, ranges[parent.node]);
                steps.push(step(StepKind::Back, parent, Some(best), known, Vec::new()));
            }
            _ => {}
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXTBOOK: &str = "[[3,12,8],[2,4,6],[14,5,2]]";

    #[test]
    fn every_search_finds_the_value_of_minimax() {
        for text in [
            TEXTBOOK,
            "[[[5,6],[7,4,5]],[[3]],[[6],[6,9]],[[5]]]",
            "7",
            "[1,[2,[3,[-4,5]]]]",
        ] {
            let tree = read(text).expect("a tree");
            let value = search(&tree, "minimax").expect("a search").value;
            for (name, _) in SEARCHES {
                let found = search(&tree, name).expect("a search");
                assert_eq!(found.value, value, "{name} of {text}");
                assert_eq!(found.steps.last().and_then(|step| step.value), Some(value));
                let entered = found
                    .steps
                    .iter()
                    .filter(|step| step.kind == StepKind::Enter);
                assert!(entered.count() as u64 <= found.nodes);
            }
        }
    }

    #[test]
    fn alpha_beta_cuts_two_leaves_of_the_textbook_tree() {
        let tree = read(TEXTBOOK).expect("a tree");
        let found = search(&tree, "alphabeta").expect("a search");
        let cut = found
            .steps
            .iter()
            .find(|step| step.kind == StepKind::Cut)
            .expect("a cut");
        // The second MIN node has found 2, and MAX has 3.
        assert_eq!(
            (cut.node, cut.value, cut.skipped.clone()),
            (5, Some(2), vec![7, 8])
        );
        assert_eq!(
            (cut.window, cut.known),
            (Some([Some(3), None]), Known::AtMost)
        );
        assert_eq!(
            found.steps,
            search(&tree, "maxmin").expect("a search").steps
        );
    }

    #[test]
    fn the_last_child_cuts_nothing_off_and_finished_nodes_have_bounds() {
        let tree = read(TEXTBOOK).expect("a tree");
        for name in ["alphabeta", "maxmin", "failhard"] {
            let steps = search(&tree, name).expect("a search").steps;
            let cuts = steps.iter().filter(|step| step.kind == StepKind::Cut);
            assert!(cuts.clone().all(|cut| !cut.skipped.is_empty()), "{name}");
            assert_eq!(cuts.count(), 1, "{name}");
            for step in &steps {
                if let Some([Some(low), Some(high)]) = step.window {
                    assert!(low < high, "{name}: {step:?}");
                }
            }
            let left = |node| {
                let mut left = steps.iter().filter(|step| step.kind == StepKind::Leave);
                left.find(|step| step.node == node)
                    .map(|step| (step.known, step.value))
            };
            assert_eq!(left(1), Some((Known::Exact, Some(3))), "{name}");
            assert_eq!(left(0), Some((Known::Exact, Some(3))), "{name}");
            // Two of the three leaves below the second node are cut off. All below the third are visited.
            let [second, third] = match name {
                "failhard" => [(Known::AtMost, Some(3)); 2],
                _ => [(Known::AtMost, Some(2)), (Known::Exact, Some(2))],
            };
            assert_eq!((left(5), left(9)), (Some(second), Some(third)), "{name}");
        }
    }

    #[test]
    fn every_bound_holds_for_the_minimax_value() {
        for text in [
            TEXTBOOK,
            "[[[5,6],[7,4,5]],[[3]],[[6],[6,9]],[[5]]]",
            "[[3,12,8],[5,6,7],[14,9,8]]",
            "[[[[1,5],[3,2]],[[8,0],[4,4]]],[[[2,7],[9,1]],[[6,3],[5,5]]]]",
        ] {
            let tree = read(text).expect("a tree");
            let mut values = vec![0; tree.len()];
            for node in (0..tree.len()).rev() {
                let below = tree.children(node).iter().map(|&child| values[child]);
                values[node] = match tree.ply(node).is_multiple_of(2) {
                    true => below.max(),
                    false => below.min(),
                }
                .or(tree.value(node))
                .expect("a value");
            }
            for (name, _) in SEARCHES {
                for step in search(&tree, name).expect("a search").steps {
                    let Some(value) = step.value else { continue };
                    let holds = match step.known {
                        Known::AtLeast => values[step.node] >= value,
                        Known::AtMost => values[step.node] <= value,
                        Known::Exact => values[step.node] == value,
                        Known::Nothing => true,
                    };
                    assert!(holds, "{name} of {text}: {step:?}");
                }
            }
        }
    }

    #[test]
    fn errors_name_the_mistake() {
        for (text, reason) in [
            ("[3,x]", "neither a number nor a bracket"),
            ("[3,4", "never closed"),
            ("[99999]", "at most 9999"),
            (
                &format!("{}1{}", "[".repeat(20), "]".repeat(20)),
                "12 plies",
            ),
        ] {
            let error = read(text).expect_err("no tree");
            assert!(error.contains(reason), "{error}");
        }
        let tree = read(TEXTBOOK).expect("a tree");
        assert!(search(&tree, "mcts").is_err());
    }
}
