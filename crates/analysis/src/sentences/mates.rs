//! Lines that end the game.

use chess::{Color, Move, PieceKind, Position, Reason, Square, attacks};

use super::line::Line;
use super::words::joined;
use super::{Motif, Sentence};

/// The longest mate in moves that a sentence calls forced. Longer ones are mates along the line.
const SURE: usize = 3;

/// Describes the end of the game at the end of the line, if `accepts` its winner.
pub fn ending(line: &Line<'_>, accepts: impl Fn(Option<Color>) -> bool) -> Option<Sentence> {
    let mut end = line.game.clone();
    for &m in &line.proof.moves {
        end.play(m).ok()?;
    }
    let outcome = end.outcome().filter(|outcome| accepts(outcome.winner))?;
    let last = line.san(line.len().checked_sub(1)?);
    let (motif, text) = match (outcome.winner, outcome.reason) {
        (Some(winner), Reason::Checkmate) => mate(line, winner, end.position()),
        (Some(_), _) => return None,
        (None, Reason::Stalemate) => (
            Motif::Draw,
            format!("The line ends in stalemate, with {last}: a draw."),
        ),
        (None, Reason::InsufficientMaterial) => (
            Motif::Draw,
            format!("After {last} neither side can mate: a draw."),
        ),
        (None, reason) => (
            Motif::Draw,
            format!("The line ends in a draw by {reason}, with {last}."),
        ),
    };
    Some(Sentence::new(motif, text, 0, line.len() - 1))
}

/// Describes the mate at the end of the line.
fn mate(line: &Line<'_>, winner: Color, end: &Position) -> (Motif, String) {
    let last = line.san(line.len() - 1);
    let moves = line.len().div_ceil(2);
    let front = shut_in(end);
    let (motif, place) = match front.is_empty() {
        true => (Motif::Mate, ""),
        false => (Motif::BackRank, " on the back rank"),
    };
    let text = match (line.len(), front.as_slice()) {
        (1, []) if is_smothered(end) => format!("{last} is a smothered mate."),
        (1, []) => format!("{last} is mate."),
        (1, front) => {
            let squares: Vec<String> = front.iter().map(ToString::to_string).collect();
            let pawns = match front {
                [_] => "pawn on",
                _ => "pawns on",
            };
            format!(
                "{last} is mate on the back rank: the king is shut in by its own {pawns} {}.",
                joined(&squares)
            )
        }
        _ => {
            let sure = if moves > SURE { " along this line" } else { "" };
            format!("{winner} mates in {moves}{sure}, with {last}{place}.")
        }
    };
    (motif, text)
}

/// Returns the pawns that shut in the king of a back-rank mate: a rook or queen gives check along the first rank of the king. Returns
/// none for any other mate.
fn shut_in(end: &Position) -> Vec<Square> {
    let side = end.side_to_move();
    let king = end.king(side);
    let checkers = end.checkers();
    let heavy = end.kind(PieceKind::Rook) | end.kind(PieceKind::Queen);
    let along = checkers
        .into_iter()
        .all(|checker| checker.rank() == king.rank());
    let home = king.relative_to(side).rank() as u8 == 0;
    if !home || !along || checkers & heavy != checkers || checkers.has_several() {
        return Vec::new();
    }
    let near = attacks::king(king) & end.pieces(side, PieceKind::Pawn);
    near.into_iter()
        .filter(|square| square.rank() != king.rank())
        .collect()
}

/// Returns whether a knight mates, and pieces of its own side occupy all squares around the king.
fn is_smothered(end: &Position) -> bool {
    let side = end.side_to_move();
    let around = attacks::king(end.king(side));
    let by_knight = end.checkers() & end.kind(PieceKind::Knight) == end.checkers();
    by_knight && around & end.color(side) == around
}

/// Describes a threat of mate by the first move of `side` in the line: mate in one if the other side passed.
pub fn threat(line: &Line<'_>, side: Color) -> Option<Sentence> {
    let ply = (0..line.len().min(2)).find(|&ply| line.side(ply) == side)?;
    let idle = line.positions[ply + 1].after_null()?;
    let mate = mate_in_one(&idle)?.to_san(&idle);
    let text = format!("{} threatens mate with {mate}.", line.san(ply));
    Some(Sentence::new(Motif::Threat, text, ply, ply))
}

/// Returns a move that mates.
pub fn mate_in_one(position: &Position) -> Option<Move> {
    position.legal_moves().iter().copied().find(|&m| {
        let after = position.after(m);
        after.in_check() && !after.has_legal_move()
    })
}
