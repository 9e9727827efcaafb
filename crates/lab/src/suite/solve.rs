//! One player on one problem.

use std::sync::Arc;
use std::time::Duration;

use chess::Move;
use games::Chess;
use gametree::{Bound, Clock, Limits, Observer, Score, Stats};
use serde::Serialize;

use super::Problem;
use crate::answer::Value;
use crate::arena::GameKind;
use crate::player::Record;
use crate::registry;
use crate::spec::SpecError;

/// What a moment of a search had cost.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Moment {
    /// Milliseconds.
    pub time_ms: f64,
    /// Plies looked ahead.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
}

/// What came of one problem.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Solution {
    /// The line of the file.
    pub line: usize,
    /// The name of the problem.
    pub id: String,
    /// The position.
    pub fen: String,
    /// What the record asks for.
    pub wants: String,
    /// The player's move.
    pub answer: Option<String>,
    /// The value it gives.
    pub score: Value,
    /// Is it the answer?
    pub solved: bool,
    /// Points for the move, if the record gives points.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// The most points the record gives.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub most_points: Option<u32>,
    /// When the answer was found and kept to the end: the completed iteration from which on no other was given. `None`
    /// if it was not. For a player that does not deepen this is the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<Moment>,
    /// The whole search.
    pub spent: Moment,
}

/// Watches whether the answer is found, and kept.
struct Watcher<'a> {
    problem: &'a Problem,
    clock: Arc<dyn Clock>,
    start: Duration,
    found: Option<Moment>,
}

impl Observer<Move> for Watcher<'_> {
    fn iteration(&mut self, depth: u32, score: Score, _: Bound, pv: &[Move], stats: &Stats) {
        if !self.problem.is_solved_by(mate(score), pv) {
            self.found = None;
        } else if self.found.is_none() {
            self.found = Some(Moment {
                time_ms: milliseconds(self.clock.now() - self.start),
                depth,
                nodes: stats.nodes,
            });
        }
    }
}

/// Moves to a mate that a score announces, negative for a loss.
fn mate(score: Score) -> Option<i32> {
    match Value::new(GameKind::Chess, score) {
        Value::Mate(moves) => Some(moves),
        _ => None,
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// Lets a new player of this spec search the position of a problem.
pub fn solve(problem: &Problem, spec: &str, limits: &Limits) -> Result<Solution, SpecError> {
    let mut player = registry::build::<Chess>(spec)?;
    let game = Chess::default();
    let record = Record::<Chess>::new(problem.position);
    let start = limits.clock.now();
    let mut watcher = Watcher {
        problem,
        clock: Arc::clone(&limits.clock),
        start,
        found: None,
    };
    let result = player.choose(&game, &record, limits, Some(&mut watcher));
    let spent = Moment {
        time_ms: milliseconds(limits.clock.now() - start),
        depth: result.depth,
        nodes: result.stats.nodes,
    };
    // A player may answer without a line.
    let line = match result.best {
        Some(best) if result.pv.first() != Some(&best) => vec![best],
        _ => result.pv,
    };
    let solved = problem.is_solved_by(mate(result.score), &line);
    let scored = !problem.points.is_empty();
    Ok(Solution {
        line: problem.line,
        id: problem.id.clone(),
        fen: problem.position.to_string(),
        wants: problem.wants(),
        answer: result.best.map(|mv| problem.san(mv)),
        score: Value::new(GameKind::Chess, result.score),
        solved,
        points: scored.then(|| result.best.map_or(0, |mv| problem.points_for(mv))),
        most_points: scored.then(|| problem.most_points()),
        found: solved.then(|| watcher.found.unwrap_or(spent)),
        spent,
    })
}
