//! What a search is: [`Search`] to write one, [`Searcher`] to use one.

use crate::game::Game;
use crate::limits::Limits;
use crate::observer::{Heard, Iterations, Observer};
use crate::result::SearchResult;
use crate::score::{INF, Score};
use crate::walk::{Stopped, Walk};

/// A search, as its author writes it: generic over who watches.
///
/// The one thing to write is [`iteration`](Search::iteration). Searches that are
/// built of others (iterative deepening, aspiration) replace [`run`](Search::run) too.
pub trait Search<G: Game> {
    /// Search `depth` plies from `state` with the window `(alpha, beta)`, both for the side to move.
    ///
    /// The contract, for a value `v` and the true value `t`: `v <= alpha` means `t <= v`,
    /// `v >= beta` means `t >= v`, anything else means `t == v`. Whether it returns a
    /// value or stops, `state` must be as it was.
    fn iteration<O: Observer<G::Move>>(
        &mut self,
        walk: &mut Walk<'_, G, O>,
        state: &mut G::State,
        depth: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped>;

    /// Get ready for a new root position.
    fn begin(&mut self) {}

    /// Search from `root` within `limits`.
    fn run<O: Observer<G::Move>>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        watch: &mut O,
    ) -> SearchResult<G::Move> {
        self.run_window(game, root, limits, (-INF, INF), watch)
    }

    /// One search of `limits.depth` plies with a window of one's own.
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
        let mut state = root.clone();
        let depth = walk.depth_limit();
        let outcome = match walk.check_now() {
            Ok(()) => self.iteration(&mut walk, &mut state, depth, alpha, beta),
            Err(stopped) => Err(stopped),
        };
        debug_assert_eq!(
            game.key(&state),
            game.key(root),
            "a search must undo every move it plays"
        );
        walk.finish(root, outcome, depth, alpha, beta)
    }
}

/// A borrowed search is a search: it can be put into another one for a while.
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

/// A search, as its users see it. Every [`Search`] is one, and `dyn Searcher<G>` works.
pub trait Searcher<G: Game> {
    /// Search from `root` within `limits`; nobody watches.
    fn search(&mut self, game: &G, root: &G::State, limits: &Limits) -> SearchResult<G::Move>;

    /// The same search, which tells of every completed iteration. It visits the same nodes.
    fn search_heard<'a>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        hear: &'a mut Heard<'a, G::Move>,
    ) -> SearchResult<G::Move>;

    /// The same search, watched. It visits the same nodes.
    fn search_watched(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        watch: &mut dyn Observer<G::Move>,
    ) -> SearchResult<G::Move>;

    /// One search of `limits.depth` plies with a window of one's own.
    fn search_window(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        window: (Score, Score),
    ) -> SearchResult<G::Move>;
}

impl<G: Game, S: Search<G>> Searcher<G> for S {
    fn search(&mut self, game: &G, root: &G::State, limits: &Limits) -> SearchResult<G::Move> {
        self.run(game, root, limits, &mut Iterations(None))
    }

    fn search_heard<'a>(
        &mut self,
        game: &G,
        root: &G::State,
        limits: &Limits,
        hear: &'a mut Heard<'a, G::Move>,
    ) -> SearchResult<G::Move> {
        self.run(game, root, limits, &mut Iterations(Some(hear)))
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
}
