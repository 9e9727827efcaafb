//! Endings with a known result: drawn pawn endings, a single pawn, pieces that cannot force mate.

use chess::{Color, PieceKind, Position};
use engine::eval::explain;
use gametree::Value;

use super::held_pawns::{is_drawn, is_pawn_ending};
use super::line::Line;
use super::words::{counted, joined};
use super::{Motif, Sentence};

/// The largest value of a drawn position in centipawns.
const LEVEL: i32 = 20;

fn sentence(text: String, to: usize) -> Sentence {
    Sentence::new(Motif::Ending, text, 0, to)
}

/// Returns whether the search evaluates the line as a draw.
fn is_level(line: &Line<'_>) -> bool {
    matches!(line.proof.score, Value::Centipawns(value) if value.abs() <= LEVEL)
}

/// Describes why no pawn promotes.
fn held_by(position: &Position) -> String {
    let has = |side| position.pieces(side, PieceKind::Pawn).any();
    let pawns = position.kind(PieceKind::Pawn);
    let plural = if pawns.has_several() { "s" } else { "" };
    match (has(Color::White), has(Color::Black)) {
        (true, false) => format!("Black stops the pawn{plural}"),
        (false, true) => format!("White stops the pawn{plural}"),
        _ => "neither side can force a pawn through".to_owned(),
    }
}

/// Returns the side of a single pawn against a bare king, and whether it wins.
fn one_pawn_wins(position: &Position) -> Option<(Color, bool)> {
    let pawn = position.kind(PieceKind::Pawn).first()?;
    if !is_pawn_ending(position) || position.occupied().count() != 3 {
        return None;
    }
    let side = position.piece_at(pawn)?.color();
    Some((side, explain(position).value != 0))
}

/// Describes the known result of the position before the line.
pub fn verdict(line: &Line<'_>) -> Option<Sentence> {
    let position = &line.positions[0];
    if let Some((side, true)) = one_pawn_wins(position) {
        let text = format!("This pawn ending is won for {side}: the pawn promotes.");
        return Some(sentence(text, line.len() - 1));
    }
    if is_pawn_ending(position) {
        let text = if is_drawn(position) {
            format!("This pawn ending is a draw: {}.", held_by(position))
        } else if !is_level(line) {
            return None;
        } else {
            let promotes = |side: Color| {
                (0..line.len())
                    .find(|&ply| line.side(ply) == side && line.proof.moves[ply].is_promotion())
            };
            match (promotes(Color::White), promotes(Color::Black)) {
                (Some(white), Some(black)) => format!(
                    "This pawn ending is a draw by the engine's evaluation: both sides promote, with {} and {}.",
                    line.san(white.min(black)),
                    line.san(white.max(black))
                ),
                _ => "This pawn ending is a draw by the engine's evaluation.".to_owned(),
            }
        };
        return Some(sentence(text, line.len() - 1));
    }
    cannot_mate(position)
        .filter(|_| is_level(line))
        .map(|text| sentence(text, 0))
}

/// Describes pieces that cannot force mate against a bare king.
fn cannot_mate(position: &Position) -> Option<String> {
    let strong = Color::ALL
        .into_iter()
        .find(|&side| !position.color(!side).has_several())?;
    explain(position).known.filter(|known| known.value == 0)?;
    let pieces = position.occupied() - position.kind(PieceKind::King);
    if pieces.is_empty() || pieces.meets(position.kind(PieceKind::Pawn)) {
        return None;
    }
    let kinds = [PieceKind::Bishop, PieceKind::Knight].into_iter();
    let named: Vec<String> = kinds
        .map(|kind| (kind, position.pieces(strong, kind).count() as i32))
        .filter(|(_, count)| *count > 0)
        .map(|(kind, count)| counted(count, kind))
        .collect();
    let named = joined(&named);
    let (first, rest) = named.split_at_checked(1)?;
    Some(format!(
        "{}{rest} cannot force mate against a bare king.",
        first.to_uppercase()
    ))
}

/// Describes a move that gives away a won or drawn ending with a single pawn.
pub fn spoilt(line: &Line<'_>) -> Option<Sentence> {
    let (before, after) = (&line.positions[0], &line.positions[1]);
    let us = before.side_to_move();
    let san = line.san(0);
    let text = match (one_pawn_wins(before), one_pawn_wins(after)) {
        (Some((side, true)), Some((_, false))) if side == us => {
            format!("{san} gives the win away: after it {} stops the pawn.", !us)
        }
        (Some((side, false)), Some((_, true))) if side != us => {
            format!("{san} gives the draw away: after it the pawn promotes.")
        }
        _ => return None,
    };
    Some(sentence(text, 0))
}

/// Describes a drawn pawn ending that the line reaches.
pub fn comes_to(line: &Line<'_>) -> Option<Sentence> {
    if !is_level(line) || is_pawn_ending(&line.positions[0]) {
        return None;
    }
    let ply = (0..line.len()).find(|&ply| is_pawn_ending(&line.positions[ply + 1]))?;
    let reached = &line.positions[ply + 1];
    is_drawn(reached).then(|| {
        let text = format!(
            "With {} the line reaches a drawn pawn ending: {}.",
            line.san(ply),
            held_by(reached)
        );
        sentence(text, ply)
    })
}
