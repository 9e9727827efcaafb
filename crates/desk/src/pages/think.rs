//! A player finds a move, for a game or for analysis.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gametree::observer::Enter;
use gametree::score::is_decisive;
use gametree::{Bound, Observer, Player as Turn, Score, SearchResult, Stats};
use lab::contest::Budget;
use lab::spec::Spec;
use lab::{Player, Record, Value, registry};

use crate::board::{Shown, WithShown};
use crate::caps::{self, caps};
use crate::job::Job;
use crate::position::record;
use crate::protocol::{Clocks, Limit, Line, Say, Thought};

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

impl WithShown for Think {
    type Output = Result<Say, String>;

    fn run<G: Shown>(self, game: &G) -> Self::Output {
        let record = record(game, &self.line)?;
        let mut spec = caps::spec(&self.spec)?;
        if self.live {
            deepen(&mut spec);
        }
        let longest = if self.live {
            caps().analysis_ms
        } else {
            caps().search_ms
        };
        let mut limits = caps::limits(&self.limit, longest);
        if let Some(clocks) = self.clocks {
            let time = time_for_move(clocks, game.side(record.state()));
            limits.time = limits.time.min(time).or(time);
        } else if !self.live && self.limit == Limit::default() && !has_limit(&spec) {
            caps::spend_the_usual(&spec, &mut limits);
        }
        limits.stop = Some(Arc::clone(&self.job.stop));
        let key = self.seat.as_deref().filter(|key| key.len() <= 64);
        let mut player = seated::<G>(key, &self.spec, &spec, &self.job)?;
        let start = Instant::now();
        let result = if self.live {
            let mut watch = Watch {
                game,
                root: record.state(),
                job: &self.job,
                start,
                told: start,
                nodes: 0,
                seldepth: 0,
                last: None,
            };
            player.choose(game, &record, &limits, Some(&mut watch))
        } else {
            player.choose(game, &record, &limits, None)
        };
        if let Some(key) = key {
            self.job
                .page
                .seat(key.to_owned(), G::ID, self.spec.clone(), Box::new(player));
        }
        Ok(Say::Chosen {
            mv: result.best.map(|mv| game.message_move(record.state(), mv)),
            thought: thought(game, &record, &result, start.elapsed()),
        })
    }
}

/// An analysis deepens step by step, whatever the spec says about depth.
fn deepen(spec: &mut Spec) {
    let knows = registry::find(&spec.name).is_some_and(|entry| entry.key("id").is_some());
    if knows && spec.get("id").is_none() {
        spec.settings.push(("id".to_owned(), None));
    }
}

/// Whether a player knows by itself when to stop.
pub(crate) fn has_limit(spec: &Spec) -> bool {
    let limits = ["depth", "nodes", "evals", "movetime"];
    limits.into_iter().any(|key| spec.get(key).is_some())
}

/// The player who sits there already, or a new one.
fn seated<G: Shown>(
    key: Option<&str>,
    text: &str,
    spec: &Spec,
    job: &Job,
) -> Result<Box<dyn Player<G>>, String> {
    let sitting = key
        .and_then(|key| job.page.rise(key, G::ID, text))
        .and_then(|player| player.downcast::<Box<dyn Player<G>>>().ok());
    if let Some(player) = sitting {
        return Ok(*player);
    }
    let mut spec = spec.clone();
    if spec.name == "random" && spec.get("seed").is_none() {
        // Each game is another one.
        let seed = RandomState::new().build_hasher().finish() % 1_000_000;
        spec.settings
            .push(("seed".to_owned(), Some(seed.to_string())));
    }
    registry::build::<G>(&spec.to_string()).map_err(|error| error.to_string())
}

fn time_for_move(clocks: Clocks, side: Turn) -> Option<Duration> {
    let budget = Budget {
        clock: Some(clocks.left.map(Duration::from_millis)),
        increment: [Duration::from_millis(clocks.increment); 2],
        ..Budget::default()
    };
    budget.time_for_move(side)
}

/// A value as a share of winning, from -1 to 1.
pub fn balance<G: Shown>(score: Score) -> f64 {
    if is_decisive(score) {
        return f64::from(score.signum());
    }
    (f64::from(score) / G::LARGE).tanh()
}

/// Moves from a position on, as people write them and as messages have them.
pub fn line_of<G: Shown>(
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
fn for_first(side: Turn, score: Score, bound: Bound) -> (Score, &'static str) {
    let (score, bound) = match side {
        Turn::First => (score, bound),
        Turn::Second => (-score, bound.flipped()),
    };
    let word = match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    };
    (score, word)
}

fn thought<G: Shown>(
    game: &G,
    record: &Record<G>,
    result: &SearchResult<G::Move>,
    time: Duration,
) -> Thought {
    // Who looked at nothing has nothing to say.
    let has_value = result.depth > 0 || result.stats.nodes > 1;
    let (score, bound) = for_first(game.side(record.state()), result.score, result.bound);
    let (line, moves) = line_of(game, record.state(), &result.pv);
    Thought {
        depth: result.depth,
        seldepth: result.stats.selective_depth,
        rank: 1,
        score: if has_value {
            Value::new(G::KIND, score).to_string()
        } else {
            String::new()
        },
        balance: has_value.then(|| balance::<G>(score)),
        bound: bound.to_owned(),
        nodes: result.stats.nodes,
        ms: time.as_secs_f64() * 1_000.0,
        wdl: None,
        hashfull: None,
        tt_hits: (result.stats.tt_probes > 0).then_some(result.stats.tt_hits),
        line,
        moves,
    }
}

/// Tells a page how a search goes on.
struct Watch<'a, G: Shown> {
    game: &'a G,
    root: &'a G::State,
    job: &'a Job,
    start: Instant,
    told: Instant,
    nodes: u64,
    seldepth: u32,
    last: Option<Thought>,
}

/// How often a page is told how many nodes there are.
const HEARTBEAT: Duration = Duration::from_millis(100);

impl<G: Shown> Observer<G::Move> for Watch<'_, G> {
    fn enter(&mut self, event: &Enter) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(event.ply);
        if self.nodes.is_multiple_of(1_024)
            && self.told.elapsed() >= HEARTBEAT
            && let Some(mut thought) = self.last.clone()
        {
            self.told = Instant::now();
            thought.nodes = self.nodes;
            thought.ms = self.start.elapsed().as_secs_f64() * 1_000.0;
            self.job.news(Say::Thought { thought });
        }
    }

    fn iteration(&mut self, depth: u32, score: Score, bound: Bound, pv: &[G::Move], stats: &Stats) {
        let (score, bound) = for_first(self.game.side(self.root), score, bound);
        let (line, moves) = line_of(self.game, self.root, pv);
        let thought = Thought {
            depth,
            seldepth: self.seldepth.max(depth),
            rank: 1,
            score: Value::new(G::KIND, score).to_string(),
            balance: Some(balance::<G>(score)),
            bound: bound.to_owned(),
            nodes: stats.nodes.max(self.nodes),
            ms: self.start.elapsed().as_secs_f64() * 1_000.0,
            wdl: None,
            hashfull: None,
            tt_hits: (stats.tt_probes > 0).then_some(stats.tt_hits),
            line,
            moves,
        };
        self.seldepth = 0;
        self.told = Instant::now();
        self.last = Some(thought.clone());
        self.job.news(Say::Thought { thought });
    }
}
