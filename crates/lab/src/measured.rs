//! One search by one player on one position, as a record that can be printed, compared and saved.

use games::{BoardGame, Record};
use gametree::{Bound, Request, Signal, Value};
use players::{Answer, Fault, Listener, Seat};
use serde::{Serialize, Serializer};

/// What a player answered, and what it cost. The names are those of `search --json`.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The player's spec.
    pub player: String,
    /// The game.
    pub game: &'static str,
    /// The position, in the notation of the game.
    pub fen: String,
    /// The move; `None` if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bestmove: Option<String>,
    /// Its value for the side to move; absent if the player has no opinion.
    #[serde(serialize_with = "opinion", skip_serializing_if = "Option::is_none")]
    pub score: Option<Value>,
    /// What the value says about the true one.
    pub bound: &'static str,
    /// The depth of the last completed search.
    pub depth: u32,
    /// The deepest ply that was entered.
    pub seldepth: u32,
    /// So many plies more than the depth were looked ahead; absent if none.
    #[serde(skip_serializing_if = "is_zero")]
    pub plies_more: u32,
    /// Positions entered, the first one included.
    pub nodes: u64,
    /// The same as the player's document counts it; absent if there is none, or it counts alike.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counted: Option<u64>,
    /// Positions whose moves were generated.
    pub interior: u64,
    /// Positions valued without being expanded.
    pub leaves: u64,
    /// Calls of the evaluator.
    pub evals: u64,
    /// Look-ups that found something in the table; absent without a table.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tt_hits: Option<u64>,
    /// How full the table is, in thousandths; absent if the player does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hashfull: Option<u32>,
    /// Positions left early because a move was too good.
    pub cutoffs: u64,
    /// The share of those by the first move tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_move_cuts: Option<f64>,
    /// Milliseconds.
    pub time_ms: f64,
    /// The line both sides are expected to play.
    pub pv: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A value, if there is one.
fn opinion<S: Serializer>(value: &Option<Value>, to: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => as_json(value, to),
        None => to.serialize_none(),
    }
}

/// A value as `search --json` has it: `{"cp":35}`, `{"mate":-3}`, `{"value":8}` or `{"proved":"won"}`.
pub fn as_json<S: Serializer>(value: &Value, to: S) -> Result<S::Ok, S::Error> {
    let (name, number) = match *value {
        Value::Proved(proof) => return to.collect_map([("proved", proof.name())]),
        Value::Centipawns(score) => ("cp", score),
        Value::Mate(moves) => ("mate", moves),
        Value::Points(score) | Value::Printed(score) => ("value", score),
    };
    to.collect_map([(name, number)])
}

/// What a bound is called in records.
#[must_use]
pub const fn bound_name(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "exact",
        Bound::Lower => "lower",
        Bound::Upper => "upper",
    }
}

impl Measured {
    /// The record of an answer that took `milliseconds`.
    pub fn new<G: BoardGame>(
        spec: &str,
        game: &G,
        record: &Record<G>,
        answer: &Answer<G::Move>,
        milliseconds: f64,
    ) -> Self {
        let stats = &answer.stats;
        Self {
            player: spec.to_owned(),
            game: G::KIND.name(),
            fen: game.write_position(record.state()),
            bestmove: answer.best.map(|mv| game.write_move(mv)),
            score: answer.value,
            bound: bound_name(answer.bound),
            depth: answer.depth,
            seldepth: stats.selective_depth,
            plies_more: answer.plies_more,
            nodes: stats.nodes,
            counted: answer.counted,
            interior: stats.interior,
            leaves: stats.leaves,
            evals: stats.evals,
            tt_hits: (stats.tt_probes > 0).then_some(stats.tt_hits),
            hashfull: answer.hash_full,
            cutoffs: stats.cutoffs,
            first_move_cuts: (stats.cutoffs > 0).then(|| stats.first_move_rate()),
            time_ms: milliseconds,
            pv: answer.line.iter().map(|&mv| game.write_move(mv)).collect(),
        }
    }

    /// The value for people; empty if the player has no opinion.
    #[must_use]
    pub fn value_text(&self) -> String {
        self.score
            .map_or_else(String::new, |value| value.to_string())
    }

    /// Asks a player, and records it.
    pub fn of<G: BoardGame>(
        spec: &str,
        seat: &mut Seat<G>,
        game: &G,
        record: &Record<G>,
        request: &Request<G::Move>,
        listener: Listener<'_, G::Move>,
    ) -> Result<Self, Fault> {
        let signal = Signal::with_stop(request.limits.stop.clone().unwrap_or_default());
        let clock = &request.limits.clock;
        let start = clock.now();
        let answer = seat.ask(game, record, request, &signal, listener)?;
        let time = (clock.now() - start).as_secs_f64() * 1_000.0;
        Ok(Self::new(spec, game, record, &answer, time))
    }

    /// The effective branching factor: the `b` for which a uniform tree of this depth has as many nodes,
    /// `1 + b + b^2 + ... + b^depth`. `None` for a depth of 0.
    #[must_use]
    pub fn branching_factor(&self) -> Option<f64> {
        let plies = match self.depth + self.plies_more {
            // It was stopped, and nobody knows how far it came.
            _ if self.depth == 0 && self.nodes <= 1 => 0,
            plies => plies,
        };
        branching_factor(self.nodes, plies)
    }
}

/// The `b` with `1 + b + ... + b^depth = nodes`, by bisection.
#[must_use]
pub fn branching_factor(nodes: u64, depth: u32) -> Option<f64> {
    if depth == 0 || nodes <= 1 {
        return None;
    }
    let size = |b: f64| (0..=depth).fold(0.0, |sum, k| sum + b.powi(k as i32));
    let (mut low, mut high) = (0.0, nodes as f64);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if size(middle) > nodes as f64 {
            high = middle;
        } else {
            low = middle;
        }
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn branching_factor_of_uniform_trees() {
        for (b, depth) in [(1_u64, 5), (2, 6), (3, 4), (35, 3)] {
            let nodes = (0..=depth).map(|k| b.pow(k)).sum();
            let found = branching_factor(nodes, depth).expect("a factor");
            assert!((found - b as f64).abs() < 1e-6, "{found} instead of {b}");
        }
        assert_eq!(branching_factor(10, 0), None);
    }
}
