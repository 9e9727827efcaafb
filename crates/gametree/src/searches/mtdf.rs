//! # MTD(f)
//!
//! **Branch of.** [`TableAlphaBeta`](super::TableAlphaBeta). **Different here.** Null windows
//! only, again and again, over a table with two bounds for each position.
//!
//! **The idea.** Do not search for the value, only test whether it is at least a number. A
//! null-window search does that with the fewest nodes. Start at a guess `f`: each
//! result is a new lower or upper bound. When the bounds are equal, they are
//! the value.
//!
//! **Why it is right.** Each pass is a fail-soft alpha-beta search, whose result is a
//! proved bound. The bounds only tighten, and scores are integers, so they meet.
//!
//! **What it costs.** The passes search the same tree repeatedly, which is
//! affordable only because a table stores both bounds of each position
//! ([`BoundsTable`]). A good guess needs few passes: two if it is right.
//!
//! **The invariant.** `low <= true value <= high` after every pass. The move to play is
//! that of the last pass that failed *high*: a fail low has no best move.
//!
//! **Reference.** A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, "Best-first
//! fixed-depth minimax algorithms", Artificial Intelligence 87, 1996.

use crate::game::{Game, Sign};
use crate::horizon::{Horizon, Static};
use crate::observer::{Cut, How, Observer, Probe, Try};
use crate::ordering::{HashMove, Orderer};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::search::Search;
use crate::table::{BoundsTable, DepthMatch};
use crate::walk::{Expanded, Stopped, Walk};

/// The passes after which one search covers the rest of the interval.
const MAX_PASSES: u32 = 64;

/// Finds the value by null-window searches.
#[derive(Clone, Debug)]
pub struct MtdF<M, H, R = HashMove> {
    horizon: H,
    order: R,
    table: BoundsTable<M>,
    depth_match: DepthMatch,
    first_guess: Score,
    guess: Score,
}

impl<M: Copy, E> MtdF<M, Static<E>> {
    /// Evaluates the horizon with `eval`, searches the hash move first, and starts at `guess`.
    pub fn new(eval: E, table: BoundsTable<M>, guess: Score) -> Self {
        Self::with(Static(eval), HashMove, table, DepthMatch::Exact, guess)
    }
}

impl<M: Copy, H, R> MtdF<M, H, R> {
    /// Uses this horizon, move ordering, table and guess.
    pub const fn with(
        horizon: H,
        order: R,
        table: BoundsTable<M>,
        depth_match: DepthMatch,
        guess: Score,
    ) -> Self {
        Self {
            horizon,
            order,
            table,
            depth_match,
            first_guess: guess,
            guess,
        }
    }

    /// The inner search: alpha-beta with memory, for null windows and wider ones.
    fn value<G: Game<Move = M>, O: Observer<M>>(
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
        // At the horizon, evaluate.
        if depth == 0 {
            return self.horizon.value(w, state, ply, alpha, beta);
        }
        w.enter(ply, depth, alpha, beta)?;

        // Do the stored bounds settle the window?
        let key = w.game.key(state);
        w.stats.tt_probes += 1;
        let mut hash_move = None;
        if let Some(entry) = self.table.probe(key) {
            w.stats.tt_hits += 1;
            hash_move = entry.best;
            let (low, high) = (
                score::from_node(entry.low, ply),
                score::from_node(entry.high, ply),
            );
            let deep_enough = self.depth_match.allows(u32::from(entry.depth), depth);
            let (value, bound) = if low >= beta {
                (low, Bound::Lower)
            } else {
                (high, Bound::Upper)
            };
            w.watch.probe(Some(&Probe {
                depth: u32::from(entry.depth),
                score: value,
                bound: if low == high { Bound::Exact } else { bound },
                deep_enough,
            }));
            let settled = low >= beta || high <= alpha || low == high;
            if ply > 0 && deep_enough && settled {
                return Ok(w.table_cut(value, bound, hash_move));
            }
        } else {
            w.watch.probe(None);
        }

        // Search the moves by alpha-beta.
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };
        w.order(&mut self.order, state, list, ply, depth, hash_move);
        let side = w.game.side(state);
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            let mv = w.try_on_line(index, ply, Try::Full);
            let undo = w.game.play(state, mv);
            let sign = Sign::after(w.game, side, state);
            let (a, b) = sign.window(alpha.max(best), beta);
            let reply = self.value(w, state, depth - 1, ply + 1, a, b);
            w.game.undo(state, mv, undo);
            let value = sign.value(reply?);
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

        // Store the bound that was proved; the other one stays.
        let bound = Bound::of(best, alpha, beta);
        let value = score::to_node(best, ply);
        let (low, high) = match bound {
            Bound::Exact => (value, value),
            Bound::Lower => (value, INF),
            Bound::Upper => (-INF, value),
        };
        self.table.store(key, depth, low, high, best_move);
        Ok(w.leave(list, best, bound, best_move))
    }
}

impl<G: Game, H: Horizon<G>, R: Orderer<G>> Search<G> for MtdF<G::Move, H, R> {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        _: Score,
        _: Score,
    ) -> Result<Score, Stopped> {
        let (mut low, mut high) = (-INF, INF);
        let mut value = self.guess;
        let mut best_line = Vec::new();
        let mut passes = 0;
        while low < high {
            // Test whether the value is at least `beta`, just above the proved lower bound.
            let beta = if value == low { value + 1 } else { value };
            let (alpha, beta) = if passes < MAX_PASSES {
                (beta - 1, beta)
            } else {
                ((low - 1).max(-INF), (high + 1).min(INF))
            };
            value = self.value(w, state, depth, 0, alpha, beta)?;
            if value > alpha {
                best_line = w.pv.line(0).to_vec();
            }
            if value < beta {
                high = value;
            }
            if value > alpha {
                low = value;
            }
            w.stats.researches += u64::from(passes > 0);
            passes += 1;
        }
        w.pv.set(0, &best_line);
        self.guess = value;
        Ok(value)
    }

    fn begin(&mut self) {
        self.order.begin();
        self.guess = self.first_guess;
    }
}
