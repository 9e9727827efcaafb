//! The minimax reference: the value that every other search is compared with.
//!
//! It is written out in one function, without windows, tables, move ordering or code that it shares with the searches.
//! Use it to test a search, to grade one, or to show that an answer is wrong.
//!
//! ```
//! use gametree::reference::Reference;
//! use gametree::synthetic::NumberTree;
//! use gametree::Zero;
//!
//! let tree: NumberTree = "[[3,12,8],[2,4,6],[14,5,2]]".parse().unwrap();
//! let reference = Reference::new(tree.height());
//! let right = reference.minimax(&tree, &tree.root(), &mut Zero).unwrap();
//! assert_eq!((right.value, right.nodes), (3, 13));
//! assert_eq!(right.moves, [(0, 3), (1, 2), (2, 2)]);
//! assert_eq!(right.best(), [0]);
//! // A search that is lucky with the order of the moves proves the 3 with 9 of the 13 nodes.
//! assert_eq!(reference.minimal_nodes(&tree, &tree.root(), &mut Zero, 3), Some(9));
//! ```

use crate::evaluator::Evaluator;
use crate::game::{Game, Side};
use crate::limits::Limits;
use crate::score::{self, INF, Score};
use std::time::Duration;

/// Nodes between two checks of the clock and the stop flag.
const NODES_BETWEEN_CHECKS: u64 = 1_024;

/// Minimax of a fixed depth.
#[derive(Clone, Debug)]
pub struct Reference {
    depth: u32,
    limits: Limits,
    cap: Score,
}

/// The result of minimax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimax<M> {
    /// The value for the side to move at the root.
    pub value: Score,
    /// The moves of the root in generator order, each with its value for the side that makes it. Empty if the depth is 0
    /// or the game is over.
    pub moves: Vec<(M, Score)>,
    /// The nodes that minimax enters, the root included.
    pub nodes: u64,
}

impl<M: Copy> Minimax<M> {
    /// Lists every best move.
    #[must_use]
    pub fn best(&self) -> Vec<M> {
        let best = self.moves.iter().filter(|(_, value)| *value == self.value);
        best.map(|&(mv, _)| mv).collect()
    }
}

impl Reference {
    /// Looks `depth` plies ahead, without other limits.
    #[must_use]
    pub fn new(depth: u32) -> Self {
        Self {
            depth,
            limits: Limits::default(),
            cap: INF,
        }
    }

    /// Stops without a result at the nodes, the time or the stop flag of `limits`. Their depth is ignored.
    #[must_use]
    pub fn with_limits(mut self, limits: &Limits) -> Self {
        self.limits = limits.clone();
        self
    }

    /// Counts every value beyond `cap` as `cap`. A cap of `DECISIVE` or less makes all wins equal, however soon they come.
    #[must_use]
    pub const fn with_cap(mut self, cap: Score) -> Self {
        self.cap = cap;
        self
    }

    /// Returns the minimax value of `root` and of each of its moves, or `None` if a limit was reached.
    ///
    /// Leaves are evaluated for the side to move at the root, so the evaluator need not be antisymmetric.
    pub fn minimax<G: Game>(
        &self,
        game: &G,
        root: &G::State,
        eval: &mut dyn Evaluator<G>,
    ) -> Option<Minimax<G::Move>> {
        let mut pass = Pass::new(self, game, root, eval);
        let mut state = root.clone();
        let mut list = Vec::new();
        if self.depth == 0 || game.expand(root, &mut list).is_some() {
            list.clear();
        }
        if list.is_empty() {
            let value = pass.value(&mut state, 0, 0)?;
            let nodes = pass.nodes;
            return Some(Minimax {
                value,
                moves: Vec::new(),
                nodes,
            });
        }
        pass.enter()?;
        let mut moves = Vec::new();
        for mv in list {
            let undo = game.play(&mut state, mv);
            let value = pass.value(&mut state, self.depth - 1, 1);
            game.undo(&mut state, mv, undo);
            moves.push((mv, value?));
        }
        Some(Minimax {
            value: moves.iter().map(|&(_, value)| value).max()?,
            moves,
            nodes: pass.nodes,
        })
    }

    /// Returns a lower bound of the nodes that any search without a table needs to prove `value`, the minimax value of
    /// `root`; `None` if a limit was reached.
    ///
    /// A search proves that the value is at least `value` and at most `value`. The two proofs share one line, from the
    /// root to a leaf. At the cap one proof is enough, because no value is larger.
    ///
    /// Reference: D. Knuth and R. Moore, "An analysis of alpha-beta pruning", Artificial Intelligence 6, 1975.
    pub fn minimal_nodes<G: Game>(
        &self,
        game: &G,
        root: &G::State,
        eval: &mut dyn Evaluator<G>,
        value: Score,
    ) -> Option<u64> {
        let mut pass = Pass::new(self, game, root, eval);
        let proof = pass.proof(&mut root.clone(), self.depth, 0, value)?;
        let (at_least, at_most) = (proof.at_least.unwrap_or(1), proof.at_most.unwrap_or(1));
        Some(if value >= self.cap {
            at_least
        } else if value <= -self.cap {
            at_most
        } else {
            let both = (at_least + at_most).saturating_sub(u64::from(self.depth) + 1);
            both.max(at_least).max(at_most)
        })
    }
}

/// One pass over the tree.
struct Pass<'a, G: Game> {
    game: &'a G,
    eval: &'a mut dyn Evaluator<G>,
    reference: &'a Reference,
    /// The side to move at the root. All values are for it.
    max: Side,
    started: Duration,
    nodes: u64,
    /// The moves of all open nodes.
    moves: Vec<G::Move>,
}

/// The sizes of the smallest proofs that the value of a node is at least, and at most, the value at the root.
#[derive(Clone, Copy)]
struct Proof {
    at_least: Option<u64>,
    at_most: Option<u64>,
}

impl<'a, G: Game> Pass<'a, G> {
    fn new(
        reference: &'a Reference,
        game: &'a G,
        root: &G::State,
        eval: &'a mut dyn Evaluator<G>,
    ) -> Self {
        Self {
            game,
            eval,
            reference,
            max: game.side(root),
            started: reference.limits.clock.now(),
            nodes: 0,
            moves: Vec::new(),
        }
    }

    /// Counts a node. `None` if a limit was reached.
    fn enter(&mut self) -> Option<()> {
        let limits = &self.reference.limits;
        if limits.nodes.is_some_and(|most| self.nodes >= most) {
            return None;
        }
        if self.nodes.is_multiple_of(NODES_BETWEEN_CHECKS) {
            let spent = || limits.clock.now().saturating_sub(self.started);
            if limits.stop_requested() || limits.time.is_some_and(|time| spent() >= time) {
                return None;
            }
        }
        self.nodes += 1;
        Some(())
    }

    /// The value of a leaf, or `None` if the node was expanded: its moves are then appended to `moves`.
    fn leaf(&mut self, state: &G::State, depth: u32, ply: u32) -> Option<Score> {
        let over = match depth {
            0 => self.game.terminal(state),
            _ => self.game.expand(state, &mut self.moves),
        };
        let value = match over {
            Some(value) if self.game.side(state) == self.max => score::from_node(value, ply),
            Some(value) => -score::from_node(value, ply),
            None if depth == 0 => self.eval.evaluate_for(self.game, state, self.max),
            None => return None,
        };
        Some(value.clamp(-self.reference.cap, self.reference.cap))
    }

    /// Minimax.
    fn value(&mut self, state: &mut G::State, depth: u32, ply: u32) -> Option<Score> {
        self.enter()?;
        let start = self.moves.len();
        if let Some(value) = self.leaf(state, depth, ply) {
            return Some(value);
        }
        let is_max = self.game.side(state) == self.max;
        let mut best = if is_max { -INF } else { INF };
        for index in start..self.moves.len() {
            let mv = self.moves[index];
            let undo = self.game.play(state, mv);
            let value = self.value(state, depth - 1, ply + 1);
            self.game.undo(state, mv, undo);
            best = if is_max {
                best.max(value?)
            } else {
                best.min(value?)
            };
        }
        self.moves.truncate(start);
        Some(best)
    }

    /// The smallest proofs. One good move proves that a side gets at least a value; every move must fail to prove that it
    /// gets no more.
    fn proof(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        target: Score,
    ) -> Option<Proof> {
        self.enter()?;
        let start = self.moves.len();
        if let Some(value) = self.leaf(state, depth, ply) {
            return Some(Proof {
                at_least: (value >= target).then_some(1),
                at_most: (value <= target).then_some(1),
            });
        }
        let is_max = self.game.side(state) == self.max;
        let (mut one, mut all): (Option<u64>, Option<u64>) = (None, Some(0));
        for index in start..self.moves.len() {
            let mv = self.moves[index];
            let undo = self.game.play(state, mv);
            let proof = self.proof(state, depth - 1, ply + 1, target);
            self.game.undo(state, mv, undo);
            let Proof { at_least, at_most } = proof?;
            let (good, bad) = if is_max {
                (at_least, at_most)
            } else {
                (at_most, at_least)
            };
            one = one.into_iter().chain(good).min();
            all = all.zip(bad).map(|(all, bad)| all + bad);
        }
        self.moves.truncate(start);
        let (one, all) = (one.map(|nodes| nodes + 1), all.map(|nodes| nodes + 1));
        Some(if is_max {
            Proof {
                at_least: one,
                at_most: all,
            }
        } else {
            Proof {
                at_least: all,
                at_most: one,
            }
        })
    }
}
