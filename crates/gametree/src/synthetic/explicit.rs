//! A tree written down by hand.

use crate::game::{Game, Player};
use crate::rng::mix;
use crate::score::Score;
use std::fmt;

/// A small tree given as text: numbers are leaves, brackets are nodes.
///
/// The first player moves at the root and wants large numbers. All numbers are
/// written from the first player's view, as in a textbook drawing.
///
/// ```
/// use gametree::{Limits, Searcher, Zero, searches::AlphaBeta, synthetic::ExplicitTree};
/// // MAX has 3 in hand. Below the second move MIN finds a 2, so the 12 is never looked at.
/// let tree: ExplicitTree = "[[3 5] [2 12]]".parse().unwrap();
/// let result = AlphaBeta::new(Zero).search(&tree, &tree.root(), &Limits::depth(2));
/// assert_eq!((result.score, result.stats.leaves), (3, 3));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplicitTree {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Node {
    Leaf(Score),
    Inner(Vec<usize>),
}

/// What is wrong with the text of a tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TreeError {
    /// Neither a number nor a bracket.
    NotANumber(String),
    /// A `]` without its `[`.
    Unopened,
    /// A `[` without its `]`.
    Unclosed,
    /// A node without children.
    EmptyNode,
    /// Nothing, or more than one tree.
    NotOneTree,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber(word) => write!(f, "`{word}` is neither a number nor a bracket"),
            Self::Unopened => write!(f, "there is a `]` that closes nothing"),
            Self::Unclosed => write!(f, "a `[` is never closed"),
            Self::EmptyNode => write!(f, "a node needs at least one child: `[]` has none"),
            Self::NotOneTree => write!(f, "expected exactly one tree, such as `[[3 5] [2 12]]`"),
        }
    }
}

impl std::error::Error for TreeError {}

impl ExplicitTree {
    /// The root of the tree.
    #[must_use]
    pub fn root(&self) -> (usize, u32) {
        (self.nodes.len() - 1, 0)
    }
}

impl std::str::FromStr for ExplicitTree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Self, TreeError> {
        let spaced = text
            .replace('[', " [ ")
            .replace(']', " ] ")
            .replace(',', " ");
        let mut nodes = Vec::new();
        // The children of every open bracket; the outermost list holds the finished tree.
        let mut open: Vec<Vec<usize>> = vec![Vec::new()];
        for word in spaced.split_whitespace() {
            let node = match word {
                "[" => {
                    open.push(Vec::new());
                    continue;
                }
                "]" => {
                    let children = open.pop().ok_or(TreeError::Unopened)?;
                    if children.is_empty() {
                        return Err(TreeError::EmptyNode);
                    }
                    Node::Inner(children)
                }
                number => Node::Leaf(
                    number
                        .parse()
                        .map_err(|_| TreeError::NotANumber(number.to_owned()))?,
                ),
            };
            nodes.push(node);
            open.last_mut()
                .ok_or(TreeError::Unopened)?
                .push(nodes.len() - 1);
        }
        match open.as_slice() {
            [done] if done.len() == 1 => Ok(Self { nodes }),
            [_] => Err(TreeError::NotOneTree),
            _ => Err(TreeError::Unclosed),
        }
    }
}

/// A state is a node and its ply. Moves are `0, 1, ...` from left to right.
impl Game for ExplicitTree {
    type State = (usize, u32);
    type Move = u32;
    type Undo = (usize, u32);
    const ALTERNATES: bool = true;

    fn side(&self, state: &Self::State) -> Player {
        if state.1.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
        }
    }

    fn moves(&self, state: &Self::State, out: &mut Vec<u32>) {
        if let Node::Inner(children) = &self.nodes[state.0] {
            out.extend(0..children.len() as u32);
        }
    }

    fn play(&self, state: &mut Self::State, mv: u32) -> Self::Undo {
        let before = *state;
        if let Node::Inner(children) = &self.nodes[state.0] {
            *state = (children[mv as usize], state.1 + 1);
        }
        before
    }

    fn undo(&self, state: &mut Self::State, _: u32, before: Self::Undo) {
        *state = before;
    }

    fn terminal(&self, state: &Self::State) -> Option<Score> {
        match self.nodes[state.0] {
            Node::Leaf(value) if self.side(state) == Player::First => Some(value),
            Node::Leaf(value) => Some(-value),
            Node::Inner(_) => None,
        }
    }

    fn key(&self, state: &Self::State) -> u64 {
        mix(state.0 as u64 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_name_the_mistake() {
        let error = |text: &str| text.parse::<ExplicitTree>().unwrap_err();
        assert_eq!(error("[3 x]"), TreeError::NotANumber("x".into()));
        assert_eq!(error("[3 []]"), TreeError::EmptyNode);
        assert_eq!(error("[3 4"), TreeError::Unclosed);
        assert_eq!(error("[3] 4"), TreeError::NotOneTree);
        assert_eq!(error("3 ]]"), TreeError::Unopened);
        assert_eq!(error(""), TreeError::NotOneTree);
    }
}
