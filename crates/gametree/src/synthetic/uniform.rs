//! A tree in which every node has the same number of children.

use crate::evaluator::Evaluator;
use crate::game::{Game, Side};
use crate::rng::mix;
use crate::score::Score;

/// The order of good and bad moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Random leaves.
    Random,
    /// The best move first, the next best second, and so on.
    BestFirst,
    /// The best move last.
    WorstFirst,
}

/// A tree of `branching` moves everywhere and `depth` plies; the sides alternate.
///
/// With sorted arrangements the leaves are the numbers `0..branching^depth`,
/// shifted to be symmetric around zero. A node is an interval of them, divided among its
/// children. So every child is better than *all* later siblings
/// (or earlier ones), in every line. Alpha-beta then visits
/// `b^ceil(d/2) + b^floor(d/2) - 1` leaves if the best move is first, the minimum
/// of any search, and all `b^d` if it is last.
/// Reference: D. Knuth and R. Moore, "An analysis of alpha-beta pruning",
/// Artificial Intelligence 6, 1975.
///
/// Moves are `0..branching`, generated in that order.
#[derive(Clone, Debug)]
pub struct UniformTree {
    branching: u32,
    depth: u32,
    seed: u64,
    range: Score,
    arrangement: Arrangement,
}

/// A node of a [`UniformTree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeState {
    ply: u32,
    id: u64,
    low: Score,
    width: Score,
}

impl UniformTree {
    /// Creates a tree with random leaves between -100 and 100.
    #[must_use]
    pub const fn random(branching: u32, depth: u32, seed: u64) -> Self {
        Self {
            branching,
            depth,
            seed,
            range: 100,
            arrangement: Arrangement::Random,
        }
    }

    /// Sets the range of random leaves to `-range..=range`.
    #[must_use]
    pub const fn with_range(mut self, range: Score) -> Self {
        self.range = range;
        self
    }

    /// Creates a tree with sorted moves. `branching^depth` must stay below 2^20.
    #[must_use]
    pub const fn sorted(branching: u32, depth: u32, arrangement: Arrangement) -> Self {
        assert!(
            branching.pow(depth) < 1 << 20,
            "too many leaves for distinct values"
        );
        Self {
            branching,
            depth,
            seed: 0,
            range: 0,
            arrangement,
        }
    }

    /// Returns the root.
    #[must_use]
    pub const fn root(&self) -> TreeState {
        let width = match self.arrangement {
            Arrangement::Random => 0,
            _ => self.branching.pow(self.depth) as Score,
        };
        TreeState {
            ply: 0,
            id: 0,
            low: -width / 2,
            width,
        }
    }

    /// Returns the number of leaves that any search must visit to prove the value of the root.
    #[must_use]
    pub const fn minimal_leaves(&self) -> u64 {
        let b = self.branching as u64;
        b.pow(self.depth.div_ceil(2)) + b.pow(self.depth / 2) - 1
    }

    /// Returns the value of any node for the first side.
    fn value(&self, state: &TreeState) -> Score {
        match self.arrangement {
            Arrangement::Random => {
                let bits = mix(mix(self.seed) ^ state.id.wrapping_mul(0x9E37_79B9_7F4A_7C15));
                (bits % (2 * self.range as u64 + 1)) as Score - self.range
            }
            _ => state.low + state.width / 2,
        }
    }

    fn value_for_mover(&self, state: &TreeState) -> Score {
        let value = self.value(state);
        if self.side(state) == Side::First {
            value
        } else {
            -value
        }
    }
}

impl Game for UniformTree {
    type State = TreeState;
    type Move = u32;
    type Undo = TreeState;
    const ALTERNATES: bool = true;

    #[inline]
    fn side(&self, state: &TreeState) -> Side {
        if state.ply.is_multiple_of(2) {
            Side::First
        } else {
            Side::Second
        }
    }

    fn moves(&self, _: &TreeState, out: &mut Vec<u32>) {
        out.extend(0..self.branching);
    }

    #[inline]
    fn play(&self, state: &mut TreeState, mv: u32) -> TreeState {
        let before = *state;
        let slices = self.branching as Score;
        let width = state.width / slices;
        // Slice 0 is the worst for the first side. The best slice is the last one
        // if the first side moves, and slice 0 if the second side moves.
        let from_best = match self.arrangement {
            Arrangement::WorstFirst => slices - 1 - mv as Score,
            _ => mv as Score,
        };
        let slice = match self.side(state) {
            Side::First => slices - 1 - from_best,
            Side::Second => from_best,
        };
        *state = TreeState {
            ply: state.ply + 1,
            id: state.id * u64::from(self.branching) + u64::from(mv) + 1,
            low: state.low + slice * width,
            width,
        };
        before
    }

    #[inline]
    fn undo(&self, state: &mut TreeState, _: u32, before: TreeState) {
        *state = before;
    }

    #[inline]
    fn terminal(&self, state: &TreeState) -> Option<Score> {
        (state.ply == self.depth).then(|| self.value_for_mover(state))
    }

    fn key(&self, state: &TreeState) -> u64 {
        mix(state.id ^ (u64::from(state.ply) << 56))
    }

    fn move_slot(&self, mv: u32) -> Option<usize> {
        Some(mv as usize)
    }
}

/// Evaluates interior nodes of a [`UniformTree`] too: at random, or by the middle
/// of their interval. For searches that stop above the leaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeValue;

impl Evaluator<UniformTree> for NodeValue {
    #[inline]
    fn evaluate(&mut self, tree: &UniformTree, state: &TreeState) -> Score {
        tree.value_for_mover(state)
    }
}
