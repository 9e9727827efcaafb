//! A line as a proof: its moves, and what changes along it.

use chess::{Color, Game, Move, Position};
use engine::eval::{Explanation, FULL_PHASE, FULL_SCALE, Tapered, Term, explain};
use gametree::Value;

use super::exchange::is_quiet;
use super::sans;

/// A line and what changes along it.
#[derive(Clone, Debug)]
pub struct Proof {
    /// The moves.
    pub moves: Vec<Move>,
    /// The same as people write them.
    pub sans: Vec<String>,
    /// The value by the search, for White.
    pub score: Value,
    /// How deep the search looked.
    pub depth: u32,
    /// So many moves lead to a position where nothing hangs; none if the line never gets there.
    pub quiet: Option<usize>,
    /// White's material minus Black's, in pawns: before the line and after each move.
    pub material: Vec<i32>,
    /// What the evaluation says without a search, for White, in hundredths of a pawn: before and after each move.
    pub values: Vec<i32>,
    /// What the terms were before the line and are at its quiet end, the largest change first.
    pub terms: Vec<TermChange>,
}

/// A term of the evaluation at two places, for White, in hundredths of a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TermChange {
    /// The term.
    pub term: Term,
    /// Before the line.
    pub before: i32,
    /// At its quiet end.
    pub after: i32,
}

/// What a pair of values for middlegame and endgame comes to in a position.
#[must_use]
pub fn blended(value: Tapered, position: &Explanation) -> i32 {
    let endgame = value.endgame() * (FULL_PHASE - position.phase) * position.scale / FULL_SCALE;
    (value.middlegame() * position.phase + endgame) / FULL_PHASE * position.patience / 256
}

impl Proof {
    pub(super) fn new(game: &Game, moves: Vec<Move>, score: Value, depth: u32) -> Self {
        let start = *game.position();
        let positions = positions(&start, &moves);
        let quiet = (1..positions.len())
            .rev()
            .find(|&ply| is_quiet(&positions[ply]));
        let material = |position: &Position| {
            (position.material(Color::White) - position.material(Color::Black)) / 100
        };
        let terms = quiet.map_or_else(Vec::new, |ply| changes(&start, &positions[ply]));
        Self {
            sans: sans(&start, &moves),
            material: positions.iter().map(material).collect(),
            values: positions
                .iter()
                .map(|position| explain(position).value)
                .collect(),
            moves,
            score,
            depth,
            quiet,
            terms,
        }
    }

    /// The value for a side in hundredths of a pawn, unless it is a mate.
    pub(super) fn value_for(&self, side: Color) -> Option<i32> {
        match self.score {
            Value::Mate(_) => None,
            value => Some(value.score() * sign(side)),
        }
    }
}

/// 1 for White, -1 for Black.
pub(super) const fn sign(side: Color) -> i32 {
    match side {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// The positions before the line and after each of its moves.
pub(super) fn positions(start: &Position, moves: &[Move]) -> Vec<Position> {
    let mut positions = vec![*start];
    for &m in moves {
        let last = positions[positions.len() - 1];
        positions.push(last.after(m));
    }
    positions
}

/// The terms of two positions.
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
    fn terms_add_up_to_the_value_nearly() {
        let position =
            Position::from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 2 3")
                .expect("a position");
        let explained = explain(&position);
        let sum: i32 = explained
            .terms
            .iter()
            .map(|term| blended(term.total(), &explained))
            .sum();
        // Each term is rounded by itself.
        assert!((sum - explained.value).abs() <= 2 * explained.terms.len() as i32);
    }
}
