//! # Null move pruning
//!
//! **The idea.** Let the mover pass. If the position is still too good for the
//! opponent to allow, then with a real move it surely is. So a shallow search after
//! a pass can stand for the whole node.
//!
//! **Why it is only nearly right.** There is almost always some move better than
//! passing. Where there is none (*zugzwang*) the argument fails, so the game decides by
//! [`Game::null_move`] where passing makes sense: not in check, not in bare endings,
//! not at all in Othello. A verifying search without the pass can be asked for.
//!
//! **What it costs.** One reduced null-window search per node that passes; it saves the
//! full search of every node that fails high by a wide margin, which is most of them.
//!
//! **The invariant.** Switched off (or never allowed by the game), it visits exactly
//! the nodes of alpha-beta. Two passes never follow each other. A mate found after a
//! pass proves nothing and is never returned.
//!
//! **References.** D. Beal, "A generalised quiescence search algorithm", Artificial
//! Intelligence 43, 1990; C. Donninger, "Null move and deep search", ICCA Journal
//! 16(3), 1993; E. Heinz, "Adaptive null-move pruning", ICCA Journal 22(3), 1999.

use crate::game::{Game, Turn};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Try};
use crate::ordering::{GeneratorOrder, Orderer};
use crate::result::Bound;
use crate::score::{INF, Score, is_decisive};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// How null moves are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NullMoveRule {
    /// Plies taken off the search after the pass, besides the pass itself.
    pub reduction: u32,
    /// One ply more when more than six are left (Heinz's adaptive rule).
    pub adaptive: bool,
    /// Confirm each cutoff by a reduced search with real moves.
    pub verify: bool,
}

impl Default for NullMoveRule {
    fn default() -> Self {
        Self {
            reduction: 2,
            adaptive: true,
            verify: false,
        }
    }
}

impl NullMoveRule {
    /// The reduction with `depth` plies to go.
    #[must_use]
    pub const fn reduction_at(self, depth: u32) -> u32 {
        self.reduction + if self.adaptive && depth > 6 { 1 } else { 0 }
    }
}

/// Fail-soft alpha-beta with null moves.
#[derive(Clone, Debug)]
pub struct NullMove<H, R = GeneratorOrder> {
    horizon: H,
    order: R,
    rule: Option<NullMoveRule>,
}

impl<E> NullMove<Static<E>> {
    /// Value the horizon with `eval` and try moves in generator order.
    pub const fn new(eval: E, rule: Option<NullMoveRule>) -> Self {
        Self::with(Static(eval), GeneratorOrder, rule)
    }
}

impl<H, R> NullMove<H, R> {
    /// Choose the horizon and the move ordering; no rule switches null moves off.
    pub const fn with(horizon: H, order: R, rule: Option<NullMoveRule>) -> Self {
        Self {
            horizon,
            order,
            rule,
        }
    }

    #[allow(clippy::too_many_arguments)] // Alpha-beta's, and whether a pass is allowed.
    fn value<G: Game, O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
        may_pass: bool,
    ) -> Result<Score, Stopped>
    where
        H: Horizon<G>,
        R: Orderer<G>,
    {
        // Step 1. At the horizon, or if the game is over, take the value as it is.
        if depth == 0 {
            return self.horizon.value(w, state, ply, alpha, beta);
        }
        w.enter(ply, depth, alpha, beta)?;
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };

        // Step 2. Would it be too good even if we passed?
        let mover = w.game.side(state);
        if let Some(rule) = self.rule
            && may_pass
            && ply > 0
            && depth > rule.reduction_at(depth)
            && !is_decisive(beta)
            && let Some(undo) = w.game.null_move(state)
        {
            let reduction = rule.reduction_at(depth);
            w.try_null(ply);
            let turn = Turn::after(w.game, mover, state);
            let (a, b) = turn.window(beta - 1, beta);
            let reply = self.value(w, state, depth - 1 - reduction, ply + 1, a, b, false);
            w.game.undo_null(state, undo);
            let mut value = turn.value(reply?);
            if value >= beta && rule.verify {
                w.watch.try_move(None, Try::Internal);
                value = self.value(w, state, depth - reduction, ply, beta - 1, beta, false)?;
                w.pv.clear(ply);
            }
            if value >= beta {
                w.stats.null_cuts += 1;
                w.watch.cut(Cut::NullMove, &w.moves[list.indices()]);
                return Ok(w.leave(list, beta, Bound::Lower, None));
            }
        }

        // Step 3. Otherwise search as alpha-beta does.
        w.order(&mut self.order, state, list, ply, depth, None);
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            let mv = w.try_on_line(index, ply, Try::Full);
            let undo = w.game.play(state, mv);
            let turn = Turn::after(w.game, mover, state);
            let (a, b) = turn.window(alpha.max(best), beta);
            let reply = self.value(w, state, depth - 1, ply + 1, a, b, true);
            w.game.undo(state, mv, undo);
            let value = turn.value(reply?);
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    w.improve(ply, mv, value);
                }
            }
            if best >= beta {
                w.cut(list, index, Cut::Beta);
                w.learn(&mut self.order, state, mv, ply, depth);
                break;
            }
        }
        Ok(w.leave(list, best, Bound::of(best, alpha, beta), best_move))
    }
}

impl<G: Game, H: Horizon<G>, R: Orderer<G>> Search<G> for NullMove<H, R> {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.value(w, state, depth, 0, alpha, beta, true)
    }

    fn begin(&mut self) {
        self.order.begin();
    }
}
