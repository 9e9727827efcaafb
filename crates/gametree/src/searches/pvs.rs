//! # Principal variation search
//!
//! **The idea.** If the first move is the best one, the others need not be valued,
//! only *refuted*: shown to be no better. A null window `(alpha, alpha + 1)` asks
//! just that, and cuts more than any wider window. If the answer is "better after
//! all", the move is searched again with room for its value.
//!
//! **Why it is right.** Scores are integers, so a null window leaves no value
//! strictly inside: the answer is a bound. "At most alpha" is all that is needed to
//! pass on. "At least v, above alpha" starts a second search just below `v`, which
//! finds the exact value or a cutoff.
//!
//! **What it costs.** With perfect ordering nothing is searched twice and the tree
//! is minimal. With poor ordering the re-searches cost more than they save.
//!
//! **The invariant.** The window contract of alpha-beta, unchanged.
//!
//! **References.** T. Marsland and M. Campbell, "Parallel search of strongly ordered
//! game trees", Computing Surveys 14, 1982; A. Reinefeld, "An improvement to the
//! scout tree-search algorithm", ICCA Journal 6(4), 1983 (NegaScout).

use crate::game::{Game, Turn};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Try};
use crate::ordering::{GeneratorOrder, Orderer};
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Alpha-beta that values the first move and only refutes the others.
#[derive(Clone, Debug, Default)]
pub struct Pvs<H, R = GeneratorOrder> {
    horizon: H,
    order: R,
}

impl<E> Pvs<Static<E>> {
    /// Value the horizon with `eval` and try moves in generator order.
    pub const fn new(eval: E) -> Self {
        Self::with(Static(eval), GeneratorOrder)
    }
}

impl<H, R> Pvs<H, R> {
    /// Choose the horizon and the move ordering.
    pub const fn with(horizon: H, order: R) -> Self {
        Self { horizon, order }
    }

    fn value<G: Game, O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
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

        // Step 2. Put the moves in order.
        w.order(&mut self.order, state, list, ply, depth, None);

        let mover = w.game.side(state);
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            let floor = alpha.max(best);
            let first = list.is_first(index);

            // Step 3. The first move gets the whole window, the others a null window.
            let ceiling = if first { beta } else { floor + 1 };
            let mv = w.try_on_line(index, ply, if first { Try::Full } else { Try::Scout });
            let undo = w.game.play(state, mv);
            let turn = Turn::after(w.game, mover, state);
            let (a, b) = turn.window(floor, ceiling);
            let mut reply = self.value(w, state, depth - 1, ply + 1, a, b);

            // Step 4. Better than expected, and not enough to cut: search it again,
            // with room for every value it can still have.
            if let Ok(value) = reply.map(|reply| turn.value(reply))
                && !first
                && value > floor
                && value < beta
            {
                w.stats.researches += 1;
                w.watch.try_move(Some(mv), Try::Research);
                let (a, b) = turn.window(value - 1, beta);
                reply = self.value(w, state, depth - 1, ply + 1, a, b);
            }
            w.game.undo(state, mv, undo);
            let value = turn.value(reply?);

            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    w.improve(ply, mv, value);
                }
            }

            // Step 5. Too good: the opponent will not allow this position.
            if best >= beta {
                w.cut(list, index, Cut::Beta);
                w.learn(&mut self.order, state, mv, ply, depth);
                break;
            }
        }
        Ok(w.leave(list, best, Bound::of(best, alpha, beta), best_move))
    }
}

impl<G: Game, H: Horizon<G>, R: Orderer<G>> Search<G> for Pvs<H, R> {
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

    fn begin(&mut self) {
        self.order.begin();
    }
}
