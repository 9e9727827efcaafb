//! A stored tree: all nodes in one list, the children of a node next to each other.

use super::board::AnyMove;
use super::context::Context;
use crate::mark::Marked;
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// The index of the root.
pub const ROOT: u32 = 0;

/// No index.
const NONE: u32 = u32::MAX;

/// A node. `X` is the data of the search that stores the tree.
#[derive(Clone, Debug)]
pub struct Node<X> {
    /// The value for MAX.
    pub value: Score,
    /// The index of its first child, if it is expanded.
    first: u32,
    parent: u32,
    /// The move that leads here.
    pub mv: AnyMove,
    count: u16,
    /// Plies from the root.
    pub ply: u16,
    /// Does MAX move here?
    pub max: bool,
    /// Is the game over here, or the depth limit reached?
    pub closed: bool,
    /// The data of the search.
    pub extra: X,
}

/// Evaluates the position on the board at a ply: its value for MAX, and whether the game is over there.
pub type Valued<'a> = dyn FnMut(&mut Context<'_>, u32) -> Result<(Score, bool), Stopped> + 'a;

/// The value that a backup gives to a node, and its bound.
pub type Backup<'a, X> = dyn Fn(&Node<X>) -> (Score, Bound) + 'a;

/// Returns the numbers that a trace shows at a node besides its value.
pub type Marks<'a, X> = dyn Fn(&Node<X>, &mut Vec<Marked>) + 'a;

/// A stored tree. Its capacity is what the search may keep; it reports when it is full.
#[derive(Clone, Debug)]
pub struct Tree<X> {
    nodes: Vec<Node<X>>,
    room: usize,
    deepest: u32,
    moves: Vec<AnyMove>,
}

impl<X: Clone + Default> Tree<X> {
    fn empty(context: &Context<'_>) -> Self {
        let room = context.room_for(size_of::<Node<X>>());
        // The list is allocated once, so that growing never copies it.
        let mut room = context.nodes_left().map_or(room, |left| {
            room.min(usize::try_from(left).unwrap_or(room).saturating_add(1))
        });
        let mut nodes = Vec::new();
        while nodes.try_reserve_exact(room).is_err() {
            room /= 2;
        }
        Self {
            nodes,
            room,
            deepest: context.depth_limit(),
            moves: Vec::new(),
        }
    }

    /// Creates a tree with the position on the board as its only node, evaluated.
    pub fn new(context: &mut Context<'_>) -> Result<Self, Stopped> {
        let mut tree = Self::empty(context);
        let max = context.is_max();
        let (value, closed) = context.visit(0)?;
        tree.push(context, NONE, AnyMove(0), value, max, closed)?;
        Ok(tree)
    }

    /// Creates a tree whose root is neither counted nor evaluated.
    pub fn unvalued(context: &mut Context<'_>) -> Result<Self, Stopped> {
        let mut tree = Self::empty(context);
        let max = context.is_max();
        tree.push(context, NONE, AnyMove(0), 0, max, false)?;
        Ok(tree)
    }

    fn push(
        &mut self,
        context: &mut Context<'_>,
        parent: u32,
        mv: AnyMove,
        value: Score,
        max: bool,
        closed: bool,
    ) -> Result<(), Stopped> {
        let count = self.nodes.len() + 1;
        if count > self.room {
            return Err(Stopped);
        }
        context.keeps(count, size_of::<Node<X>>())?;
        let ply = self
            .nodes
            .get(parent as usize)
            .map_or(0, |node| node.ply + 1);
        self.nodes.push(Node {
            value,
            first: NONE,
            parent,
            mv,
            count: 0,
            ply,
            max,
            closed: closed || u32::from(ply) >= self.deepest,
            extra: X::default(),
        });
        Ok(())
    }

    /// Returns a node.
    #[must_use]
    pub fn node(&self, id: u32) -> &Node<X> {
        &self.nodes[id as usize]
    }

    /// Returns a node to change it.
    pub fn node_mut(&mut self, id: u32) -> &mut Node<X> {
        &mut self.nodes[id as usize]
    }

    /// Returns the number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a tree has a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the children of a node in generator order.
    #[must_use]
    pub fn children(&self, id: u32) -> std::ops::Range<u32> {
        let node = self.node(id);
        if node.count == 0 {
            return 0..0;
        }
        node.first..node.first + u32::from(node.count)
    }

    /// Returns whether a node has children.
    #[must_use]
    pub fn is_expanded(&self, id: u32) -> bool {
        self.node(id).count > 0
    }

    /// Returns the parent of a node.
    #[must_use]
    pub fn parent(&self, id: u32) -> Option<u32> {
        Some(self.node(id).parent).filter(|&parent| parent != NONE)
    }

    /// Returns the best child for the side to move at the node, the first of equals.
    #[must_use]
    pub fn best_child(&self, id: u32) -> Option<u32> {
        let max = self.node(id).max;
        let worth = |child: u32| {
            let value = self.node(child).value;
            if max { value } else { -value }
        };
        let better = |best: u32, child: u32| {
            if worth(child) > worth(best) {
                child
            } else {
                best
            }
        };
        self.children(id).reduce(better)
    }

    /// Expands a leaf and evaluates each child by the evaluator or the rules. The board must show the position of the
    /// leaf. If a limit stops it, the node stays a leaf.
    pub fn expand(&mut self, context: &mut Context<'_>, id: u32) -> Result<(), Stopped> {
        self.expand_with(context, id, &mut |context, ply| context.visit(ply))
    }

    /// As `expand`, with another evaluation of a child.
    pub fn expand_with(
        &mut self,
        context: &mut Context<'_>,
        id: u32,
        value: &mut Valued<'_>,
    ) -> Result<(), Stopped> {
        let ply = u32::from(self.node(id).ply);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let over = context.expand(ply, &mut moves);
        let first = self.nodes.len();
        let mut outcome = Ok(());
        if over.is_none() && first + moves.len() > self.room {
            outcome = Err(Stopped);
        }
        for &mv in &moves {
            if outcome.is_err() {
                break;
            }
            context.play(mv);
            let max = context.is_max();
            outcome = value(context, ply + 1)
                .and_then(|(value, closed)| self.push(context, id, mv, value, max, closed));
            context.board.undo();
        }
        if outcome.is_ok() {
            let node = &mut self.nodes[id as usize];
            node.first = first as u32;
            node.count = moves.len() as u16;
            node.closed |= moves.is_empty();
        } else {
            self.nodes.truncate(first);
        }
        self.moves = moves;
        outcome
    }

    /// Removes the children of a node, if they were added last.
    pub fn collapse(&mut self, id: u32) {
        let node = &mut self.nodes[id as usize];
        let first = node.first;
        node.count = 0;
        node.first = NONE;
        if first != NONE {
            self.nodes.truncate(first as usize);
        }
    }

    /// Returns the bytes of the tree.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<X>>()
    }

    /// Returns whether an ancestor of a node satisfies a condition.
    pub fn is_below(&self, id: u32, kind: impl Fn(&X) -> bool) -> bool {
        let mut next = self.parent(id);
        while let Some(above) = next {
            if kind(&self.node(above).extra) {
                return true;
            }
            next = self.parent(above);
        }
        false
    }

    /// Plays the moves from the root to a node and stores its path in `way`.
    pub fn go_to(&self, context: &mut Context<'_>, id: u32, way: &mut Vec<u32>) {
        way.clear();
        let mut next = Some(id);
        while let Some(node) = next {
            way.push(node);
            next = self.parent(node);
        }
        way.reverse();
        for (index, &node) in way.iter().enumerate() {
            if index > 0 {
                context.play(self.node(node).mv);
            }
            if node != id {
                context.report_enter(index as u32, 0, -INF, INF);
            }
        }
    }

    /// Undoes the moves of [`go_to`](Tree::go_to).
    pub fn go_back(
        &self,
        context: &mut Context<'_>,
        way: &mut Vec<u32>,
        backup: &Backup<'_, X>,
        marks: &Marks<'_, X>,
    ) {
        for &node in way.iter().skip(1).rev() {
            context.board.undo();
            let above = self.parent(node).unwrap_or(ROOT);
            self.report_marks(context, above, None, marks);
            let (value, bound) = backup(self.node(above));
            context.leave(value, bound, None, How::Searched);
        }
        way.clear();
    }

    /// Sends the marks of the open node, or of the child that a move leads to, to the observer.
    pub fn report_marks(
        &self,
        context: &mut Context<'_>,
        id: u32,
        child: Option<AnyMove>,
        marks: &Marks<'_, X>,
    ) {
        if context.is_watched() {
            let mut found = Vec::new();
            marks(self.node(id), &mut found);
            context.mark(child, &found);
        }
    }

    /// Sends the marks of all children of the open node to the observer.
    pub fn report_children(&self, context: &mut Context<'_>, id: u32, marks: &Marks<'_, X>) {
        if context.is_watched() {
            for child in self.children(id) {
                self.report_marks(context, child, Some(self.node(child).mv), marks);
            }
        }
    }

    /// Descends from the root. `choose` returns the next child, or `None` at the end of the path. The moves are
    /// played on the board. Returns the nodes of the path.
    pub fn descend(
        &self,
        context: &mut Context<'_>,
        way: &mut Vec<u32>,
        choose: &mut dyn FnMut(&Self, u32) -> Option<u32>,
    ) -> u32 {
        way.clear();
        let mut id = ROOT;
        loop {
            way.push(id);
            let ply = u32::from(self.node(id).ply);
            context.report_enter(ply, 0, -INF, INF);
            let next = if self.is_expanded(id) {
                choose(self, id)
            } else {
                None
            };
            let Some(child) = next else {
                return id;
            };
            context.play(self.node(child).mv);
            id = child;
        }
    }

    /// Ascends a path and undoes its moves. The children of its last node, if any, are new.
    pub fn ascend(&self, context: &mut Context<'_>, way: &[u32], marks: &Marks<'_, X>) {
        if !context.is_watched() {
            for _ in way.iter().skip(1) {
                context.board.undo();
            }
            return;
        }
        if let Some(&last) = way.last() {
            self.report_children(context, last, marks);
        }
        for (index, &id) in way.iter().enumerate().rev() {
            self.report_marks(context, id, None, marks);
            let best = self.best_child(id).map(|child| self.node(child).mv);
            context.leave(self.node(id).value, Bound::Exact, best, How::Searched);
            if index > 0 {
                context.board.undo();
            }
        }
    }

    /// Backs values up by minimax along a path, from its end to the root.
    pub fn back_up(&mut self, way: &[u32]) {
        for &id in way.iter().rev() {
            if let Some(child) = self.best_child(id) {
                self.node_mut(id).value = self.node(child).value;
            }
        }
    }

    /// Returns the principal variation.
    #[must_use]
    pub fn line(&self) -> Vec<AnyMove> {
        self.line_from(self.best_child(ROOT))
    }

    /// Returns the move to `child` and the principal variation below it.
    #[must_use]
    pub fn line_from(&self, child: Option<u32>) -> Vec<AnyMove> {
        let mut line = Vec::new();
        let mut next = child;
        while let Some(id) = next {
            line.push(self.node(id).mv);
            next = self.best_child(id);
        }
        line
    }

    /// Returns the minimax value of a subtree, computed from its leaves. It equals [`Node::value`] in a tree backed up by minimax.
    #[must_use]
    pub fn minimax(&self, id: u32) -> Score {
        let values = self.children(id).map(|child| self.minimax(child));
        let best = if self.node(id).max {
            values.max()
        } else {
            values.min()
        };
        best.unwrap_or(self.node(id).value)
    }
}

/// The nodes after which a search that grows a tree stops if its limits are only a depth, or none: it would not end otherwise.
pub(super) const USUAL_NODES: u64 = 10_000;

/// Returns whether such a search has reached that number of nodes.
pub(super) fn is_enough(context: &Context<'_>) -> bool {
    context.had_enough_nodes()
        || (context.is_open_ended()
            && context.depth_asked().is_some()
            && context.stats.nodes >= USUAL_NODES)
}
