//! A line as a proof: its moves, and what changes along it.

use chess::{Color, Game, Move, Position};
use engine::eval::{Explanation, FULL_PHASE, FULL_SCALE, Tapered, Term, explain};
use games::{BoardGame, Chess};
use gametree::Value;
use serde::{Serialize, Serializer};

use super::exchange::is_quiet;

/// A line and what changes along it, for White.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "ProofLine"))]
pub struct Proof {
    /// The moves.
    #[serde(skip)]
    pub moves: Vec<Move>,
    /// The moves in the wire format.
    #[serde(rename = "moves")]
    pub wire: Vec<String>,
    /// The moves in SAN.
    #[serde(rename = "line")]
    pub sans: Vec<String>,
    /// The value of the search, for White.
    #[serde(serialize_with = "text")]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub score: Value,
    /// The depth of the search.
    pub depth: u32,
    /// The number of moves to the position where material and evaluation are compared, which has no hanging pieces; `None` if the line
    /// has none.
    pub quiet: Option<usize>,
    /// White's material minus Black's, in pawns: before the line and after each move.
    pub material: Vec<i32>,
    /// The static evaluation for White in centipawns: before the line and after each move.
    pub values: Vec<i32>,
    /// The evaluation terms before the line and at its quiet end, the largest change first.
    pub terms: Vec<TermChange>,
}

/// An evaluation term in two positions, for White, in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct TermChange {
    /// The term.
    #[serde(serialize_with = "name")]
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    pub term: Term,
    /// Before the line.
    pub before: i32,
    /// At its quiet end.
    pub after: i32,
}

fn text<S: Serializer>(value: &Value, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

#[allow(clippy::trivially_copy_pass_by_ref)]
fn name<S: Serializer>(term: &Term, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(term.name())
}

/// Returns the value of a pair for middlegame and endgame in a position.
#[must_use]
pub fn blended(value: Tapered, position: &Explanation) -> i32 {
    let endgame = value.endgame() * (FULL_PHASE - position.phase) * position.scale / FULL_SCALE;
    (value.middlegame() * position.phase + endgame) / FULL_PHASE * position.fifty_move_factor / 256
}

impl Proof {
    pub(super) fn new(game: &Game, moves: Vec<Move>, score: Value, depth: u32) -> Self {
        let start = *game.position();
        let positions = positions(&start, &moves);
        let (sans, wire) = Chess::default().line_texts(&start, &moves);
        let quiet = quiet_ply(&positions);
        let material = |position: &Position| {
            (position.material(Color::White) - position.material(Color::Black)) / 100
        };
        let terms = quiet.map_or_else(Vec::new, |ply| changes(&start, &positions[ply]));
        Self {
            sans,
            wire,
            material: positions.iter().map(material).collect(),
            values: positions.iter().map(|it| explain(it).value).collect(),
            moves,
            score,
            depth,
            quiet,
            terms,
        }
    }

    /// Returns the value for a side in centipawns, or `None` if it is a mate.
    pub(super) fn value_for(&self, side: Color) -> Option<i32> {
        match self.score {
            Value::Mate(_) => None,
            value => Some(value.score() * sign(side)),
        }
    }
}

/// Returns 1 for White and -1 for Black.
pub(super) const fn sign(side: Color) -> i32 {
    match side {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Returns the positions before a line and after each of its moves.
pub(super) fn positions(start: &Position, moves: &[Move]) -> Vec<Position> {
    let after = moves.iter().scan(*start, |position, &m| {
        *position = position.after(m);
        Some(*position)
    });
    std::iter::once(*start).chain(after).collect()
}

/// The last ply at which material is usually counted: later moves are not forced enough. If the line has no quiet position up to
/// here, the first one after it counts.
const HORIZON: usize = 8;

/// Returns the ply at which material is counted: a quiet position.
fn quiet_ply(positions: &[Position]) -> Option<usize> {
    let is_quiet = |ply: &usize| is_quiet(&positions[*ply]);
    let horizon = HORIZON.min(positions.len() - 1);
    let near = (1..=horizon).rev().find(is_quiet);
    near.or_else(|| (horizon + 1..positions.len()).find(is_quiet))
}

/// Returns the terms that are not zero in two positions, the largest change first.
fn changes(start: &Position, end: &Position) -> Vec<TermChange> {
    let (before, after) = (explain(start), explain(end));
    if before.known.is_some() || after.known.is_some() {
        return Vec::new();
    }
    let value = |of: &Explanation, term: Term| {
        let found = of.terms.iter().find(|value| value.term == term);
        found.map_or(0, |found| blended(found.total(), of))
    };
    let mut changes: Vec<TermChange> = Term::ALL
        .into_iter()
        .map(|term| TermChange {
            term,
            before: value(&before, term),
            after: value(&after, term),
        })
        .filter(|change| (change.before, change.after) != (0, 0))
        .collect();
    changes.sort_by_key(|change| -(change.after - change.before).abs());
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_add_up_to_the_value() {
        let position =
            Position::from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3")
                .expect("a position");
        let explained = explain(&position);
        let sum: i32 = explained
            .terms
            .iter()
            .map(|term| blended(term.total(), &explained))
            .sum();
        // Each term is rounded separately.
        assert!((sum - explained.value).abs() <= 2 * explained.terms.len() as i32);
    }
}
