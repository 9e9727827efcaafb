//! The text form of number trees: its parser, its errors and its limits.

use super::number_tree::NumberTree;
use crate::score::Score;
use std::collections::HashSet;
use std::fmt::{self, Write};
use std::str::FromStr;

/// The largest tree that a parser accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeLimits {
    /// Nodes, leaves included.
    pub nodes: usize,
    /// Plies from the root to the deepest leaf.
    pub plies: u32,
    /// The absolute value of a leaf.
    pub value: Score,
}

/// 100,000 nodes, 60 plies, and values of at most 99,999, which no search takes for a won game.
impl Default for TreeLimits {
    fn default() -> Self {
        Self {
            nodes: 100_000,
            plies: 60,
            value: 99_999,
        }
    }
}

/// Why a text is not a tree.
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
    /// No tree, or more than one.
    NotOneTree,
    /// A name without a leaf or a node after it.
    NameAlone(String),
    /// A name of two nodes.
    NameTwice(String),
    /// More nodes than [`TreeLimits::nodes`].
    TooManyNodes(usize),
    /// A leaf deeper than [`TreeLimits::plies`].
    TooDeep(u32),
    /// A leaf beyond [`TreeLimits::value`], and that limit.
    TooLarge(Score, Score),
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotANumber(word) => write!(f, "`{word}` is neither a number nor a bracket"),
            Self::Unopened => write!(f, "a `]` has no `[` before it"),
            Self::Unclosed => write!(f, "a `[` is never closed"),
            Self::EmptyNode => write!(f, "a node needs at least one child: `[]` has none"),
            Self::NotOneTree => write!(f, "expected exactly one tree, such as `[[3,5],[2,12]]`"),
            Self::NameAlone(name) => {
                write!(f, "the name `{name}:` needs a number or a `[` after it")
            }
            Self::NameTwice(name) => write!(f, "two nodes are named `{name}`"),
            Self::TooManyNodes(most) => write!(f, "the tree may have at most {most} nodes"),
            Self::TooDeep(most) => write!(f, "the tree may be at most {most} plies deep"),
            Self::TooLarge(value, most) => {
                write!(
                    f,
                    "the numbers may be at most {most} or at least -{most}: found {value}"
                )
            }
        }
    }
}

impl std::error::Error for TreeError {}

/// Parses within the default [`TreeLimits`].
impl FromStr for NumberTree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<Self, TreeError> {
        Self::parse_within(text, &TreeLimits::default())
    }
}

impl NumberTree {
    /// Parses a tree and rejects one that exceeds `limits`.
    ///
    /// # Errors
    /// The first [`TreeError`] of the text.
    pub fn parse_within(text: &str, limits: &TreeLimits) -> Result<Self, TreeError> {
        let mut tree = Self::empty();
        // The nodes whose bracket is open, and the name read last.
        let mut open: Vec<usize> = Vec::new();
        let mut name: Option<String> = None;
        let mut names = HashSet::new();
        for word in words(text) {
            if word == "]" {
                if let Some(name) = name {
                    return Err(TreeError::NameAlone(name));
                }
                let node = open.pop().ok_or(TreeError::Unopened)?;
                if tree.children(node).is_empty() {
                    return Err(TreeError::EmptyNode);
                }
                continue;
            }
            if let Some(given) = word.strip_suffix(':') {
                if let Some(name) = name {
                    return Err(TreeError::NameAlone(name));
                }
                if given.is_empty() {
                    return Err(TreeError::NotANumber(word.to_owned()));
                }
                if !names.insert(given) {
                    return Err(TreeError::NameTwice(given.to_owned()));
                }
                name = Some(given.to_owned());
                continue;
            }
            let value = match word {
                "[" => None,
                number => Some(
                    number
                        .parse()
                        .map_err(|_| TreeError::NotANumber(number.to_owned()))?,
                ),
            };
            if let Some(value) =
                value.filter(|value: &Score| value.unsigned_abs() > limits.value.unsigned_abs())
            {
                return Err(TreeError::TooLarge(value, limits.value));
            }
            if open.is_empty() && tree.len() > 0 {
                return Err(TreeError::NotOneTree);
            }
            if tree.len() >= limits.nodes {
                return Err(TreeError::TooManyNodes(limits.nodes));
            }
            if open.len() > limits.plies as usize {
                return Err(TreeError::TooDeep(limits.plies));
            }
            let node = tree.push(open.last().copied(), name.take(), value);
            if value.is_none() {
                open.push(node);
            }
        }
        match (name, open.is_empty(), tree.len() == 0) {
            (Some(name), ..) => Err(TreeError::NameAlone(name)),
            (_, false, _) => Err(TreeError::Unclosed),
            (_, _, true) => Err(TreeError::NotOneTree),
            _ => Ok(tree),
        }
    }
}

/// Splits a text into `[`, `]`, names with their colon, and numbers.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_space = |c: char| c.is_whitespace() || c == ',';
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start_matches(is_space);
        let first = rest.chars().next()?;
        let end = match first {
            '[' | ']' => 1,
            _ => rest
                .find(|c: char| is_space(c) || "[]:".contains(c))
                .map_or(rest.len(), |end| {
                    end + usize::from(rest[end..].starts_with(':'))
                }),
        };
        let (word, after) = rest.split_at(end);
        rest = after;
        Some(word)
    })
}

/// The text that parses to the same tree.
impl fmt::Display for NumberTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn write(tree: &NumberTree, node: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            if let Some(name) = tree.name(node) {
                write!(f, "{name}:")?;
            }
            if let Some(value) = tree.value(node) {
                return write!(f, "{value}");
            }
            for (place, &child) in tree.children(node).iter().enumerate() {
                f.write_char(if place == 0 { '[' } else { ',' })?;
                write(tree, child, f)?;
            }
            f.write_char(']')
        }
        write(self, self.root(), f)
    }
}
