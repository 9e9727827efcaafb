//! A tree in which every node has the same number of children.

use crate::evaluator::Evaluator;
use crate::game::{Game, Player};
use crate::rng::mix;
use crate::score::Score;

/// Where the good moves are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrangement {
    /// Leaves have random values.
    Random,
    /// The best move always comes first, the next best second, and so on.
    BestFirst,
    /// The best move always comes last.
    WorstFirst,
}

/// A tree of `branching` moves everywhere and `depth` plies, the players in turn.
///
/// With sorted arrangements the leaves are the numbers `0..branching^depth`,
/// shifted to lie around zero: a node stands for an interval of them, which its
/// children divide. So every child is better than *all* of its later siblings
/// (or earlier ones), in every line. Alpha-beta then visits
/// `b^ceil(d/2) + b^floor(d/2) - 1` leaves when the best move comes first, the least
/// that any search can do, and all `b^d` when it comes last.
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
    /// A tree with random leaves between -100 and 100.
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

    /// The same tree with random leaves between `-range` and `range`.
    #[must_use]
    pub const fn with_range(mut self, range: Score) -> Self {
        self.range = range;
        self
    }

    /// A tree whose moves are sorted everywhere. `branching^depth` must stay below 2^20.
    #[must_use]
    pub const fn sorted(branching: u32, depth: u32, arrangement: Arrangement) -> Self {
        assert!(
            branching.pow(depth) < 1 << 20,
            "too many leaves to give each a value of its own"
        );
        Self {
            branching,
            depth,
            seed: 0,
            range: 0,
            arrangement,
        }
    }

    /// The root of the tree.
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

    /// The number of leaves any search must look at to know the value of the root.
    #[must_use]
    pub const fn minimal_leaves(&self) -> u64 {
        let b = self.branching as u64;
        b.pow(self.depth.div_ceil(2)) + b.pow(self.depth / 2) - 1
    }

    /// A value for any node, as the first player sees it.
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
        if self.side(state) == Player::First {
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
    fn side(&self, state: &TreeState) -> Player {
        if state.ply.is_multiple_of(2) {
            Player::First
        } else {
            Player::Second
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
        // Slice 0 is the worst for the first player. The mover's best is the last
        // slice if the first player moves, and slice 0 if the second one does.
        let from_best = match self.arrangement {
            Arrangement::WorstFirst => slices - 1 - mv as Score,
            _ => mv as Score,
        };
        let slice = match self.side(state) {
            Player::First => slices - 1 - from_best,
            Player::Second => from_best,
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

/// Values the interior nodes of a [`UniformTree`] too: at random, or by the middle
/// of their interval. For searches that stop above the leaves.
#[derive(Clone, Copy, Debug, Default)]
pub struct NodeValue;

impl Evaluator<UniformTree> for NodeValue {
    #[inline]
    fn evaluate(&mut self, tree: &UniformTree, state: &TreeState) -> Score {
        tree.value_for_mover(state)
    }
}
