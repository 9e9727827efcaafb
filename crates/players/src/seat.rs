//! The one way to ask a player: a seat at a game.
//!
//! UCI, the terminal, matches, comparisons, suites and the web app all sit players down here and in no other way. What a
//! spec means is decided here, once: its own limits and those from outside (the tighter one of each counts), what is
//! spent when nobody limits anything, how a clock is shared, whose seed counts, and when a draw is taken.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::Duration;

use classroom::a8::Idea;
use classroom::presets;
use engine::Settings;
use games::{BoardGame, Record, value_of};
use gametree::{Bound, Event, Info, Limits, Observer, Player as Side, Request, Signal, Value};

use crate::answer::{Answer, Listener};
use crate::clock::{self, FromPonderHit};
use crate::course::Course;
use crate::fault::Fault;
use crate::key::Values;
use crate::one_game;
use crate::player::{Player, Task, playable};
use crate::program::Program;
use crate::random::Random;
use crate::registry::{self, Kind};
use crate::spec::{Spec, SpecError};

/// No move takes longer if nobody limits anything.
pub const LONGEST_USUAL: Duration = Duration::from_secs(3);

/// How deep a textbook player looks if nobody limits anything.
const USUAL_DEPTH: u32 = 4;

/// How many nodes an alternative to alpha-beta looks at if nobody limits anything: many of them never end by themselves.
const USUAL_NODES_OF_ALTERNATIVES: u64 = 10_000;

/// How many nodes the engine looks at if nobody limits anything.
const USUAL_NODES: u64 = 1_000_000;

/// How long a program from outside thinks if nobody limits anything.
const USUAL_TIME: Duration = Duration::from_secs(1);

/// A player sitting at a game.
///
/// ```
/// use games::{BoardGame, Chess, Record};
/// use gametree::{Limits, Request};
/// use players::Seat;
/// let game = Chess::default();
/// let mut seat = Seat::<Chess>::sit("alphabeta:order=mvvlva").unwrap();
/// let answer = seat.answer(&game, &Record::new(game.start()), &Request::new(Limits::depth(3)));
/// assert_eq!(answer.unwrap().depth, 3);
///
/// let error = Seat::<Chess>::sit("alphabeta:dept=3").err().unwrap();
/// assert!(error.to_string().contains("did you mean depth?"));
/// ```
pub struct Seat<G: BoardGame> {
    /// As it was asked for.
    text: String,
    /// The spec of a player inside this program.
    spec: Option<Spec>,
    player: Box<dyn Player<G>>,
    /// What the spec itself limits.
    own: Limits,
    /// What is spent if nobody limits anything.
    usual: Limits,
    /// It cannot search to less than this depth; nothing is changed behind anybody's back.
    least_depth: u32,
    settings: Settings,
    /// Decides what the player leaves to chance, if its spec does not.
    seed: Option<u64>,
    /// It is in a search, or a search of it ended in a panic.
    is_searching: bool,
}

impl<G: BoardGame> Seat<G> {
    /// Sits the player of a spec down: one of the registry, or a program of its own (`uci:PATH...`, `file:PATH...`), which
    /// is looked for now and started with its first game.
    pub fn sit(text: &str) -> Result<Self, SpecError> {
        if let Some(program) = Program::parse(text) {
            return Self::sit_program(text, program?);
        }
        let spec = registry::parse(text)?;
        Self::sit_spec(&spec)
    }

    /// Sits the player of a spec of the registry down.
    pub fn sit_spec(spec: &Spec) -> Result<Self, SpecError> {
        let entry = registry::entry(spec)?;
        if let Some(inner) = registry::baseline(entry.name)
            && entry.plays(G::KIND)
        {
            let mut seat = Self::sit_spec(&registry::parse(inner)?)?;
            seat.text = spec.to_string();
            return Ok(seat);
        }
        let values = Values::new::<G>(entry.keys, spec);
        let given = |key: &str| values.number(key).filter(|_| spec.get(key).is_some());
        let own = Limits {
            depth: given("depth").map(|depth| depth as u32),
            nodes: given("nodes"),
            evals: given("evals"),
            time: given("movetime").map(Duration::from_millis),
            ..Limits::default()
        };
        let usual = match entry.kind {
            Kind::Random => Limits::default(),
            Kind::Textbook => Limits::depth(USUAL_DEPTH),
            Kind::Alternative => Limits::nodes(USUAL_NODES_OF_ALTERNATIVES),
            Kind::Engine => Limits::nodes(USUAL_NODES),
            Kind::Course => Limits::depth(values.number("depth").unwrap_or(1) as u32),
            Kind::Baseline | Kind::Program => Limits::time(USUAL_TIME),
        };
        Ok(Self {
            text: spec.to_string(),
            player: build::<G>(spec)?,
            spec: Some(spec.clone()),
            own,
            usual: usual.and(&Limits::time(LONGEST_USUAL)),
            least_depth: match entry.kind {
                Kind::Textbook | Kind::Alternative | Kind::Course => {
                    registry::least_depth(entry.name)
                }
                _ => 0,
            },
            settings: Settings::default(),
            seed: None,
            is_searching: false,
        })
    }

    fn sit_program(text: &str, program: Program) -> Result<Self, SpecError> {
        let protocol = program.protocol;
        let other_game = || SpecError::Game {
            player: protocol.name(),
            game: G::KIND.name(),
            plays: protocol.game().map_or("another game", |game| game.name()),
        };
        if protocol.game().is_some_and(|game| game != G::KIND) {
            return Err(other_game());
        }
        program.locate()?;
        let player = one_game::program(program).ok_or_else(other_game)?;
        Ok(Self::of(text, player, &Limits::time(USUAL_TIME)))
    }

    /// Sits somebody down who is not in the registry. `usual` is what they spend if nobody limits anything.
    #[must_use]
    pub fn of(name: &str, player: Box<dyn Player<G>>, usual: &Limits) -> Self {
        Self {
            text: name.trim().to_owned(),
            spec: None,
            player,
            own: Limits::default(),
            usual: usual.and(&Limits::time(LONGEST_USUAL)),
            least_depth: 0,
            settings: Settings::default(),
            seed: None,
            is_searching: false,
        }
    }

    /// Who sits here, as a spec. With the seed that was given, if what the player does is left to chance: the same game
    /// can be met again.
    #[must_use]
    pub fn name(&self) -> String {
        match (&self.spec, self.seed) {
            (Some(spec), Some(seed)) if registry::leaves_to_chance(spec) => {
                with_seed(spec, seed).to_string()
            }
            _ => self.text.clone(),
        }
    }

    /// Decides what the player leaves to chance, from the next game on, if its spec does not decide it.
    pub fn seed(&mut self, seed: u64) {
        self.seed = Some(seed);
    }

    /// The same with a seed that nobody knows beforehand, small enough to be typed again.
    pub fn seed_by_chance(&mut self) {
        self.seed(RandomState::new().build_hasher().finish() % 1_000_000);
    }

    /// A new game begins: what was learned in the last one is forgotten.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        let seeded = self
            .spec
            .as_ref()
            .filter(|spec| registry::leaves_to_chance(spec))
            .zip(self.seed);
        // After a panic nothing of a player can be trusted.
        let again = match (seeded, &self.spec) {
            (Some((spec, seed)), _) => Some(with_seed(spec, seed)),
            (None, Some(spec)) if self.is_searching => Some(spec.clone()),
            _ => None,
        };
        self.is_searching = false;
        let Some(spec) = again else {
            return self.player.new_game();
        };
        self.player = build::<G>(&spec).map_err(|error| Fault::Start(error.to_string()))?;
        self.player.configure(&self.settings);
        Ok(())
    }

    /// Gets the player ready to think on its opponent's time in the game that has begun, and says whether it can: the
    /// engine does, and so does a UCI program that offers the option `Ponder`.
    pub fn get_ready_to_ponder(&mut self) -> Result<bool, Fault> {
        self.player.get_ready_to_ponder()
    }

    /// Takes settings from outside. What the spec says counts more.
    pub fn configure(&mut self, settings: &Settings) {
        self.player.configure(settings);
        self.settings = settings.clone();
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

    /// Asks for a move, and nobody listens.
    pub fn answer(
        &mut self,
        game: &G,
        record: &Record<G>,
        request: &Request<G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        let signal = Signal::with_stop(request.limits.stop.clone().unwrap_or_default());
        self.ask(game, record, request, &signal, Listener::nobody())
    }

    /// Asks for a move.
    ///
    /// Returns within the limits of the request and of the spec, soon after `signal` says stop, and after a few seconds
    /// at most if nothing limits anything; only an `infinite` request may go on until the stop. It may also return
    /// earlier than that, when there is nothing more to find: whoever asked holds the answer back while pondering. The
    /// last thing told is the exact value of the move returned.
    pub fn ask(
        &mut self,
        game: &G,
        record: &Record<G>,
        request: &Request<G::Move>,
        signal: &Signal,
        mut listener: Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        if playable(game, record.state()).is_empty() {
            let answer = game_over(game, record);
            listener.tell(&last_word(&answer, Duration::ZERO));
            return Ok(answer);
        }
        let request = self.resolved(game, record, request, signal);
        if let Some(depth) = request.limits.depth
            && depth < self.least_depth
        {
            return Err(Fault::Depth(depth));
        }
        let is_heard = listener.hear.is_some();
        let start = request.limits.clock.now();
        let mut told = None;
        let Listener { mut hear, watch } = listener;
        let answer = {
            let mut note = |event: &Event<G::Move>| {
                if let Event::Info(info) = event
                    && info.rank == 1
                {
                    told = (info.bound == Bound::Exact)
                        .then(|| (info.depth, info.line.first().copied()));
                }
                if let Some(hear) = &mut hear {
                    hear(event);
                }
            };
            let mut inner = Listener {
                hear: is_heard.then_some(&mut note as &mut dyn FnMut(&Event<G::Move>)),
                watch: watch.map(|watch| watch as &mut dyn Observer<G::Move>),
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
            answer?
        };
        if let Some(hear) = &mut hear
            && told != Some((answer.depth.max(1), answer.best))
        {
            let time = request.limits.clock.now().saturating_sub(start);
            hear(&last_word(&answer, time));
        }
        Ok(answer)
    }

    /// The request with everything decided: the spec's own limits, the share of a clock, and an end where there is none.
    fn resolved(
        &self,
        game: &G,
        record: &Record<G>,
        request: &Request<G::Move>,
        signal: &Signal,
    ) -> Request<G::Move> {
        let mut request = request.clone();
        let overhead = self.settings.move_overhead;
        // A clock that is not known shows what the other one does: without it the search would have no end, and whoever
        // forgot to tell would lose the game by it.
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

    /// Whether the player takes a draw that is offered to it: if its side is not better by the best evaluator of the game.
    #[must_use]
    pub fn takes_draw(&self, game: &G, record: &Record<G>, side: Side) -> bool {
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

/// A spec with a seed where it has none.
fn with_seed(spec: &Spec, seed: u64) -> Spec {
    let mut spec = spec.clone();
    spec.settings
        .push(("seed".to_owned(), Some(seed.to_string())));
    spec
}

/// The player that a checked spec describes.
fn build<G: BoardGame>(spec: &Spec) -> Result<Box<dyn Player<G>>, SpecError> {
    let entry = registry::entry(spec)?;
    let other_game = || SpecError::Game {
        player: entry.name,
        game: G::KIND.name(),
        plays: entry.game.map_or("another game", |game| game.name()),
    };
    if !entry.plays(G::KIND) {
        return Err(other_game());
    }
    let values = Values::new::<G>(entry.keys, spec);
    let seed = values.number("seed").unwrap_or(0);
    Ok(match entry.kind {
        Kind::Random => Box::new(Random::new(seed)),
        Kind::Engine => one_game::engine(spec, values).ok_or_else(other_game)?,
        Kind::Textbook | Kind::Alternative => one_game::textbook(entry.name, values)?,
        Kind::Course => {
            let player = match (values.get("book"), values.get("off")) {
                (Some(file), _) => {
                    one_game::book_player(entry.name, seed, file).map_err(SpecError::Conflict)?
                }
                (None, Some(_)) => {
                    let off: Vec<Idea> = values.list("off").filter_map(Idea::named).collect();
                    one_game::a8_player(entry.name, &off)
                }
                (None, None) => one_game::course_player(entry.name, seed),
            };
            let depth = values.number("depth").unwrap_or(1) as u32;
            let player = player.ok_or_else(other_game)?;
            let preset = presets::find(entry.name).ok_or_else(other_game)?;
            Box::new(Course::new(player, preset, depth))
        }
        Kind::Baseline => match registry::baseline(entry.name) {
            Some(inner) => build(&registry::parse(inner)?)?,
            None => return Err(other_game()),
        },
        Kind::Program => return Err(SpecError::Outside(entry.name)),
    })
}

/// What there is to say about a position without moves.
fn game_over<G: BoardGame>(game: &G, record: &Record<G>) -> Answer<G::Move> {
    let state = record.state();
    let value = match game.terminal(state) {
        _ if value_of(G::KIND, 0) == Value::Centipawns(0) && game.in_check(state) => Value::Mate(0),
        score => value_of(G::KIND, score.unwrap_or(0)),
    };
    Answer {
        value: Some(value),
        ..Answer::unvalued(None)
    }
}

/// The last word before a move: its exact value. Who has no opinion says nothing is better.
fn last_word<M: Copy>(answer: &Answer<M>, time: Duration) -> Event<M> {
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
