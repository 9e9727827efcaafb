//! Scaling of the endgame value if the remaining pieces make a draw likely.

use chess::{Bitboard, Color, File, PieceKind, Position, Square};

use super::geometry::distance;

/// The scale factor of a normal endgame.
pub const FULL: i32 = 128;

/// Returns the scale factor of the endgame value if `strong` is ahead, from 0 (a draw) to [`FULL`].
#[inline(always)]
pub(super) fn scale(position: &Position, strong: Color) -> i32 {
    let weak = !strong;
    let pawns = position.pieces(strong, PieceKind::Pawn);
    let count = pawns.count() as i32;
    if count == 0 {
        return without_pawns(position, strong);
    }
    let bishops = position.kind(PieceKind::Bishop);
    if bishops.count() == 2 && are_opposite(position, bishops) {
        let pawn_bonus = 6 * count;
        return if is_only(position, PieceKind::Bishop) {
            // Bishops of opposite colours only: the weak side's bishop can control the squares of its colour.
            (32 + pawn_bonus).min(FULL)
        } else {
            (84 + pawn_bonus).min(FULL)
        };
    }
    if winnable(position, strong) == 0 {
        return 0;
    }
    // Without pawns an advantage is hard to win, and so are rook endgames with pawns on one wing.
    let mut scale = 80 + 14 * count;
    if is_only(position, PieceKind::Rook) {
        let difference = count - position.pieces(weak, PieceKind::Pawn).count() as i32;
        let one_wing = !pawns.meets(QUEEN_SIDE) || !pawns.meets(!QUEEN_SIDE);
        if difference <= 1 && one_wing {
            scale -= 24;
        }
    }
    scale.min(FULL)
}

/// Returns the scale factor by the pieces alone: no pawns, or rook pawns with a promotion corner that the enemy king controls. A
/// network, which was trained on games, needs no further scaling.
#[inline(always)]
pub(super) fn winnable(position: &Position, strong: Color) -> i32 {
    let pawns = position.pieces(strong, PieceKind::Pawn);
    if pawns.is_empty() {
        return without_pawns(position, strong);
    }
    let bishops = position.kind(PieceKind::Bishop);
    let helpers = position.color(strong) - pawns - position.kind(PieceKind::King) - bishops;
    if helpers.is_empty() && is_wrong_corner(position, strong) {
        0
    } else {
        FULL
    }
}

/// The files a to d.
const QUEEN_SIDE: Bitboard = Bitboard::new(0x0F0F_0F0F_0F0F_0F0F);

/// Returns the sum of simple piece values.
fn simple_material(position: &Position, color: Color) -> i32 {
    let count = |kind| position.pieces(color, kind).count() as i32;
    3 * (count(PieceKind::Knight) + count(PieceKind::Bishop))
        + 5 * count(PieceKind::Rook)
        + 9 * count(PieceKind::Queen)
}

/// Returns the scale factor without pawns: winning needs more than a minor piece.
#[inline(never)]
fn without_pawns(position: &Position, strong: Color) -> i32 {
    let ours = simple_material(position, strong);
    let theirs = simple_material(position, !strong);
    if ours - theirs > 3 {
        return FULL;
    }
    if ours < 5 {
        // One minor piece cannot mate.
        0
    } else if theirs <= 3 {
        // Rook against minor piece, two minor pieces against one.
        16
    } else {
        32
    }
}

/// Returns whether two bishops belong to different sides and stand on opposite colours.
fn are_opposite(position: &Position, bishops: Bitboard) -> bool {
    let white = bishops & position.color(Color::White);
    white.any()
        && !white.has_several()
        && bishops.meets(Bitboard::DARK)
        && bishops.meets(!Bitboard::DARK)
}

/// Returns whether each side has exactly one piece of this kind and no other except king and pawns.
fn is_only(position: &Position, kind: PieceKind) -> bool {
    let rest = position.kind(PieceKind::Pawn) | position.kind(PieceKind::King);
    let pieces = position.kind(kind);
    position.occupied() == rest | pieces
        && Color::ALL
            .into_iter()
            .all(|color| position.pieces(color, kind).count() == 1)
}

/// Returns whether all pawns are on one rook file, no bishop controls the promotion square, and the enemy king is there: a draw.
fn is_wrong_corner(position: &Position, strong: Color) -> bool {
    let pawns = position.pieces(strong, PieceKind::Pawn);
    let file = if (pawns - Bitboard::from(File::A)).is_empty() {
        0
    } else if (pawns - Bitboard::from(File::H)).is_empty() {
        7
    } else {
        return false;
    };
    let corner = Square::masked(match strong {
        Color::White => 56 + file,
        Color::Black => file,
    });
    let color = if Bitboard::DARK.has(corner) {
        Bitboard::DARK
    } else {
        !Bitboard::DARK
    };
    let king = position.king(!strong);
    !position.pieces(strong, PieceKind::Bishop).meets(color) && distance(king, corner) <= 1
}
