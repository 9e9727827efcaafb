//! Someone who watches a search.
//!
//! A search tells its observer what it does, event by event, and takes nothing
//! back: an observer cannot change what is searched. With [`Silent`] every call
//! below is empty and vanishes when the search is compiled for it, so a search
//! that nobody watches pays nothing, and a watched one visits the same nodes.
//!
//! The order of events at a node: `enter`, perhaps `probe`, perhaps `order`, then
//! for each move `try_move` followed by the events of the child, perhaps `cut`, perhaps `mark`, and `leave`.
//! If a limit ends the search, `stopped` is the last event and open nodes stay open.

use crate::mark::Marked;
use crate::ordering::Rank;
use crate::result::{Bound, Stats};
use crate::score::Score;

/// From whose view the window and values of a node are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum View {
    /// The player to move at the node (negamax form).
    Mover,
    /// The player to move at the root, called MAX (max/min form); here MAX moves.
    Max,
    /// As [`View::Max`], but the opponent, called MIN, moves.
    Min,
    /// The player to move, in quiescence.
    Quiescence,
}

/// A node is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enter {
    /// Plies from the root.
    pub ply: u32,
    /// Plies still to look ahead.
    pub depth: u32,
    /// Lower end of the window.
    pub alpha: Score,
    /// Upper end of the window.
    pub beta: Score,
    /// Whose window that is.
    pub view: View,
}

/// What a look-up in the transposition table found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The remaining depth of the entry.
    pub depth: u32,
    /// Its value, counted from this node to the root.
    pub score: Score,
    /// What the value means.
    pub bound: Bound,
    /// May the value be used here, by its depth?
    pub deep_enough: bool,
}

/// Why a move is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Try {
    /// With the window of its node.
    Full,
    /// With a null window, to show that it is no better than the best so far.
    Scout,
    /// Again, because the null window was too small.
    Research,
    /// Not a move of the game: the mover passes.
    NullMove,
    /// No move at all: the same position, less deep, to find out which move to try
    /// first or to verify a null move.
    Internal,
}

impl Try {
    /// Its name in a trace.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::Scout => "scout",
            Self::Research => "research",
            Self::NullMove => "null",
            Self::Internal => "internal",
        }
    }
}

/// Why a node was left early, or a move passed over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Cut {
    /// A move reached beta: the opponent will not let this position happen.
    Beta,
    /// The same at a MIN node of the max/min form: a move came down to alpha.
    Alpha,
    /// The transposition table had the answer.
    Table,
    /// Even passing reached beta.
    NullMove,
    /// The static value alone reached beta, in quiescence.
    StandPat,
    /// Not even the whole gain of this capture could reach alpha, in quiescence.
    Delta,
    /// The static value is so far above beta that the opponent will not let it happen.
    ReverseFutility,
    /// The static value is so far below alpha that only a capture could help, and none does.
    Razor,
    /// A capture beats beta by far in a shallow search.
    ProbCut,
    /// Several moves reach beta in a shallow search.
    MultiCut,
    /// The move comes too late in the list.
    LateMove,
    /// The position is too bad for this move to reach alpha.
    Futility,
    /// The move loses material in the exchange.
    Exchange,
    /// The move did badly elsewhere.
    History,
    /// The end-game tables have the answer.
    Tablebase,
}

impl Cut {
    /// Its name in a trace.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Beta => "beta",
            Self::Alpha => "alpha",
            Self::Table => "tt",
            Self::NullMove => "null",
            Self::StandPat => "stand-pat",
            Self::Delta => "delta",
            Self::ReverseFutility => "reverse-futility",
            Self::Razor => "razor",
            Self::ProbCut => "probcut",
            Self::MultiCut => "multi-cut",
            Self::LateMove => "late-move",
            Self::Futility => "futility",
            Self::Exchange => "see",
            Self::History => "history",
            Self::Tablebase => "tablebase",
        }
    }
}

/// How a node got its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum How {
    /// The rules: the game is over.
    Terminal,
    /// The evaluator, at the horizon.
    Horizon,
    /// The transposition table.
    Table,
    /// Its moves.
    Searched,
}

/// A node is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leave<M> {
    /// The value it returns.
    pub score: Score,
    /// What that value means.
    pub bound: Bound,
    /// The best move, if one is known to be best or good enough to cut.
    pub best: Option<M>,
    /// Where the value comes from.
    pub how: How,
}

/// Someone who watches a search. Every method does nothing unless overridden.
pub trait Observer<M> {
    /// A node is entered.
    #[inline(always)]
    fn enter(&mut self, event: &Enter) {
        let _ = event;
    }

    /// The transposition table was asked; `None` is a miss.
    #[inline(always)]
    fn probe(&mut self, found: Option<&Probe>) {
        let _ = found;
    }

    /// The moves have been put in this order; `ranks` says why, move by move.
    #[inline(always)]
    fn order(&mut self, moves: &[M], ranks: &[Rank]) {
        let _ = (moves, ranks);
    }

    /// A move is about to be searched. `None` is the null move.
    #[inline(always)]
    fn try_move(&mut self, mv: Option<M>, why: Try) {
        let _ = (mv, why);
    }

    /// The node is cut; `skipped` are the moves that will not be looked at.
    #[inline(always)]
    fn cut(&mut self, reason: Cut, skipped: &[M]) {
        let _ = (reason, skipped);
    }

    /// Whether anybody sees the single nodes. Where nobody does a search need not find out what to tell of them.
    #[inline(always)]
    fn is_watching(&self) -> bool {
        true
    }

    /// Numbers that the search keeps at the open node, or at the child that a move leads to.
    #[inline(always)]
    fn mark(&mut self, child: Option<M>, marks: &[Marked]) {
        let _ = (child, marks);
    }

    /// A node is left.
    #[inline(always)]
    fn leave(&mut self, event: &Leave<M>) {
        let _ = event;
    }

    /// One iteration of a deepening search is complete.
    #[inline(always)]
    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[M], stats: &Stats) {
        let _ = (depth, score, bound, pv, stats);
    }

    /// A limit ended the search.
    #[inline(always)]
    fn stopped(&mut self) {}
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl<M> Observer<M> for Silent {
    fn is_watching(&self) -> bool {
        false
    }
}

/// A completed iteration: its depth, its value, what the value means, its line, and what everything cost so far.
pub type Heard<'a, M> = dyn FnMut(u32, Score, Bound, &[M], &Stats) + 'a;

/// Hears of completed iterations and of nothing else, so that it costs what [`Silent`] does.
pub struct Iterations<'a, M>(pub Option<&'a mut Heard<'a, M>>);

impl<M> Observer<M> for Iterations<'_, M> {
    fn is_watching(&self) -> bool {
        false
    }

    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[M], stats: &Stats) {
        if let Some(hear) = &mut self.0 {
            hear(depth, score, bound, pv, stats);
        }
    }
}

/// Forward every event: lets one compiled search serve every observer.
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
