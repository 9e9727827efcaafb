//! A player finds a move, for a game or for analysis.

use std::sync::Arc;
use std::time::{Duration, Instant};

use games::Record;
use gametree::observer::Enter;
use gametree::score::is_decisive;
use gametree::{Bound, Event, Info, Observer, Player as Turn, Score, Signal, Value};
use players::{Answer, Listener, Seat, registry};

use crate::caps::{self, caps};
use crate::job::Job;
use crate::needs;
use crate::position::record;
use crate::protocol::{Clocks, GameId, Limit, Line, Say, Thought};
use crate::wanted::Wanted;
use games::{BoardGame, WithGame};

/// Answers `think`.
pub struct Think {
    /// The game so far.
    pub line: Line,
    /// The player.
    pub spec: String,
    /// Where it sits.
    pub seat: Option<String>,
    /// What it may spend.
    pub limit: Limit,
    /// The clocks.
    pub clocks: Option<Clocks>,
    /// Deepen without end, and tell after every depth.
    pub live: bool,
    /// Whom to tell.
    pub job: Job,
}

impl WithGame for Think {
    type Output = Result<Say, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let record = record(game, &self.line)?;
        let mut spec = caps::spec(&self.spec, &self.job.page.config.allowed)?;
        if self.live {
            deepen(&mut spec);
        }
        let longest = if self.live {
            caps().analysis_ms
        } else {
            caps().search_ms
        };
        let mut request = caps::request(&self.limit, self.clocks, longest);
        if self.live {
            request.limits = caps::limits(&self.limit, longest);
        }
        let signal = Signal::with_stop(Arc::clone(&self.job.stop));
        let key = self.seat.as_deref().filter(|key| key.len() <= 64);
        let mut seat = seated::<G>(key, &self.spec, &spec, &self.job)?;
        let start = Instant::now();
        let answer = if self.live {
            let told = std::cell::RefCell::new(Told {
                last: None,
                at: start,
            });
            let mut hear = |event: &Event<G::Move>| {
                if let Event::Info(info) = event {
                    let thought = thought(game, &record, info, start.elapsed());
                    let mut told = told.borrow_mut();
                    told.at = Instant::now();
                    told.last = Some(thought.clone());
                    self.job.news(Say::Thought { thought });
                }
            };
            let mut watch = Heartbeat {
                job: &self.job,
                start,
                told: &told,
                nodes: 0,
            };
            let listener = Listener {
                hear: Some(&mut hear),
                watch: Some(&mut watch),
            };
            seat.ask(game, &record, &request, &signal, listener)
        } else {
            seat.ask(game, &record, &request, &signal, Listener::nobody())
        };
        let answer = answer.map_err(|fault| format!("{} {fault}", self.spec))?;
        if let Some(key) = key {
            let mebibytes = needs::player(&spec).mebibytes;
            let page = &self.job.page;
            page.seat(key, GameId(G::KIND), &self.spec, mebibytes, Box::new(seat));
        }
        Ok(Say::Chosen {
            mv: answer.best.map(|mv| game.message_move(record.state(), mv)),
            thought: last_thought(game, &record, &answer, start.elapsed()),
        })
    }
}

/// An analysis deepens step by step, whatever the spec says about depth.
fn deepen(wanted: &mut Wanted) {
    let Wanted::Inside(spec) = wanted else {
        return;
    };
    let knows = registry::find(&spec.name).is_some_and(|entry| entry.key("id").is_some());
    if knows && spec.get("id").is_none() {
        spec.settings.push(("id".to_owned(), None));
    }
}

/// The player who sits there already, or a new one.
fn seated<G: BoardGame>(
    key: Option<&str>,
    text: &str,
    spec: &Wanted,
    job: &Job,
) -> Result<Seat<G>, String> {
    let sitting = key
        .and_then(|key| job.page.rise(key, GameId(G::KIND), text))
        .and_then(|seat| seat.downcast::<Seat<G>>().ok());
    if let Some(seat) = sitting {
        return Ok(*seat);
    }
    let mut seat = spec.sit::<G>()?;
    // Each game is another one.
    seat.seed_by_chance();
    seat.new_game().map_err(|fault| fault.to_string())?;
    Ok(seat)
}

/// A value as a share of winning, from -1 to 1.
pub fn balance<G: BoardGame>(score: Score) -> f64 {
    if is_decisive(score) {
        return f64::from(score.signum());
    }
    (f64::from(score) / G::LARGE).tanh()
}

/// Moves from a position on, as people write them and as messages have them.
pub fn line_of<G: BoardGame>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
) -> (Vec<String>, Vec<String>) {
    let mut state = state.clone();
    moves
        .iter()
        .map(|&mv| {
            let texts = (game.people_move(&state, mv), game.message_move(&state, mv));
            game.play(&mut state, mv);
            texts
        })
        .unzip()
}

/// A value for the first side, and what it says about the true one.
fn for_first(side: Turn, value: Value, bound: Bound) -> (Value, &'static str) {
    let (value, bound) = match side {
        Turn::First => (value, bound),
        Turn::Second => (value.flipped(), bound.flipped()),
    };
    (value, lab::measured::bound_name(bound))
}

/// What a player tells while it thinks.
fn thought<G: BoardGame>(
    game: &G,
    record: &Record<G>,
    info: &Info<G::Move>,
    time: Duration,
) -> Thought {
    let (value, bound) = for_first(game.side(record.state()), info.score, info.bound);
    let (line, moves) = line_of(game, record.state(), &info.line);
    Thought {
        depth: info.depth,
        seldepth: info.selective_depth,
        rank: info.rank as u32,
        score: value.to_string(),
        balance: Some(balance::<G>(value.score())),
        bound: bound.to_owned(),
        nodes: info.nodes,
        ms: time.as_secs_f64() * 1_000.0,
        wdl: None,
        hashfull: info.hash_full,
        tt_hits: None,
        line,
        moves,
    }
}

/// What it thought in the end. Who has no opinion says nothing.
fn last_thought<G: BoardGame>(
    game: &G,
    record: &Record<G>,
    answer: &Answer<G::Move>,
    time: Duration,
) -> Thought {
    let value = answer
        .value
        .map(|value| for_first(game.side(record.state()), value, answer.bound));
    let (line, moves) = line_of(game, record.state(), &answer.line);
    let stats = &answer.stats;
    Thought {
        depth: answer.depth,
        seldepth: stats.selective_depth,
        rank: 1,
        score: value.map_or_else(String::new, |(value, _)| value.to_string()),
        balance: value.map(|(value, _)| balance::<G>(value.score())),
        bound: value.map_or("exact", |(_, bound)| bound).to_owned(),
        nodes: stats.nodes,
        ms: time.as_secs_f64() * 1_000.0,
        wdl: None,
        hashfull: answer.hash_full,
        tt_hits: (stats.tt_probes > 0).then_some(stats.tt_hits),
        line,
        moves,
    }
}

/// What a page was told last, and when.
struct Told {
    last: Option<Thought>,
    at: Instant,
}

/// Tells a page between two depths how many nodes there are.
struct Heartbeat<'a> {
    job: &'a Job,
    start: Instant,
    told: &'a std::cell::RefCell<Told>,
    nodes: u64,
}

/// How often it does.
const HEARTBEAT: Duration = Duration::from_millis(100);

impl<M> Observer<M> for Heartbeat<'_> {
    fn enter(&mut self, _: &Enter) {
        self.nodes += 1;
        if !self.nodes.is_multiple_of(1_024) {
            return;
        }
        let mut told = self.told.borrow_mut();
        if told.at.elapsed() >= HEARTBEAT
            && let Some(mut thought) = told.last.clone()
        {
            told.at = Instant::now();
            thought.nodes = self.nodes;
            thought.ms = self.start.elapsed().as_secs_f64() * 1_000.0;
            self.job.news(Say::Thought { thought });
        }
    }
}
