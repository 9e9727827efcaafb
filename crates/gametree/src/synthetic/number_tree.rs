//! A tree of numbers.

use crate::game::{Game, Side};
use crate::rng::mix;
use crate::score::Score;

/// A tree whose leaves are numbers: the game of a textbook drawing.
///
/// The first player (MAX) moves at the root and the sides alternate. Every number is the value for MAX.
///
/// # Text
///
/// A leaf is a number, a node is a list of its children in brackets: `[[3,12,8],[2,4,6],[14,5,2]]`. Commas and spaces
/// separate. A name and a colon may stand before a leaf or a node: `A:[B:[3,12,8],C:[2,d:4,6]]`. A tree without names is
/// valid JSON. [`Display`](std::fmt::Display) writes a tree in this form.
///
/// ```
/// use gametree::{Limits, Searcher, Zero, searches::AlphaBeta, synthetic::NumberTree};
///
/// // MAX has a move worth 3. In the second node MIN finds a 2, so alpha-beta skips the 12.
/// let tree: NumberTree = "[[3 5] [2 12]]".parse().unwrap();
/// let result = AlphaBeta::new(Zero).search(&tree, &tree.root(), &Limits::depth(tree.height()));
/// assert_eq!((result.score, result.stats.leaves, tree.leaves().count()), (3, 3, 4));
/// assert_eq!(tree.to_string(), "[[3,5],[2,12]]");
/// ```
///
/// # Nodes
///
/// A node is an index. The root is 0, a node comes before its children, and a subtree is a range of indices.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NumberTree {
    nodes: Vec<Node>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    name: Option<String>,
    parent: Option<usize>,
    ply: u32,
    /// The number of a leaf.
    value: Option<Score>,
    children: Vec<usize>,
}

impl NumberTree {
    /// Returns a tree without nodes, for a parser.
    pub(super) const fn empty() -> Self {
        Self { nodes: Vec::new() }
    }

    /// Returns the tree that is one leaf.
    #[must_use]
    pub fn leaf(value: Score) -> Self {
        let mut tree = Self::empty();
        tree.push(None, None, Some(value));
        tree
    }

    /// Returns the tree whose root has these children, from left to right.
    ///
    /// # Panics
    /// If there are no children.
    #[must_use]
    pub fn node(children: impl IntoIterator<Item = Self>) -> Self {
        let mut tree = Self::empty();
        let root = tree.push(None, None, None);
        for child in children {
            tree.graft(Some(root), &child, 0, None);
        }
        assert!(tree.nodes.len() > 1, "a node needs at least one child");
        tree
    }

    /// Returns a copy of the tree with a name for one of its nodes.
    #[must_use]
    pub fn with_name(mut self, node: usize, name: &str) -> Self {
        self.nodes[node].name = Some(name.to_owned());
        self
    }

    /// Appends a node as the last child of `parent`.
    pub(super) fn push(
        &mut self,
        parent: Option<usize>,
        name: Option<String>,
        value: Option<Score>,
    ) -> usize {
        let node = self.nodes.len();
        let ply = parent.map_or(0, |parent| self.nodes[parent].ply + 1);
        self.nodes.push(Node {
            name,
            parent,
            ply,
            value,
            children: Vec::new(),
        });
        if let Some(parent) = parent {
            self.nodes[parent].children.push(node);
        }
        node
    }

    /// Appends the subtree `from[root]` as the last child of `parent`, with `instead` in place of one of its nodes.
    fn graft(
        &mut self,
        parent: Option<usize>,
        from: &Self,
        root: usize,
        instead: Option<(usize, &Self)>,
    ) {
        if let Some((_, new)) = instead.filter(|(node, _)| *node == root) {
            return self.graft(parent, new, 0, None);
        }
        let Node { name, value, .. } = &from.nodes[root];
        let node = self.push(parent, name.clone(), *value);
        for &child in &from.nodes[root].children {
            self.graft(Some(node), from, child, instead);
        }
    }

    /// Returns the root: a node and a state of the game.
    #[must_use]
    pub const fn root(&self) -> usize {
        0
    }

    /// Returns the number of nodes, leaves included.
    #[expect(clippy::len_without_is_empty, reason = "a tree has a root")]
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the plies from the root to the deepest leaf: the depth at which every search is complete.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.nodes.iter().map(|node| node.ply).max().unwrap_or(0)
    }

    /// Lists the leaves and their values from left to right.
    pub fn leaves(&self) -> impl Iterator<Item = (usize, Score)> + '_ {
        let nodes = self.nodes.iter().enumerate();
        nodes.filter_map(|(index, node)| Some((index, node.value?)))
    }

    /// Returns the value of a leaf for MAX, or `None` for an inner node.
    #[must_use]
    pub fn value(&self, node: usize) -> Option<Score> {
        self.nodes[node].value
    }

    /// Returns the children of a node from left to right. Move `i` of the game leads to child `i`.
    #[must_use]
    pub fn children(&self, node: usize) -> &[usize] {
        &self.nodes[node].children
    }

    /// Returns the parent of a node, or `None` for the root.
    #[must_use]
    pub fn parent(&self, node: usize) -> Option<usize> {
        self.nodes[node].parent
    }

    /// Returns the plies from the root to a node. MAX moves where the number is even.
    #[must_use]
    pub fn ply(&self, node: usize) -> u32 {
        self.nodes[node].ply
    }

    /// Returns the name of a node.
    #[must_use]
    pub fn name(&self, node: usize) -> Option<&str> {
        self.nodes[node].name.as_deref()
    }

    /// Returns the node with this name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<usize> {
        let named = |node: &Node| node.name.as_deref() == Some(name);
        self.nodes.iter().position(named)
    }

    /// Returns the node that a line of moves leads to from the root, or `None` if a move does not exist.
    #[must_use]
    pub fn follow(&self, line: &[u32]) -> Option<usize> {
        line.iter().try_fold(self.root(), |node, &mv| {
            self.children(node).get(mv as usize).copied()
        })
    }

    /// Returns a copy of the tree below a node.
    #[must_use]
    pub fn subtree(&self, node: usize) -> Self {
        let mut tree = Self::empty();
        tree.graft(None, self, node, None);
        tree
    }

    /// Returns a copy in which another tree replaces a node and everything below it.
    #[must_use]
    pub fn replaced(&self, node: usize, new: &Self) -> Self {
        let mut tree = Self::empty();
        tree.graft(None, self, self.root(), Some((node, new)));
        tree
    }

    /// Returns a copy with every leaf value changed by `change`.
    #[must_use]
    pub fn with_values(&self, change: impl Fn(Score) -> Score) -> Self {
        let mut tree = self.clone();
        for node in &mut tree.nodes {
            node.value = node.value.map(&change);
        }
        tree
    }
}

/// A state is a node. Moves are `0, 1, ...` from left to right.
impl Game for NumberTree {
    type State = usize;
    type Move = u32;
    type Undo = usize;
    const ALTERNATES: bool = true;

    fn side(&self, &node: &usize) -> Side {
        if self.ply(node).is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    fn moves(&self, &node: &usize, out: &mut Vec<u32>) {
        out.extend(0..self.children(node).len() as u32);
    }

    fn play(&self, node: &mut usize, mv: u32) -> usize {
        let child = self.children(*node)[mv as usize];
        std::mem::replace(node, child)
    }

    fn undo(&self, node: &mut usize, _: u32, parent: usize) {
        *node = parent;
    }

    fn terminal(&self, &node: &usize) -> Option<Score> {
        let value = self.value(node)?;
        Some(match self.side(&node) {
            Side::First => value,
            Side::Second => -value,
        })
    }

    fn key(&self, &node: &usize) -> u64 {
        mix(node as u64 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::synthetic::{TreeError, TreeLimits};

    const TEXTBOOK: &str = "[[3,12,8],[2,4,6],[14,5,2]]";

    fn tree(text: &str) -> NumberTree {
        text.parse()
            .unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn text_and_tree_are_the_same() {
        for text in [
            "7",
            "-3",
            TEXTBOOK,
            "[1,[2,[3,[-4,5]]]]",
            "A:[B:[3,x:-5],12]",
            "r:0",
        ] {
            assert_eq!(tree(text).to_string(), text);
        }
        assert_eq!(tree(" [ [3 5]\n[ 2, 12 ] ] "), tree("[[3,5],[2,12]]"));
        assert_eq!(tree("A: [x: 1]"), tree("A:[x:1]"));
    }

    #[test]
    fn a_tree_lists_its_nodes_parents_first() {
        let tree = tree(TEXTBOOK);
        assert_eq!(
            (tree.len(), tree.height(), tree.leaves().count()),
            (13, 2, 9)
        );
        assert_eq!(tree.children(0), [1, 5, 9]);
        assert_eq!(tree.children(5), [6, 7, 8]);
        assert_eq!(
            (tree.parent(7), tree.ply(7), tree.value(7)),
            (Some(5), 2, Some(4))
        );
        assert_eq!(
            (tree.parent(0), tree.ply(0), tree.value(0)),
            (None, 0, None)
        );
        assert_eq!(tree.follow(&[1, 1]), Some(7));
        assert_eq!(tree.follow(&[1, 3]), None);
    }

    #[test]
    fn parts_build_the_same_tree_as_text() {
        let leaves =
            |values: &[Score]| NumberTree::node(values.iter().copied().map(NumberTree::leaf));
        let built =
            NumberTree::node([leaves(&[3, 12, 8]), leaves(&[2, 4, 6]), leaves(&[14, 5, 2])]);
        assert_eq!(built, tree(TEXTBOOK));
        assert_eq!(built.subtree(5), tree("[2,4,6]"));
        assert_eq!(built.subtree(7), NumberTree::leaf(4));
        let shorter = built.replaced(1, &NumberTree::leaf(3));
        assert_eq!(shorter, tree("[3,[2,4,6],[14,5,2]]"));
        assert_eq!(built.replaced(0, &shorter), shorter);
        assert_eq!(
            shorter.with_values(|value| -value),
            tree("[-3,[-2,-4,-6],[-14,-5,-2]]")
        );
    }

    #[test]
    fn names_find_their_nodes() {
        let named = tree("A:[B:[3,x:5],12]");
        assert_eq!(
            (named.find("A"), named.find("B"), named.find("x")),
            (Some(0), Some(1), Some(3))
        );
        assert_eq!(
            (named.name(1), named.name(2), named.find("C")),
            (Some("B"), None, None)
        );
        assert_eq!(
            tree("[[3,5],12]").with_name(1, "B").to_string(),
            "[B:[3,5],12]"
        );
    }

    #[test]
    fn errors_name_the_mistake() {
        let error = |text: &str| text.parse::<NumberTree>().unwrap_err();
        assert_eq!(error("[3 x]"), TreeError::NotANumber("x".into()));
        assert_eq!(error("[3 []]"), TreeError::EmptyNode);
        assert_eq!(error("[3 4"), TreeError::Unclosed);
        assert_eq!(error("[3] 4"), TreeError::NotOneTree);
        assert_eq!(error("3 ]]"), TreeError::Unopened);
        assert_eq!(error(""), TreeError::NotOneTree);
        assert_eq!(error("[3 x:]"), TreeError::NameAlone("x".into()));
        assert_eq!(error("x:"), TreeError::NameAlone("x".into()));
        assert_eq!(error("[x:y:3]"), TreeError::NameAlone("x".into()));
        assert_eq!(error("[x:1 x:2]"), TreeError::NameTwice("x".into()));
        assert_eq!(error("[:1]"), TreeError::NotANumber(":".into()));
        assert_eq!(error("[1é]"), TreeError::NotANumber("1é".into()));
    }

    #[test]
    fn limits_bound_the_tree() {
        let limits = TreeLimits {
            nodes: 5,
            plies: 2,
            value: 99,
        };
        let parse = |text: &str| NumberTree::parse_within(text, &limits);
        assert!(parse("[[1,-99],99]").is_ok());
        assert_eq!(parse("[[1,2],3,4]"), Err(TreeError::TooManyNodes(5)));
        assert_eq!(parse("[[[1]]]"), Err(TreeError::TooDeep(2)));
        assert_eq!(parse("[100]"), Err(TreeError::TooLarge(100, 99)));
        assert_eq!(parse("[-100]"), Err(TreeError::TooLarge(-100, 99)));
        let deep = "[".repeat(1_000_000);
        assert_eq!(deep.parse::<NumberTree>(), Err(TreeError::TooDeep(60)));
    }
}
