//! One player on one problem.

use std::time::Duration;

use chess::Move;
use games::{Chess, Record};
use gametree::{Bound, Event, Info, Limits, Proof, Request, Signal, Value};
use players::{Fault, Listener, Seat};
use serde::Serialize;

use super::Problem;
use crate::measured::as_json;

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
    #[serde(serialize_with = "as_json")]
    pub score: Value,
    /// Is it the answer?
    pub solved: bool,
    /// Is it a win that is proved, without a word about how soon?
    pub proved: bool,
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

/// When the answer was found and kept: what is left of `found` after one more iteration.
fn after_iteration(problem: &Problem, found: Option<Moment>, info: &Info<Move>) -> Option<Moment> {
    if !problem.is_solved_by(Some(info.score), &info.line) {
        return None;
    }
    found.or(Some(Moment {
        time_ms: milliseconds(info.time),
        depth: info.depth,
        nodes: info.nodes,
    }))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1_000.0
}

/// Lets a player search the position of a problem, with nothing learned from another.
pub fn solve(
    problem: &Problem,
    seat: &mut Seat<Chess>,
    limits: &Limits,
) -> Result<Solution, Fault> {
    seat.new_game()?;
    let game = Chess::default();
    let record = Record::<Chess>::new(problem.position);
    let start = limits.clock.now();
    let mut found = None;
    let mut hear = |event: &Event<Move>| {
        if let Event::Info(info) = event
            && info.rank == 1
            && info.bound == Bound::Exact
        {
            found = after_iteration(problem, found, info);
        }
    };
    let signal = Signal::with_stop(limits.stop.clone().unwrap_or_default());
    let request = Request::new(limits.clone());
    let listener = Listener::hearing(&mut hear);
    let answer = seat.ask(&game, &record, &request, &signal, listener)?;
    let spent = Moment {
        time_ms: milliseconds(limits.clock.now() - start),
        depth: answer.depth,
        nodes: answer.stats.nodes,
    };
    // A player may answer without a line.
    let line = match answer.best {
        Some(best) if answer.line.first() != Some(&best) => vec![best],
        _ => answer.line,
    };
    let value = answer.value.unwrap_or(Value::Centipawns(0));
    let solved = problem.is_solved_by(Some(value), &line);
    let scored = !problem.points.is_empty();
    Ok(Solution {
        line: problem.line,
        id: problem.id.clone(),
        fen: problem.position.to_string(),
        wants: problem.wants(),
        answer: answer.best.map(|mv| problem.san(mv)),
        score: value,
        solved,
        proved: solved && value == Value::Proved(Proof::Won),
        points: scored.then(|| answer.best.map_or(0, |mv| problem.points_for(mv))),
        most_points: scored.then(|| problem.most_points()),
        // The last word is the end of the search, however little later that is.
        found: solved.then(|| {
            found
                .filter(|found| found.nodes < spent.nodes)
                .unwrap_or(spent)
        }),
        spent,
    })
}
