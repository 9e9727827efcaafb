//! Number trees as SVG: the layout of the nodes and their drawing.
//!
//! MAX nodes point up, MIN nodes point down, leaves are squares. A drawing is a list of parts, so that a viewer that steps
//! through a search replaces only the parts that change.
//!
//! ```
//! use report::tree::{Drawing, Node, Shape, Spacing};
//! let root = Node::new(None, 0, Shape::Inner);
//! let leaf = |text: &str| Node { text: text.to_owned(), ..Node::new(Some(0), 1, Shape::Leaf) };
//! let drawing = Drawing::new(vec![root, leaf("3"), leaf("12")], Spacing::WIDE);
//! assert_eq!(drawing.svg("A tree").into_string().matches("<rect").count(), 2);
//! ```

mod layout;

pub use layout::Spacing;

use maud::{Markup, PreEscaped, html};

use layout::{columns, width};

/// The style of [`Drawing::svg`] on a page of this crate.
pub const TREE_STYLE: &str = "svg.tree text{font:650 15px system-ui,sans-serif}svg.tree text.window{font:10.5px system-ui,sans-serif}svg.tree text.letter{font:italic 600 11px system-ui,sans-serif}";

const BLUE: &str = "#1769c4";
const ORANGE: &str = "#d9620a";
const RED: &str = "#b3560b";
const YELLOW: &str = "#d9b44a";
const GREEN: &str = "#2e8540";

/// The distances from the centre of a triangle to its tip and to its base.
const TIP: f64 = 22.0;
const BASE: f64 = 19.0;

/// The distance of the first and the last ply from the edge of the drawing.
const MARGIN: f64 = 40.0;

/// A node of a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The index of the parent, which comes before its children. The root has none.
    pub parent: Option<usize>,
    /// Plies from the root. MAX moves where the number is even.
    pub ply: u32,
    /// The shape.
    pub shape: Shape,
    /// The progress of the search at the node.
    pub state: State,
    /// Whether the search is at this node.
    pub is_current: bool,
    /// The fill: that of the processor which entered the node, in a parallel search.
    pub color: Option<&'static str>,
    /// The text in the node: its value.
    pub text: String,
    /// The text next to the node: its window.
    pub window: Option<String>,
    /// The name of the node in its tooltip.
    pub name: String,
    /// The letters drawn at the node.
    pub letter: Option<String>,
    /// Whether the best line leads through the node.
    pub is_on_line: bool,
}

/// The shape of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A triangle: MAX or MIN moves.
    Inner,
    /// A square.
    Leaf,
    /// Nothing: only the edge that leads there is drawn.
    Hidden,
}

/// The progress of the search at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Not reached yet.
    Unseen,
    /// Entered and not left.
    Open,
    /// Left.
    Done,
    /// Cut off.
    Cut,
    /// Below a node that is cut off.
    Pruned,
}

impl Node {
    /// Returns a node that the search has not reached.
    #[must_use]
    pub const fn new(parent: Option<usize>, ply: u32, shape: Shape) -> Self {
        Self {
            parent,
            ply,
            shape,
            state: State::Unseen,
            is_current: false,
            color: None,
            text: String::new(),
            window: None,
            name: String::new(),
            letter: None,
            is_on_line: false,
        }
    }

    const fn is_max(&self) -> bool {
        self.ply.is_multiple_of(2)
    }
}

/// A number tree with the positions of its nodes.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    nodes: Vec<Node>,
    /// The centre of each node.
    at: Vec<(f64, f64)>,
    width: f64,
    height: f64,
}

/// Returns an SVG element of this size with these parts, from back to front.
#[must_use]
pub fn svg((width, height): (f64, f64), parts: &[String], label: &str) -> Markup {
    let (width, height) = (number(width), number(height));
    html! {
        svg.tree viewBox=(format_args!("0 0 {width} {height}")) width=(width) role="img" aria-label=(label)
            text-anchor="middle" {
            @for part in parts { (PreEscaped(part)) }
        }
    }
}

impl Drawing {
    /// Places the nodes: a parent above the middle of its children, neighbours at the distances of `spacing` or further apart.
    ///
    /// # Panics
    /// If there is no node.
    #[must_use]
    pub fn new(nodes: Vec<Node>, spacing: Spacing) -> Self {
        let columns = columns(&nodes, spacing);
        let (left, width) = width(&columns, spacing);
        let deepest = nodes.iter().map(|node| node.ply).max().unwrap_or(0);
        let at = columns.iter().zip(&nodes).map(|(x, node)| {
            let down = f64::from(node.ply) * spacing.plies;
            (x - left, MARGIN + down)
        });
        Self {
            at: at.collect(),
            nodes,
            width,
            height: 2.0 * MARGIN + f64::from(deepest) * spacing.plies,
        }
    }

    /// Returns the width and the height in pixels.
    #[must_use]
    pub const fn size(&self) -> (f64, f64) {
        (self.width, self.height)
    }

    /// Returns a node for changes of its state and texts.
    pub fn node_mut(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    /// Returns the parts of the SVG from back to front: first the edge to each node, then each node.
    #[must_use]
    pub fn parts(&self) -> Vec<String> {
        let all = 0..self.nodes.len();
        let edges = all.clone().map(|index| self.edge(index));
        edges.chain(all.map(|index| self.node(index))).collect()
    }

    /// Returns the parts of a node with their indices in [`Drawing::parts`]: its edge and the node itself.
    #[must_use]
    pub fn parts_of(&self, index: usize) -> [(usize, String); 2] {
        let count = self.nodes.len();
        [(index, self.edge(index)), (count + index, self.node(index))]
    }

    /// Returns the whole drawing as an SVG element.
    #[must_use]
    pub fn svg(&self, label: &str) -> Markup {
        svg(self.size(), &self.parts(), label)
    }

    /// Draws the edge to a node, with two strokes across it if it is cut off.
    fn edge(&self, index: usize) -> String {
        let node = &self.nodes[index];
        let Some(parent) = node.parent else {
            return String::new();
        };
        let (x1, y1) = self.at[parent];
        let (x2, y2) = self.at[index];
        let below = if self.nodes[parent].is_max() {
            BASE
        } else {
            TIP
        };
        let above = match node.shape {
            Shape::Leaf => 15.0,
            Shape::Hidden => 0.0,
            Shape::Inner if node.is_max() => TIP,
            Shape::Inner => BASE,
        };
        let (y1, y2) = (y1 + below, y2 - above);
        let (width, opacity, dashes) = match node.state {
            State::Unseen => (1.0, 0.4, None),
            State::Cut => (1.8, 0.4, Some("4 4")),
            State::Pruned => (1.0, 0.2, Some("4 4")),
            State::Open | State::Done if node.is_on_line => (4.5, 1.0, None),
            State::Open | State::Done => (1.8, 0.85, None),
        };
        let is_best = width > 4.0;
        let color = if is_best { GREEN } else { "currentColor" };
        let edge = html! {
            line x1=(number(x1)) y1=(number(y1)) x2=(number(x2)) y2=(number(y2)) stroke=(color)
                stroke-width=(width) stroke-opacity=(opacity) stroke-dasharray=[dashes] data-best=[is_best.then_some(index)] {}
            @if node.state == State::Cut {
                path d=(strokes((x1, y1), (x2, y2))) stroke=(RED) stroke-width="2.4" data-cut=(index) {}
            }
        };
        edge.into_string()
    }

    /// Draws a node with its texts.
    fn node(&self, index: usize) -> String {
        let node = &self.nodes[index];
        let (x, y) = self.at[index];
        let is_max = node.is_max();
        let letters = node.text.chars().count();
        let text_y = match node.shape {
            Shape::Hidden => return String::new(),
            Shape::Leaf => y + 5.0,
            Shape::Inner if is_max => y + 12.0,
            // A long text is higher up, where the triangle is wider.
            Shape::Inner => y + 2.0 - [0.0, 3.0, 5.0][letters.clamp(2, 4) - 2],
        };
        let (right, down) = if is_max { (14.0, -8.0) } else { (18.0, 10.0) };
        let kind = match node.shape {
            Shape::Leaf => "leaf",
            _ if is_max => "MAX",
            _ => "MIN",
        };
        let is_pruned = matches!(node.state, State::Cut | State::Pruned);
        let opacity = if is_pruned { 0.35 } else { 1.0 };
        let (letter_x, letter_y, anchor) = match node.shape {
            Shape::Leaf => (x, y + 28.0, "middle"),
            _ if is_max => (x - 17.0, y - 8.0, "end"),
            _ => (x - 21.0, y + 13.0, "end"),
        };
        // A bound of two digits stays inside its triangle.
        let size = if letters > 3 { "12" } else { "15" };
        let drawn = html! {
            g opacity=(opacity) data-node=(index) data-face=(node.text) data-pruned=[is_pruned.then_some(index)] {
                (shape(node, x, y))
                text x=(number(x)) y=(number(text_y)) font-size=(size) font-weight="650" fill="currentColor" { (node.text) }
                @if let Some(window) = &node.window {
                    text.window x=(number(x + right)) y=(number(y + down)) text-anchor="start" font-size="10.5"
                        fill="currentColor" { (window) }
                }
                @if let Some(letter) = &node.letter {
                    text.letter x=(number(letter_x)) y=(number(letter_y)) text-anchor=(anchor) font-size="11" font-style="italic"
                        font-weight="600" fill="currentColor" { (letter) }
                }
                @if !node.name.is_empty() { title { (node.name) ": " (kind) " " (node.text) } }
            }
        };
        drawn.into_string()
    }
}

/// Draws the triangle of an inner node, or the square of a leaf.
fn shape(node: &Node, x: f64, y: f64) -> Markup {
    if node.shape == Shape::Leaf {
        let (fill, opacity) = fill(node, "none", 0.55);
        let width = if node.state == State::Done { 2 } else { 1 };
        return html! {
            rect x=(number(x - 18.0)) y=(number(y - 15.0)) width="36" height="30" rx="4" fill=(fill) fill-opacity=(opacity)
                stroke="currentColor" stroke-width=(width) {}
        };
    }
    let (color, tip, base) = match node.is_max() {
        true => (BLUE, y - TIP, y + BASE),
        false => (ORANGE, y + TIP, y - BASE),
    };
    let (fill, opacity) = fill(node, color, 0.16);
    let width = if node.state == State::Open { 2.6 } else { 1.4 };
    let [left, right] = [x - 26.0, x + 26.0].map(number);
    let path = format!(
        "M{} {}L{right} {}H{left}Z",
        number(x),
        number(tip),
        number(base)
    );
    html! { path d=(path) fill=(fill) fill-opacity=(opacity) stroke=(color) stroke-width=(width) {} }
}

/// Returns the fill of a node and its opacity: those of its processor, of the current node, or the given ones.
const fn fill(node: &Node, other: &'static str, opacity: f64) -> (&'static str, f64) {
    match (node.color, node.is_current) {
        (Some(color), true) => (color, 0.6),
        (Some(color), false) => (color, 0.22),
        (None, true) => (YELLOW, 0.55),
        (None, false) => (other, opacity),
    }
}

/// Returns the path of two strokes across an edge, at 60% of its length.
fn strokes((x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> String {
    let length = (x2 - x1).hypot(y2 - y1);
    let (ax, ay) = ((x2 - x1) / length, (y2 - y1) / length);
    let (mx, my) = (x1 + 0.6 * (x2 - x1), y1 + 0.6 * (y2 - y1));
    let point = |across: f64, along: f64| {
        let x = mx - ay * across + ax * along;
        let y = my + ax * across + ay * along;
        format!("{} {}", number(x), number(y))
    };
    let ends = [(8.0, -8.0), (-8.0, 2.0), (8.0, -2.0), (-8.0, 8.0)];
    let [a, b, c, d] = ends.map(|(across, along)| point(across, along));
    format!("M{a}L{b}M{c}L{d}")
}

/// Writes a coordinate with at most one decimal.
fn number(value: f64) -> String {
    // Adding 0 turns -0 into 0.
    let rounded = (value * 10.0).round() / 10.0 + 0.0;
    rounded.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Nodes in preorder from their parents.
    fn nodes(parents: &[Option<usize>]) -> Vec<Node> {
        let mut nodes: Vec<Node> = Vec::new();
        for (index, &parent) in parents.iter().enumerate() {
            let ply = parent.map_or(0, |parent| nodes[parent].ply + 1);
            let shape = match parents.contains(&Some(index)) {
                true => Shape::Inner,
                false => Shape::Leaf,
            };
            nodes.push(Node::new(parent, ply, shape));
        }
        nodes
    }

    /// `[[1,[2,3]],4,[5,6,7]]`.
    const UNEVEN: [Option<usize>; 11] = [
        None,
        Some(0),
        Some(1),
        Some(1),
        Some(3),
        Some(3),
        Some(0),
        Some(0),
        Some(7),
        Some(7),
        Some(7),
    ];

    #[test]
    fn parents_are_centred_and_no_two_nodes_overlap() {
        for spacing in [Spacing::WIDE, Spacing::NARROW] {
            let drawing = Drawing::new(nodes(&UNEVEN), spacing);
            let at = &drawing.at;
            assert!((at[0].0 - f64::midpoint(at[1].0, at[7].0)).abs() < 1e-9);
            assert!((at[3].0 - f64::midpoint(at[4].0, at[5].0)).abs() < 1e-9);
            for (index, one) in at.iter().enumerate() {
                assert!(one.0 >= spacing.siblings / 2.0 - 1e-9 && one.1 < drawing.height);
                assert!(one.0 <= drawing.width - spacing.siblings / 2.0 + 1e-9);
                for other in &at[..index] {
                    let apart = (one.0 - other.0).abs();
                    assert!(one.1 != other.1 || apart >= spacing.siblings - 1e-9);
                }
            }
        }
    }

    #[test]
    fn nine_leaves_are_readable_on_a_phone() {
        let mut parents = vec![None];
        for child in [1, 5, 9] {
            parents.push(Some(0));
            parents.extend([Some(child); 3]);
        }
        let drawing = Drawing::new(nodes(&parents), Spacing::NARROW);
        assert!(340.0 / drawing.size().0 > 0.8, "{:?}", drawing.size());
    }

    #[test]
    fn a_tree_of_27_leaves_fills_a_lecture_screen() {
        let mut parents = vec![None];
        for child in 0..3 {
            parents.push(Some(0));
            let child = 1 + child * 13;
            for grandchild in 0..3 {
                parents.push(Some(child));
                parents.extend([Some(child + 1 + grandchild * 4); 3]);
            }
        }
        let room = (1_800.0, 840.0);
        let nodes = nodes(&parents);
        let drawing = Drawing::new(nodes.clone(), Spacing::fitting(&nodes, room, 1.25));
        let (width, height) = drawing.size();
        let scale = (room.0 / width).min(room.1 / height);
        assert!(scale * 15.0 >= 18.0, "leaves of {} px", scale * 15.0);
        assert!(
            scale * (height - 2.0 * MARGIN) >= 0.65 * 1_080.0,
            "{} px high",
            scale * height
        );
    }

    #[test]
    fn a_node_has_the_color_of_its_processor() {
        let mut drawing = Drawing::new(nodes(&UNEVEN), Spacing::WIDE);
        let node = drawing.node_mut(6);
        (node.color, node.is_current) = (Some("#123456"), true);
        assert!(
            drawing.parts_of(6)[1]
                .1
                .contains("fill=\"#123456\" fill-opacity=\"0.6\"")
        );
        drawing.node_mut(6).is_current = false;
        assert!(drawing.parts_of(6)[1].1.contains("fill-opacity=\"0.22\""));
    }

    #[test]
    fn a_cut_edge_is_crossed_out_and_a_hidden_node_is_not_drawn() {
        let mut drawing = Drawing::new(nodes(&UNEVEN), Spacing::WIDE);
        drawing.node_mut(6).state = State::Cut;
        drawing.node_mut(6).shape = Shape::Hidden;
        let svg = drawing.svg("a < b").into_string();
        assert_eq!(svg.matches("data-cut=\"6\"").count(), 1);
        assert_eq!(svg.matches("data-node=").count(), 10);
        assert!(svg.contains("aria-label=\"a &lt; b\""));
        let [(edge, line), (node, nothing)] = drawing.parts_of(6);
        assert_eq!((edge, node, nothing.as_str()), (6, 17, ""));
        assert_eq!(drawing.parts()[edge], line);
    }
}
