//! What a player is: somebody who, shown a game so far and a limit, finds a move.

use gametree::{
    Bound, Limits, MAX_DEPTH, Observer, Search, SearchResult, Searcher, SplitMix64, Stats,
};

use crate::arena::Arena;
use crate::contest::Budget;

/// A game so far: every position and the moves between them.
#[derive(Clone, Debug)]
pub struct Record<G: Arena> {
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

impl<G: Arena> Record<G> {
    /// A game that starts here.
    #[must_use]
    pub fn new(start: G::State) -> Self {
        Self {
            states: vec![start],
            moves: Vec::new(),
        }
    }

    /// The present position.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.states[self.moves.len()]
    }

    /// Every position, the first one included.
    #[must_use]
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        let mut next = self.state().clone();
        game.play(&mut next, mv);
        self.states.push(next);
        self.moves.push(mv);
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.states.pop();
        Some(mv)
    }
}

/// Somebody who finds moves. Build one with [`crate::registry::build`].
pub trait Player<G: Arena>: Send {
    /// Finds a move in the present position, within the limits given and its own. Always has an answer where there
    /// is a legal move, however tight the limits are.
    fn choose(
        &mut self,
        game: &G,
        record: &Record<G>,
        limits: &Limits,
        watch: Option<&mut dyn Observer<G::Move>>,
    ) -> SearchResult<G::Move>;

    /// The next position is from another game: forget what was learned.
    fn new_game(&mut self) {}

    /// The clocks before the next move. True if the player plans its time by them; otherwise it gets a share of its
    /// clock as a limit.
    fn see_clock(&mut self, _budget: &Budget) -> bool {
        false
    }

    /// How full its table was after the last search, in thousandths, if it says.
    fn table_fill(&self) -> Option<u32> {
        None
    }
}

/// A player that picks any legal move.
pub struct Random {
    seed: u64,
    generator: SplitMix64,
}

impl Random {
    /// The same seed plays the same moves.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            generator: SplitMix64::new(seed),
        }
    }
}

impl<G: Arena> Player<G> for Random {
    fn choose(
        &mut self,
        game: &G,
        record: &Record<G>,
        _limits: &Limits,
        _watch: Option<&mut dyn Observer<G::Move>>,
    ) -> SearchResult<G::Move> {
        let moves = game.legal_moves(record.state());
        let best = match moves.len() {
            0 => None,
            n => Some(moves[self.generator.below(n as u64) as usize]),
        };
        SearchResult {
            best,
            score: 0,
            bound: Bound::Exact,
            pv: best.into_iter().collect(),
            depth: 0,
            stopped: false,
            stats: Stats {
                nodes: 1,
                ..Stats::default()
            },
        }
    }

    fn new_game(&mut self) {
        self.generator = SplitMix64::new(self.seed);
    }
}

/// A textbook search as a player, with limits of its own.
pub struct Textbook<G: Arena> {
    make: Box<dyn Fn() -> AnySearch<G> + Send>,
    /// Made when the first move of a game is wanted: a table is large, and must not remember the last game.
    search: Option<AnySearch<G>>,
    limits: OwnLimits,
}

/// A search chosen at run time.
pub type AnySearch<G> = Box<dyn Searcher<G> + Send>;

/// What a spec says about how much a player may spend on a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OwnLimits {
    /// Plies to look ahead.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Evaluations.
    pub evals: Option<u64>,
    /// Milliseconds.
    pub milliseconds: Option<u64>,
}

impl OwnLimits {
    /// How deep a player looks if nobody says anything.
    pub const DEFAULT_DEPTH: u32 = 4;

    /// These limits and those from outside: the tighter one of each. With no limit at all, the default depth.
    #[must_use]
    pub fn with(&self, outside: &Limits) -> Limits {
        let mut limits = self.tighter(outside);
        let endless = limits.depth >= MAX_DEPTH
            && limits.nodes.is_none()
            && limits.evals.is_none()
            && limits.time.is_none();
        if endless && limits.stop.is_none() {
            limits.depth = Self::DEFAULT_DEPTH;
        }
        limits
    }

    /// These limits and those from outside: the tighter one of each.
    #[must_use]
    pub fn tighter(&self, outside: &Limits) -> Limits {
        fn tighter<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        let mut limits = outside.clone();
        limits.depth = outside.depth.min(self.depth.unwrap_or(MAX_DEPTH));
        limits.nodes = tighter(outside.nodes, self.nodes);
        limits.evals = tighter(outside.evals, self.evals);
        let own_time = self.milliseconds.map(std::time::Duration::from_millis);
        limits.time = tighter(outside.time, own_time);
        limits
    }
}

impl<G: Arena> Textbook<G> {
    /// A player from a way to make its search.
    pub fn new(make: impl Fn() -> AnySearch<G> + Send + 'static, limits: OwnLimits) -> Self {
        Self {
            make: Box::new(make),
            search: None,
            limits,
        }
    }
}

impl<G: Arena> Player<G> for Textbook<G> {
    fn choose(
        &mut self,
        game: &G,
        record: &Record<G>,
        limits: &Limits,
        watch: Option<&mut dyn Observer<G::Move>>,
    ) -> SearchResult<G::Move> {
        let limits = self.limits.with(limits);
        let search = self.search.get_or_insert_with(&self.make);
        match watch {
            Some(watch) => search.search_watched(game, record.state(), &limits, watch),
            None => search.search(game, record.state(), &limits),
        }
    }

    fn new_game(&mut self) {
        self.search = None;
    }
}

/// A search that deepens step by step if it is told to, or if it is not told how deep to look.
pub struct Paced<S> {
    /// The search of one depth.
    pub inner: S,
    /// Deepen even if the depth is known.
    pub deepen: bool,
    /// The half-width of an aspiration window around the last value.
    pub aspiration: Option<gametree::Score>,
}

impl<G: Arena, S: Search<G>> Search<G> for Paced<S> {
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
        if !self.deepen && limits.depth < MAX_DEPTH {
            return self.inner.run(game, root, limits, watch);
        }
        match self.aspiration {
            Some(width) => Deepening::new(Aspiration::new(&mut self.inner, width))
                .run(game, root, limits, watch),
            None => Deepening::new(&mut self.inner).run(game, root, limits, watch),
        }
    }
}
