//! What a line changes in the hand-crafted evaluation, for moves without tactics or another purpose.

use engine::eval::Term;

use super::line::Line;
use super::{Motif, Sentence};
use crate::proof::sign;

/// The least gain in centipawns that a sentence mentions.
const LEAST: i32 = 5;

/// Terms that are no reason for a move: other sentences describe material, and the others change with the side to move and with the
/// number of pieces.
const NO_REASON: [Term; 3] = [Term::Material, Term::Tempo, Term::Complexity];

/// Describes the term of the evaluation in which the side to move gains most up to the quiet end of a line.
pub fn gained_term(line: &Line<'_>) -> Option<Sentence> {
    let side = line.side(0);
    let quiet = line.proof.quiet?;
    let gains = line.proof.terms.iter();
    let (gain, term) = gains
        .filter(|change| !NO_REASON.contains(&change.term))
        .map(|change| (sign(side) * (change.after - change.before), change.term))
        .max_by_key(|&(gain, _)| gain)
        .filter(|&(gain, _)| gain >= LEAST)?;
    let text = format!(
        "{side} gains {:.2} pawns in the term {} of the hand-crafted evaluation by {}.",
        f64::from(gain) / 100.0,
        term.name(),
        line.san(quiet - 1)
    );
    Some(Sentence::new(Motif::Evaluation, text, 0, quiet - 1))
}
