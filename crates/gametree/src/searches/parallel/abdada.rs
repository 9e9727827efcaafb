//! # ABDADA
//!
//! **Parent.** [`LazySmp`](super::LazySmp). **New here.** A shared table of the moves that threads are searching now. A thread defers
//! such a move and searches another one first.
//!
//! **The idea.** In lazy SMP two threads often search the same move at the same time. So each thread writes into a shared table which move
//! of which position it is searching. At each node it searches in the first pass the first move, and every move that no other thread is searching.
//! The second pass searches the deferred moves. By then their results are usually in the transposition table, and cost one look-up. The name
//! stands for *alpha-beta distribué avec droit d'aînesse*: with the right of the eldest, which is never deferred.
//!
//! **Why it is right.** A deferred move is searched later, not skipped. Each thread is still a complete sequential search with a
//! table, in another order.
//!
//! **What it costs.** A look-up per move. There is no split node, no queue and no waiting, as in lazy SMP, but the threads
//! spread over the tree as in Young Brothers Wait.
//!
//! **The simple form.** The original keeps the number of threads at a position in its entry of the transposition table, and tells a thread to
//! leave an "exclusive" node. Here the marks are in a small table of their own, one for each move, as
//! in T. Kerrigan's *simplified ABDADA*. A lost mark costs time and never changes a result.
//!
//! **The invariant.** As in lazy SMP: with [`DepthMatch::Exact`] the value is the minimax value, for any number of threads. With one
//! thread no move is deferred.
//!
//! **References.** J.-C. Weill, "The ABDADA distributed minimax-search algorithm", ICCA Journal 19(1), 1996; T. Kerrigan, "Simplified
//! ABDADA", 2017, <http://www.tckerrigan.com/Chess/Parallel_Search/Simplified_ABDADA/>.

use super::busy::Busy;
use super::team::together;
use crate::game::{Game, Sign};
use crate::horizon::Horizon;
use crate::observer::{Cut, How, Observer, Silent, Try};
use crate::ordering::Orderer;
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::search::Search;
use crate::table::{DepthMatch, SharedEntry, SharedTable};
use crate::walk::{Expanded, Stopped, Walk};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

/// The smallest depth at which moves are marked and deferred.
const LEAST_DEPTH: u32 = 2;

/// Groups of the table of marks: far more than moves are searched at once.
const MARKS: usize = 1 << 12;

/// Alpha-beta on several threads that share a transposition table and defer what another thread is searching.
#[derive(Debug)]
pub struct Abdada<H, R> {
    workers: Vec<(H, R)>,
    table: SharedTable,
    busy: Busy,
    depth_match: DepthMatch,
}

impl<H, R> Abdada<H, R> {
    /// Searches with one thread for each of `workers`, each with its own horizon and move ordering.
    ///
    /// # Panics
    /// There is no worker.
    pub fn new(workers: Vec<(H, R)>, table: SharedTable, depth_match: DepthMatch) -> Self {
        assert!(!workers.is_empty(), "a search needs at least one thread");
        Self {
            workers,
            table,
            busy: Busy::new(MARKS),
            depth_match,
        }
    }
}

/// One thread.
struct Worker<'a, H, R> {
    horizon: &'a mut H,
    order: &'a mut R,
    table: &'a SharedTable,
    busy: &'a Busy,
    depth_match: DepthMatch,
}

/// Returns the key of a move of a position, searched to a depth.
fn mark<M: Hash>(key: u64, depth: u32, mv: M) -> u64 {
    let mut hasher = DefaultHasher::new();
    (depth, mv).hash(&mut hasher);
    key ^ hasher.finish()
}

impl<H, R> Worker<'_, H, R> {
    /// Returns the value of `state` for the side to move, within the contract of `(alpha, beta)`.
    fn value<G: Game>(
        &mut self,
        w: &mut Walk<'_, G, Silent>,
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
        // Another thread has completed the root.
        if w.is_cancelled() {
            return Err(Stopped);
        }
        w.enter(ply, depth, alpha, beta)?;

        // Look the position up in the table.
        let key = w.game.key(state);
        let entry = self.table.probe(key);
        w.stats.tt_probes += 1;
        if let Some(entry) = entry {
            w.stats.tt_hits += 1;
            let value = score::from_node(entry.value, ply);
            let deep_enough = self.depth_match.allows(entry.depth, depth);
            if ply > 0 && deep_enough && entry.settles(value, alpha, beta) {
                return Ok(w.table_cut(value, entry.bound, None));
            }
        }

        // A finished game has its exact value.
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };
        let side = w.game.side(state);

        // Sort the moves. The table stores the place of a move in the order of the generator.
        let unsorted = w.copy_of(list);
        let hash_move =
            entry.and_then(|entry| w.moves[unsorted.indices()].get(entry.best?).copied());
        w.order(self.order, state, list, ply, depth, hash_move);

        // Search the moves and keep the best one.
        let mut best = -INF;
        let mut best_move = None;
        let mut deferred = 0;
        for index in list.indices() {
            // >>> New in ABDADA (1 of 2): a move that another thread is searching goes to the end of the list, once. The first move
            // never does.
            let shares = depth >= LEAST_DEPTH && !list.is_first(index);
            let end = list.indices().end;
            while shares
                && index + deferred < end
                && self.busy.is_busy(mark(key, depth, w.moves[index]))
            {
                w.moves[index..end].rotate_left(1);
                deferred += 1;
            }
            let mark = mark(key, depth, w.moves[index]);
            if shares {
                self.busy.start(mark);
            }
            // <<<
            let mv = w.try_on_line(index, ply, Try::Full);
            let undo = w.game.play(state, mv);
            let sign = Sign::after(w.game, side, state);
            let (a, b) = sign.window(alpha.max(best), beta);
            let reply = self.value(w, state, depth - 1, ply + 1, a, b);
            w.game.undo(state, mv, undo);
            // >>> New in ABDADA (2 of 2): the move is free again, also after a stop.
            if shares {
                self.busy.finish(mark);
            }
            // <<<
            let value = sign.value(reply?);
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    w.improve(ply, mv, value);
                }
            }
            // A beta cutoff: the opponent will not allow this position.
            if best >= beta {
                w.cut(list, index, Cut::Beta);
                w.learn(self.order, state, mv, ply, depth);
                break;
            }
        }

        let bound = Bound::of(best, alpha, beta);
        // Store the result.
        let entry = SharedEntry {
            value: score::to_node(best, ply),
            best: best_move.and_then(|best| w.place_of(best, unsorted)),
            depth,
            bound,
        };
        self.table.store(key, entry);
        Ok(w.leave(list, best, bound, best_move))
    }
}

impl<G, H, R> Search<G> for Abdada<H, R>
where
    G: Game<State: Sync, Move: Send + Sync> + Sync,
    H: Horizon<G> + Send,
    R: Orderer<G> + Send,
{
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let done = AtomicBool::new(false);
        let (root, table, depth_match) = (&*state, &self.table, self.depth_match);
        let busy = &self.busy;
        let workers = &mut self.workers;
        let ends = together(w, depth, &done, workers, |_, (horizon, order), own| {
            let mut worker = Worker {
                horizon,
                order,
                table,
                busy,
                depth_match,
            };
            let outcome = worker.value(own, &mut root.clone(), depth, 0, alpha, beta);
            // Complete or stopped by a limit: the others stop too.
            done.store(true, Ordering::Relaxed);
            (outcome, own.root_so_far())
        });
        // The result of a thread that completed the root, or what the first thread had when it was stopped.
        let complete = ends.iter().position(|(outcome, _)| outcome.is_ok());
        let end = ends.into_iter().nth(complete.unwrap_or(0));
        let (outcome, (best, line)) = end.ok_or(Stopped)?;
        w.settle(&line, best);
        outcome
    }

    fn begin(&mut self) {
        self.table.new_search();
        for (_, order) in &mut self.workers {
            order.begin();
        }
    }
}
