//! # Root splitting
//!
//! **Parent.** [`AlphaBeta`](super::super::AlphaBeta), or any other exact search: it goes around one for each thread.
//! **New here.** The moves of the root are shared out among threads.
//!
//! **The idea.** The subtrees of the root are independent problems, so each thread takes the next move that no thread has taken,
//! searches it with a sequential search, and takes another one. The threads share the best value so far, which is the
//! alpha of every move that is taken later.
//!
//! **Why it is right.** The value of a node is the largest value of its moves, in any order and on any thread. A move is searched
//! with an alpha that another move has already reached, as in alpha-beta.
//!
//! **What it costs.** The first `p` moves start at the same time, so `p - 1` of them are searched without the bound that the first one
//! would have given: they cost as much as the first move instead of a small part of it. With good ordering the first move is most
//! of the work. The speed-up is therefore small, and ends when the last, longest subtree has no other thread to help it.
//!
//! **The invariant.** The value is that of the sequential search, and the best move is the first one with this value. With one thread the nodes
//! are too, if the inner search keeps the order of the generator.
//!
//! **Deliberately absent.** The moves of the root are not sorted, except for the best one of the last iteration. The threads share no transposition table: an inner search with a table has its own.
//!
//! **Reference.** M. Campbell, "Algorithms for the parallel search of game trees", University of Alberta, 1981.

use super::split::Split;
use super::team::{search_moves, together};
use crate::game::Game;
use crate::observer::{How, Observer};
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};

/// Shares out the moves of the root among threads.
#[derive(Clone, Debug)]
pub struct RootSplitting<S> {
    workers: Vec<S>,
}

impl<S> RootSplitting<S> {
    /// Searches with one thread for each of `workers`, equal exact searches.
    ///
    /// # Panics
    /// There is no worker.
    pub fn new(workers: Vec<S>) -> Self {
        assert!(!workers.is_empty(), "a search needs at least one thread");
        Self { workers }
    }
}

impl<G, S> Search<G> for RootSplitting<S>
where
    G: Game<State: Sync, Move: Send + Sync> + Sync,
    S: Search<G> + Send,
{
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        if depth == 0 {
            return self.workers[0].iteration(w, state, depth, alpha, beta);
        }
        w.enter(0, depth, alpha, beta)?;
        let list = match w.expand(state, 0) {
            Expanded::Over(value) => return Ok(w.leaf(value, How::Terminal)),
            Expanded::Moves(list) => list,
        };

        // The best move of the last iteration goes first.
        let mut moves = w.moves[list.indices()].to_vec();
        if let Some(place) = moves.iter().position(|mv| w.guide.first() == Some(mv)) {
            moves[..=place].rotate_right(1);
        }

        // >>> New in root splitting: each thread takes moves until none is left.
        let split = Split::new(moves, 0, (alpha, beta), -INF, Vec::new());
        let root: &G::State = state;
        let cancel = split.cut_flag();
        let ends = together(w, depth, cancel, &mut self.workers, |_, search, own| {
            search_moves(own, &split, search, &mut root.clone(), depth, 0)
        });
        // <<<

        let (best, _, line) = split.result();
        w.settle(&line, best);
        if !split.is_cut() {
            ends.into_iter().collect::<Result<(), _>>()?;
        }
        let bound = Bound::of(best, alpha, beta);
        Ok(w.leave(list, best, bound, line.first().copied()))
    }

    fn begin(&mut self) {
        self.workers.iter_mut().for_each(S::begin);
    }
}
