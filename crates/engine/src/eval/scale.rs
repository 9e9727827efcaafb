//! Advantages that cannot be won: how much of the endgame value is left where the pieces make a draw likely.

use chess::{Bitboard, Color, File, PieceKind, Position, Square};

use super::geometry::distance;

/// All of the advantage counts.
pub const FULL: i32 = 128;

/// The part of an advantage in the endgame that `strong` can hope to win, from 0 (a draw) to [`FULL`].
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
        let passed_room = 6 * count;
        return if is_only(position, PieceKind::Bishop) {
            // Nothing but the two bishops: the weak side's can hold the squares of its colour for ever.
            (32 + passed_room).min(FULL)
        } else {
            (84 + passed_room).min(FULL)
        };
    }
    if hope(position, strong) == 0 {
        return 0;
    }
    // The last pawns decide: when they are gone, so is the advantage. Rooks with pawns on one wing are hard to win with.
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

/// The part of an advantage that is left where pieces alone say that it cannot be won: no pawns, or pawns on a rook file whose
/// corner is the enemy's. Whoever has learned from games needs to be told no more than that.
#[inline(always)]
pub(super) fn hope(position: &Position, strong: Color) -> i32 {
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

/// What pieces are worth when nobody looks at the board.
fn simple_material(position: &Position, color: Color) -> i32 {
    let count = |kind| position.pieces(color, kind).count() as i32;
    3 * (count(PieceKind::Knight) + count(PieceKind::Bishop))
        + 5 * count(PieceKind::Rook)
        + 9 * count(PieceKind::Queen)
}

/// Without pawns it takes more than a minor piece to win.
#[inline(never)]
fn without_pawns(position: &Position, strong: Color) -> i32 {
    let ours = simple_material(position, strong);
    let theirs = simple_material(position, !strong);
    if ours - theirs > 3 {
        return FULL;
    }
    if ours < 5 {
        // One minor piece mates nobody.
        0
    } else if theirs <= 3 {
        // Rook against minor piece, two minor pieces against one.
        16
    } else {
        32
    }
}

/// Whether two bishops belong to different sides and stand on different colours.
fn are_opposite(position: &Position, bishops: Bitboard) -> bool {
    let white = bishops & position.color(Color::White);
    white.any()
        && !white.has_several()
        && bishops.meets(Bitboard::DARK)
        && bishops.meets(!Bitboard::DARK)
}

/// Whether each side has exactly one piece of this kind and no other but king and pawns.
fn is_only(position: &Position, kind: PieceKind) -> bool {
    let rest = position.kind(PieceKind::Pawn) | position.kind(PieceKind::King);
    let pieces = position.kind(kind);
    position.occupied() == rest | pieces
        && Color::ALL
            .into_iter()
            .all(|color| position.pieces(color, kind).count() == 1)
}

/// Pawns on one rook file whose promotion square no bishop of theirs controls, and the enemy king is there: a draw.
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
