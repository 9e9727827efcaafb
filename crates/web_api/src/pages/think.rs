//! Lets a player choose a move, for a game or as live analysis.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use games::Record;
use gametree::clock::{self, Stopwatch};
use gametree::observer::Enter;
use gametree::{Bound, Event, Info, Observer, Signal, Value};
use players::{Answer, Listener, PlayerSpec, Seat};

use crate::caps::{self, caps};
use crate::job::Job;
use crate::needs;
use crate::position::record;
use crate::protocol::{Clocks, Limit, Line, Reply, Thought};
use games::{BoardGame, WithGame};

/// Answers `think`.
pub struct Think {
    /// The game so far.
    pub line: Line,
    /// The spec of the player.
    pub spec: String,
    /// The key under which the page keeps the player.
    pub seat: Option<String>,
    /// The limits in addition to those of the spec.
    pub limit: Limit,
    /// The clocks.
    pub clocks: Option<Clocks>,
    /// Whether to deepen without end and report every depth.
    pub live: bool,
    /// The job.
    pub job: Job,
}

impl WithGame for Think {
    type Output = Result<Reply, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let record = record(game, &self.line)?;
        let mut spec = caps::spec(&self.spec, &self.job.page.config.allowed)?;
        if self.live {
            spec = deepened(spec);
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
        let mut seat = seat::<G>(key, &self.spec, &spec, &self.job)?;
        let start = Stopwatch::new();
        let answer = if self.live {
            let last = RefCell::new(LastReport {
                thought: None,
                at: clock::now(),
            });
            let mut report = |event: &Event<G::Move>| {
                if let Event::Info(info) = event {
                    let thought = thought(game, &record, info, start.elapsed());
                    *last.borrow_mut() = LastReport {
                        thought: Some(thought.clone()),
                        at: clock::now(),
                    };
                    self.job.try_send(Reply::Thought { thought });
                }
            };
            let mut observer = NodeCounter {
                job: &self.job,
                start,
                last: &last,
                nodes: 0,
            };
            let listener = Listener {
                report: Some(&mut report),
                observer: Some(&mut observer),
            };
            seat.ask(game, &record, &request, &signal, listener)
        } else {
            seat.ask(game, &record, &request, &signal, Listener::silent())
        };
        let answer = answer.map_err(|fault| format!("{} {fault}", self.spec))?;
        if let Some(key) = key {
            let mebibytes = needs::player(&spec).mebibytes;
            (self.job.page).keep_seat(key, &self.spec, mebibytes, seat);
        }
        Ok(Reply::Chosen {
            mv: answer.best.map(|mv| game.wire_move(record.state(), mv)),
            thought: final_thought(game, &record, &answer, start.elapsed()),
        })
    }
}

/// Adds iterative deepening to a spec, for live analysis.
fn deepened(spec: PlayerSpec) -> PlayerSpec {
    if spec.gives("id") {
        return spec;
    }
    // A player without iterative deepening stays as it is.
    spec.with("id", "on").unwrap_or(spec)
}

/// Returns the player that the page keeps under `key`, or a new one.
fn seat<G: BoardGame>(
    key: Option<&str>,
    text: &str,
    spec: &PlayerSpec,
    job: &Job,
) -> Result<Seat<G>, String> {
    if let Some(seat) = key.and_then(|key| job.page.take_seat(key, text)) {
        return Ok(seat);
    }
    let mut seat = Seat::<G>::new(spec).map_err(|error| error.to_string())?;
    // Games of a random player differ.
    seat.seed_by_chance();
    seat.new_game().map_err(|fault| fault.to_string())?;
    Ok(seat)
}

/// Returns value and bound type for the first side.
fn for_first(side: gametree::Side, value: Value, bound: Bound) -> (Value, &'static str) {
    let (value, bound) = match side {
        gametree::Side::First => (value, bound),
        gametree::Side::Second => (value.flipped(), bound.flipped()),
    };
    (value, bound.name())
}

/// Converts a report of a running search.
fn thought<G: BoardGame>(
    game: &G,
    record: &Record<G>,
    info: &Info<G::Move>,
    time: Duration,
) -> Thought {
    let (value, bound) = for_first(game.side(record.state()), info.score, info.bound);
    let (line, moves) = game.line_texts(record.state(), &info.line);
    Thought {
        depth: info.depth,
        seldepth: info.selective_depth,
        rank: info.rank as u32,
        score: value.to_string(),
        balance: Some(G::balance(value.score())),
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

/// Converts the result of a search. A player without an evaluation has no score.
fn final_thought<G: BoardGame>(
    game: &G,
    record: &Record<G>,
    answer: &Answer<G::Move>,
    time: Duration,
) -> Thought {
    let value = answer
        .value
        .map(|value| for_first(game.side(record.state()), value, answer.bound));
    let (line, moves) = game.line_texts(record.state(), &answer.line);
    let stats = &answer.stats;
    Thought {
        depth: answer.depth,
        seldepth: stats.selective_depth,
        rank: 1,
        score: value.map_or_else(String::new, |(value, _)| value.to_string()),
        balance: value.map(|(value, _)| G::balance(value.score())),
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

/// The last report that was sent, and its time.
struct LastReport {
    thought: Option<Thought>,
    at: Duration,
}

/// Sends the node count between two reports of the search.
struct NodeCounter<'a> {
    job: &'a Job,
    start: Stopwatch,
    last: &'a RefCell<LastReport>,
    nodes: u64,
}

/// The time between two messages.
const PERIOD: Duration = Duration::from_millis(100);

impl<M> Observer<M> for NodeCounter<'_> {
    fn enter(&mut self, _: &Enter) {
        self.nodes += 1;
        if !self.nodes.is_multiple_of(1_024) {
            return;
        }
        let mut last = self.last.borrow_mut();
        if clock::now() >= last.at + PERIOD
            && let Some(mut thought) = last.thought.clone()
        {
            last.at = clock::now();
            thought.nodes = self.nodes;
            thought.ms = self.start.elapsed().as_secs_f64() * 1_000.0;
            self.job.try_send(Reply::Thought { thought });
        }
    }
}
