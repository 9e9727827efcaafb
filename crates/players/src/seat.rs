//! A seat: a player bound to a game, and the only interface to players.
//!
//! UCI, the terminal, matches, comparisons, suites and the web app search through a seat. The seat resolves the limits: those of
//! the spec and those of the request (the tighter one of each), the default if there are none, and the share of a clock. It also
//! resolves the seed, and decides whether the player accepts a draw.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use engine::{NotEnoughMemory, Settings};
use games::{BoardGame, Record};
use gametree::{Bound, Event, Info, Limits, Observer, Request, Side, Signal, Value};

use crate::answer::{Answer, Listener};
use crate::clock::{self, FromPonderHit};
use crate::error::SpecError;
use crate::fault::Fault;
use crate::player::{Player, Task, playable};
use crate::spec::{ExternalProgram, PlayerSpec};

/// The longest time of a move without any limits.
pub const LONGEST_USUAL: Duration = Duration::from_secs(3);

/// A player bound to a game.
///
/// ```
/// use games::{BoardGame, Chess, Record};
/// use gametree::{Limits, Request};
/// use players::{Seat, builtin};
/// let game = Chess::default();
/// let mut seat = Seat::<Chess>::new(&builtin("alphabeta:order=mvvlva")?)?;
/// let answer = seat.answer(&game, &Record::new(game.start()), &Request::new(Limits::depth(3)));
/// assert_eq!(answer.unwrap().depth, 3);
///
/// let error = builtin("alphabeta:dept=3").err().unwrap();
/// assert!(error.to_string().contains("did you mean depth?"));
/// # Ok::<(), players::SpecError>(())
/// ```
pub struct Seat<G: BoardGame> {
    /// The name of a player without a spec.
    text: String,
    spec: Option<PlayerSpec>,
    player: Box<dyn Player<G>>,
    /// The limits of the spec.
    own: Limits,
    /// The limits of a move if nothing else limits it.
    usual: Limits,
    /// Requests for a smaller depth are rejected, not clamped.
    least_depth: u32,
    /// Refuses games without keys.
    needs_keys: Option<SpecError>,
    settings: Settings,
    /// The seed, if the spec has none.
    seed: Option<u64>,
    /// A search is running, or the last one ended in a panic.
    is_searching: bool,
}

impl<G: BoardGame> Seat<G> {
    /// Builds the player of a spec. Locates an external program; its process starts with the first game.
    ///
    /// # Errors
    /// The player does not play this game, settings exclude each other, or a file or program is missing.
    pub fn new(spec: &PlayerSpec) -> Result<Self, SpecError> {
        let entry = spec.entry();
        if let Some(inner) = &entry.stands_for
            && entry.plays(G::ID)
        {
            let mut seat = Self::new(inner)?;
            seat.text = spec.to_string();
            return Ok(seat);
        }
        let own = Limits {
            depth: spec.number("depth").map(|depth| depth as u32),
            nodes: spec.number("nodes"),
            evals: spec.number("evals"),
            time: spec.number("movetime").map(Duration::from_millis),
            ..Limits::default()
        };
        let settings = spec.settings::<G>();
        let usual = (entry.usual)(&settings);
        let needs_keys = (entry.needs_keys)(&settings).map(|instead| SpecError::Keys {
            player: spec.to_string(),
            instead,
        });
        Ok(Self {
            text: spec.to_string(),
            player: spec.build::<G>()?,
            spec: Some(spec.clone()),
            own,
            usual: usual.and(&Limits::time(LONGEST_USUAL)),
            least_depth: spec.least_depth(),
            needs_keys,
            settings: Settings::default(),
            seed: None,
            is_searching: false,
        })
    }

    /// Builds the player of a spec for a game that may have no keys.
    ///
    /// # Errors
    /// As [`Seat::new`], or the player needs keys and the game has none.
    pub fn for_game(game: &G, spec: &PlayerSpec) -> Result<Self, SpecError> {
        let seat = Self::new(spec)?;
        seat.check_keys(game)?;
        Ok(seat)
    }

    fn check_keys(&self, game: &G) -> Result<(), SpecError> {
        match &self.needs_keys {
            Some(error) if !game.has_keys() => Err(error.clone()),
            _ => Ok(()),
        }
    }

    /// Returns a seat for a player that is not in a registry. `usual` limits a move if nothing else does.
    #[must_use]
    pub fn of(name: &str, player: Box<dyn Player<G>>, usual: &Limits) -> Self {
        Self {
            text: name.trim().to_owned(),
            spec: None,
            player,
            own: Limits::default(),
            usual: usual.and(&Limits::time(LONGEST_USUAL)),
            least_depth: 0,
            needs_keys: None,
            settings: Settings::default(),
            seed: None,
            is_searching: false,
        }
    }

    /// Returns the spec of the player. For a player with random choices it has the seed, so that the game can be played again.
    #[must_use]
    pub fn name(&self) -> String {
        match (&self.spec, self.seed) {
            (Some(spec), Some(seed)) if spec.needs_seed() => spec.with_seed(seed).to_string(),
            _ => self.text.clone(),
        }
    }

    /// Whether the player is an external program with limits.
    #[must_use]
    pub fn is_limited(&self) -> bool {
        let program = self.spec.as_ref().and_then(PlayerSpec::program);
        program.is_some_and(ExternalProgram::is_limited)
    }

    /// Sets the seed from the next game on, unless the spec has one.
    pub fn seed(&mut self, seed: u64) {
        self.seed = Some(seed);
    }

    /// Sets a random seed, small enough to type.
    pub fn seed_by_chance(&mut self) {
        self.seed(RandomState::new().build_hasher().finish() % 1_000_000);
    }

    /// Starts a new game and clears the last one.
    ///
    /// # Errors
    /// The player cannot be built or started again.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        let seeded = (self.spec.as_ref())
            .filter(|spec| spec.needs_seed())
            .zip(self.seed);
        // After a panic the state of a player cannot be trusted.
        let again = match (seeded, &self.spec) {
            (Some((spec, seed)), _) => Some(spec.with_seed(seed)),
            (None, Some(spec)) if self.is_searching && spec.program().is_none() => {
                Some(spec.clone())
            }
            _ => None,
        };
        self.is_searching = false;
        let Some(spec) = again else {
            return self.player.new_game();
        };
        let player = spec.build::<G>();
        self.player = player.map_err(|error| Fault::Start(error.to_string()))?;
        let configured = self.player.configure(&self.settings);
        configured.map_err(|error| Fault::Start(error.to_string()))
    }

    /// Prepares for pondering in the current game. Returns whether the player can ponder: the engine can, and so can a UCI program
    /// with the option `Ponder`.
    pub fn get_ready_to_ponder(&mut self) -> Result<bool, Fault> {
        self.player.get_ready_to_ponder()
    }

    /// Applies settings from outside. The settings of the spec take precedence.
    ///
    /// # Errors
    /// The transposition table does not fit in memory. The old settings apply.
    pub fn configure(&mut self, settings: &Settings) -> Result<(), NotEnoughMemory> {
        self.player.configure(settings)?;
        self.settings = settings.clone();
        Ok(())
    }

    /// The settings from outside.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Empties the player's transposition table.
    pub fn clear_hash(&mut self) {
        self.player.clear_hash();
    }

    /// Searches for a move without reporting.
    pub fn answer(
        &mut self,
        game: &G,
        record: &Record<G>,
        request: &Request<G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        let signal = Signal::with_stop(request.limits.stop.clone().unwrap_or_default());
        self.ask(game, record, request, &signal, Listener::silent())
    }

    /// Searches for a move.
    ///
    /// Returns within the limits of the request and of the spec, soon after `signal` is stopped, and within [`LONGEST_USUAL`] if
    /// there are no limits. Only an `infinite` request may last until the stop. A search that is complete returns earlier, also
    /// while pondering: the caller holds the answer back. The last report is the exact value of the returned move.
    pub fn ask(
        &mut self,
        game: &G,
        record: &Record<G>,
        request: &Request<G::Move>,
        signal: &Signal,
        mut listener: Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        (self.check_keys(game)).map_err(|error| Fault::Start(error.to_string()))?;
        if playable(game, record.state()).is_empty() {
            check_rules(game)?;
            let answer = game_over(game, record);
            listener.report(&final_info(&answer, Duration::ZERO));
            return Ok(answer);
        }
        let request = self.resolved(game, record, request, signal);
        if let Some(depth) = request.limits.depth
            && depth < self.least_depth
        {
            return Err(Fault::Depth(depth));
        }
        let is_reported = listener.report.is_some();
        let start = request.limits.clock.now();
        let mut last = None;
        let Listener {
            mut report,
            observer,
        } = listener;
        let answer = {
            let mut note = |event: &Event<G::Move>| {
                if let Event::Info(info) = event
                    && info.rank == 1
                {
                    last = (info.bound == Bound::Exact)
                        .then(|| (info.depth, info.line.first().copied()));
                }
                if let Some(report) = &mut report {
                    report(event);
                }
            };
            let mut inner = Listener {
                report: is_reported.then_some(&mut note as &mut dyn FnMut(&Event<G::Move>)),
                observer: observer.map(|observer| observer as &mut dyn Observer<G::Move>),
            };
            let task = Task {
                game,
                record,
                request: &request,
                signal,
            };
            self.is_searching = true;
            let answer = self.player.choose(&task, &mut inner);
            self.is_searching = false;
            check_rules(game)?;
            answer?
        };
        if let Some(report) = &mut report
            && last != Some((answer.depth.max(1), answer.best))
        {
            let time = request.limits.clock.now().saturating_sub(start);
            report(&final_info(&answer, time));
        }
        Ok(answer)
    }

    /// Resolves a request: the limits of the spec, the share of a clock, and the default if there are no limits.
    fn resolved(
        &self,
        game: &G,
        record: &Record<G>,
        request: &Request<G::Move>,
        signal: &Signal,
    ) -> Request<G::Move> {
        let mut request = request.clone();
        let overhead = self.settings.move_overhead;
        // If only one clock is known, both sides have its time. Otherwise the search would have no end.
        let clocks = &mut request.clocks;
        clocks.left = [
            clocks.left[0].or(clocks.left[1]),
            clocks.left[1].or(clocks.left[0]),
        ];
        if request.limits.stop.is_none() {
            request.limits.stop = Some(signal.stop_handle());
        }
        if !self.player.plans_its_time() {
            let side = game.side(record.state());
            let given = request
                .limits
                .time
                .map(|time| gametree::net_time(time, overhead));
            request.limits.time = match (given, clock::share(&request.clocks, side, overhead)) {
                (Some(given), Some(share)) => Some(given.min(share)),
                (given, share) => given.or(share),
            };
            if request.ponder {
                let hit = signal.ponder_hit_handle();
                request.limits.clock = Arc::new(FromPonderHit::new(hit));
            }
        }
        request.limits = request.limits.and(&self.own);
        if request.infinite {
            request.limits.time = None;
        } else if request.is_unlimited() {
            request.limits = request.limits.and(&self.usual);
        }
        request
    }

    /// Returns whether the player accepts a draw: its side is not better by the best evaluator of the game, and a game from the
    /// usual start has lasted [`DRAW_PLIES`].
    #[must_use]
    pub fn takes_draw(&self, game: &G, record: &Record<G>, side: Side) -> bool {
        if record.moves().len() < DRAW_PLIES && *record.start() == game.start() {
            return false;
        }
        let Some(mut evaluator) = G::evaluator(G::BEST_EVALUATOR) else {
            return false;
        };
        let value = evaluator.evaluate(game, record.state());
        let own = if game.side(record.state()) == side {
            value
        } else {
            -value
        };
        own <= 0
    }
}

/// The least plies of a game from the usual start before a player accepts a draw.
pub const DRAW_PLIES: usize = 40;

/// Returns the error of rules that failed.
fn check_rules<G: BoardGame>(game: &G) -> Result<(), Fault> {
    game.failure()
        .map_or(Ok(()), |error| Err(Fault::Rules(error)))
}

/// Returns the answer for a position without moves.
fn game_over<G: BoardGame>(game: &G, record: &Record<G>) -> Answer<G::Move> {
    let state = record.state();
    let value = match game.terminal(state) {
        _ if G::value(0) == Value::Centipawns(0) && game.in_check(state) => Value::Mate(0),
        score => G::value(score.unwrap_or(0)),
    };
    Answer {
        value: Some(value),
        ..Answer::unvalued(None)
    }
}

/// Returns the last report of a search: the exact value of its move. Without an evaluation the value is 0.
fn final_info<M: Copy>(answer: &Answer<M>, time: Duration) -> Event<M> {
    let depth = answer.depth.max(u32::from(answer.best.is_some()));
    Event::Info(Info {
        depth,
        selective_depth: answer.stats.selective_depth.max(depth),
        rank: 1,
        score: answer.value.unwrap_or(Value::Centipawns(0)),
        bound: Bound::Exact,
        wdl: None,
        nodes: answer.stats.nodes,
        hash_full: answer.hash_full,
        table_hits: 0,
        time,
        line: answer.line.clone(),
    })
}
