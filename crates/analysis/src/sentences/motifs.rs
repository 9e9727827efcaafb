//! Tactical motifs: a move of a line that wins material, described only if the line captures the material.

use chess::{Bitboard, Piece, PieceKind, Position, Square, attacks};

use super::line::{Line, attacked_by, is_defended};
use super::words::{joined, man, name};
use super::{Motif, Sentence};
use crate::exchange::{exchange, worth};

/// Returns the first motif of a move of a line.
pub fn motif(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    if ply >= line.len() || line.proof.moves[ply].is_castle() {
        return None;
    }
    // The best move may win something and lose something else. A reply has a motif only if it gains in total.
    let wins = line.gain(ply) > 0;
    if !wins && ply > 0 {
        return None;
    }
    // The final capture of the motif gains material.
    let pays = |sentence: &Sentence| {
        let square = line.proof.moves[sentence.to].to();
        wins || exchange(&line.positions[sentence.to], square) > 0
    };
    let is_pawn = |found: &Sentence| {
        let square = line.proof.moves[found.to].to();
        kind(&line.positions[found.to], square) == PieceKind::Pawn
    };
    let hanging = hanging(line, ply);
    let pawn = hanging.clone().filter(is_pawn);
    (hanging.filter(|found| !is_pawn(found)))
        .or_else(|| defender_is_pinned(line, ply).filter(|_| wins))
        .or_else(|| fork(line, ply).filter(pays))
        .or_else(|| pin(line, ply).filter(pays))
        .or_else(|| attack_on_pinned(line, ply).filter(pays))
        .or_else(|| skewer(line, ply).filter(pays))
        .or_else(|| discovery(line, ply).filter(pays))
        .or_else(|| pawn.filter(|_| wins))
}

/// Returns the kind of the piece on a square; a pawn if the square is empty.
fn kind(position: &Position, square: Square) -> PieceKind {
    position
        .piece_at(square)
        .map_or(PieceKind::Pawn, Piece::kind)
}

/// Returns the piece that a move captures and its square, if no legal move recaptures.
fn captured_for_nothing(line: &Line<'_>, ply: usize) -> Option<(PieceKind, Square)> {
    let m = line.proof.moves[ply];
    let square = m.to();
    let captured = line.positions[ply].piece_at(square)?.kind();
    let replies = line.positions[ply + 1].legal_moves();
    let is_recaptured = replies.iter().any(|reply| reply.to() == square);
    (m.is_capture() && !is_recaptured).then_some((captured, square))
}

/// Describes the capture of an undefended piece.
fn hanging(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let (captured, square) = captured_for_nothing(line, ply)?;
    let after = &line.positions[ply + 1];
    if after.is_attacked(square, after.side_to_move()) {
        return None;
    }
    let text = format!(
        "{} takes the {} on {square}, which nothing defends.",
        line.san(ply),
        name(captured)
    );
    Some(Sentence::new(Motif::Hanging, text, ply, ply))
}

/// Describes the capture of a piece whose defenders are all pinned to the king.
fn defender_is_pinned(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let (captured, square) = captured_for_nothing(line, ply)?;
    let after = &line.positions[ply + 1];
    let them = after.side_to_move();
    let king = after.king(them);
    let holders =
        after.attackers_to(square, after.occupied()) & (after.color(them) - king.bitboard());
    let pinned = holders & after.pinned(them);
    if holders.is_empty() || pinned != holders {
        return None;
    }
    let men: Vec<String> = holders.into_iter().map(|it| man(after, it)).collect();
    let are = if men.len() == 1 { "is" } else { "are" };
    let text = format!(
        "{} takes the {} on {square}: {} {are} pinned to the king on {king} and cannot recapture.",
        line.san(ply),
        name(captured),
        joined(&men)
    );
    Some(Sentence::new(Motif::Pin, text, ply, ply))
}

/// Describes a move to a safe square that attacks two pieces, one of which the same piece captures.
fn fork(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let after = &line.positions[ply + 1];
    let square = line.proof.moves[ply].to();
    let attacker = after.piece_at(square)?.kind();
    let is_target = |target: &Square| {
        after.piece_at(*target).is_some_and(|piece| {
            let is_loose = piece.kind() != PieceKind::Pawn && !is_defended(after, *target);
            worth(piece.kind()) > worth(attacker) || is_loose
        })
    };
    let mut targets: Vec<Square> = attacked_by(after, square)
        .into_iter()
        .filter(is_target)
        .collect();
    if targets.len() < 2 || exchange(after, square) > 0 {
        return None;
    }
    let then = line.capture(ply, &targets, Some(square))?;
    targets.sort_by_key(|&target| -worth(kind(after, target)));
    let named: Vec<String> = targets.iter().map(|&target| man(after, target)).collect();
    let text = format!(
        "{} forks {}; {} takes the {}.",
        line.san(ply),
        joined(&named),
        line.san(then),
        name(kind(after, line.proof.moves[then].to()))
    );
    Some(Sentence::new(Motif::Fork, text, ply, then))
}

/// Two enemy pieces on a line from a slider: first `front`, then `back`.
struct Aligned {
    slider: Square,
    front: Square,
    back: Square,
}

/// Returns the aligned enemy pieces in all directions of the slider on a square.
fn aligned(position: &Position, slider: Square) -> Vec<Aligned> {
    let Some(piece) = position.piece_at(slider) else {
        return Vec::new();
    };
    if !matches!(
        piece.kind(),
        PieceKind::Bishop | PieceKind::Rook | PieceKind::Queen
    ) {
        return Vec::new();
    }
    let theirs = position.color(!piece.color());
    let seen = |occupied: Bitboard| attacks::of(piece.color(), piece.kind(), slider, occupied);
    let first = seen(position.occupied());
    let fronts = (first & theirs).into_iter();
    fronts
        .filter_map(|front| {
            let through = seen(position.occupied() - front.bitboard()) - first;
            let back = (through & theirs).first()?;
            Some(Aligned {
                slider,
                front,
                back,
            })
        })
        .collect()
}

/// Returns whether `front` is pinned: behind it is the king, or a more valuable piece that can be captured with a gain.
fn is_pin(position: &Position, it: &Aligned) -> bool {
    let [slider, front, back] = [it.slider, it.front, it.back].map(|square| kind(position, square));
    let is_prize = worth(back) > worth(slider) || !is_defended(position, it.back);
    front != PieceKind::Pawn && (back == PieceKind::King || worth(back) > worth(front) && is_prize)
}

/// Describes a pin of a piece that the line captures.
fn pin(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let after = &line.positions[ply + 1];
    let slider = line.proof.moves[ply].to();
    if exchange(after, slider) > 0 {
        return None;
    }
    let pinned = aligned(after, slider)
        .into_iter()
        .filter(|it| is_pin(after, it));
    for it in pinned {
        if let Some(then) = line.capture(ply, &[it.front], None) {
            let text = format!(
                "{} pins {} to {}; {} takes it.",
                line.san(ply),
                man(after, it.front),
                man(after, it.back),
                line.san(then)
            );
            return Some(Sentence::new(Motif::Pin, text, ply, then));
        }
    }
    None
}

/// Describes an attack on a pinned piece that the line captures.
fn attack_on_pinned(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let after = &line.positions[ply + 1];
    let them = after.side_to_move();
    let square = line.proof.moves[ply].to();
    let pawns = after.pieces(them, PieceKind::Pawn);
    let attacked =
        attacked_by(after, square) & after.pinned(them) & line.positions[ply].pinned(them);
    let victims: Vec<Square> = (attacked - pawns).into_iter().collect();
    if exchange(after, square) > 0 {
        return None;
    }
    let then = line.capture(ply, &victims, None)?;
    let text = format!(
        "{} attacks {}, which is pinned to the king on {}; {} takes it.",
        line.san(ply),
        man(after, line.proof.moves[then].to()),
        after.king(them),
        line.san(then)
    );
    Some(Sentence::new(Motif::Pin, text, ply, then))
}

/// Describes an attack on a piece that moves away, so that the piece behind it is captured.
fn skewer(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let after = &line.positions[ply + 1];
    let slider = line.proof.moves[ply].to();
    let answer = line.proof.moves.get(ply + 1)?;
    let then = ply + 2;
    let it = aligned(after, slider)
        .into_iter()
        .find(|it| it.front == answer.from())?;
    let (front, back) = (kind(after, it.front), kind(after, it.back));
    let is_prize = worth(back) > worth(kind(after, slider)) || !is_defended(after, it.back);
    if back == PieceKind::Pawn
        || worth(front) < worth(back)
        || !is_prize
        || exchange(after, slider) > 0
    {
        return None;
    }
    (line.capture(ply, &[it.back], Some(slider)) == Some(then)).then(|| {
        let text = format!(
            "{} attacks {} and, behind it, {}; {} takes the {}.",
            line.san(ply),
            man(after, it.front),
            man(after, it.back),
            line.san(then),
            name(back)
        );
        Sentence::new(Motif::Skewer, text, ply, then)
    })
}

/// Describes a move that uncovers an attack by another piece, which captures; or a check by it, so that the moved piece captures.
fn discovery(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let (before, after) = (&line.positions[ply], &line.positions[ply + 1]);
    let m = line.proof.moves[ply];
    let us = line.side(ply);
    let king = after.king(!us);
    let sliders = after.color(us) - m.to().bitboard();
    for slider in sliders {
        let fresh = attacked_by(after, slider) - attacked_by(before, slider);
        // Only through the square that the move has left.
        let fresh = fresh
            .into_iter()
            .filter(|&target| attacks::between(slider, target).has(m.from()));
        for target in fresh {
            let victim = kind(after, target);
            let is_prize =
                worth(victim) > worth(kind(after, slider)) || !is_defended(after, target);
            let uncovers = format!("{} uncovers", line.san(ply));
            let slider_name = man(after, slider);
            let (text, then) = if target == king {
                let targets: Vec<Square> = attacked_by(after, m.to()).into_iter().collect();
                let Some(then) = line.capture(ply, &targets, Some(m.to())) else {
                    continue;
                };
                let captured = kind(after, line.proof.moves[then].to());
                if captured == PieceKind::Pawn {
                    continue;
                }
                let (san, captured) = (line.san(then), name(captured));
                let text =
                    format!("{uncovers} a check by {slider_name}; {san} takes the {captured}.");
                (text, then)
            } else if victim != PieceKind::Pawn
                && is_prize
                && let Some(then) = line.capture(ply, &[target], Some(slider))
            {
                let (target, san) = (man(after, target), line.san(then));
                let text =
                    format!("{uncovers} an attack by {slider_name} on {target}; {san} takes it.");
                (text, then)
            } else {
                continue;
            };
            return Some(Sentence::new(Motif::Discovery, text, ply, then));
        }
    }
    None
}
