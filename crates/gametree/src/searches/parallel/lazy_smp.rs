//! # Lazy SMP
//!
//! **Parent.** [`TableAlphaBeta`](super::super::TableAlphaBeta). **New here.** Every thread searches the root to the same depth. The threads
//! share the transposition table and nothing else.
//!
//! **The idea.** Instead of dividing the tree, let all threads search all of it, each in a slightly different order. A node
//! that one thread has finished is in the table, and the others take its value from there. The first thread that
//! completes the root ends the search.
//!
//! **Why it is right.** Each thread is a complete sequential search with a table. What another thread has proved about a position
//! is still proved, so each of them returns the right value.
//!
//! **What it costs.** Whatever two threads search at the same time is searched twice: much search overhead, and less the more the orders
//! differ. There is no waiting and nearly no code. Programs that prune selectively gain more than this file shows, because
//! their threads also search to different depths.
//!
//! **The order.** Every thread tries the first move first, because it probably cuts or raises alpha. Thread `i` starts the others at the
//! `i`-th of them. Where there is no cutoff every move must be searched, and the order does not matter.
//!
//! **The invariant.** With [`DepthMatch::Exact`] the value is the minimax value, for any number of threads and any table size. Which
//! of several equally good moves is returned, and the number of nodes, depend on the timing of the threads. With one
//! thread the search is its parent.
//!
//! **References.** D. Homan (ExChess) and D. Dailey (Komodo) described the method on computer chess forums in 2013;
//! <https://www.chessprogramming.org/Lazy_SMP>.

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
use std::sync::atomic::{AtomicBool, Ordering};

/// Alpha-beta on several threads that share only a transposition table.
#[derive(Debug)]
pub struct LazySmp<H, R> {
    workers: Vec<(H, R)>,
    table: SharedTable,
    depth_match: DepthMatch,
}

impl<H, R> LazySmp<H, R> {
    /// Searches with one thread for each of `workers`, each with its own horizon and move ordering.
    ///
    /// # Panics
    /// There is no worker.
    pub fn new(workers: Vec<(H, R)>, table: SharedTable, depth_match: DepthMatch) -> Self {
        assert!(!workers.is_empty(), "a search needs at least one thread");
        Self {
            workers,
            table,
            depth_match,
        }
    }
}

/// One thread.
struct Worker<'a, H, R> {
    number: usize,
    horizon: &'a mut H,
    order: &'a mut R,
    table: &'a SharedTable,
    depth_match: DepthMatch,
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
        // >>> New in lazy SMP (1 of 2): another thread has completed the root.
        if w.is_cancelled() {
            return Err(Stopped);
        }
        // <<<
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
        // >>> New in lazy SMP (2 of 2): each thread begins with another one of the later moves.
        let later = &mut w.moves[list.indices().start + 1..list.indices().end];
        later.rotate_left(self.number % later.len().max(1));
        // <<<

        // Search the moves and keep the best one.
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

impl<G, H, R> Search<G> for LazySmp<H, R>
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
        let workers = &mut self.workers;
        let ends = together(w, depth, &done, workers, |number, (horizon, order), own| {
            let mut worker = Worker {
                number,
                horizon,
                order,
                table,
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
