//! Several players on one position, one after the other so that none disturbs another's clock.

use std::time::{Duration, Instant};

use games::Record;
use gametree::observer::{Cut, Enter, Leave, Try};
use gametree::score::is_decisive;
use gametree::trace::Counters;
use gametree::{Bound, Event, Limits, Observer, Request, Signal, Value};
use lab::{Measured, compare};
use players::{Listener, Seat};

use super::think::line_of;
use crate::caps::{self, caps};
use crate::job::Job;
use crate::position::{over, record};
use crate::protocol::{Limit, Line, RaceRow, RaceStep, Say};
use games::{BoardGame, WithGame};

/// What is drawn beside the figures is from a second look at no more nodes than this.
const LOOKED_AT: u64 = 500_000;

/// Answers `race`.
pub struct Race {
    /// The game so far.
    pub line: Line,
    /// The players.
    pub specs: Vec<String>,
    /// What each may spend.
    pub limit: Limit,
    /// Whom to tell.
    pub job: Job,
}

impl WithGame for Race {
    type Output = Result<Say, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let record = record(game, &self.line)?;
        if let Some(over) = over(game, &record) {
            return Err(format!(
                "there is nothing to search, the game is over: {}",
                over.text
            ));
        }
        let most = caps().racers;
        if self.specs.len() > most {
            return Err(format!("at most {most} players race at once"));
        }
        if self.limit == Limit::default() {
            return Err("a race needs a limit: depth, nodes or time".to_owned());
        }
        let allowed = &self.job.page.config.allowed;
        let mut insiders = Vec::with_capacity(self.specs.len());
        for spec in &self.specs {
            let wanted = caps::spec(spec, allowed)?;
            wanted.sit::<G>()?;
            insiders.push(wanted.inside().is_some());
        }
        let mut limits = caps::limits(&self.limit, caps().search_ms);
        if self.limit.movetime.is_none() {
            // A race to a depth is checked against minimax only if nothing else limits it; an alarm ends what takes
            // too long.
            limits.time = None;
        }
        let state = record.state();
        for (index, spec) in self.specs.iter().enumerate() {
            let one = std::slice::from_ref(spec);
            // Tables that are made when they are first needed are made now, and on nobody's clock. A program is not watched.
            let is_inside = insiders.get(index).copied().unwrap_or(false);
            if is_inside {
                second_look(game, spec, &record, &Limits::depth(1));
            }
            limits.stop = Some(self.job.alarm(Duration::from_millis(caps().search_ms)));
            let found =
                compare::compare(game, one, std::slice::from_ref(state), &limits, |_, _| {})
                    .map_err(|error| error.to_string())?;
            if self.job.is_stopped() {
                break;
            }
            let found = found
                .positions
                .into_iter()
                .flat_map(|position| position.rows);
            for row in found {
                let watched = if is_inside {
                    second_look(game, spec, &record, &limits)
                } else {
                    Looked::default()
                };
                let row = shown(game, state, row, watched);
                self.job.part(Say::RaceRow { index, row });
            }
        }
        Ok(Say::Done)
    }
}

/// Counts cuts.
struct Watch {
    counters: Counters,
}

/// What a second look has seen: cuts, and what each iteration took.
#[derive(Default)]
struct Looked {
    counters: Counters,
    steps: Vec<RaceStep>,
}

impl<M> Observer<M> for Watch {
    fn enter(&mut self, event: &Enter) {
        Observer::<M>::enter(&mut self.counters, event);
    }

    fn try_move(&mut self, mv: Option<M>, why: Try) {
        self.counters.try_move(mv, why);
    }

    fn cut(&mut self, reason: Cut, skipped: &[M]) {
        self.counters.cut(reason, skipped);
    }

    fn leave(&mut self, event: &Leave<M>) {
        self.counters.leave(event);
    }

    fn stopped(&mut self) {
        Observer::<M>::stopped(&mut self.counters);
    }
}

/// A value in the units of a chart.
pub(crate) fn value(value: Value) -> Option<f64> {
    match value {
        Value::Mate(_) | Value::Proved(_) => None,
        Value::Centipawns(score) => Some(f64::from(score) / 100.0),
        Value::Points(score) => (!is_decisive(score)).then(|| f64::from(score)),
        Value::Printed(score) => Some(f64::from(score)),
    }
}

/// The same search again, watched: what was measured before stays undisturbed.
fn second_look<G: BoardGame>(game: &G, spec: &str, record: &Record<G>, limits: &Limits) -> Looked {
    let mut watch = Watch {
        counters: Counters::new(),
    };
    let mut steps = Vec::new();
    let start = Instant::now();
    let mut hear = |event: &Event<G::Move>| {
        if let Event::Info(info) = event
            && info.rank == 1
            && info.bound == Bound::Exact
        {
            steps.push(RaceStep {
                depth: info.depth,
                nodes: info.nodes,
                counted: None,
                ms: start.elapsed().as_secs_f64() * 1_000.0,
                value: value(info.score),
                score: info.score.to_string(),
                hashfull: info.hash_full,
            });
        }
    };
    let limits = Limits {
        nodes: Some(limits.nodes.map_or(LOOKED_AT, |nodes| nodes.min(LOOKED_AT))),
        ..limits.clone()
    };
    if let Ok(mut seat) = Seat::<G>::sit(spec) {
        let signal = Signal::with_stop(limits.stop.clone().unwrap_or_default());
        let request = Request::new(limits);
        let listener = Listener {
            hear: Some(&mut hear),
            watch: Some(&mut watch),
        };
        // What was measured before counts; this is only for the charts.
        _ = seat.ask(game, record, &request, &signal, listener);
    }
    Looked {
        counters: watch.counters,
        steps,
    }
}

fn step(answer: &Measured) -> RaceStep {
    RaceStep {
        depth: answer.depth,
        nodes: answer.nodes,
        counted: answer.counted,
        ms: answer.time_ms,
        value: answer.score.and_then(value),
        score: answer.value_text(),
        hashfull: answer.hashfull,
    }
}

fn shown<G: BoardGame>(game: &G, state: &G::State, row: compare::Row, watch: Looked) -> RaceRow {
    let by_depth = if row.by_depth.is_empty() {
        watch.steps
    } else {
        row.by_depth.iter().map(step).collect()
    };
    let answer = row.answer;
    let moves: Vec<G::Move> = {
        let mut state = state.clone();
        let read = answer.pv.iter().map_while(|text| {
            let mv = game.read_move(&state, text).ok()?;
            game.play(&mut state, mv);
            Some(mv)
        });
        read.collect()
    };
    let (line, messages) = line_of(game, state, &moves);
    let best = answer
        .bestmove
        .as_deref()
        .and_then(|text| game.read_move(state, text).ok());
    let score = answer.value_text();
    RaceRow {
        spec: answer.player,
        san: best.map(|mv| game.people_move(state, mv)),
        mv: messages.first().cloned(),
        score,
        depth: answer.depth,
        seldepth: answer.seldepth,
        nodes: answer.nodes,
        counted: answer.counted,
        evals: answer.evals,
        ms: answer.time_ms,
        ebf: row.ebf,
        tt_hits: answer.tt_hits,
        first_move_cuts: answer.first_move_cuts.or_else(|| {
            let all: u64 = watch.counters.cut_by_place.iter().sum();
            let first = watch.counters.cut_by_place.first()?;
            Some(*first as f64 / all as f64)
        }),
        equals_minimax: row.equals_minimax,
        minimax_eval: row.minimax_eval,
        by_depth,
        cut_places: watch.counters.cut_by_place,
        hashfull: answer.hashfull,
        line,
    }
}
