//! # Principal variation splitting
//!
//! **Parent.** [`RootSplitting`](super::RootSplitting). **New here.** The first move is searched before the others are shared out, and
//! so at every node of the leftmost line.
//!
//! **The idea.** Root splitting searches the first moves without a bound. So search the first move alone, and share out the
//! others when its value is known. That first move is itself a node whose first move is searched alone, down to the leaves. On
//! the way up, at each node of the leftmost line all threads search the remaining moves, with a bound from the start.
//!
//! **Why it is right.** Each node of the line is a node of alpha-beta whose later moves are searched at the same time instead of one
//! after the other. The window is that of alpha-beta, or wider.
//!
//! **What it costs.** Nearly no search overhead in a well-ordered tree: the leftmost line is the principal variation, and every
//! other move is only refuted. But all threads wait for each other at every node of the line, and near the leaves
//! there is less work than it costs to share it. If the first move is not the best, the subtree that replaces it
//! is searched by one thread.
//!
//! **The invariant.** The value is that of the sequential search, and the best move is the first one with this value. With one thread the
//! nodes are too, if the inner search keeps the order of the generator.
//!
//! **Deliberately absent.** The moves of the split nodes are not sorted, except for those of the last iteration's line.
//!
//! **Reference.** T. Marsland and M. Campbell, "Parallel search of strongly ordered game trees", Computing Surveys 14, 1982.

use super::split::Split;
use super::team::{search_moves, together};
use crate::game::{Game, Sign};
use crate::observer::{How, Observer};
use crate::result::Bound;
use crate::score::{self, INF, Score};
use crate::search::Search;
use crate::walk::{Expanded, Stopped, Walk};
use std::sync::atomic::AtomicBool;

/// The smallest depth of a node that is split. Below it a thread costs more than it saves.
const LEAST_DEPTH: u32 = 2;

/// Shares out the later moves of every node of the leftmost line among threads.
#[derive(Clone, Debug)]
pub struct PvSplitting<S> {
    workers: Vec<S>,
}

impl<S> PvSplitting<S> {
    /// Searches with one thread for each of `workers`, equal exact searches.
    ///
    /// # Panics
    /// There is no worker.
    pub fn new(workers: Vec<S>) -> Self {
        assert!(!workers.is_empty(), "a search needs at least one thread");
        Self { workers }
    }

    /// Returns the value of `state`, a node of the leftmost line, and its line, within the contract of `(alpha, beta)`.
    fn value<G, O>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(Score, Vec<G::Move>), Stopped>
    where
        G: Game<State: Sync, Move: Send + Sync> + Sync,
        S: Search<G> + Send,
        O: Observer<G::Move>,
    {
        if depth < LEAST_DEPTH {
            return self.sequential(w, state, depth, ply, alpha, beta);
        }
        w.enter(ply, depth, alpha, beta)?;
        let list = match w.expand(state, ply) {
            Expanded::Over(value) => return Ok((w.leaf(value, How::Terminal), Vec::new())),
            Expanded::Moves(list) => list,
        };
        let mut moves = w.moves[list.indices()].to_vec();
        if let Some(place) = moves
            .iter()
            .position(|mv| w.guide.get(ply as usize) == Some(mv))
        {
            moves[..=place].rotate_right(1);
        }

        // >>> New in principal variation splitting (1 of 2): the first move is searched alone.
        let side = w.game.side(state);
        let undo = w.game.play(state, moves[0]);
        let sign = Sign::after(w.game, side, state);
        let (a, b) = sign.window(alpha, beta);
        let first = self.value(w, state, depth - 1, ply + 1, a, b);
        w.game.undo(state, moves[0], undo);
        let (reply, mut line) = first?;
        let best = sign.value(reply);
        line.insert(0, moves[0]);
        if best <= alpha {
            line.clear();
        }
        if best >= beta || moves.len() == 1 {
            let bound = Bound::of(best, alpha, beta);
            return Ok((w.leave(list, best, bound, line.first().copied()), line));
        }
        // <<<

        // >>> New in principal variation splitting (2 of 2): then the others are shared out.
        // Was: let split = Split::new(moves, 0, (alpha, beta), -INF, Vec::new());
        let split = Split::new(moves, 1, (alpha, beta), best, line);
        // <<<
        let root: &G::State = state;
        let cancel = split.cut_flag();
        let ends = together(w, depth, cancel, &mut self.workers, |_, search, own| {
            search_moves(own, &split, search, &mut root.clone(), depth, ply)
        });

        let (best, _, line) = split.result();
        if ply == 0 {
            w.settle(&line, best);
        }
        if !split.is_cut() {
            ends.into_iter().collect::<Result<(), _>>()?;
        }
        let bound = Bound::of(best, alpha, beta);
        Ok((w.leave(list, best, bound, line.first().copied()), line))
    }

    /// As [`value`](Self::value), with the sequential search of the first worker.
    fn sequential<G, O>(
        &mut self,
        w: &mut Walk<'_, G, O>,
        state: &G::State,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<(Score, Vec<G::Move>), Stopped>
    where
        G: Game<State: Sync, Move: Send + Sync> + Sync,
        S: Search<G> + Send,
        O: Observer<G::Move>,
    {
        let edge = |value| score::to_node(value, ply).clamp(-INF, INF);
        let never = AtomicBool::new(false);
        let begin = w.now();
        let ends = together(
            w,
            depth,
            &never,
            &mut self.workers[..1],
            |_, search, own| {
                let mut state = state.clone();
                own.guide.drain(..own.guide.len().min(ply as usize));
                let value = own.plies_down(ply, |own| {
                    search.iteration(own, &mut state, depth, edge(alpha), edge(beta))
                })?;
                Ok((score::from_node(value, ply), own.pv.line(0).to_vec()))
            },
        );
        // All other threads wait.
        w.stats.waited += (w.now() - begin) * (self.workers.len() as u32 - 1);
        ends.into_iter().next().unwrap_or(Err(Stopped))
    }
}

impl<G, S> Search<G> for PvSplitting<S>
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
        let (value, line) = self.value(w, state, depth, 0, alpha, beta)?;
        w.settle(&line, value);
        Ok(value)
    }

    fn begin(&mut self) {
        self.workers.iter_mut().for_each(S::begin);
    }
}
