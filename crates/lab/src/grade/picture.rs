//! The tree of a search as a picture: what was entered, with which window, what came back, and what was cut.

use std::fmt::Write;

use gametree::Limits;
use gametree::observer::{How, View};
use gametree::trace::{Event, Recorder};
use gametree::{INF, Score};

use super::question::Question;
use super::shadow::{Which, searcher};
use super::small::SmallGame;

/// Larger trees are not drawn: nobody could read them.
const MOST_NODES: u32 = 60;

const COLUMN: f64 = 46.0;
const ROW: f64 = 78.0;
const MARGIN: f64 = 30.0;
const RADIUS: f64 = 15.0;

/// A node of the picture.
struct Node {
    parent: Option<usize>,
    ply: u32,
    /// The window, for MAX.
    window: (Score, Score),
    /// What came back, for MAX.
    value: Option<Score>,
    how: Option<How>,
    /// It was never entered.
    is_cut: bool,
    column: f64,
}

/// The search of a tree or a graph as SVG; `None` for positions of other games, and where the tree is too large.
#[must_use]
pub fn drawn(question: &Question, which: Which, label: &str) -> Option<String> {
    let mut nodes = recorded(question, which)?;
    if nodes.len() as u32 > MOST_NODES {
        return None;
    }
    let width = place(&mut nodes);
    Some(svg(&nodes, width, label))
}

/// The nodes of the last search, those that were cut included.
fn recorded(question: &Question, which: Which) -> Option<Vec<Node>> {
    let game = SmallGame::new(&question.setting)?;
    let root = game.root();
    let mut search = searcher(which);
    if question.search == super::shadow::DEEPENING {
        for less in 1..question.depth {
            search.search(&game, &root, &Limits::depth(less));
        }
    }
    let mut recorder = Recorder::new().with_max_nodes(MOST_NODES + 1);
    search.search_watched(&game, &root, &Limits::depth(question.depth), &mut recorder);
    let mut nodes: Vec<Node> = Vec::new();
    // Where each recorded node is, and which of them are open.
    let mut places: Vec<usize> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for event in recorder.events() {
        match event {
            Event::Enter {
                parent,
                ply,
                alpha,
                beta,
                view,
                ..
            } => {
                let is_turned = *view == View::Mover && !ply.is_multiple_of(2);
                let window = match is_turned {
                    true => (-beta, -alpha),
                    false => (*alpha, *beta),
                };
                places.push(nodes.len());
                open.push(nodes.len());
                nodes.push(Node {
                    parent: parent.map(|id| places[id as usize]),
                    ply: *ply,
                    window,
                    value: None,
                    how: None,
                    is_cut: false,
                    column: 0.0,
                });
            }
            Event::Leave { score, how, .. } => {
                let place = open.pop()?;
                let node = &mut nodes[place];
                let is_turned = is_negamax(which) && !node.ply.is_multiple_of(2);
                node.value = Some(if is_turned { -score } else { *score });
                node.how = Some(*how);
            }
            Event::Cut { skipped, .. } => {
                let parent = *open.last()?;
                for _ in skipped {
                    let ply = nodes[parent].ply + 1;
                    nodes.push(Node {
                        parent: Some(parent),
                        ply,
                        window: (0, 0),
                        value: None,
                        how: None,
                        is_cut: true,
                        column: 0.0,
                    });
                }
            }
            _ => {}
        }
    }
    Some(nodes)
}

/// Whether values are those of the player to move.
const fn is_negamax(which: Which) -> bool {
    !matches!(which, Which::Minimax | Which::MaxMin)
}

/// Gives every node a column: leaves side by side, a parent above the middle of its children. Gives the width in columns.
fn place(nodes: &mut [Node]) -> f64 {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(index);
        }
    }
    fn settle(nodes: &mut [Node], children: &[Vec<usize>], index: usize, next: &mut f64) {
        let below = &children[index];
        for &child in below {
            settle(nodes, children, child, next);
        }
        nodes[index].column = match (below.first(), below.last()) {
            (Some(&first), Some(&last)) => f64::midpoint(nodes[first].column, nodes[last].column),
            _ => {
                *next += 1.0;
                *next - 1.0
            }
        };
    }
    let mut next = 0.0;
    if !nodes.is_empty() {
        settle(nodes, &children, 0, &mut next);
    }
    next
}

fn svg(nodes: &[Node], columns: f64, label: &str) -> String {
    let deepest = nodes.iter().map(|node| node.ply).max().unwrap_or(0);
    let x = |node: &Node| MARGIN + COLUMN * node.column + COLUMN / 2.0;
    let y = |node: &Node| MARGIN + ROW * f64::from(node.ply);
    let (width, height) = (
        2.0 * MARGIN + COLUMN * columns,
        2.0 * MARGIN + ROW * f64::from(deepest) + 12.0,
    );
    let mut svg = format!(
        "<svg class=\"tree\" viewBox=\"0 0 {width:.0} {height:.0}\" width=\"{width:.0}\" role=\"img\" aria-label=\"{}\">\n",
        crate::report::escape(label)
    );
    // Writing to a text cannot fail.
    for node in nodes {
        if let Some(parent) = node.parent.map(|parent| &nodes[parent]) {
            let class = if node.is_cut { "cut" } else { "edge" };
            _ = writeln!(
                svg,
                "<line class=\"{class}\" x1=\"{:.0}\" y1=\"{:.0}\" x2=\"{:.0}\" y2=\"{:.0}\"/>",
                x(parent),
                y(parent) + RADIUS,
                x(node),
                y(node) - RADIUS
            );
        }
    }
    for node in nodes {
        let (x, y) = (x(node), y(node));
        if node.is_cut {
            _ = writeln!(
                svg,
                "<line class=\"struck\" x1=\"{:.0}\" y1=\"{:.0}\" x2=\"{:.0}\" y2=\"{:.0}\"/>",
                x - 9.0,
                y - RADIUS - 2.0,
                x + 9.0,
                y - RADIUS - 12.0
            );
            continue;
        }
        svg += &shape(node, x, y);
        let value = node
            .value
            .map_or_else(|| "?".to_owned(), |value| value.to_string());
        _ = writeln!(
            svg,
            "<text x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{value}</text>",
            y + 4.5
        );
        if node.how == Some(How::Searched) || node.how == Some(How::Table) {
            let note = match node.how {
                Some(How::Table) => "table".to_owned(),
                _ => format!("{}, {}", edge(node.window.0), edge(node.window.1)),
            };
            _ = writeln!(
                svg,
                "<text class=\"window\" x=\"{x:.0}\" y=\"{:.0}\" text-anchor=\"middle\">{note}</text>",
                y - RADIUS - 3.0
            );
        }
    }
    svg + "</svg>\n"
}

/// MAX points up, MIN points down, and what is not expanded is a square.
fn shape(node: &Node, x: f64, y: f64) -> String {
    let r = RADIUS + 3.0;
    match node.how {
        Some(How::Terminal | How::Horizon) => format!(
            "<rect class=\"leaf\" x=\"{:.0}\" y=\"{:.0}\" width=\"26\" height=\"24\"/>\n",
            x - 13.0,
            y - 12.0
        ),
        _ => {
            let (tip, base) = match node.ply.is_multiple_of(2) {
                true => (y - r, y + r * 0.75),
                false => (y + r, y - r * 0.75),
            };
            let class = if node.ply.is_multiple_of(2) {
                "max"
            } else {
                "min"
            };
            format!(
                "<path class=\"{class}\" d=\"M{x:.0} {tip:.0}L{:.0} {base:.0}L{:.0} {base:.0}Z\"/>\n",
                x - r * 1.2,
                x + r * 1.2
            )
        }
    }
}

/// An end of a window.
fn edge(score: Score) -> String {
    match score {
        score if score >= INF => "∞".to_owned(),
        score if score <= -INF => "-∞".to_owned(),
        score => score.to_string(),
    }
}
