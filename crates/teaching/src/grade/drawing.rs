//! The search of a tree or graph question as a drawing: windows, values, and cutoffs.

use gametree::Score;
use gametree::observer::How;
use maud::Markup;
use report::tree::{Drawing, Node, Shape, Spacing, State};
use trace::{Event, Recorder};

use super::question::Question;
use super::simulate::{KnownSearch, observe};
use crate::number_search::{for_max, window_for_max};

/// The most nodes of a drawing. Larger trees are unreadable.
const MOST_NODES: u32 = 60;

/// Draws the search tree of a known search as SVG. Returns `None` for a position, and if the tree is too large.
#[must_use]
pub fn drawn(question: &Question, known: KnownSearch, label: &str) -> Option<Markup> {
    let nodes = recorded(question, known)?;
    (nodes.len() as u32 <= MOST_NODES).then(|| Drawing::new(nodes, Spacing::WIDE).svg(label))
}

/// Returns the nodes of the last iteration. Nodes that were cut off are hidden.
fn recorded(question: &Question, known: KnownSearch) -> Option<Vec<Node>> {
    let game = question.problem.graph_game()?;
    let Question { depth, search, .. } = question;
    let mut recorder = Recorder::new().with_max_nodes(MOST_NODES + 1);
    observe(&game, *depth, search, known, &mut recorder)?;
    let mut nodes: Vec<Node> = Vec::new();
    // The nodes entered and not left, each with the view of its values.
    let mut open = Vec::new();
    for event in recorder.events() {
        let parent = open.last().map(|&(node, _)| node);
        match event {
            Event::Enter(entered) => {
                let [low, high] = window_for_max(&entered.node);
                let window = format!("{}, {}", bound(low, "-∞"), bound(high, "∞"));
                open.push((nodes.len(), entered.node.view));
                nodes.push(Node {
                    window: Some(window),
                    text: "?".to_owned(),
                    ..Node::new(parent, entered.node.ply, Shape::Inner)
                });
            }
            Event::Leave(left) => {
                let (index, view) = open.pop()?;
                let node = &mut nodes[index];
                node.text = for_max(left.node.score, view, node.ply).to_string();
                node.state = State::Done;
                match left.node.how {
                    How::Terminal | How::Horizon => {
                        node.shape = Shape::Leaf;
                        node.window = None;
                    }
                    How::Table => node.window = Some("table".to_owned()),
                    How::Searched => {}
                }
            }
            Event::Cut { skipped, .. } => {
                let ply = nodes[parent?].ply + 1;
                nodes.extend(skipped.iter().map(|_| Node {
                    state: State::Cut,
                    ..Node::new(parent, ply, Shape::Hidden)
                }));
            }
            _ => {}
        }
    }
    Some(nodes)
}

/// Writes an end of a window.
fn bound(score: Option<Score>, infinite: &str) -> String {
    score.map_or_else(|| infinite.to_owned(), |score| score.to_string())
}
