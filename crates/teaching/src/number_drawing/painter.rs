//! The texts of a drawing: names and values of nodes, windows, sentences and questions.

use gametree::Score;
use gametree::synthetic::NumberTree;
use report::tree::{Drawing, Node, Shape, Spacing, State};

use super::{READABLE, View, window_text};
use crate::number_search::{Known, Step, StepKind, Window};

/// Writes names, values and sentences.
pub(super) struct Painter<'a> {
    pub tree: &'a NumberTree,
    view: View,
    /// The name of each node.
    pub names: Vec<String>,
}

impl<'a> Painter<'a> {
    /// Names the nodes of a tree.
    pub fn new(tree: &'a NumberTree, view: View) -> Self {
        let mut names = vec![String::new(); tree.len()];
        let mut inner: Vec<usize> = (0..tree.len())
            .filter(|&node| tree.value(node).is_none())
            .collect();
        // Nodes are in preorder, so a stable sort by ply keeps those of a ply from left to right.
        inner.sort_by_key(|&node| tree.ply(node));
        for (index, &node) in inner.iter().enumerate() {
            names[node] = letters(index);
            let leaves = tree.children(node).iter().enumerate();
            for (child, &leaf) in leaves.filter(|&(_, &child)| tree.value(child).is_some()) {
                names[leaf] = format!("{}{}", names[node].to_lowercase(), child + 1);
            }
        }
        Self { tree, view, names }
    }

    /// Returns the drawing before the search.
    pub fn drawing(&self) -> Drawing {
        let nodes: Vec<Node> = (0..self.tree.len()).map(|node| self.node(node)).collect();
        let spacing = match self.view.room {
            _ if self.view.narrow => Spacing::NARROW,
            Some((width, height)) => {
                let room = (f64::from(width.max(1)), f64::from(height.max(1)));
                Spacing::fitting(&nodes, room, READABLE)
            }
            None => Spacing::WIDE,
        };
        Drawing::new(nodes, spacing)
    }

    /// Returns a node before the search.
    fn node(&self, node: usize) -> Node {
        let shape = match self.tree.value(node) {
            Some(_) => Shape::Leaf,
            None => Shape::Inner,
        };
        Node {
            text: self.leaf_text(node, State::Unseen),
            name: self.names[node].clone(),
            letter: Some(self.names[node].clone()),
            ..Node::new(self.tree.parent(node), self.tree.ply(node), shape)
        }
    }

    fn is_max(&self, node: usize) -> bool {
        self.tree.ply(node).is_multiple_of(2)
    }

    /// Returns the nodes below a node.
    pub fn below(&self, node: usize) -> Vec<usize> {
        let mut found = self.tree.children(node).to_vec();
        let mut next = 0;
        while let Some(&child) = found.get(next) {
            found.extend(self.tree.children(child));
            next += 1;
        }
        found
    }

    /// Whether values at a node have the opposite sign of those for MAX.
    fn is_negated(&self, node: usize) -> bool {
        self.view.side_to_move && !self.is_max(node)
    }

    /// Writes a value for MAX as the view shows it at a node.
    fn value(&self, value: Score, node: usize) -> String {
        written(if self.is_negated(node) { -value } else { value })
    }

    /// Returns whether a bound for MAX is a lower bound as the view shows it; `None` without a bound.
    fn is_lower(&self, known: Known, node: usize) -> Option<bool> {
        match known {
            Known::AtLeast => Some(!self.is_negated(node)),
            Known::AtMost => Some(self.is_negated(node)),
            Known::Exact | Known::Nothing => None,
        }
    }

    /// Writes a value in a node: `3`, `≥ 3`, `≤ 3`, or `?` if nothing is known of the true value.
    pub fn bound(&self, value: Score, known: Known, node: usize) -> String {
        match self.is_lower(known, node) {
            _ if known == Known::Nothing => "?".to_owned(),
            Some(true) => format!("≥ {}", self.value(value, node)),
            Some(false) => format!("≤ {}", self.value(value, node)),
            None => self.value(value, node),
        }
    }

    /// Writes a value in a sentence: `3`, `at least 3` or `at most 3`.
    fn spoken(&self, value: Score, known: Known, node: usize) -> String {
        match self.is_lower(known, node) {
            Some(true) => format!("at least {}", self.value(value, node)),
            Some(false) => format!("at most {}", self.value(value, node)),
            None => self.value(value, node),
        }
    }

    /// Returns the text in a leaf, or `?` for an inner node.
    pub fn leaf_text(&self, node: usize, state: State) -> String {
        match self.tree.value(node) {
            Some(value) if !self.view.hide_leaves || state == State::Done => {
                self.value(value, node)
            }
            _ => "?".to_owned(),
        }
    }

    /// Writes a window at a node.
    pub fn window(&self, [low, high]: Window, node: usize) -> String {
        let (low, high) = match self.is_negated(node) {
            true => (high.map(|high| -high), low.map(|low| -low)),
            false => (low, high),
        };
        window_text([low, high])
    }

    /// Describes a step.
    pub fn sentence(&self, step: &Step) -> String {
        let node = step.node;
        let sides = match self.is_max(node) {
            true => ["MAX", "MIN"],
            false => ["MIN", "MAX"],
        };
        let [side, other] = sides;
        let name = &self.names[node];
        let leaf = self.tree.value(node);
        let said = |value| self.spoken(value, step.known, node);
        let value = step.value.map_or("?".to_owned(), said);
        let window = step.window.map_or(String::new(), |window| {
            format!(" with the window ({})", self.window(window, node))
        });
        match step.kind {
            StepKind::Enter if leaf.is_some() => format!("Leaf {name}."),
            StepKind::Enter => format!("{side} moves at {name}{window}."),
            StepKind::Again => {
                format!("The null window failed high: {name} is searched again{window}.")
            }
            StepKind::Back if step.known == Known::Exact => {
                format!("At {name} {side} has {value}.")
            }
            StepKind::Back => format!("At {name} {side} has {value} so far."),
            StepKind::Cut => {
                let bound = step
                    .window
                    .and_then(|window| window[usize::from(self.is_max(node))]);
                let bound = bound.map_or(String::new(), |bound| {
                    format!(" and {other} already has {}", self.value(bound, node))
                });
                let moves = match step.skipped.len() {
                    1 => "one move is".to_owned(),
                    count => format!("{count} moves are"),
                };
                format!("At {name} {side} has {value}{bound}: {moves} cut off.")
            }
            StepKind::Leave => {
                let whose = if self.view.side_to_move {
                    format!(" for {side}")
                } else {
                    String::new()
                };
                match leaf {
                    Some(leaf) if step.value != Some(leaf) => {
                        let found = self.value(leaf, node);
                        format!("Leaf {name} is {found}, outside the window: {value} is returned.")
                    }
                    Some(_) => format!("Leaf value: {value}."),
                    None => format!("Value of {name}: {value}{whose}."),
                }
            }
        }
    }

    /// Returns the question that a step answers.
    ///
    /// The question about a cutoff comes before each move but the first, so that it does not give the answer away.
    pub fn question(&self, step: &Step) -> Option<String> {
        let node = step.node;
        let is_leaf = self.tree.value(node).is_some();
        let cut = |node: usize| {
            let name = &self.names[node];
            Some(format!("Are the other moves at {name} cut off?"))
        };
        match step.kind {
            StepKind::Cut => cut(node),
            StepKind::Enter => {
                let parent = self.tree.parent(node).filter(|_| step.window.is_some())?;
                let is_first = self.tree.children(parent).first() == Some(&node);
                (!is_first).then_some(parent).and_then(cut)
            }
            StepKind::Leave if !is_leaf => {
                Some(format!("What is the value of {}?", self.names[node]))
            }
            _ => None,
        }
    }
}

/// Returns the letters of the nth inner node: A to Z, then AA, AB, ...
fn letters(index: usize) -> String {
    let letter = char::from(b'A' + (index % 26) as u8);
    match index / 26 {
        0 => letter.to_string(),
        more => letters(more - 1) + &letter.to_string(),
    }
}

/// Writes a number with a minus sign instead of a hyphen.
pub(crate) fn written(value: Score) -> String {
    value.to_string().replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::letters;

    #[test]
    fn names_continue_after_z() {
        assert_eq!(
            [0, 25, 26, 27, 52].map(letters),
            ["A", "Z", "AA", "AB", "BA"]
        );
    }
}
