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
        let depth = walk.depth_limit();
        let outcome = from_root(&mut walk, root, &mut |walk, state| {
            self.iteration(walk, state, depth, alpha, beta)
        });
        walk.finish(root, outcome, depth, alpha, beta)
    }
}

/// Part of a search, from the root: what is to be done once, or once for each depth. It is called so rarely that it need not be
/// compiled into the code around it, which is then compiled once for all searches of a game.
pub(crate) type Part<'a, G, O> =
    dyn FnMut(&mut Walk<'_, G, O>, &mut <G as Game>::State) -> Result<Score, Stopped> + 'a;

/// Runs a part of a search on a copy of the root, unless a limit has been reached already.
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

    /// The same, watched.
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
