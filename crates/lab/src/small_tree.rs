//! A tree of numbers, as a lecturer draws one on a blackboard, and a search of it step by step.
//!
//! ```
//! use lab::small_tree::SmallTree;
//! let tree: SmallTree = "[[3,12,8],[2,4,6],[14,5,2]]".parse().unwrap();
//! let found = tree.search("alphabeta").unwrap();
//! assert_eq!((found.value, found.leaves, tree.leaves()), (3, 7, 9));
//! ```

use std::str::FromStr;

use gametree::observer::Try;
use gametree::score::INF;
use gametree::searches::{AlphaBeta, FailHard, MaxMinAlphaBeta, Minimax, Negamax, Pvs};
use gametree::synthetic::ExplicitTree;
use gametree::trace::{Event, Recorder};
use gametree::{Limits, Score, Searcher, Zero};
use serde::Serialize;

/// The searches that a small tree can be shown with, and what they are.
pub const SEARCHES: [(&str, &str); 6] = [
    (
        "minimax",
        "looks at everything; MAX and MIN have a rule each",
    ),
    (
        "negamax",
        "the same with one rule, values for whoever moves",
    ),
    (
        "alphabeta",
        "does not look at what cannot matter, values for whoever moves",
    ),
    (
        "maxmin",
        "alpha-beta with the rules for MAX and MIN written out",
    ),
    (
        "failhard",
        "alpha-beta that never answers outside its window",
    ),
    ("pvs", "values the first move and only refutes the others"),
];

/// More nodes than this do not fit on a screen.
const MOST: usize = 400;

/// No tree that a hand has drawn is deeper.
const DEEPEST: u32 = 12;

/// A tree of numbers. MAX moves at the root, and all numbers are for MAX.
#[derive(Clone, Debug)]
pub struct SmallTree {
    tree: ExplicitTree,
    nodes: Vec<SmallNode>,
    children: Vec<Vec<usize>>,
}

/// A node of a small tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct SmallNode {
    /// The node above it, by its place in the list; none for the root, which comes first.
    pub parent: Option<usize>,
    /// Plies from the root: MAX moves at the even ones.
    pub ply: u32,
    /// The number, if it is a leaf.
    pub leaf: Option<Score>,
}

/// What happened at a step of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// A node is looked at.
    Enter,
    /// The same node again, because a null window was too small.
    Again,
    /// A value comes back from a child.
    Back,
    /// The rest of a node's moves is not looked at.
    Cut,
    /// A node has its value.
    Leave,
}

/// One step of a search. Windows and values are for MAX.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SmallStep {
    /// What happened.
    pub kind: StepKind,
    /// At which node.
    pub node: usize,
    /// The window there, if the search has one: no end is no bound.
    pub window: Option<[Option<Score>; 2]>,
    /// The value so far, or in the end.
    pub value: Option<Score>,
    /// The children that are not looked at, where the node is cut.
    pub skipped: Vec<usize>,
}

/// A search of a small tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmallSearch {
    /// What the root is worth to MAX.
    pub value: Score,
    /// Nodes that were entered, the root included.
    pub nodes: u64,
    /// Leaves that were looked at.
    pub leaves: u64,
    /// What happened.
    pub steps: Vec<SmallStep>,
}

impl FromStr for SmallTree {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.len() > 4_000 {
            return Err("a small tree has at most 4000 letters".to_owned());
        }
        let tree: ExplicitTree = text.parse().map_err(|error| format!("{error}"))?;
        let mut nodes = Vec::new();
        let mut children: Vec<Vec<usize>> = Vec::new();
        // The same text once more, from the outside in: the root comes first, and children in their order.
        let spaced = text
            .replace('[', " [ ")
            .replace(']', " ] ")
            .replace(',', " ");
        let mut open: Vec<usize> = Vec::new();
        for word in spaced.split_whitespace() {
            if word == "]" {
                open.pop();
                continue;
            }
            let (place, parent) = (nodes.len(), open.last().copied());
            if place >= MOST || open.len() as u32 > DEEPEST {
                return Err(format!(
                    "a small tree has at most {MOST} nodes and {DEEPEST} plies"
                ));
            }
            nodes.push(SmallNode {
                parent,
                ply: open.len() as u32,
                leaf: word.parse().ok(),
            });
            children.push(Vec::new());
            if let Some(parent) = parent {
                children[parent].push(place);
            }
            if word == "[" {
                open.push(place);
            }
        }
        if let Some(large) = nodes
            .iter()
            .filter_map(|node| node.leaf)
            .find(|leaf| leaf.abs() > 9_999)
        {
            return Err(format!(
                "the numbers of a small tree are at most 9999, not {large}"
            ));
        }
        Ok(Self {
            tree,
            nodes,
            children,
        })
    }
}

impl SmallTree {
    /// The nodes, the root first, every node before its children.
    #[must_use]
    pub fn nodes(&self) -> &[SmallNode] {
        &self.nodes
    }

    /// How many leaves there are.
    #[must_use]
    pub fn leaves(&self) -> u64 {
        self.nodes.iter().filter(|node| node.leaf.is_some()).count() as u64
    }

    /// Searches the tree to its end with one of [`SEARCHES`].
    pub fn search(&self, search: &str) -> Result<SmallSearch, String> {
        let limits = Limits::depth(DEEPEST + 1);
        let mut recorder = Recorder::new();
        let root = self.tree.root();
        let (tree, watch) = (&self.tree, &mut recorder);
        let result = match search {
            "minimax" => Minimax::new(Zero).search_watched(tree, &root, &limits, watch),
            "negamax" => Negamax::new(Zero).search_watched(tree, &root, &limits, watch),
            "alphabeta" => AlphaBeta::new(Zero).search_watched(tree, &root, &limits, watch),
            "maxmin" => MaxMinAlphaBeta::new(Zero).search_watched(tree, &root, &limits, watch),
            "failhard" => FailHard::new(Zero).search_watched(tree, &root, &limits, watch),
            "pvs" => Pvs::new(Zero).search_watched(tree, &root, &limits, watch),
            other => {
                let names = SEARCHES.map(|(name, _)| name).join(", ");
                return Err(format!(
                    "no search of small trees is called {other:?}: there are {names}"
                ));
            }
        };
        let windowed = !["minimax", "negamax"].contains(&search);
        let max_form = ["minimax", "maxmin"].contains(&search);
        Ok(SmallSearch {
            value: result.score,
            nodes: result.stats.nodes,
            leaves: result.stats.leaves,
            steps: self.steps(recorder.events(), windowed, max_form),
        })
    }

    /// What happened, with windows and values turned to MAX's view and every node by its place.
    fn steps(&self, events: &[Event<u32>], windowed: bool, max_form: bool) -> Vec<SmallStep> {
        /// A node that is being searched.
        struct Open {
            node: usize,
            alpha: Score,
            beta: Score,
            best: Option<Score>,
        }
        let mut steps = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        let end = |score: Score| (score.abs() < INF).then_some(score);
        let window = |at: &Open| windowed.then(|| [end(at.alpha), end(at.beta)]);
        for event in events {
            match event {
                Event::Enter {
                    mv,
                    why,
                    alpha,
                    beta,
                    ..
                } => {
                    let node = match (open.last(), mv) {
                        (Some(above), Some(mv)) => self.children[above.node][*mv as usize],
                        _ => 0,
                    };
                    let is_max = self.nodes[node].ply.is_multiple_of(2);
                    let (alpha, beta) = if max_form || is_max {
                        (*alpha, *beta)
                    } else {
                        (-*beta, -*alpha)
                    };
                    let at = Open {
                        node,
                        alpha,
                        beta,
                        best: None,
                    };
                    steps.push(SmallStep {
                        kind: if *why == Some(Try::Research) {
                            StepKind::Again
                        } else {
                            StepKind::Enter
                        },
                        node,
                        window: window(&at),
                        value: None,
                        skipped: Vec::new(),
                    });
                    open.push(at);
                }
                Event::Cut { skipped, .. } => {
                    let Some(at) = open.last() else { continue };
                    steps.push(SmallStep {
                        kind: StepKind::Cut,
                        node: at.node,
                        window: window(at),
                        value: at.best,
                        skipped: skipped
                            .iter()
                            .map(|&mv| self.children[at.node][mv as usize])
                            .collect(),
                    });
                }
                Event::Leave { score, .. } => {
                    let Some(at) = open.pop() else { continue };
                    let is_max = self.nodes[at.node].ply.is_multiple_of(2);
                    let value = if max_form || is_max { *score } else { -*score };
                    steps.push(SmallStep {
                        kind: StepKind::Leave,
                        node: at.node,
                        window: window(&at),
                        value: Some(value),
                        skipped: Vec::new(),
                    });
                    let Some(above) = open.last_mut() else {
                        continue;
                    };
                    if self.nodes[above.node].ply.is_multiple_of(2) {
                        above.best = above.best.max(Some(value));
                        above.alpha = above.alpha.max(value);
                    } else {
                        above.best = Some(above.best.map_or(value, |best| best.min(value)));
                        above.beta = above.beta.min(value);
                    }
                    steps.push(SmallStep {
                        kind: StepKind::Back,
                        node: above.node,
                        window: window(above),
                        value: above.best,
                        skipped: Vec::new(),
                    });
                }
                _ => {}
            }
        }
        steps
    }
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
            let tree: SmallTree = text.parse().expect("a tree");
            let value = tree.search("minimax").expect("a search").value;
            for (name, _) in SEARCHES {
                let found = tree.search(name).expect("a search");
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
    fn alpha_beta_strikes_two_leaves_of_the_textbook_tree() {
        let tree: SmallTree = TEXTBOOK.parse().expect("a tree");
        let found = tree.search("alphabeta").expect("a search");
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
        assert_eq!(cut.window, Some([Some(3), Some(2)]));
        assert_eq!(found.steps, tree.search("maxmin").expect("a search").steps);
    }

    #[test]
    fn what_is_no_small_tree_is_told() {
        for (text, says) in [
            ("[3,x]", "neither a number nor a bracket"),
            ("[3,4", "never closed"),
            ("[99999]", "at most 9999"),
            (&"[".repeat(50), "never closed"),
            (
                &format!("{}1{}", "[".repeat(20), "]".repeat(20)),
                "12 plies",
            ),
        ] {
            let error = text.parse::<SmallTree>().expect_err("no tree");
            assert!(error.contains(says), "{error}");
        }
        let tree: SmallTree = TEXTBOOK.parse().expect("a tree");
        assert!(tree.search("mcts").is_err());
    }
}
