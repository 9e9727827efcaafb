//! Alpha-beta with a table, and a switch for each mistake.
//!
//! Read [`searches`](crate::searches) first; this file is not a lecture.

use super::Bug;
use crate::evaluator::Evaluator;
use crate::game::{Game, Sign};
use crate::observer::{Cut, How, Observer, Try};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::search::Search;
use crate::table::{Entry, Replacement, Table};
use crate::walk::{Expanded, Stopped, Walk};

/// Alpha-beta with a transposition table, correct or with one mistake; fail-soft by default.
///
/// Moves are tried in generator order, so that node counts can be compared.
///
/// With every mistake the result is a legal move: the table never cuts the root,
/// and the first move always exceeds the lower edge of the full window.
#[derive(Clone, Debug)]
pub struct BuggyAlphaBeta<M, E> {
    eval: E,
    table: Table<M>,
    bug: Option<Bug>,
    returns: Returns,
    table_use: TableUse,
}

/// How a program uses its table. Printed listings differ, and so do the effects of their mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TableUse {
    /// Whether an entry may settle the root.
    pub at_root: bool,
    /// Whether a bound that does not settle the node narrows its window.
    pub narrows: bool,
    /// Whether leaves are stored, too.
    pub stores_leaves: bool,
}

impl TableUse {
    /// All of them. The first one is the default.
    #[must_use]
    pub fn all() -> [Self; 8] {
        std::array::from_fn(|bits| Self {
            at_root: bits & 1 != 0,
            narrows: bits & 2 != 0,
            stores_leaves: bits & 4 != 0,
        })
    }
}

/// The return value of a node after a cut or a fail low. Printed listings differ, and so do their mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Returns {
    /// The best value found (fail-soft).
    #[default]
    Best,
    /// The raised alpha: `return alpha`.
    Alpha,
    /// A value within the window (fail-hard): alpha, beta, or between them.
    Within,
}

impl Returns {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Best, Self::Alpha, Self::Within];

    fn of(self, best: Score, alpha: Score, beta: Score) -> Score {
        match self {
            Self::Best => best,
            Self::Alpha => best.max(alpha),
            // With some of the mistakes the window is empty.
            Self::Within => best.min(beta).max(alpha),
        }
    }
}

impl<M: Copy, E> BuggyAlphaBeta<M, E> {
    /// Creates the search with this mistake, or without one.
    pub fn new(eval: E, bug: Option<Bug>) -> Self {
        Self {
            eval,
            table: Table::new(1 << 12, Replacement::Always),
            bug,
            returns: Returns::Best,
            table_use: TableUse::default(),
        }
    }

    /// Changes the use of the table.
    #[must_use]
    pub const fn with_table_use(mut self, table_use: TableUse) -> Self {
        self.table_use = table_use;
        self
    }

    /// Changes the return value.
    #[must_use]
    pub const fn returning(mut self, returns: Returns) -> Self {
        self.returns = returns;
        self
    }

    fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    /// Returns the bound of an entry that may be used at this depth.
    fn usable(&self, entry: &Entry<M>, depth: u32) -> Option<Bound> {
        let entry_depth = u32::from(entry.depth);
        let deep_enough = match self.bug {
            Some(Bug::DepthIgnored) => true,
            Some(Bug::DeeperReused) => entry_depth >= depth,
            _ => entry_depth == depth,
        };
        deep_enough.then_some(match self.bug {
            Some(Bug::BoundForgotten) => Bound::Exact,
            Some(Bug::BoundsSwapped) => entry.bound.flipped(),
            _ => entry.bound,
        })
    }

    fn value<G: Game<Move = M>, O: Observer<M>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        alpha_on_entry: Score,
        beta: Score,
    ) -> Result<Score, Stopped>
    where
        E: Evaluator<G>,
    {
        w.enter(ply, depth, alpha_on_entry, beta)?;
        // The key of the table.
        let key = if self.has(Bug::SideNotInKey) {
            w.game.board_key(state)
        } else {
            w.game.key(state)
        };
        let stores_leaves = self.table_use.stores_leaves;
        if depth == 0 && !stores_leaves {
            return Ok(w.horizon(&mut self.eval, state, ply));
        }

        // The table.
        let (mut low, mut high) = (alpha_on_entry, beta);
        w.stats.tt_probes += 1;
        if let Some(entry) = self.table.probe(key) {
            w.stats.tt_hits += 1;
            let value = score::from_node(entry.value, ply);
            let bound = self.usable(entry, depth);
            let is_probed = ply > 0 || self.table_use.at_root;
            if let (true, Some(bound)) = (is_probed, bound) {
                let settles = match bound {
                    Bound::Exact => true,
                    Bound::Lower => value >= beta,
                    Bound::Upper => value <= alpha_on_entry,
                };
                if settles {
                    return Ok(w.table_cut(value, entry.bound, entry.best));
                }
                if self.table_use.narrows {
                    match bound {
                        Bound::Lower => low = low.max(value),
                        _ => high = high.min(value),
                    }
                }
            }
        }
        if depth == 0 {
            let value = w.horizon(&mut self.eval, state, ply);
            let stored = score::to_node(value, ply);
            self.table.store(key, depth, stored, Bound::Exact, None);
            return Ok(value);
        }

        // The moves.
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => {
                if stores_leaves {
                    let stored = score::to_node(value, ply);
                    self.table.store(key, depth, stored, Bound::Exact, None);
                }
                return Ok(w.leaf(value, How::Terminal));
            }
            Expanded::Moves(list) => list,
        };
        let side = w.game.side(state);
        // The bound of the result depends on the window on entry, before an entry has narrowed it.
        let (alpha_on_entry, bound_of, beta) = (low, (alpha_on_entry, beta), high);
        let mut alpha = alpha_on_entry;
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            let mv = w.try_move(index, Try::Full);
            let undo = w.game.play(state, mv);
            let sign = Sign::after(w.game, side, state);
            let null_window = self.has(Bug::NoResearch) && !list.is_first(index);
            let ceiling = if null_window { alpha + 1 } else { beta };
            let (a, b) = if self.has(Bug::WindowNotNegated) {
                (alpha, ceiling)
            } else {
                sign.window(alpha, ceiling)
            };
            let reply = self.value(w, state, depth - 1, ply + 1, a, b);
            w.game.undo(state, mv, undo);
            let value = if self.has(Bug::ValueNotNegated) {
                reply?
            } else {
                sign.value(reply?)
            };
            if value > best {
                best = value;
                if value > alpha_on_entry {
                    best_move = Some(mv);
                    w.improve(ply, mv, value);
                }
            }

            // The cutoff.
            let cut = match self.bug {
                Some(Bug::CutAfterLoop) => false,
                Some(Bug::StrictCut) => best > beta,
                _ => best >= beta,
            };
            if cut {
                w.cut(list, index, Cut::Beta);
                break;
            }
            alpha = match self.bug {
                Some(Bug::AlphaIsLastValue) => value,
                Some(Bug::AlphaIsBest) => best,
                _ => alpha_on_entry.max(best),
            };
        }

        let best = self.returns.of(best, alpha_on_entry, beta);
        // As in most listings, "best <= alpha" is tested first. So with
        // the raised alpha even a cutoff becomes an upper bound.
        let raised = alpha_on_entry.max(best);
        let bound = if self.has(Bug::BoundFromRaisedAlpha) && best <= raised {
            Bound::Upper
        } else {
            Bound::of(best, bound_of.0, bound_of.1)
        };
        self.table
            .store(key, depth, score::to_node(best, ply), bound, best_move);
        Ok(w.leave(list, best, bound, best_move))
    }
}

impl<G: Game, E: Evaluator<G>> Search<G> for BuggyAlphaBeta<G::Move, E> {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.value(w, state, depth, 0, alpha, beta)
    }
}
