//! The drawing of a number tree for each step of a search, with a sentence about the step.
//!
//! Inner nodes have letters, ply by ply from the left: A is the root. Leaves have the letter of their parent and a number.
//!
//! ```
//! use teaching::number_drawing::{View, draw};
//! use teaching::number_search::{read, search};
//! let tree = read("[[3,5],[2,9]]").unwrap();
//! let steps = search(&tree, "alphabeta").unwrap().steps;
//! let drawn = draw(&tree, "alphabeta", &steps, View::default());
//! let cut = drawn.frames.iter().find(|frame| frame.is_cut).unwrap();
//! assert_eq!(cut.text, "At C MIN has at most 2 and MAX already has 3: one move is cut off.");
//! ```

mod painter;

use gametree::Score;
use gametree::synthetic::NumberTree;
use report::Markup;
use report::tree::{Drawing, State};

use crate::number_code;
use crate::number_search::{Step, StepKind, Window};
use painter::Painter;
pub(crate) use painter::written;

/// The options of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// Whether values are for the side to move instead of MAX.
    pub side_to_move: bool,
    /// Whether leaf values are hidden until they are visited.
    pub hide_leaves: bool,
    /// Whether the drawing fits a phone.
    pub narrow: bool,
    /// The width and the height in pixels that the drawing fills.
    pub room: Option<(u32, u32)>,
}

/// A drawing before the search, and its changes at each step.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawn {
    /// The width and the height in pixels.
    pub size: (f64, f64),
    /// The parts of the SVG before the first step, from back to front.
    pub parts: Vec<String>,
    /// One frame for each step.
    pub frames: Vec<Frame>,
}

/// The changes of a drawing at a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    /// A sentence about the step.
    pub text: String,
    /// A question that the step answers, for a class that predicts.
    pub question: Option<String>,
    /// Whether the step is a cutoff.
    pub is_cut: bool,
    /// The leaves visited so far.
    pub visited: usize,
    /// The index of the line of pseudo-code that runs.
    pub line: usize,
    /// The parts that change, with their indices.
    pub changes: Vec<(usize, String)>,
}

impl Drawn {
    /// Returns the drawing after this number of steps as an SVG element.
    #[must_use]
    pub fn svg(&self, steps: usize, label: &str) -> Markup {
        let mut parts = self.parts.clone();
        for (index, part) in self
            .frames
            .iter()
            .take(steps)
            .flat_map(|frame| &frame.changes)
        {
            parts[*index].clone_from(part);
        }
        report::tree::svg(self.size, &parts, label)
    }
}

/// The least scale at which the leaves can be read from the last row of a lecture room.
const READABLE: f64 = 1.25;

/// Draws a tree and the steps of a search of it.
#[must_use]
pub fn draw(tree: &NumberTree, search: &str, steps: &[Step], view: View) -> Drawn {
    let painter = Painter::new(tree, view);
    let mut drawing = painter.drawing();
    let parts = drawing.parts();
    let mut stage = Stage {
        painter: &painter,
        drawing: &mut drawing,
        best: vec![None; tree.len()],
        line: Vec::new(),
        current: None,
    };
    let mut visited = vec![false; tree.len()];
    let mut before = None;
    let frames = steps.iter().map(|step| {
        let changed = stage.show(step);
        if step.kind == StepKind::Leave && tree.value(step.node).is_some() {
            visited[step.node] = true;
        }
        let kind = before.replace(step.kind);
        Frame {
            text: painter.sentence(step),
            question: painter.question(step),
            is_cut: step.kind == StepKind::Cut,
            visited: visited.iter().filter(|&&visited| visited).count(),
            line: number_code::line(search, tree, step, kind),
            changes: changed
                .iter()
                .flat_map(|&node| stage.drawing.parts_of(node))
                .collect(),
        }
    });
    Drawn {
        frames: frames.collect(),
        size: drawing.size(),
        parts,
    }
}

/// Draws a tree after these steps, with windows at chosen nodes only. There are no frames.
#[must_use]
pub fn still(tree: &NumberTree, steps: &[Step], windows: &[(usize, String)], view: View) -> Drawn {
    let painter = Painter::new(tree, view);
    let mut drawing = painter.drawing();
    let mut stage = Stage {
        painter: &painter,
        drawing: &mut drawing,
        best: vec![None; tree.len()],
        line: Vec::new(),
        current: None,
    };
    for step in steps {
        stage.show(step);
    }
    for node in 0..tree.len() {
        let window = windows.iter().find(|(chosen, _)| *chosen == node);
        let drawn = drawing.node_mut(node);
        drawn.window = window.map(|(_, text)| text.clone());
        drawn.is_current = false;
    }
    Drawn {
        size: drawing.size(),
        parts: drawing.parts(),
        frames: Vec::new(),
    }
}

/// Returns the names of the nodes: letters for inner nodes, the letter of the parent and a number for leaves.
#[must_use]
pub fn names(tree: &NumberTree) -> Vec<String> {
    Painter::new(tree, View::default()).names
}

/// Describes a step in a sentence, with values for MAX.
#[must_use]
pub fn sentence(tree: &NumberTree, step: &Step) -> String {
    Painter::new(tree, View::default()).sentence(step)
}

/// Writes a window for MAX, such as `3, ∞`.
#[must_use]
pub fn window_text([low, high]: Window) -> String {
    let end = |end: Option<Score>, infinite: &str| end.map_or(infinite.to_owned(), written);
    format!("{}, {}", end(low, "−∞"), end(high, "∞"))
}

/// The drawing during a search.
struct Stage<'a> {
    painter: &'a Painter<'a>,
    drawing: &'a mut Drawing,
    /// The best child of each node so far.
    best: Vec<Option<usize>>,
    /// The best line from the root so far.
    line: Vec<usize>,
    current: Option<usize>,
}

impl Stage<'_> {
    /// Draws a step, and returns the nodes that changed.
    fn show(&mut self, step: &Step) -> Vec<usize> {
        let (node, painter) = (step.node, self.painter);
        let is_leaf = painter.tree.value(node).is_some();
        let state = match step.kind {
            StepKind::Leave => State::Done,
            _ => State::Open,
        };
        let mut changed = vec![node];
        if let Some(before) = (self.current.replace(node)).filter(|&before| before != node) {
            self.drawing.node_mut(before).is_current = false;
            changed.push(before);
        }
        if step.kind == StepKind::Again {
            // The second search may visit what the first one cut off.
            for below in painter.below(node) {
                let drawn = self.drawing.node_mut(below);
                if matches!(drawn.state, State::Cut | State::Pruned) {
                    drawn.state = State::Unseen;
                    changed.push(below);
                }
            }
        }
        let drawn = self.drawing.node_mut(node);
        drawn.is_current = true;
        drawn.state = state;
        if let (Some(window), false) = (step.window, is_leaf) {
            drawn.window = Some(format!("({})", painter.window(window, node)));
        }
        match (is_leaf, step.value) {
            (true, _) => drawn.text = painter.leaf_text(node, state),
            (false, Some(value)) => drawn.text = painter.bound(value, step.known, node),
            // A second search keeps the bound of the first one until it has a value.
            (false, None) if step.kind == StepKind::Again => {}
            (false, None) => drawn.text = "?".to_owned(),
        }
        for &skipped in &step.skipped {
            self.drawing.node_mut(skipped).state = State::Cut;
            changed.push(skipped);
            for below in painter.below(skipped) {
                let drawn = self.drawing.node_mut(below);
                if drawn.state == State::Unseen {
                    drawn.state = State::Pruned;
                    changed.push(below);
                }
            }
        }
        self.best[node] = step.best.or(self.best[node]);
        changed.extend(self.draw_line());
        changed
    }

    /// Draws the best line from the root, and returns the nodes that joined or left it.
    fn draw_line(&mut self) -> Vec<usize> {
        let first = self.best[self.painter.tree.root()];
        let line: Vec<usize> = std::iter::successors(first, |&node| self.best[node]).collect();
        let differs = |node: &&usize| line.contains(node) != self.line.contains(node);
        let changed: Vec<usize> = line
            .iter()
            .chain(&self.line)
            .filter(differs)
            .copied()
            .collect();
        for &node in &changed {
            self.drawing.node_mut(node).is_on_line = line.contains(&node);
        }
        self.line = line;
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::number_search::{read, search};

    fn drawn(view: View) -> Drawn {
        let tree = read("[[3,5],[2,9]]").expect("a tree");
        let steps = search(&tree, "alphabeta").expect("a search").steps;
        draw(&tree, "alphabeta", &steps, view)
    }

    /// Returns the texts in the nodes after some steps.
    fn faces(drawn: &Drawn, steps: usize) -> String {
        let mut parts = drawn.parts.clone();
        for (index, part) in drawn.frames[..steps]
            .iter()
            .flat_map(|frame| &frame.changes)
        {
            parts[*index].clone_from(part);
        }
        let face = |part: &String| {
            Some(
                part.split_once("data-face=\"")?
                    .1
                    .split_once('"')?
                    .0
                    .to_owned(),
            )
        };
        parts.iter().filter_map(face).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn values_appear_when_the_search_finds_them() {
        let hidden = drawn(View {
            hide_leaves: true,
            ..View::default()
        });
        assert_eq!(faces(&hidden, 0), "? ? ? ? ? ? ?");
        assert_eq!(faces(&hidden, 5), "? ≤ 3 3 ? ? ? ?");
        assert_eq!(faces(&hidden, hidden.frames.len()), "3 3 3 5 ≤ 2 2 ?");
        assert_eq!(hidden.frames.last().map(|frame| frame.visited), Some(3));
        assert_eq!(faces(&drawn(View::default()), 0), "? ? 3 5 ? 2 9");
    }

    #[test]
    fn sentences_have_values_for_max_or_for_the_side_to_move() {
        let mover = drawn(View {
            side_to_move: true,
            ..View::default()
        });
        let texts = |drawn: &Drawn| {
            drawn
                .frames
                .iter()
                .map(|frame| frame.text.clone())
                .collect::<Vec<_>>()
        };
        let (max, mover) = (texts(&drawn(View::default())), texts(&mover));
        assert_eq!(max[1], "MIN moves at B with the window (−∞, ∞).");
        assert_eq!(max[3], "Leaf value: 3.");
        assert!(
            mover.contains(
                &"At C MIN has at least −2 and MAX already has −3: one move is cut off.".to_owned()
            ),
            "{mover:?}"
        );
        assert!(
            mover.contains(&"MIN moves at C with the window (−∞, −3).".to_owned()),
            "{mover:?}"
        );
        assert!(
            max.contains(&"MIN moves at C with the window (3, ∞).".to_owned()),
            "{max:?}"
        );
    }

    /// Draws the last step of a search and returns the SVG parts.
    fn finished(text: &str, name: &str) -> String {
        let tree = read(text).expect("a tree");
        let steps = search(&tree, name).expect("a search").steps;
        let drawn = draw(&tree, name, &steps, View::default());
        let mut parts = drawn.parts;
        for (index, part) in drawn.frames.into_iter().flat_map(|frame| frame.changes) {
            parts[index] = part;
        }
        parts.concat()
    }

    #[test]
    fn nodes_have_letters_finished_nodes_windows_and_the_best_line_is_drawn() {
        let svg = finished("[[3,12,8],[2,4,6],[14,5,2]]", "maxmin");
        for letter in ["A", "B", "C", "D", "b1", "d3"] {
            assert!(svg.contains(&format!(">{letter}</text>")), "{letter}");
        }
        for window in ["(3, ∞)", "(−∞, 3)", "(3, 5)"] {
            assert!(svg.contains(&format!(">{window}</text>")), "{window}");
        }
        // From A by B to b1.
        assert_eq!(svg.matches("data-best=").count(), 2);
        assert!(svg.contains("data-best=\"1\"") && svg.contains("data-best=\"2\""));
    }

    #[test]
    fn a_pruned_subtree_is_grey_as_a_whole() {
        // MIN has at most 1 at C, so its second move and everything below is cut off.
        let svg = finished("[[[5,6],[1,2]],[[1,0],[[9,4],[3,2]]]]", "alphabeta");
        assert_eq!(svg.matches("data-cut=").count(), 1);
        assert_eq!(svg.matches("data-pruned=").count(), 7);
    }

    #[test]
    fn a_question_does_not_show_its_answer_and_the_line_runs() {
        let drawn = drawn(View::default());
        let asked = drawn.frames.iter().filter_map(|frame| {
            let question = frame.question.clone()?;
            Some((question, frame.is_cut))
        });
        let cuts: Vec<_> = asked.filter(|(text, _)| text.contains("cut off")).collect();
        assert_eq!(
            cuts.iter().map(|(_, cut)| *cut).collect::<Vec<_>>(),
            [false, false, true]
        );
        let code = number_code::code("alphabeta");
        for frame in &drawn.frames {
            assert!(frame.line < code.len());
            assert_eq!(
                code[frame.line].contains("if best ≥ β"),
                frame.is_cut || frame.text.starts_with("Value of C")
            );
        }
    }
}
