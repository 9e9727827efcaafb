//! # Young Brothers Wait
//!
//! **Parent.** [`PvSplitting`](super::PvSplitting). **New here.** Every node may be split, as soon as its first move, the eldest brother,
//! has been searched.
//!
//! **The idea.** Splitting only the principal variation leaves threads without work. But any node can be split: the
//! condition is only that its first move has been searched without a cutoff. Then the node will probably have no cutoff, so all its
//! moves must be searched, and alpha is known. A thread without work joins the newest split node. If a move causes a cutoff, the
//! threads at the brothers abandon them.
//!
//! **Why it is right.** A split node is a node of alpha-beta whose moves are searched in another order and partly at the same time. A
//! thread that abandons a move does so because a brother of the move, or of an ancestor, has reached beta.
//!
//! **What it costs.** Little waiting: there is nearly always a node to join. Some search overhead: moves that are searched
//! when a brother cuts, and moves that are searched before a brother raises alpha.
//!
//! **The owner helps.** The thread that split a node returns its value, so it waits until the last helper is ready. Meanwhile it joins
//! nodes below its own (the *helpful master*): it then works on what it waits for.
//!
//! **The invariant.** Value and best move are those of the sequential search, for any number of threads. With one thread the nodes are
//! too: a node is split only if a thread waits for work.
//!
//! **References.** R. Feldmann, B. Monien, P. Mysliwietz and O. Vornberger, "Distributed game-tree search", ICCA Journal 12(2), 1989;
//! R. Feldmann, "Game tree search on massively parallel systems", Paderborn 1993; B. Kuszmaul, "The StarTech massively parallel
//! chess program", ICCA Journal 18(1), 1995.

use super::pool::Pool;
use super::split::Split;
use super::team::together;
use crate::game::{Game, Sign};
use crate::horizon::Horizon;
use crate::observer::{Cut, How, Observer, Silent, Try};
use crate::ordering::Orderer;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// The smallest depth of a node that is split. Below it a split costs more than it saves.
const LEAST_DEPTH: u32 = 2;

/// Shares out the later moves of any node among threads without work.
#[derive(Clone, Debug)]
pub struct YoungBrothersWait<H, R> {
    workers: Vec<(H, R)>,
}

impl<H, R> YoungBrothersWait<H, R> {
    /// Searches with one thread for each of `workers`, each with its own horizon and move ordering.
    ///
    /// # Panics
    /// There is no worker.
    pub fn new(workers: Vec<(H, R)>) -> Self {
        assert!(!workers.is_empty(), "a search needs at least one thread");
        Self { workers }
    }
}

/// A split node, as the threads that help at it see it.
struct Job<G: Game> {
    split: Split<G::Move>,
    state: G::State,
    line: Vec<Option<G::Move>>,
    depth: u32,
    ply: u32,
    /// The split node above, on whose move this node was split.
    above: Option<Arc<Self>>,
}

impl<G: Game> Job<G> {
    /// Returns this split node and those above it.
    fn path(&self) -> impl Iterator<Item = &Self> {
        std::iter::successors(Some(self), |job| job.above.as_deref())
    }

    /// Returns whether the value of this node no longer matters, because it or a node above is cut.
    fn is_cut(&self) -> bool {
        self.path().any(|job| job.split.is_cut())
    }

    /// Returns whether a thread can help here.
    fn needs_help(&self) -> bool {
        self.split.has_moves() && !self.is_cut()
    }
}

/// One thread.
struct Worker<'a, G: Game, H, R> {
    horizon: &'a mut H,
    order: &'a mut R,
    pool: &'a Pool<Job<G>>,
}

impl<G: Game, H: Horizon<G>, R: Orderer<G>> Worker<'_, G, H, R> {
    /// Returns the value of `state` for the side to move, within the contract of `(alpha, beta)`. `above` is the split node on whose
    /// move this thread works.
    #[allow(clippy::too_many_arguments)] // A node of alpha-beta, and the split node above it.
    fn value(
        &mut self,
        w: &mut Walk<'_, G, Silent>,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
        above: Option<&Arc<Job<G>>>,
    ) -> Result<Score, Stopped> {
        // At the horizon, evaluate.
        if depth == 0 {
            return self.horizon.value(w, state, ply, alpha, beta);
        }
        // >>> New in Young Brothers Wait (1 of 2): abandon a move whose brother has cut.
        if w.is_cancelled() || above.is_some_and(|job| job.is_cut()) {
            return Err(Stopped);
        }
        // <<<
        w.enter(ply, depth, alpha, beta)?;

        // A finished game has its exact value.
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };
        let side = w.game.side(state);

        // Sort the moves.
        w.order(self.order, state, list, ply, depth, None);

        // Search the moves and keep the best one.
        let mut best = -INF;
        let mut best_move = None;
        for index in list.indices() {
            // >>> New in Young Brothers Wait (2 of 2): the eldest brother is searched. If a thread waits, share out the others.
            let may_split = depth >= LEAST_DEPTH && !list.is_first(index);
            if may_split && self.pool.has_idle() {
                let line = best_move.map_or(Vec::new(), |_| w.pv.line(ply).to_vec());
                let moves = w.moves[list.indices()].to_vec();
                let next = index - list.indices().start;
                let job = Arc::new(Job {
                    split: Split::new(moves, next, (alpha, beta), best, line),
                    state: state.clone(),
                    line: w.line_to(ply).to_vec(),
                    depth,
                    ply,
                    above: above.cloned(),
                });
                let (value, place, line) = self.share_out(w, &job)?;
                best = value;
                best_move = line.first().copied();
                if ply == 0 {
                    w.settle(&line, value);
                } else {
                    w.pv.set(ply, &line);
                }
                if best >= beta {
                    let index = list.indices().start + place;
                    let mv = w.moves[index];
                    w.cut(list, index, Cut::Beta);
                    w.learn(self.order, state, mv, ply, depth);
                }
                break;
            }
            // <<<
            let mv = w.try_on_line(index, ply, Try::Full);
            let undo = w.game.play(state, mv);
            let sign = Sign::after(w.game, side, state);
            let (a, b) = sign.window(alpha.max(best), beta);
            let reply = self.value(w, state, depth - 1, ply + 1, a, b, above);
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
        Ok(w.leave(list, best, bound, best_move))
    }

    /// Opens a split node, works at it, waits for the helpers, and returns its result.
    fn share_out(
        &mut self,
        w: &mut Walk<'_, G, Silent>,
        job: &Arc<Job<G>>,
    ) -> Result<(Score, usize, Vec<G::Move>), Stopped> {
        self.pool.open(job);
        self.search_moves(w, job);
        let is_below = |other: &Job<G>| {
            let above = other.path().skip(1);
            other.needs_help() && above.into_iter().any(|other| std::ptr::eq(other, &**job))
        };
        loop {
            let begin = w.now();
            let other = self.pool.close(job, is_below);
            w.stats.waited += w.now() - begin;
            let Some(other) = other else { break };
            self.search_moves(w, &other);
            self.pool.leave(&other);
        }
        let above = job.above.as_ref();
        if self.is_stopped() || above.is_some_and(|above| above.is_cut()) {
            return Err(Stopped);
        }
        Ok(job.split.result())
    }

    /// Takes moves of a split node and searches them, until none is left.
    fn search_moves(&mut self, w: &mut Walk<'_, G, Silent>, job: &Arc<Job<G>>) {
        let mut state = job.state.clone();
        let side = w.game.side(&state);
        let open_moves = w.moves.len();
        w.move_to(&job.line);
        while let Some(task) = job.split.take() {
            w.set_on_line(task.mv, job.ply);
            let undo = w.game.play(&mut state, task.mv);
            let sign = Sign::after(w.game, side, &state);
            let (a, b) = sign.window(task.floor, job.split.beta());
            let (depth, ply) = (job.depth - 1, job.ply + 1);
            let reply = self.value(w, &mut state, depth, ply, a, b, Some(job));
            w.game.undo(&mut state, task.mv, undo);
            match reply {
                Ok(reply) => {
                    let value = sign.value(reply);
                    job.split.report(&task, value, w.pv.line(job.ply + 1));
                }
                Err(Stopped) => {
                    w.moves.truncate(open_moves);
                    // Not a cutoff but a limit: it ends the search of every thread.
                    if !job.is_cut() {
                        self.pool.finish();
                    }
                    return;
                }
            }
        }
    }

    /// Helps at split nodes until the search ends.
    fn help(&mut self, w: &mut Walk<'_, G, Silent>) {
        loop {
            let begin = w.now();
            let job = self.pool.join(Job::needs_help);
            w.stats.waited += w.now() - begin;
            let Some(job) = job else { return };
            self.search_moves(w, &job);
            self.pool.leave(&job);
        }
    }

    fn is_stopped(&self) -> bool {
        self.pool.finished().load(Ordering::Relaxed)
    }
}

/// Ends the search when its owner returns or panics, so that no helper waits for ever.
impl<G: Game, H, R> Drop for Worker<'_, G, H, R> {
    fn drop(&mut self) {
        self.pool.finish();
    }
}

impl<G, H, R> Search<G> for YoungBrothersWait<H, R>
where
    G: Game<State: Send + Sync, Move: Send + Sync> + Sync,
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
        let pool = Pool::new();
        let (root, cancel) = (&*state, pool.finished());
        let workers = &mut self.workers;
        let ends = together(
            w,
            depth,
            cancel,
            workers,
            |number, (horizon, order), own| {
                let pool = &pool;
                let mut worker = Worker {
                    horizon,
                    order,
                    pool,
                };
                if number > 0 {
                    worker.help(own);
                    return None;
                }
                let mut state = root.clone();
                let outcome = worker.value(own, &mut state, depth, 0, alpha, beta, None);
                Some((outcome, own.root_so_far()))
            },
        );
        let (outcome, (best, line)) = ends.into_iter().flatten().next().ok_or(Stopped)?;
        w.settle(&line, best);
        outcome
    }

    fn begin(&mut self) {
        for (_, order) in &mut self.workers {
            order.begin();
        }
    }
}
