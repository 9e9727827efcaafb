//! # Iterative deepening
//!
//! **Parent.** [`AlphaBeta`](super::AlphaBeta), or any other search: it goes around one.
//! **New here.** A loop over the depth, so that a move is available at any time.
//!
//! **The idea.** Search one ply deep, then two, then three, until a limit is reached.
//! The result is that of the last completed depth.
//!
//! **Why it is right.** Each iteration is an ordinary search. An incomplete one
//! is discarded: it has not compared all moves, so its best move may be wrong.
//!
//! **What it costs.** Less than it seems: all earlier iterations together cost about
//! `1/(b-1)` of the last one in a uniform tree. And they pay for themselves, since
//! their best line (and hash moves, killers, history) order the moves of the next.
//!
//! **The invariant.** The result of depth `d` is that of a fixed-depth search, if the
//! inner search is exact. There is always a move to play, even if the search is
//! stopped before it has begun. After a stop the position is as it was.
//!
//! **Reference.** D. Slate and L. Atkin, "Chess 4.5: the Northwestern University chess
//! program", 1977.

use crate::game::Game;
use crate::limits::Limits;
use crate::observer::Observer;
use crate::result::{Bound, SearchResult};
use crate::score::{self, INF, Score};
use crate::search::{Search, from_root};
use crate::walk::{Stopped, Walk};

/// Runs another search at depth 1, 2, 3, ...
#[derive(Clone, Debug, Default)]
pub struct Deepening<S> {
    inner: S,
    stop_when_forced: bool,
}

impl<S> Deepening<S> {
    /// Wraps `inner`.
    pub const fn new(inner: S) -> Self {
        Self {
            inner,
            stop_when_forced: false,
        }
    }

    /// Stop after one ply if there is only one legal move: right for playing, wrong
    /// for analysis.
    #[must_use]
    pub const fn stop_when_forced(mut self) -> Self {
        self.stop_when_forced = true;
        self
    }

    /// Returns the inner search.
    pub const fn inner(&self) -> &S {
        &self.inner
    }
}

impl<G: Game, S: Search<G>> Search<G> for Deepening<S> {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.inner.iteration(w, state, depth, alpha, beta)
    }

    fn begin(&mut self) {
        self.inner.begin();
    }

    fn run<O: Observer<G::Move>>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        watch: &mut O,
    ) -> SearchResult<G::Move> {
        self.begin();
        let w = Walk::new(game, limits, watch);
        let inner = &mut self.inner;
        deepen(w, root, self.stop_when_forced, &mut |w, state, depth| {
            inner.iteration(w, state, depth, -INF, INF)
        })
    }
}

/// One iteration: a search to a given depth.
type Iteration<'a, G, O> =
    dyn FnMut(&mut Walk<'_, G, O>, &mut <G as Game>::State, u32) -> Result<Score, Stopped> + 'a;

/// The loop over the depth, for any inner search.
fn deepen<G: Game, O: Observer<G::Move>>(
    mut w: Walk<'_, G, O>,
    root: &G::State,
    stop_when_forced: bool,
    search: &mut Iteration<'_, G, O>,
) -> SearchResult<G::Move> {
    // Get ready. A finished game needs no deepening.
    let mut replies = Vec::new();
    let over = w.game.expand(root, &mut replies).is_some();
    let forced = replies.len() == 1 && stop_when_forced;

    let mut answer: Option<(u32, Score, Vec<G::Move>)> = None;
    let mut stopped = false;
    let deepest = if over { 0 } else { w.depth_limit() };
    // >>> New in step 4: search one ply, then two, then three.
    for depth in deepest.min(1)..=deepest {
        // The ordering follows the principal variation so far.
        let evals = w.stats.evals - w.stats.order_evals;
        let table_cuts = w.stats.tt_cuts;
        w.new_iteration();
        let outcome = from_root(&mut w, root, &mut |w, state| search(w, state, depth));

        // Keep a complete iteration, discard an incomplete one.
        let Ok(score) = outcome else {
            stopped = true;
            break;
        };
        let pv = w.pv.line(0).to_vec();
        w.watch.iteration(depth, score, Bound::Exact, &pv, &w.stats);
        w.guide.clone_from(&pv);
        answer = Some((depth, score, pv));

        // Stop if a deeper search cannot change anything: the game is
        // decided within the depth, or no line reached the horizon, or there is
        // no choice.
        let decided = score::plies_to_end(score).is_some_and(|plies| plies <= depth);
        let exhausted =
            w.stats.evals - w.stats.order_evals == evals && w.stats.tt_cuts == table_cuts;
        if decided || exhausted || forced {
            break;
        }
        // Stop if the next iteration may not begin.
        if w.had_enough_nodes() {
            break;
        }
    }
    // <<<

    // Return the last result.
    match answer {
        Some((depth, score, pv)) => w.finish_with(score, Bound::Exact, pv, depth, stopped),
        None => w.finish(root, Err(Stopped), 0, -INF, INF),
    }
}
