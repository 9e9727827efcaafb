//! One search by one player on one position, as a record that can be printed, compared and saved.

use std::time::Duration;

use gametree::score::{is_decisive, plies_to_end};
use gametree::{Bound, Limits, Observer, Score, SearchResult};
use serde::Serialize;

use crate::arena::{Arena, GameKind};
use crate::player::{Player, Record};

/// What a player answered, and what it cost. The names are those of `search --json`.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The player's spec.
    pub player: String,
    /// The game.
    pub game: &'static str,
    /// The position, in the notation of the game.
    pub fen: String,
    /// The move; `None` if the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bestmove: Option<String>,
    /// Its value for the side to move.
    pub score: Value,
    /// What the value says about the true one.
    pub bound: &'static str,
    /// The depth of the last completed search.
    pub depth: u32,
    /// The deepest ply that was entered.
    pub seldepth: u32,
    /// Positions entered.
    pub nodes: u64,
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
    /// The value as the search has it.
    #[serde(skip)]
    pub raw_score: Score,
}

/// A value in the units people expect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// Chess: hundredths of a pawn.
    Cp(Score),
    /// Chess: mate in so many moves, below zero if one is being mated.
    Mate(Score),
    /// Other games: the evaluator's units, or discs.
    Value(Score),
}

impl Value {
    /// A score of a game.
    #[must_use]
    pub fn new(game: GameKind, score: Score) -> Self {
        match (game, plies_to_end(score)) {
            (GameKind::Chess, Some(plies)) if is_decisive(score) => {
                let moves = (plies as Score + 1) / 2;
                Self::Mate(if score > 0 { moves } else { -moves })
            }
            (GameKind::Chess, _) => Self::Cp(score),
            _ => Self::Value(score),
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            Self::Cp(score) => write!(f, "{:+.2}", f64::from(score) / 100.0),
            Self::Mate(moves) => write!(f, "#{moves}"),
            Self::Value(score) => match plies_to_end(score) {
                Some(plies) if score > 0 => write!(f, "won in {plies}"),
                Some(plies) => write!(f, "lost in {plies}"),
                None => write!(f, "{score:+}"),
            },
        }
    }
}

impl Answer {
    /// The record of a search result.
    pub fn new<G: Arena>(
        spec: &str,
        game: &G,
        state: &G::State,
        result: &SearchResult<G::Move>,
        time: Duration,
    ) -> Self {
        let stats = &result.stats;
        Self {
            player: spec.to_owned(),
            game: G::KIND.name(),
            fen: game.write_position(state),
            bestmove: result.best.map(|mv| game.write_move(mv)),
            score: Value::new(G::KIND, result.score),
            bound: match result.bound {
                Bound::Exact => "exact",
                Bound::Lower => "lower",
                Bound::Upper => "upper",
            },
            depth: result.depth,
            seldepth: stats.selective_depth,
            nodes: stats.nodes,
            interior: stats.interior,
            leaves: stats.leaves,
            evals: stats.evals,
            tt_hits: (stats.tt_probes > 0).then_some(stats.tt_hits),
            hashfull: None,
            cutoffs: stats.cutoffs,
            first_move_cuts: (stats.cutoffs > 0).then(|| stats.first_move_rate()),
            time_ms: time.as_secs_f64() * 1_000.0,
            pv: result.pv.iter().map(|&mv| game.write_move(mv)).collect(),
            raw_score: result.score,
        }
    }

    /// Lets a player search, and records it.
    pub fn of<G: Arena>(
        spec: &str,
        player: &mut dyn Player<G>,
        game: &G,
        record: &Record<G>,
        limits: &Limits,
        watch: Option<&mut dyn Observer<G::Move>>,
    ) -> Self {
        let start = limits.clock.now();
        let result = player.choose(game, record, limits, watch);
        let time = limits.clock.now() - start;
        Self {
            hashfull: player.table_fill(),
            ..Self::new(spec, game, record.state(), &result, time)
        }
    }

    /// The effective branching factor: the `b` for which a uniform tree of this depth has as many nodes,
    /// `1 + b + b^2 + ... + b^depth`. `None` for a depth of 0.
    #[must_use]
    pub fn branching_factor(&self) -> Option<f64> {
        branching_factor(self.nodes, self.depth)
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

    #[test]
    fn values_are_written_for_people() {
        assert_eq!(Value::new(GameKind::Chess, 35).to_string(), "+0.35");
        assert_eq!(
            Value::new(GameKind::Chess, gametree::score::win_in(3)).to_string(),
            "#2"
        );
        assert_eq!(
            Value::new(GameKind::Chess, gametree::score::loss_in(4)).to_string(),
            "#-2"
        );
        assert_eq!(Value::new(GameKind::Othello, -8).to_string(), "-8");
        assert_eq!(
            Value::new(GameKind::TicTacToe, gametree::score::win_in(5)).to_string(),
            "won in 5"
        );
    }
}
