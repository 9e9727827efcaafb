//! Lines that end the game.

use chess::{Color, PieceKind, Position, Reason, Square, attacks};

use super::line::Line;
use super::words::joined;
use super::{Motif, Sentence};

/// Up to so many moves a mate is said to be forced; a longer one is said to be in the line.
const SURE: usize = 3;

/// The line ends the game, with one of these winners.
pub fn ending(line: &Line<'_>, wanted: impl Fn(Option<Color>) -> bool) -> Option<Sentence> {
    let mut end = line.game.clone();
    for &m in &line.proof.moves {
        end.play(m).ok()?;
    }
    let outcome = end.outcome().filter(|outcome| wanted(outcome.winner))?;
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
            format!("After {last} neither side can mate any more: a draw."),
        ),
        (None, reason) => (
            Motif::Draw,
            format!("The line ends in a draw by {reason}, with {last}."),
        ),
    };
    Some(Sentence {
        motif,
        text,
        in_other: false,
        from: 0,
        to: line.len() - 1,
    })
}

fn mate(line: &Line<'_>, winner: Color, end: &Position) -> (Motif, String) {
    let last = line.san(line.len() - 1);
    let moves = line.len().div_ceil(2);
    let front = shut_in(end);
    let motif = if front.is_empty() {
        Motif::Mate
    } else {
        Motif::BackRank
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
        (_, front) => {
            let place = if front.is_empty() {
                ""
            } else {
                " on the back rank"
            };
            let sure = if moves > SURE { " along this line" } else { "" };
            format!("{winner} mates in {moves}{sure}, with {last}{place}.")
        }
    };
    (motif, text)
}

/// A mate on the back rank: a rook or queen gives check along the rank on which the mated king began, and pawns of its own stand before
/// the king. These pawns, or none where it is another mate.
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

/// A knight mates, and the king's own men leave it no square.
fn is_smothered(end: &Position) -> bool {
    let side = end.side_to_move();
    let around = attacks::king(end.king(side));
    let by_knight = end.checkers() & end.kind(PieceKind::Knight) == end.checkers();
    by_knight && around & end.color(side) == around
}

/// The first move of `side` in the line threatens mate: it would be there if the other side did nothing.
pub fn threat(line: &Line<'_>, side: Color) -> Option<Sentence> {
    let ply = (0..line.len().min(2)).find(|&ply| line.mover(ply) == side)?;
    let idle = line.positions[ply + 1].after_null()?;
    let mate = idle.legal_moves().iter().copied().find(|&m| {
        let then = idle.after(m);
        then.in_check() && !then.has_legal_move()
    })?;
    Some(Sentence {
        motif: Motif::Threat,
        text: format!(
            "{} threatens mate with {}.",
            line.san(ply),
            mate.to_san(&idle)
        ),
        in_other: false,
        from: ply,
        to: ply,
    })
}
