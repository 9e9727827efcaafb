//! Solvers of single games: exact values of late positions, for players and as a reference for experiments.

pub mod minichess;
pub mod othello;

mod rays;

use gametree::{Game, Limits, Observer, Score, Search, SearchResult, Stopped, Walk};

/// A search that takes its depth from the limits and needs no window.
pub trait Solve<G: Game> {
    /// Searches from `root` within `limits`.
    fn solve(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        watch: &mut dyn Observer<G::Move>,
    ) -> SearchResult<G::Move>;
}

/// A solver as a search.
pub struct Solving<S>(pub S);

impl<G: Game, S: Solve<G>> Search<G> for Solving<S> {
    /// Runs a complete search to this depth. The window is ignored.
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        walk: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        _: Score,
        _: Score,
    ) -> Result<Score, Stopped> {
        let limits = Limits::depth(depth);
        let result = self.0.solve(walk.game, state, &limits, walk.watch);
        walk.stats.nodes += result.stats.nodes;
        if let Some(mv) = result.best {
            walk.improve(0, mv, result.score);
        }
        Ok(result.score)
    }

    fn run_window<O: Observer<G::Move>>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        _: (Score, Score),
        watch: &mut O,
    ) -> SearchResult<G::Move> {
        self.0.solve(game, root, limits, watch)
    }
}
