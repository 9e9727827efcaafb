//! A tree that is kept: nodes in one list, the children of a node side by side.

use super::board::AnyMove;
use super::trip::Trip;
use crate::mark::Marked;
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// The number of the root.
pub const ROOT: u32 = 0;

/// No number.
const NOBODY: u32 = u32::MAX;

/// A node. `X` is what the search of one's choice keeps besides.
#[derive(Clone, Debug)]
pub struct Node<X> {
    /// The value for MAX.
    pub value: Score,
    /// Its first child, if it has any.
    first: u32,
    parent: u32,
    /// The move that leads here.
    pub mv: AnyMove,
    count: u16,
    /// Plies from the root.
    pub ply: u16,
    /// Does MAX move here?
    pub max: bool,
    /// Is the game over here, or may nobody look further?
    pub closed: bool,
    /// What else is kept.
    pub extra: X,
}

/// Values the position on the board, so many plies from the root: its value, and whether the game is over there.
pub type Valued<'a> = dyn FnMut(&mut Trip<'_>, u32) -> Result<(Score, bool), Stopped> + 'a;

/// What a node is told to be worth on the way back, and how sure that is.
pub type Worth<'a, X> = dyn Fn(&Node<X>) -> (Score, Bound) + 'a;

/// The numbers that somebody who watches sees at a node besides its value.
pub type Marks<'a, X> = dyn Fn(&Node<X>, &mut Vec<Marked>) + 'a;

/// A stored tree. It has room for as many nodes as the search may keep, and says so when there is none left.
#[derive(Clone, Debug)]
pub struct Tree<X> {
    nodes: Vec<Node<X>>,
    room: usize,
    deepest: u32,
    moves: Vec<AnyMove>,
}

impl<X: Clone + Default> Tree<X> {
    fn empty(trip: &Trip<'_>) -> Self {
        let room = trip.room_for(size_of::<Node<X>>());
        // The list never grows beyond what is set aside for it, so that nothing is ever kept twice.
        let mut room = trip.nodes_left().map_or(room, |left| {
            room.min(usize::try_from(left).unwrap_or(room).saturating_add(1))
        });
        let mut nodes = Vec::new();
        while nodes.try_reserve_exact(room).is_err() {
            room /= 2;
        }
        Self {
            nodes,
            room,
            deepest: trip.depth_limit(),
            moves: Vec::new(),
        }
    }

    /// A tree of one node, the position on the board, valued by the evaluator.
    pub fn new(trip: &mut Trip<'_>) -> Result<Self, Stopped> {
        let mut tree = Self::empty(trip);
        let max = trip.is_max();
        let (value, closed) = trip.visit(0)?;
        tree.push(trip, NOBODY, AnyMove(0), value, max, closed)?;
        Ok(tree)
    }

    /// The same with a root that is neither counted nor valued yet.
    pub fn unvalued(trip: &mut Trip<'_>) -> Result<Self, Stopped> {
        let mut tree = Self::empty(trip);
        let max = trip.is_max();
        tree.push(trip, NOBODY, AnyMove(0), 0, max, false)?;
        Ok(tree)
    }

    fn push(
        &mut self,
        trip: &mut Trip<'_>,
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
        trip.keeps(count, size_of::<Node<X>>())?;
        let ply = self
            .nodes
            .get(parent as usize)
            .map_or(0, |node| node.ply + 1);
        self.nodes.push(Node {
            value,
            first: NOBODY,
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

    /// A node.
    #[must_use]
    pub fn node(&self, id: u32) -> &Node<X> {
        &self.nodes[id as usize]
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, id: u32) -> &mut Node<X> {
        &mut self.nodes[id as usize]
    }

    /// How many nodes there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: there is a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The children of a node, in the order of the moves.
    #[must_use]
    pub fn children(&self, id: u32) -> std::ops::Range<u32> {
        let node = self.node(id);
        if node.count == 0 {
            return 0..0;
        }
        node.first..node.first + u32::from(node.count)
    }

    /// Whether a node has children.
    #[must_use]
    pub fn is_expanded(&self, id: u32) -> bool {
        self.node(id).count > 0
    }

    /// The parent of a node.
    #[must_use]
    pub fn parent(&self, id: u32) -> Option<u32> {
        Some(self.node(id).parent).filter(|&parent| parent != NOBODY)
    }

    /// The best child for the player who moves at the node, the first one of several.
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

    /// Gives a leaf its children, each valued by the evaluator or the rules. The position on the board must be that of the
    /// leaf. If a limit ends it, the leaf stays one.
    pub fn expand(&mut self, trip: &mut Trip<'_>, id: u32) -> Result<(), Stopped> {
        self.expand_with(trip, id, &mut |trip, ply| trip.visit(ply))
    }

    /// The same, with another way to value a child: its value, and whether the game is over there.
    pub fn expand_with(
        &mut self,
        trip: &mut Trip<'_>,
        id: u32,
        value: &mut Valued<'_>,
    ) -> Result<(), Stopped> {
        let ply = u32::from(self.node(id).ply);
        let mut moves = std::mem::take(&mut self.moves);
        moves.clear();
        let over = trip.expand(ply, &mut moves);
        let first = self.nodes.len();
        let mut outcome = Ok(());
        if over.is_none() && first + moves.len() > self.room {
            outcome = Err(Stopped);
        }
        for &mv in &moves {
            if outcome.is_err() {
                break;
            }
            trip.play(mv);
            let max = trip.is_max();
            outcome = value(trip, ply + 1)
                .and_then(|(value, closed)| self.push(trip, id, mv, value, max, closed));
            trip.board.undo();
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

    /// Takes the children of a node away again, if nothing was added since.
    pub fn collapse(&mut self, id: u32) {
        let node = &mut self.nodes[id as usize];
        let first = node.first;
        node.count = 0;
        node.first = NOBODY;
        if first != NOBODY {
            self.nodes.truncate(first as usize);
        }
    }

    /// What the tree takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.nodes.len() * size_of::<Node<X>>()
    }

    /// Whether any node above this one is of a kind.
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

    /// Plays the moves from the root to a node. `way` is where they are remembered.
    pub fn go_to(&self, trip: &mut Trip<'_>, id: u32, way: &mut Vec<u32>) {
        way.clear();
        let mut next = Some(id);
        while let Some(node) = next {
            way.push(node);
            next = self.parent(node);
        }
        way.reverse();
        for (index, &node) in way.iter().enumerate() {
            if index > 0 {
                trip.play(self.node(node).mv);
            }
            if node != id {
                trip.tell_enter(index as u32, 0, -INF, INF);
            }
        }
    }

    /// Takes the moves of [`go_to`](Tree::go_to) back.
    pub fn go_back(
        &self,
        trip: &mut Trip<'_>,
        way: &mut Vec<u32>,
        worth: &Worth<'_, X>,
        marks: &Marks<'_, X>,
    ) {
        for &node in way.iter().skip(1).rev() {
            trip.board.undo();
            let above = self.parent(node).unwrap_or(ROOT);
            self.tell_marks(trip, above, None, marks);
            let (value, bound) = worth(self.node(above));
            trip.leave(value, bound, None, How::Searched);
        }
        way.clear();
    }

    /// Tells the marks of a node that is open, or that a move from the open one leads to.
    pub fn tell_marks(
        &self,
        trip: &mut Trip<'_>,
        id: u32,
        child: Option<AnyMove>,
        marks: &Marks<'_, X>,
    ) {
        if trip.is_watched() {
            let mut found = Vec::new();
            marks(self.node(id), &mut found);
            trip.mark(child, &found);
        }
    }

    /// Tells the marks of all children of the open node.
    pub fn tell_children(&self, trip: &mut Trip<'_>, id: u32, marks: &Marks<'_, X>) {
        if trip.is_watched() {
            for child in self.children(id) {
                self.tell_marks(trip, child, Some(self.node(child).mv), marks);
            }
        }
    }

    /// Goes from the root down a stored tree: `choose` names the next child, or nobody where the way ends. The moves are
    /// played on the board. Returns the nodes of the way.
    pub fn descend(
        &self,
        trip: &mut Trip<'_>,
        way: &mut Vec<u32>,
        choose: &mut dyn FnMut(&Self, u32) -> Option<u32>,
    ) -> u32 {
        way.clear();
        let mut id = ROOT;
        loop {
            way.push(id);
            let ply = u32::from(self.node(id).ply);
            trip.tell_enter(ply, 0, -INF, INF);
            let next = if self.is_expanded(id) {
                choose(self, id)
            } else {
                None
            };
            let Some(child) = next else {
                return id;
            };
            trip.play(self.node(child).mv);
            id = child;
        }
    }

    /// Goes back up a way, taking the moves back. The children of its last node are new, if there are any.
    pub fn ascend(&self, trip: &mut Trip<'_>, way: &[u32], marks: &Marks<'_, X>) {
        if !trip.is_watched() {
            for _ in way.iter().skip(1) {
                trip.board.undo();
            }
            return;
        }
        if let Some(&last) = way.last() {
            self.tell_children(trip, last, marks);
        }
        for (index, &id) in way.iter().enumerate().rev() {
            self.tell_marks(trip, id, None, marks);
            let best = self.best_child(id).map(|child| self.node(child).mv);
            trip.leave(self.node(id).value, Bound::Exact, best, How::Searched);
            if index > 0 {
                trip.board.undo();
            }
        }
    }

    /// Gives the nodes of a way the values of their best children, from its end to the root.
    pub fn back_up(&mut self, way: &[u32]) {
        for &id in way.iter().rev() {
            if let Some(child) = self.best_child(id) {
                self.node_mut(id).value = self.node(child).value;
            }
        }
    }

    /// The moves from the root along the best children.
    #[must_use]
    pub fn line(&self) -> Vec<AnyMove> {
        self.line_from(self.best_child(ROOT))
    }

    /// The moves that begin with the one to `child` and go on along the best children.
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

    /// The value of a node by its whole subtree: what [`Node::value`] must be in a tree that is backed up by minimax.
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

/// How many nodes a growing tree looks at if only a depth is asked for, or nothing: such a search does not end by itself.
pub(super) const USUAL_NODES: u64 = 10_000;

/// Whether a search that grows a tree has looked at enough though nothing limits it but a depth.
pub(super) fn is_enough(trip: &Trip<'_>) -> bool {
    trip.had_enough_nodes()
        || (trip.is_open_ended() && trip.depth_asked().is_some() && trip.stats.nodes >= USUAL_NODES)
}
