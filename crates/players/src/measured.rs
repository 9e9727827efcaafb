//! The result of one search, to be printed, compared and saved.

use crate::{Answer, Fault, Listener, Seat};
use games::{BoardGame, Record};
use gametree::{Proof, Request, Score, Signal, Value};
use report::grouped;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// The result of one search by one player on one position. The names are those of `search --json`.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(optional_fields))]
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
    /// Its value for the side to move; absent if the player computes none.
    #[serde(
        serialize_with = "optional_value",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(
        feature = "typescript",
        ts(
            optional,
            type = "{ cp: number } | { mate: number } | { value: number } | { proved: string }"
        )
    )]
    pub score: Option<Value>,
    /// `exact`, `lower` or `upper`.
    pub bound: &'static str,
    /// The depth of the last completed search.
    pub depth: u32,
    /// The deepest ply that was entered.
    pub seldepth: u32,
    /// Plies searched beyond the depth; absent if 0.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<u32>"))]
    pub plies_more: u32,
    /// Positions entered, the first one included.
    pub nodes: u64,
    /// Nodes as the player's document counts them; absent if that is the same number.
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
    /// The used part of the table, in thousandths; absent if the player does not report it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hashfull: Option<u32>,
    /// Beta cutoffs.
    pub cutoffs: u64,
    /// The share of cutoffs by the first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_move_cuts: Option<f64>,
    /// Milliseconds.
    pub time_ms: f64,
    /// The principal variation.
    pub pv: Vec<String>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn optional_value<S: Serializer>(value: &Option<Value>, to: S) -> Result<S::Ok, S::Error> {
    match value {
        Some(value) => as_json(value, to),
        None => to.serialize_none(),
    }
}

/// Serializes a value as `search --json` has it: `{"cp":35}`, `{"mate":-3}`, `{"value":8}` or `{"proved":"won"}`.
pub fn as_json<S: Serializer>(value: &Value, to: S) -> Result<S::Ok, S::Error> {
    let (name, number) = match *value {
        Value::Proved(proof) => return to.collect_map([("proved", proof.name())]),
        Value::Centipawns(score) => ("cp", score),
        Value::Mate(moves) => ("mate", moves),
        Value::Points(score) | Value::Printed(score) => ("value", score),
    };
    to.collect_map([(name, number)])
}

/// Reads a value that [`as_json`] has written. A value that is neither centipawns nor a mate is read as printed.
pub fn from_json<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Form {
        Cp(Score),
        Mate(Score),
        Value(Score),
        Proved(String),
    }
    Ok(match Form::deserialize(from)? {
        Form::Cp(score) => Value::Centipawns(score),
        Form::Mate(moves) => Value::Mate(moves),
        Form::Value(score) => Value::Printed(score),
        Form::Proved(name) => {
            let proof = Proof::ALL.iter().find(|proof| proof.name() == name);
            Value::Proved(*proof.ok_or_else(|| D::Error::custom("no such proof"))?)
        }
    })
}

impl Measured {
    /// Returns the record of an answer that took `milliseconds`.
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
            game: G::ID.name(),
            fen: game.write_position(record.state()),
            bestmove: answer.best.map(|mv| game.write_move(mv)),
            score: answer.value,
            bound: answer.bound.name(),
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

    /// Returns the value as text; empty if there is none.
    #[must_use]
    pub fn value_text(&self) -> String {
        self.score
            .map_or_else(String::new, |value| value.to_string())
    }

    /// Searches, and records the result.
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
    /// `1 + b + b^2 + ... + b^depth`. `None` for a depth of 0, and for a search that is deeper than its depth says.
    #[must_use]
    pub fn branching_factor(&self) -> Option<f64> {
        let plies = match self.depth + self.plies_more {
            // Stopped before the first iteration: the depth is unknown.
            _ if self.depth == 0 && self.nodes <= 1 => 0,
            // A best-first search reports a depth of one and expands deeper nodes.
            1 if self.interior > 1 => 0,
            plies => plies,
        };
        branching_factor(self.nodes, plies)
    }
}

/// Prints a line for each figure.
impl fmt::Display for Measured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let best = self.bestmove.as_deref();
        let value = match (self.score, self.bound) {
            (None, _) => String::new(),
            (Some(value), "lower") => format!("{value} or more for the side to move"),
            (Some(value), "upper") => format!("{value} or less for the side to move"),
            (Some(value), _) => format!("{value} for the side to move"),
        };
        let depth = match self.plies_more {
            0 => format!("{} (selective depth {})", self.depth, self.seldepth),
            more => format!(
                "{} as the document counts, {} plies",
                self.depth,
                self.depth + more
            ),
        };
        let nodes = format!(
            "{} ({} expanded, {} leaves)",
            grouped(self.nodes),
            grouped(self.interior),
            grouped(self.leaves)
        );
        let counted = |counted| format!("{} as the document counts", grouped(counted));
        let cutoffs = |share| {
            let cutoffs = grouped(self.cutoffs);
            format!("{cutoffs} ({:.1}% by the first move)", share * 100.0)
        };
        let branching = |factor| format!("{factor:.2} (of a uniform tree with as many nodes)");
        [
            ("player", Some(self.player.clone())),
            ("position", Some(self.fen.clone())),
            (
                "move",
                Some(best.unwrap_or("none: the game is over").to_owned()),
            ),
            ("value", Some(value)),
            ("line", Some(self.pv.join(" "))),
            ("depth", Some(depth)),
            ("nodes", Some(nodes)),
            ("as printed", self.counted.map(counted)),
            ("evaluations", Some(grouped(self.evals))),
            ("table hits", self.tt_hits.map(grouped)),
            ("cutoffs", self.first_move_cuts.map(cutoffs)),
            // Of one ply it is the number of nodes.
            (
                "branching",
                self.branching_factor()
                    .filter(|_| self.depth + self.plies_more > 1)
                    .map(branching),
            ),
            ("time", Some(format!("{:.1} ms", self.time_ms))),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.filter(|value| !value.is_empty())?)))
        .try_for_each(|(name, value)| writeln!(f, "{name:<12} {value}"))
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
