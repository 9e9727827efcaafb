//! Iterative deepening around a search, if the settings or the limits require it.

use games::BoardGame;
use gametree::{Limits, Observer, Search, SearchResult};

/// A search with iterative deepening: always with `deepen`, else only without a depth limit.
pub(crate) struct Paced<S> {
    /// The search of one depth.
    pub inner: S,
    /// Deepen even if the depth is known.
    pub deepen: bool,
    /// The half-width of an aspiration window around the last value.
    pub aspiration: Option<gametree::Score>,
}

impl<G: BoardGame, S: Search<G>> Search<G> for Paced<S> {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        walk: &mut gametree::Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: gametree::Score,
        beta: gametree::Score,
    ) -> Result<gametree::Score, gametree::Stopped> {
        self.inner.iteration(walk, state, depth, alpha, beta)
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
        use gametree::searches::{Aspiration, Deepening};
        if !self.deepen && limits.depth.is_some() {
            return self.inner.run(game, root, limits, watch);
        }
        match self.aspiration {
            Some(width) => Deepening::new(Aspiration::new(&mut self.inner, width))
                .run(game, root, limits, watch),
            None => Deepening::new(&mut self.inner).run(game, root, limits, watch),
        }
    }
}
