//! Exercises on number trees: four kinds of question about minimax and alpha-beta, marked with reasons.
//!
//! An exercise is a tree and a seed; the seed chooses the nodes that are asked about. Every front end reads the same typed answers.
//!
//! ```
//! use teaching::practice::{Exercise, Kind};
//! let exercise = Exercise::of_tree("[[3,12,8],[2,4,6],[14,5,2]]", 1).unwrap();
//! let question = &exercise.questions()[0];
//! assert_eq!(question.kind, Kind::Value);
//! assert_eq!(exercise.mark(0, "3").unwrap().points, question.points);
//! assert_eq!(exercise.mark(0, "14").unwrap().reasons[0], "14 is the value if MAX chose every move, but MIN moves at B, C and D.");
//! ```

mod marking;
mod order;
mod shape;
mod sheet;

pub use shape::Shape;
pub use sheet::{Sheet, class_list};

use gametree::synthetic::NumberTree;
use gametree::{SplitMix64, mix};
use report::Markup;
use serde::Serialize;

use crate::number_drawing::{self, View};
use crate::number_search::{self, NumberSearch};

/// The most random trees from which an exercise is chosen.
const TREES: u64 = 200;

/// The nodes whose window is asked for.
const WINDOWS: usize = 3;

/// The kind of a question.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "PracticeKind"))]
pub enum Kind {
    /// The minimax value of the root.
    Value,
    /// The leaves that alpha-beta does not visit.
    Unvisited,
    /// Alpha and beta where alpha-beta enters a node.
    Window,
    /// The order of the moves of the root with the fewest visited leaves.
    Order,
}

/// A question about the tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(
    feature = "typescript",
    derive(ts_rs::TS),
    ts(rename = "PracticeQuestion")
)]
pub struct Question {
    /// The kind.
    pub kind: Kind,
    /// The question.
    pub text: String,
    /// The form of the answer, with an example.
    pub form: String,
    /// The node whose window is asked for.
    pub node: Option<String>,
    /// The numbered choices of a question about an order.
    pub choices: Vec<String>,
    /// The points of a right answer.
    pub points: u32,
}

/// A marked answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "PracticeMark"))]
pub struct Marked {
    /// Whether the answer is right.
    pub right: bool,
    /// The points of the answer.
    pub points: u32,
    /// The points of a right answer.
    pub of: u32,
    /// What is wrong and why: a sentence for each mistake.
    pub reasons: Vec<String>,
    /// The right answer.
    pub answer: String,
    /// How the right answer is found; empty if the reasons say it.
    pub explanation: String,
}

/// A tree with questions.
#[derive(Clone, PartialEq, Debug)]
pub struct Exercise {
    tree: NumberTree,
    seed: u32,
    names: Vec<String>,
    search: NumberSearch,
    /// The nodes whose windows are asked for.
    marked: Vec<usize>,
    questions: Vec<Question>,
}

impl Exercise {
    /// Returns the exercise of a shape and a seed: a random tree in which alpha-beta cuts off leaves, and another order of the moves
    /// of the root cuts off more, if there is such a tree.
    #[must_use]
    pub fn random(shape: &Shape, seed: u32) -> Self {
        let mut first = None;
        for attempt in 0..TREES {
            let mut random = SplitMix64::new(mix(u64::from(seed)) ^ attempt);
            let exercise = Self::new(shape.tree(&mut random), seed);
            let visited = exercise.search.leaves;
            let cuts = (visited as usize) < exercise.tree.leaves().count();
            if cuts && exercise.marked.len() == WINDOWS {
                if order::fewest(&exercise.tree).0 < visited {
                    return exercise;
                }
                first.get_or_insert(exercise);
            } else if attempt + 1 == TREES {
                first.get_or_insert(exercise);
            }
        }
        first.expect("a tree for each attempt")
    }

    /// Returns the exercise of a given tree.
    pub fn of_tree(text: &str, seed: u32) -> Result<Self, String> {
        let tree = number_search::read(text)?;
        if tree.height() < 2 {
            return Err(
                "an exercise needs a tree of two plies or more, such as [[3,5],[2,9]]".to_owned(),
            );
        }
        let children = tree.children(tree.root()).len();
        if children > order::CHILDREN {
            return Err(format!(
                "the root of an exercise has at most {} children, not {children}",
                order::CHILDREN
            ));
        }
        Ok(Self::new(tree, seed))
    }

    fn new(tree: NumberTree, seed: u32) -> Self {
        let names = number_drawing::names(&tree);
        let search = number_search::search(&tree, "alphabeta").expect("a search of this name");
        let marked = marking::choose(&tree, &search.steps, seed, WINDOWS);
        let mut exercise = Self {
            tree,
            seed,
            names,
            search,
            marked,
            questions: Vec::new(),
        };
        exercise.questions = exercise.ask();
        exercise
    }

    fn ask(&self) -> Vec<Question> {
        let root = self.name(self.tree.root());
        let question = |kind, points, text: String, form: &str| Question {
            kind,
            text,
            form: form.to_owned(),
            node: None,
            choices: Vec::new(),
            points,
        };
        let mut questions = vec![
            question(
                Kind::Value,
                2,
                format!("What is the minimax value of {root} for MAX?"),
                "a number, such as 7",
            ),
            question(
                Kind::Unvisited,
                3,
                "Alpha-beta searches from left to right and cuts off as soon as α ≥ β. Which leaves does it not visit?"
                    .to_owned(),
                "the names of the leaves, such as c2 c3, or none",
            ),
        ];
        questions.extend(self.marked.iter().map(|&node| Question {
            node: Some(self.name(node).to_owned()),
            ..question(
                Kind::Window,
                1,
                format!(
                    "What are α and β, for MAX, when alpha-beta enters {}?",
                    self.name(node)
                ),
                "α and β, such as 3 inf; −∞ is -inf",
            )
        }));
        let children = self.tree.children(self.tree.root()).iter();
        questions.push(Question {
            choices: children.map(|&child| self.name(child).to_owned()).collect(),
            ..question(
                Kind::Order,
                2,
                format!(
                    "In which order must alpha-beta search the moves of {root} to visit the fewest leaves? Nothing else is reordered."
                ),
                "the moves or their numbers, the first to search first, such as 2 1 3",
            )
        });
        questions
    }

    /// Returns the tree in the form that [`Exercise::of_tree`] reads.
    #[must_use]
    pub fn tree(&self) -> &NumberTree {
        &self.tree
    }

    /// Returns the seed.
    #[must_use]
    pub const fn seed(&self) -> u32 {
        self.seed
    }

    /// Returns the names of the nodes: letters for inner nodes, a letter and a number for leaves.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    fn name(&self, node: usize) -> &str {
        &self.names[node]
    }

    /// Returns the questions. Their points add up to 10 if the tree has three inner nodes that alpha-beta enters.
    #[must_use]
    pub fn questions(&self) -> &[Question] {
        &self.questions
    }

    /// Returns the points of all questions.
    #[must_use]
    pub fn points(&self) -> u32 {
        self.questions.iter().map(|question| question.points).sum()
    }

    /// Returns the address of the exercise in the web app. It has the tree and the seed.
    #[must_use]
    pub fn link(&self) -> String {
        format!("practice?tree={}&seed={}", self.tree, self.seed)
    }

    /// Returns the drawing of the tree before the search, with a question mark at each window that is asked for.
    #[must_use]
    pub fn drawing(&self, view: View) -> number_drawing::Drawn {
        let unknown = |&node: &usize| (node, "(?, ?)".to_owned());
        let windows: Vec<_> = self.marked.iter().map(unknown).collect();
        number_drawing::still(&self.tree, &[], &windows, view)
    }

    /// Returns the drawing of the tree after alpha-beta, with the windows that are asked for.
    #[must_use]
    pub fn solution(&self, view: View) -> number_drawing::Drawn {
        let known = |&node: &usize| (node, format!("({})", self.window_text(node)));
        let windows: Vec<_> = self.marked.iter().map(known).collect();
        number_drawing::still(&self.tree, &self.search.steps, &windows, view)
    }

    /// Returns the drawing of [`Exercise::drawing`] or [`Exercise::solution`] as an SVG element.
    fn svg(&self, is_solved: bool, view: View) -> Markup {
        let (drawn, label) = match is_solved {
            true => (self.solution(view), "The tree after alpha-beta"),
            false => (self.drawing(view), "A number tree"),
        };
        drawn.svg(0, label)
    }
}
