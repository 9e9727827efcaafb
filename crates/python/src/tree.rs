//! Recorded trees and number trees, drawn by `report::tree`.

use std::collections::VecDeque;

use games::{BoardGame, Record};
use players::{Measured, PlayerSpec, value_of_player};
use pyo3::prelude::*;
use report::tree::{Drawing, Node, Shape, Spacing, State};
use serde::Serialize;
use teaching::number_drawing::{View, draw};
use teaching::number_search::{self, StepKind};
use trace::{AnyTree, Child, Recorded, Recorder, TreeNode};

use crate::error::{json, value_error};

/// The distances in a drawing: a triangle fits beside a leaf and its move.
const SPACING: Spacing = Spacing {
    siblings: 54.0,
    cousins: 60.0,
    ..Spacing::NARROW
};

/// The most children of a node in a drawing.
const MOST_CHILDREN: usize = 8;

/// A recorded search tree.
#[pyclass(frozen, module = "espalier._espalier")]
pub struct RecordedTree {
    tree: Box<dyn AnyTree>,
    summary: String,
    /// The root of the last iteration.
    root: u32,
}

/// Indexes a recorded search.
pub fn record<G: BoardGame>(
    game: &G,
    record: &Record<G>,
    spec: &PlayerSpec,
    answer: &Measured,
    recorder: Recorder<G::Move>,
) -> RecordedTree {
    let state = record.state().clone();
    let best = answer.bestmove.as_deref();
    let best = best.and_then(|text| game.read_move(&state, text).ok());
    let value = value_of_player::<G>;
    let recorded = Recorded::new(game.clone(), state, spec.name(), value, recorder);
    let (score, nodes, ms) = (answer.value_text(), answer.nodes, answer.time_ms);
    let summary = recorded.summary(&spec.to_string(), best, score, nodes, ms);
    RecordedTree {
        root: summary.roots.last().map_or(0, |root| root.id),
        summary: serde_json::to_string(&summary).unwrap_or_default(),
        tree: Box::new(recorded),
    }
}

#[pymethods]
impl RecordedTree {
    /// The summary as JSON.
    #[getter]
    fn summary(&self) -> &str {
        &self.summary
    }

    /// The number of the root of the last iteration.
    #[getter]
    const fn root(&self) -> u32 {
        self.root
    }

    /// Returns the details of a node as JSON.
    fn inspect(&self, node: u32) -> PyResult<String> {
        json(&self.tree.inspect(node).map_err(value_error)?)
    }

    /// Returns the children of a node and its skipped moves as JSON.
    fn children(&self, node: u32) -> PyResult<String> {
        json(&self.tree.children(node).map_err(value_error)?)
    }

    /// Returns the details of the node that a line of moves leads to as JSON.
    fn find(&self, line: &str) -> PyResult<String> {
        json(&self.tree.find(line).map_err(value_error)?)
    }

    /// Draws the tree below a node with at most this number of nodes as SVG.
    fn svg(&self, node: u32, most: usize) -> PyResult<String> {
        let nodes = self.nodes(node, most.max(1)).map_err(value_error)?;
        Ok(Drawing::new(nodes, SPACING)
            .svg("Search tree")
            .into_string())
    }
}

impl RecordedTree {
    /// Returns the nodes of a drawing: ply by ply, the principal variation first, until there are enough.
    fn nodes(&self, root: u32, most: usize) -> Result<Vec<Node>, String> {
        let top = self.tree.inspect(root)?.node;
        let from = top.ply;
        let mut nodes = vec![Node {
            is_on_line: true,
            ..drawn(&top, None, from)
        }];
        let mut queue = VecDeque::from([(0, top)]);
        while let Some((parent, node)) = queue.pop_front() {
            let children = self.tree.children(node.id)?;
            let shown = children.len().min(MOST_CHILDREN);
            if shown == 0 || nodes.len() + shown > most {
                continue;
            }
            nodes[parent].shape = Shape::Inner;
            let is_best = |child: &Child| matches!(child, Child::Node { node } if node.best);
            let late = children.iter().skip(shown).find(|child| is_best(child));
            let first = children.iter().take(shown - usize::from(late.is_some()));
            for child in first.chain(late) {
                match child {
                    Child::Node { node } => {
                        let index = nodes.len();
                        nodes.push(Node {
                            is_on_line: nodes[parent].is_on_line && node.best,
                            ..drawn(node, Some(parent), from)
                        });
                        match node.best {
                            true => queue.push_front((index, (**node).clone())),
                            false => queue.push_back((index, (**node).clone())),
                        }
                    }
                    Child::Skipped { mv, reason } => nodes.push(Node {
                        state: State::Cut,
                        name: format!("{mv}: {reason}"),
                        ..Node::new(Some(parent), nodes[parent].ply + 1, Shape::Hidden)
                    }),
                }
            }
        }
        Ok(nodes)
    }
}

/// Returns a node of a drawing: its value, and at it its move.
fn drawn(node: &TreeNode, parent: Option<usize>, from: u32) -> Node {
    let [low, high] = &node.window;
    let mv = node.mv.clone().unwrap_or_default();
    Node {
        state: State::Done,
        text: node.value.clone().unwrap_or_else(|| "?".to_owned()),
        name: format!("{mv} ({low}, {high}), {} nodes", node.nodes),
        letter: (!mv.is_empty()).then_some(mv),
        ..Node::new(parent, node.ply - from, Shape::Leaf)
    }
}

/// The search of a number tree.
#[derive(Serialize)]
struct NumberSearch {
    /// The value of the root for MAX.
    value: i32,
    /// The number of visited leaves.
    leaves: u64,
    /// The number of nodes entered.
    nodes: u64,
    /// The number of cutoffs, those at a last move included.
    cuts: usize,
    /// The values of the visited leaves, in order.
    visited: Vec<i32>,
    /// A sentence for each step.
    steps: Vec<String>,
    svg: String,
}

/// Searches a number tree. Returns the result with its drawing as JSON. Without a search, only draws it.
#[pyfunction]
#[pyo3(signature = (tree, search=None))]
pub fn number_tree(tree: &str, search: Option<&str>) -> PyResult<String> {
    let tree = number_search::read(tree).map_err(value_error)?;
    let Some(search) = search else {
        let svg = draw(&tree, "minimax", &[], View::default()).svg(0, "Number tree");
        return Ok(svg.into_string());
    };
    let found = number_search::search(&tree, search).map_err(value_error)?;
    let drawn = draw(&tree, search, &found.steps, View::default());
    let left = found
        .steps
        .iter()
        .filter(|step| step.kind == StepKind::Leave);
    let visited = left.filter_map(|step| tree.value(step.node));
    json(&NumberSearch {
        value: found.value,
        leaves: found.leaves,
        nodes: found.nodes,
        cuts: found
            .steps
            .iter()
            .filter(|step| step.kind == StepKind::Cut)
            .count(),
        visited: visited.collect(),
        steps: drawn
            .frames
            .iter()
            .map(|frame| frame.text.clone())
            .collect(),
        svg: drawn.svg(drawn.frames.len(), "Searched tree").into_string(),
    })
}
