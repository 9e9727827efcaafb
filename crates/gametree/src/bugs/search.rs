//! One alpha-beta with a table, and a switch for each mistake.
//!
//! This is a teaching aid, not a lecture: read the searches first.

use super::Bug;
use crate::evaluator::Evaluator;
use crate::game::{Game, Turn};
use crate::observer::{Cut, How, Observer, Try};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::search::Search;
use crate::table::{Entry, Replacement, Table};
use crate::walk::{Expanded, Stopped, Walk};

/// Alpha-beta with a transposition table, right or with one mistake; fail-soft unless told otherwise.
///
/// Moves are tried in generator order, so that node counts can be compared.
///
/// Whatever the mistake, the answer is a legal move: the root is never answered from the
/// table, and its first move always beats the open lower edge of the window.
#[derive(Clone, Debug)]
pub struct BuggyAlphaBeta<M, E> {
    eval: E,
    table: Table<M>,
    bug: Option<Bug>,
    returns: Returns,
}

/// What a node returns that was left early, or whose moves are all too bad: listings differ, and so do their mistakes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Returns {
    /// The best value found (fail-soft).
    #[default]
    Best,
    /// Alpha, as far as it was raised: `return alpha`.
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
            // With some of the mistakes a window is empty.
            Self::Within => best.min(beta).max(alpha),
        }
    }
}

impl<M: Copy, E> BuggyAlphaBeta<M, E> {
    /// With this mistake, or with none.
    pub fn new(eval: E, bug: Option<Bug>) -> Self {
        Self {
            eval,
            table: Table::new(1 << 12, Replacement::Always),
            bug,
            returns: Returns::Best,
        }
    }

    /// The same, in another form.
    #[must_use]
    pub const fn returning(mut self, returns: Returns) -> Self {
        self.returns = returns;
        self
    }

    fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    /// May the entry answer for this node?
    fn usable(
        &self,
        entry: &Entry<M>,
        value: Score,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> bool {
        let entry_depth = u32::from(entry.depth);
        let deep_enough = match self.bug {
            Some(Bug::DepthIgnored) => true,
            Some(Bug::DeeperReused) => entry_depth >= depth,
            _ => entry_depth == depth,
        };
        let bound = if self.has(Bug::BoundsSwapped) {
            entry.bound.flipped()
        } else {
            entry.bound
        };
        let settled = match bound {
            _ if self.has(Bug::BoundForgotten) => true,
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        deep_enough && settled
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
        if depth == 0 {
            return Ok(w.horizon(&mut self.eval, state, ply));
        }

        // The table.
        let key = if self.has(Bug::SideNotInKey) {
            w.game.board_key(state)
        } else {
            w.game.key(state)
        };
        w.stats.tt_probes += 1;
        if let Some(entry) = self.table.probe(key) {
            w.stats.tt_hits += 1;
            let value = score::from_node(entry.value, ply);
            if ply > 0 && self.usable(entry, value, depth, alpha_on_entry, beta) {
                return Ok(w.table_cut(value, entry.bound, entry.best));
            }
        }

        // The moves.
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };
        let mover = w.game.side(state);
        let mut alpha = alpha_on_entry;
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            let mv = w.try_move(index, Try::Full);
            let undo = w.game.play(state, mv);
            let turn = Turn::after(w.game, mover, state);
            let null_window = self.has(Bug::NoResearch) && !list.is_first(index);
            let ceiling = if null_window { alpha + 1 } else { beta };
            let (a, b) = if self.has(Bug::WindowNotNegated) {
                (alpha, ceiling)
            } else {
                turn.window(alpha, ceiling)
            };
            let reply = self.value(w, state, depth - 1, ply + 1, a, b);
            w.game.undo(state, mv, undo);
            let value = if self.has(Bug::ValueNotNegated) {
                reply?
            } else {
                turn.value(reply?)
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
        // Written down. "best <= alpha" is tested first, as in most listings, so with
        // the raised alpha even a cutoff is taken for an upper bound.
        let raised = alpha_on_entry.max(best);
        let bound = if self.has(Bug::BoundFromRaisedAlpha) && best <= raised {
            Bound::Upper
        } else {
            Bound::of(best, alpha_on_entry, beta)
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
