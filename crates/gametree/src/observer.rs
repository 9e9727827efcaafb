//! Observers of a search.
//!
//! A search reports every step to its observer as an event. An observer cannot change the search:
//! an observed search visits the same nodes as an unobserved one. With [`Silent`] every call
//! below is empty and is removed by the compiler, so it
//! costs nothing.
//!
//! The order of events at a node: `enter`, perhaps `probe`, perhaps `order`, then
//! for each move `try_move` followed by the events of the child, perhaps `cut`, perhaps `mark`, and `leave`.
//! If a limit ends the search, `stopped` is the last event and open nodes stay open.

use crate::mark::Marked;
use crate::named::named;
use crate::ordering::Rank;
use crate::result::{Bound, Stats};
use crate::score::Score;

named! {
    /// The view of the window and the values of a node.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "typescript", ts(rename = "NodeView"))]
    pub enum View {
        /// The side to move at the node (negamax form).
        SideToMove = "mover",
        /// The side to move at the root, called MAX (max/min form); here MAX moves.
        Max = "max",
        /// As [`View::Max`], but the opponent, called MIN, moves.
        Min = "min",
        /// The side to move, in quiescence.
        Quiescence = "quiescence",
    }
}

/// The event of entering a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Enter {
    /// Plies from the root.
    pub ply: u32,
    /// The remaining depth in plies.
    pub depth: u32,
    /// Lower end of the window.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// The view of the window.
    pub view: View,
}

/// The entry found by a transposition table look-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Probe {
    /// The remaining depth of the entry.
    pub depth: u32,
    /// Its value, counted from this node to the root.
    pub score: Score,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// Whether its depth allows the value to be used here.
    pub deep_enough: bool,
}

named! {
    /// The reason to search a move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Try {
        /// With the full window of its node.
        Full = "full",
        /// With a null window, to prove that it is not better than the best so far.
        Scout = "scout",
        /// Again, because it failed high in the null window.
        Research = "research",
        /// A null move.
        NullMove = "null",
        /// No move: the same position at a reduced depth, to find a move to try
        /// first or to verify a null move.
        Internal = "internal",
    }
}

named! {
    /// The reason for a cut or a skipped move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Cut {
        /// A move reached beta.
        Beta = "beta",
        /// A move reached alpha at a MIN node of the max/min form.
        Alpha = "alpha",
        /// The transposition table had the value.
        Table = "tt",
        /// The null move reached beta.
        NullMove = "null",
        /// The static value reached beta, in quiescence.
        StandPat = "stand-pat",
        /// The static value plus the gain of the capture stays below alpha, in quiescence.
        Delta = "delta",
        /// The static value is far above beta.
        ReverseFutility = "reverse-futility",
        /// The static value is far below alpha, and quiescence confirms it.
        Razor = "razor",
        /// A capture exceeds beta by a margin in a reduced search.
        ProbCut = "probcut",
        /// Several moves reach beta in a reduced search.
        MultiCut = "multi-cut",
        /// The move comes late in the list.
        LateMove = "late-move",
        /// The static value plus a margin stays below alpha.
        Futility = "futility",
        /// The move loses material in the exchange.
        Exchange = "see",
        /// The move has a bad history score.
        History = "history",
        /// The endgame tablebases have the value.
        Tablebase = "tablebase",
    }
}

named! {
    /// The source of the value of a node.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum How {
        /// The rules: the game is over.
        Terminal = "terminal",
        /// The evaluator, at the horizon.
        Horizon = "horizon",
        /// The transposition table.
        Table = "tt",
        /// Its moves.
        Searched = "searched",
    }
}

/// The event of leaving a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Leave<M> {
    /// The value it returns.
    pub score: Score,
    /// Whether that value is exact or a bound.
    pub bound: Bound,
    /// The best move, if it is known to be best or to cause a cut.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub best: Option<M>,
    /// The source of the value.
    pub how: How,
}

/// An observer of a search. Every method is empty by default.
pub trait Observer<M> {
    /// The search enters a node.
    #[inline(always)]
    fn enter(&mut self, event: &Enter) {
        let _ = event;
    }

    /// The search looked the node up in the transposition table; `None` is a miss.
    #[inline(always)]
    fn probe(&mut self, found: Option<&Probe>) {
        let _ = found;
    }

    /// The moves have this order; `ranks` has the reason for each move.
    #[inline(always)]
    fn order(&mut self, moves: &[M], ranks: &[Rank]) {
        let _ = (moves, ranks);
    }

    /// The search is about to search a move. `None` is the null move.
    #[inline(always)]
    fn try_move(&mut self, mv: Option<M>, why: Try) {
        let _ = (mv, why);
    }

    /// The search cuts the node and skips these moves.
    #[inline(always)]
    fn cut(&mut self, reason: Cut, skipped: &[M]) {
        let _ = (reason, skipped);
    }

    /// Returns whether the observer uses the events of single nodes. If not, a search need not compute their details.
    #[inline(always)]
    fn is_watching(&self) -> bool {
        true
    }

    /// Numbers of the search at the open node, or at the child that a move leads to.
    #[inline(always)]
    fn mark(&mut self, child: Option<M>, marks: &[Marked]) {
        let _ = (child, marks);
    }

    /// The search leaves a node.
    #[inline(always)]
    fn leave(&mut self, event: &Leave<M>) {
        let _ = event;
    }

    /// A deepening search has completed an iteration.
    #[inline(always)]
    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[M], stats: &Stats) {
        let _ = (depth, score, bound, pv, stats);
    }

    /// A limit stopped the search.
    #[inline(always)]
    fn stopped(&mut self) {}
}

/// Ignores every event.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<M> Observer<M> for Silent {
    fn is_watching(&self) -> bool {
        false
    }
}

/// A function for completed iterations: depth, value, bound, principal variation, and the statistics so far.
pub type OnIteration<'a, M> = dyn FnMut(u32, Score, Bound, &[M], &Stats) + 'a;

/// Reports completed iterations only, so that it costs as little as [`Silent`].
pub struct Iterations<'a, M>(pub Option<&'a mut OnIteration<'a, M>>);

impl<M> Observer<M> for Iterations<'_, M> {
    fn is_watching(&self) -> bool {
        false
    }

    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[M], stats: &Stats) {
        if let Some(report) = &mut self.0 {
            report(depth, score, bound, pv, stats);
        }
    }
}

/// Forwards every event, so that one compiled search serves every observer.
impl<M, O: Observer<M> + ?Sized> Observer<M> for &mut O {
    fn enter(&mut self, event: &Enter) {
        (**self).enter(event);
    }
    fn probe(&mut self, found: Option<&Probe>) {
        (**self).probe(found);
    }
    fn order(&mut self, moves: &[M], ranks: &[Rank]) {
        (**self).order(moves, ranks);
    }
    fn try_move(&mut self, mv: Option<M>, why: Try) {
        (**self).try_move(mv, why);
    }
    fn cut(&mut self, reason: Cut, skipped: &[M]) {
        (**self).cut(reason, skipped);
    }
    fn is_watching(&self) -> bool {
        (**self).is_watching()
    }
    fn mark(&mut self, child: Option<M>, marks: &[Marked]) {
        (**self).mark(child, marks);
    }
    fn leave(&mut self, event: &Leave<M>) {
        (**self).leave(event);
    }
    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[M], stats: &Stats) {
        (**self).iteration(depth, score, bound, pv, stats);
    }
    fn stopped(&mut self) {
        (**self).stopped();
    }
}
