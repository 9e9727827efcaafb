//! The material balance at the quiet position of the line.

use chess::{Color, PieceKind, Position};

use super::line::Line;
use super::words::{counted, joined};
use super::{Motif, Sentence};
use crate::exchange::is_quiet;

/// Describes the material that the side to move wins or loses. Also returns the gain in pawns.
pub fn material(line: &Line<'_>) -> Option<(Sentence, i32)> {
    let proof = line.proof;
    let side = line.side(0);
    let rest = line.proof.quiet?;
    let after = proof.material[rest];
    let gain = line.gain(0);
    if gain == 0 {
        return None;
    }
    // The first quiet position with the final balance. Later trades do not change it.
    let settled =
        (1..=rest).find(|&ply| proof.material[ply] == after && is_quiet(&line.positions[ply]))?;
    let changed: Vec<usize> = (1..=settled)
        .filter(|&ply| proof.material[ply] != proof.material[ply - 1])
        .collect();
    let (from, to) = (*changed.first()? - 1, *changed.last()? - 1);
    // The sentence names a move of the side that gains.
    let winner = if gain > 0 { side } else { !side };
    let own = |ply: &&usize| line.side(**ply - 1) == winner;
    let by = line.san(changed.iter().rev().find(own).map_or(to, |&ply| ply - 1));
    let promotions: Vec<usize> = (0..settled)
        .filter(|&ply| proof.moves[ply].is_promotion())
        .collect();
    let (motif, text) = if let Some(&ply) = promotions.iter().find(|&&ply| line.side(ply) == winner)
    {
        let (size, plural) = (gain.abs(), if gain.abs() == 1 { "" } else { "s" });
        let verb = if gain > 0 { "gains" } else { "loses" };
        let text = format!(
            "{winner} promotes with {}; in all {side} {verb} {size} pawn{plural} worth of material.",
            line.san(ply)
        );
        (Motif::Promotion, text)
    } else if promotions.iter().any(|&ply| {
        proof
            .moves
            .get(ply + 1)
            .is_none_or(|m| m.to() != proof.moves[ply].to())
    }) {
        // The other side promotes and still loses material: too complex for a sentence.
        return None;
    } else {
        let (given, taken) = given_and_taken(side, &line.positions[0], &line.positions[settled]);
        let text = match (gain > 0, given.is_empty(), taken.is_empty()) {
            (true, true, _) => format!("{side} wins {taken} with {by}."),
            (true, false, _) => format!("{side} wins {taken} for {given} with {by}."),
            (false, _, true) => format!("{side} loses {given} to {by}."),
            (false, _, false) => format!("{side} loses {given} for {taken} to {by}."),
        };
        (Motif::Material, text)
    };
    Some((Sentence::new(motif, text, from, to), gain))
}

/// Returns the pieces that a side has lost and captured between two positions, without traded pieces of a kind.
fn given_and_taken(side: Color, start: &Position, end: &Position) -> (String, String) {
    let lost = |color: Color, kind: PieceKind| {
        let count = |position: &Position| position.pieces(color, kind).count() as i32;
        count(start) - count(end)
    };
    let net = |kind| lost(side, kind) - lost(!side, kind);
    let list = |of: fn(i32) -> i32| {
        let kinds = PieceKind::ALL[..5].iter().rev();
        let named: Vec<String> = kinds
            .filter(|&&kind| of(net(kind)) > 0)
            .map(|&kind| counted(of(net(kind)), kind))
            .collect();
        joined(&named)
    };
    (list(|count| count), list(|count| -count))
}
