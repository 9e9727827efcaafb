//! The result of a search.

use crate::named::named;
use crate::score::Score;
use crate::value::Proof;
use std::time::Duration;

named! {
    /// The relation between the returned value and the true value.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Bound {
        /// The true value equals the returned one.
        Exact = "exact",
        /// The true value is at least the returned one (a fail high).
        Lower = "lower",
        /// The true value is at most the returned one (a fail low).
        Upper = "upper",
    }
}

impl Bound {
    /// Returns the bound of a fail-soft value, given the window *on entry*.
    ///
    /// Use the alpha on entry, not the raised alpha: a node that raised
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

    /// Returns the same bound in the view of the other side.
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

/// The statistics of a search. All searches use the same counting rules,
/// so that their numbers can be compared.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(rename_all = "camelCase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Stats {
    /// Nodes entered by a move; the root counts one. Table hits,
    /// re-searches and null moves count. Positions that a move ordering
    /// evaluates do not (their evaluations do).
    pub nodes: u64,
    /// Nodes whose moves were generated.
    pub interior: u64,
    /// Nodes with a value and without children: game over, or the horizon.
    pub leaves: u64,
    /// Calls of the static evaluator, those of the move ordering included.
    pub evals: u64,
    /// The evaluations of the move ordering, a part of `evals`.
    pub order_evals: u64,
    /// Nodes in quiescence (a part of `nodes`).
    pub quiescence_nodes: u64,
    /// Look-ups in the transposition table.
    pub tt_probes: u64,
    /// Look-ups with a hit.
    pub tt_hits: u64,
    /// Hits that returned the value of the node.
    pub tt_cuts: u64,
    /// Beta cutoffs.
    pub cutoffs: u64,
    /// Cutoffs by the first move: a measure of the ordering.
    pub first_move_cutoffs: u64,
    /// Moves searched again with a wider window, and whole searches
    /// repeated with another window.
    pub researches: u64,
    /// Null moves tried.
    pub null_tries: u64,
    /// Null moves that caused a cutoff.
    pub null_cuts: u64,
    /// The largest ply that was entered.
    pub selective_depth: u32,
    /// The largest number of nodes in memory, for searches that store their tree.
    pub peak_stored: u64,
    /// The bytes of those nodes, if the search counts them.
    pub peak_bytes: u64,
    /// The time that threads waited for work or for each other, added over the threads of a parallel search.
    #[cfg_attr(feature = "serde", serde(skip))]
    #[cfg_attr(feature = "typescript", ts(skip))]
    pub waited: Duration,
    /// Time by the clock of the limits; in messages `ms`, in milliseconds.
    #[cfg_attr(
        feature = "serde",
        serde(rename = "ms", serialize_with = "milliseconds")
    )]
    #[cfg_attr(feature = "typescript", ts(rename = "ms", type = "number"))]
    pub time: Duration,
}

/// Writes a duration in milliseconds.
#[cfg(feature = "serde")]
fn milliseconds<S: serde::Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_f64(time.as_secs_f64() * 1_000.0)
}

impl Stats {
    /// Returns the share of cutoffs by the first move (0 if there were none).
    #[must_use]
    pub fn first_move_rate(&self) -> f64 {
        if self.cutoffs == 0 {
            0.0
        } else {
            self.first_move_cutoffs as f64 / self.cutoffs as f64
        }
    }

    /// Adds the statistics of another thread of the same search. Its [`time`](Stats::time) passed at the same time and is not added.
    pub fn add(&mut self, other: &Self) {
        for (sum, more) in [
            (&mut self.nodes, other.nodes),
            (&mut self.interior, other.interior),
            (&mut self.leaves, other.leaves),
            (&mut self.evals, other.evals),
            (&mut self.order_evals, other.order_evals),
            (&mut self.quiescence_nodes, other.quiescence_nodes),
            (&mut self.tt_probes, other.tt_probes),
            (&mut self.tt_hits, other.tt_hits),
            (&mut self.tt_cuts, other.tt_cuts),
            (&mut self.cutoffs, other.cutoffs),
            (&mut self.first_move_cutoffs, other.first_move_cutoffs),
            (&mut self.researches, other.researches),
            (&mut self.null_tries, other.null_tries),
            (&mut self.null_cuts, other.null_cuts),
            (&mut self.peak_stored, other.peak_stored),
            (&mut self.peak_bytes, other.peak_bytes),
        ] {
            *sum += more;
        }
        self.waited += other.waited;
        self.selective_depth = self.selective_depth.max(other.selective_depth);
    }
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The move to play. `None` if the game is over, or if every move failed low
    /// in the given window, so that the best one is unknown.
    pub best: Option<M>,
    /// The value for the side to move at the root.
    pub score: Score,
    /// The relation of `score` to the true value.
    pub bound: Bound,
    /// The principal variation, beginning with `best`.
    pub pv: Vec<M>,
    /// The depth of the last completed iteration; 0 if none was completed.
    pub depth: u32,
    /// Whether a limit stopped the search.
    pub stopped: bool,
    /// The proved outcome for the side to move, if it is proved without a distance.
    pub proved: Option<Proof>,
    /// The statistics.
    pub stats: Stats,
}
