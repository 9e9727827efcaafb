//! What a search gives back.

use crate::score::Score;
use crate::value::Proof;
use std::time::Duration;

/// What is known about the true value, given the returned one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The true value is the returned one.
    Exact,
    /// The true value is the returned one or more (a fail high).
    Lower,
    /// The true value is the returned one or less (a fail low).
    Upper,
}

impl Bound {
    /// What a fail-soft value means, given the window *on entry*.
    ///
    /// The alpha of the entry, not the alpha raised on the way: a node that raised
    /// alpha and stayed below beta is exact.
    #[inline]
    #[must_use]
    pub const fn of(value: Score, alpha: Score, beta: Score) -> Self {
        if value >= beta {
            Self::Lower
        } else if value <= alpha {
            Self::Upper
        } else {
            Self::Exact
        }
    }

    /// The same knowledge seen by the other player.
    #[inline]
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Exact => Self::Exact,
            Self::Lower => Self::Upper,
            Self::Upper => Self::Lower,
        }
    }
}

/// What a search has done. One set of counting rules for all of them, or no
/// comparison between two searches means anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States entered by a move; the root counts one. A table hit counts, a
    /// re-search counts again, a null move counts. Positions a move ordering
    /// peeks at do not (their evaluations do).
    pub nodes: u64,
    /// Nodes whose moves were generated.
    pub interior: u64,
    /// Nodes that got a value without being expanded: game over, or the horizon.
    pub leaves: u64,
    /// Calls of the static evaluator, those of the move ordering included.
    pub evals: u64,
    /// The part of `evals` that the move ordering asked for.
    pub order_evals: u64,
    /// Nodes in quiescence (a part of `nodes`).
    pub quiescence_nodes: u64,
    /// Look-ups in the transposition table.
    pub tt_probes: u64,
    /// Look-ups that found the position.
    pub tt_hits: u64,
    /// Hits that gave the value of the node at once.
    pub tt_cuts: u64,
    /// Nodes left early because a move was too good.
    pub cutoffs: u64,
    /// Cutoffs by the first move tried: how good the ordering is.
    pub first_move_cutoffs: u64,
    /// Moves searched a second time with a wider window, and whole searches
    /// repeated with another window.
    pub researches: u64,
    /// Null moves tried.
    pub null_tries: u64,
    /// Null moves that ended their node.
    pub null_cuts: u64,
    /// The largest ply with a position to look at.
    pub selective_depth: u32,
    /// Nodes kept in memory at once, for searches that keep their tree.
    pub peak_stored: u64,
    /// Bytes they took, where the search counts them.
    pub peak_bytes: u64,
    /// Time by the clock of the limits.
    pub time: Duration,
}

impl Stats {
    /// The share of cutoffs made by the first move tried (0 if there were none).
    #[must_use]
    pub fn first_move_rate(&self) -> f64 {
        if self.cutoffs == 0 {
            0.0
        } else {
            self.first_move_cutoffs as f64 / self.cutoffs as f64
        }
    }
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The move to play. `None` if the game is over, or if every move failed low
    /// against the window the search was given: then nobody knows the best one.
    pub best: Option<M>,
    /// The value for the side to move at the root.
    pub score: Score,
    /// What `score` says about the true value.
    pub bound: Bound,
    /// The line both sides are expected to play, beginning with `best`.
    pub pv: Vec<M>,
    /// The depth of the last completed unit of work; 0 if none was completed.
    pub depth: u32,
    /// Was the search ended by a limit before it was done?
    pub stopped: bool,
    /// How the game ends with best play, for the side to move, if that is proved without a distance.
    pub proved: Option<Proof>,
    /// What it cost.
    pub stats: Stats,
}
