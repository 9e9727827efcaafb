//! The search traits: [`Search`] to write one, [`Searcher`] to use one.

use crate::game::Game;
use crate::limits::Limits;
use crate::observer::{Iterations, Observer, OnIteration};
use crate::result::SearchResult;
use crate::score::{INF, Score};
use crate::walk::{Stopped, Walk};

/// A search as its author writes it: generic over the observer.
///
/// An implementation needs only [`iteration`](Search::iteration). Searches that wrap
/// others (iterative deepening, aspiration) replace [`run`](Search::run) too.
pub trait Search<G: Game> {
    /// Searches `depth` plies from `state` with the window `(alpha, beta)`, both for the side to move.
    ///
    /// The contract, for a value `v` and the true value `t`: `v <= alpha` means `t <= v`,
    /// `v >= beta` means `t >= v`, anything else means `t == v`. On return,
    /// also after a stop, `state` must be unchanged.
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        walk: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped>;

    /// Prepares for a new root position.
    fn begin(&mut self) {}

    /// Searches from `root` within `limits`.
    fn run<O: Observer<G::Move>>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        watch: &mut O,
    ) -> SearchResult<G::Move> {
        self.run_window(game, root, limits, (-INF, INF), watch)
    }

    /// Searches `limits.depth` plies with the given window.
    fn run_window<O: Observer<G::Move>>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        (alpha, beta): (Score, Score),
        watch: &mut O,
    ) -> SearchResult<G::Move> {
        assert!(alpha < beta, "the window ({alpha}, {beta}) is empty");
        self.begin();
        let mut walk = Walk::new(game, limits, watch);
        let depth = walk.depth_limit();
        let outcome = from_root(&mut walk, root, &mut |walk, state| {
            self.iteration(walk, state, depth, alpha, beta)
        });
        walk.finish(root, outcome, depth, alpha, beta)
    }
}

/// A part of a search that runs from the root, once or once per depth. It is called rarely, so it is a trait object: the
/// code around it is compiled once for all searches of a game.
pub(crate) type Part<'a, G, O> =
    dyn FnMut(&mut Walk<'_, G, O>, &mut <G as Game>::State) -> Result<Score, Stopped> + 'a;

/// Runs a part of a search on a copy of the root, unless a limit is already reached.
pub(crate) fn from_root<G: Game, O: Observer<G::Move>>(
    walk: &mut Walk<'_, G, O>,
    root: &G::State,
    part: &mut Part<'_, G, O>,
) -> Result<Score, Stopped> {
    walk.check_now()?;
    let mut state = root.clone();
    let outcome = part(walk, &mut state);
    debug_assert_eq!(
        walk.game.key(&state),
        walk.game.key(root),
        "a search must undo every move it plays"
    );
    outcome
}

/// A borrowed search is a search, so it can be used inside another one.
impl<G: Game, S: Search<G>> Search<G> for &mut S {
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        walk: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        (**self).iteration(walk, state, depth, alpha, beta)
    }

    fn begin(&mut self) {
        (**self).begin();
    }

    fn run<O: Observer<G::Move>>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        watch: &mut O,
    ) -> SearchResult<G::Move> {
        (**self).run(game, root, limits, watch)
    }

    fn run_window<O: Observer<G::Move>>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        window: (Score, Score),
        watch: &mut O,
    ) -> SearchResult<G::Move> {
        (**self).run_window(game, root, limits, window, watch)
    }
}

/// A search as its users see it. Every [`Search`] implements it, and `dyn Searcher<G>` works.
pub trait Searcher<G: Game> {
    /// Searches from `root` within `limits`, without an observer.
    fn search(&mut self, game: &G, root: &G::State, limits: &Limits) -> SearchResult<G::Move>;

    /// Searches and reports every completed iteration. It visits the same nodes.
    fn search_reporting<'a>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        report: &'a mut OnIteration<'a, G::Move>,
    ) -> SearchResult<G::Move>;

    /// Searches with an observer. It visits the same nodes.
    fn search_watched(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        watch: &mut dyn Observer<G::Move>,
    ) -> SearchResult<G::Move>;

    /// Searches `limits.depth` plies with the given window.
    fn search_window(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        window: (Score, Score),
    ) -> SearchResult<G::Move>;

    /// Searches with the given window and an observer.
    fn search_window_watched(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        window: (Score, Score),
        watch: &mut dyn Observer<G::Move>,
    ) -> SearchResult<G::Move>;
}

impl<G: Game, S: Search<G>> Searcher<G> for S {
    fn search(&mut self, game: &G, root: &G::State, limits: &Limits) -> SearchResult<G::Move> {
        self.run(game, root, limits, &mut Iterations(None))
    }

    fn search_reporting<'a>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        report: &'a mut OnIteration<'a, G::Move>,
    ) -> SearchResult<G::Move> {
        self.run(game, root, limits, &mut Iterations(Some(report)))
    }

    fn search_watched(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        mut watch: &mut dyn Observer<G::Move>,
    ) -> SearchResult<G::Move> {
        self.run(game, root, limits, &mut watch)
    }

    fn search_window(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        window: (Score, Score),
    ) -> SearchResult<G::Move> {
        self.run_window(game, root, limits, window, &mut Iterations(None))
    }

    fn search_window_watched(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        window: (Score, Score),
        mut watch: &mut dyn Observer<G::Move>,
    ) -> SearchResult<G::Move> {
        self.run_window(game, root, limits, window, &mut watch)
    }
}
