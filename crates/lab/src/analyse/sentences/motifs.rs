//! Motifs: what a single move of a line does that wins something. Each is looked for where it can be pointed at, and is said only if
//! the line cashes it in.

use chess::{Bitboard, Piece, PieceKind, Position, Square, attacks};

use super::line::{Line, attacked_by, is_defended};
use super::words::{joined, man, name};
use super::{Motif, Sentence};
use crate::analyse::exchange::{exchange, worth};

/// The motif of one move of a line, the most telling first.
pub fn motif(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    if ply >= line.len() || line.proof.moves[ply].is_castle() {
        return None;
    }
    // The best move may win something while something else is lost; an answer is worth a word only if it wins in all.
    let wins = line.gain(ply) > 0;
    if !wins && ply > 0 {
        return None;
    }
    // What the line takes later it must take with a gain.
    let pays = |said: &Sentence| {
        let square = line.proof.moves[said.to].to();
        wins || exchange(&line.positions[said.to], square) > 0
    };
    free_piece(line, ply)
        .or_else(|| defender_is_pinned(line, ply).filter(|_| wins))
        .or_else(|| fork(line, ply).filter(pays))
        .or_else(|| pin(line, ply).filter(pays))
        .or_else(|| attack_on_pinned(line, ply).filter(pays))
        .or_else(|| skewer(line, ply).filter(pays))
        .or_else(|| discovery(line, ply).filter(pays))
        .or_else(|| free_pawn(line, ply).filter(|_| wins))
}

fn said(motif: Motif, text: String, from: usize, to: usize) -> Sentence {
    Sentence {
        motif,
        text,
        in_other: false,
        from,
        to,
    }
}

/// What a move takes on its target square, if nobody can take back.
fn taken_for_nothing(line: &Line<'_>, ply: usize) -> Option<(PieceKind, Square)> {
    let m = line.proof.moves[ply];
    let square = m.to();
    let taken = line.positions[ply].piece_at(square)?.kind();
    let after = &line.positions[ply + 1];
    let taken_back = after
        .legal_moves()
        .iter()
        .any(|answer| answer.to() == square);
    (m.is_capture() && !taken_back).then_some((taken, square))
}

/// A piece is taken that nobody defends.
fn free_piece(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let (taken, square) = taken_for_nothing(line, ply)?;
    (taken != PieceKind::Pawn)
        .then(|| free(line, ply, taken, square))
        .flatten()
}

/// The same with a pawn, which says less than what else the move may do.
fn free_pawn(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let (taken, square) = taken_for_nothing(line, ply)?;
    (taken == PieceKind::Pawn)
        .then(|| free(line, ply, taken, square))
        .flatten()
}

fn free(line: &Line<'_>, ply: usize, taken: PieceKind, square: Square) -> Option<Sentence> {
    let after = &line.positions[ply + 1];
    let them = after.side_to_move();
    if after.is_attacked(square, them) {
        return None;
    }
    let text = format!(
        "{} takes the {} on {square}, which nothing defends.",
        line.san(ply),
        name(taken)
    );
    Some(said(Motif::Hanging, text, ply, ply))
}

/// A piece is taken, and whoever could take back is pinned to the king.
fn defender_is_pinned(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let (taken, square) = taken_for_nothing(line, ply)?;
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
        "{} takes the {} on {square}: {} {are} pinned to the king on {king} and cannot take back.",
        line.san(ply),
        name(taken),
        joined(&men)
    );
    Some(said(Motif::Pin, text, ply, ply))
}

/// A move attacks two men at once, cannot be punished for it, and the same piece takes one of them.
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
    let kind = |target: Square| after.piece_at(target).map_or(PieceKind::Pawn, Piece::kind);
    targets.sort_by_key(|&target| -worth(kind(target)));
    let named: Vec<String> = targets.iter().map(|&target| man(after, target)).collect();
    let text = format!(
        "{} forks {}; {} takes the {}.",
        line.san(ply),
        joined(&named),
        line.san(then),
        name(kind(line.proof.moves[then].to()))
    );
    Some(said(Motif::Fork, text, ply, then))
}

/// Who holds a man to what stands behind it: along a line from the slider, first `front`, then `back`.
struct Aligned {
    slider: Square,
    front: Square,
    back: Square,
}

/// Every two enemy men that stand one behind the other as the slider on a square sees them.
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

/// Whether a man is held to what stands behind it: the king, or something worth more that can be taken with a gain.
fn holds(position: &Position, it: &Aligned) -> bool {
    let kind = |square: Square| position.piece_at(square).map(Piece::kind);
    let (Some(slider), Some(front), Some(back)) = (kind(it.slider), kind(it.front), kind(it.back))
    else {
        return false;
    };
    let is_prize = worth(back) > worth(slider) || !is_defended(position, it.back);
    front != PieceKind::Pawn && (back == PieceKind::King || worth(back) > worth(front) && is_prize)
}

/// A move pins a man, and the line takes it.
fn pin(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let after = &line.positions[ply + 1];
    let slider = line.proof.moves[ply].to();
    if exchange(after, slider) > 0 {
        return None;
    }
    let pinned = aligned(after, slider)
        .into_iter()
        .filter(|it| holds(after, it));
    for it in pinned {
        if let Some(then) = line.capture(ply, &[it.front], None) {
            let text = format!(
                "{} pins {} to {}; {} takes it.",
                line.san(ply),
                man(after, it.front),
                man(after, it.back),
                line.san(then)
            );
            return Some(said(Motif::Pin, text, ply, then));
        }
    }
    None
}

/// A move attacks a man that is pinned to its king, and the line takes it.
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
    Some(said(Motif::Pin, text, ply, then))
}

/// A move attacks a man that has to go, and takes what stood behind it.
fn skewer(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let after = &line.positions[ply + 1];
    let slider = line.proof.moves[ply].to();
    let answer = line.proof.moves.get(ply + 1)?;
    let then = ply + 2;
    let it = aligned(after, slider)
        .into_iter()
        .find(|it| it.front == answer.from())?;
    let kind = |square: Square| after.piece_at(square).map_or(PieceKind::Pawn, Piece::kind);
    let (front, back) = (kind(it.front), kind(it.back));
    let is_prize = worth(back) > worth(kind(slider)) || !is_defended(after, it.back);
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
        said(Motif::Skewer, text, ply, then)
    })
}

/// A move steps out of the way of another piece, which takes what it sees now; or which gives check, while the first takes.
fn discovery(line: &Line<'_>, ply: usize) -> Option<Sentence> {
    let (before, after) = (&line.positions[ply], &line.positions[ply + 1]);
    let m = line.proof.moves[ply];
    let us = line.mover(ply);
    let king = after.king(!us);
    let sliders = after.color(us) - m.to().bitboard();
    for slider in sliders {
        let Some(kind) = after.piece_at(slider).map(Piece::kind) else {
            continue;
        };
        let fresh = attacked_by(after, slider) - attacked_by(before, slider);
        // Only through the square that the move has left.
        let fresh = fresh
            .into_iter()
            .filter(|&target| attacks::between(slider, target).has(m.from()));
        for target in fresh {
            let Some(victim) = after.piece_at(target).map(Piece::kind) else {
                continue;
            };
            if target == king {
                let targets: Vec<Square> = attacked_by(after, m.to()).into_iter().collect();
                if let Some(then) = line.capture(ply, &targets, Some(m.to())) {
                    let taken = after.piece_at(line.proof.moves[then].to())?.kind();
                    if taken == PieceKind::Pawn {
                        continue;
                    }
                    let text = format!(
                        "{} uncovers a check by {}; {} takes the {}.",
                        line.san(ply),
                        man(after, slider),
                        line.san(then),
                        name(taken)
                    );
                    return Some(said(Motif::Discovery, text, ply, then));
                }
            } else if victim != PieceKind::Pawn
                && (worth(victim) > worth(kind) || !is_defended(after, target))
                && let Some(then) = line.capture(ply, &[target], Some(slider))
            {
                let text = format!(
                    "{} uncovers an attack by {} on {}; {} takes it.",
                    line.san(ply),
                    man(after, slider),
                    man(after, target),
                    line.san(then)
                );
                return Some(said(Motif::Discovery, text, ply, then));
            }
        }
    }
    None
}
