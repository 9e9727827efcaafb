//! Solves one problem with one player.

use std::time::Duration;

use chess::Move;
use games::{Chess, Record};
use gametree::{Bound, Event, Info, Limits, Proof, Request, Signal, Value};
use players::{Fault, Listener, Seat};
use serde::{Deserialize, Serialize};

use super::Problem;
use players::measured::{as_json, from_json};

/// The cost of a search up to a moment.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Moment {
    /// Milliseconds.
    pub time_ms: f64,
    /// The depth of the iteration.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

/// The result of one problem.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Solution {
    /// The line of the file.
    pub line: usize,
    /// The name of the problem.
    pub id: String,
    /// The position.
    pub fen: String,
    /// The requirement of the record.
    #[serde(rename = "wants")]
    pub expected: String,
    /// The player's move.
    pub answer: Option<String>,
    /// The value that the player reports.
    #[serde(serialize_with = "as_json", deserialize_with = "from_json")]
    pub score: Value,
    /// Whether the move meets the requirement.
    pub solved: bool,
    /// Whether a mate was solved by a proof, which has no length.
    pub proved: bool,
    /// Points for the move, if the record gives points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// The most points the record gives.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most_points: Option<u32>,
    /// The completed iteration that found the answer, if no later iteration changed it. The end of the search for a
    /// player without iterative deepening. `None` if the problem is not solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub found: Option<Moment>,
    /// The whole search.
    pub spent: Moment,
}

/// Returns the moment at which the answer was found and kept, after one more iteration.
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

/// Searches the position of a problem with a player that begins a new game.
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
    let mut listen = |event: &Event<Move>| {
        if let Event::Info(info) = event
            && info.rank == 1
            && info.bound == Bound::Exact
        {
            found = after_iteration(problem, found, info);
        }
    };
    let signal = Signal::with_stop(limits.stop.clone().unwrap_or_default());
    let request = Request::new(limits.clone());
    let listener = Listener::reporting(&mut listen);
    let answer = seat.ask(&game, &record, &request, &signal, listener)?;
    let spent = Moment {
        time_ms: milliseconds(limits.clock.now() - start),
        depth: answer.depth,
        nodes: answer.stats.nodes,
    };
    // The answer of a player can be without a PV.
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
        expected: problem.expected(),
        answer: answer.best.map(|mv| problem.san(mv)),
        score: value,
        solved,
        proved: solved && value == Value::Proved(Proof::Won),
        points: scored.then(|| answer.best.map_or(0, |mv| problem.points_for(mv))),
        most_points: scored.then(|| problem.most_points()),
        // An answer of the last iteration is found at the end of the search.
        found: solved.then(|| {
            found
                .filter(|found| found.nodes < spent.nodes)
                .unwrap_or(spent)
        }),
        spent,
    })
}
