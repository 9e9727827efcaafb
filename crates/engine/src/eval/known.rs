//! Endgames against a bare king, where knowledge beats counting: what wins, what draws, and which way to drive the king.

use chess::{Bitboard, Color, PieceKind, Position, Square};

use super::geometry::{distance, rank_of};
use super::{LIMIT, kpk};

/// An endgame that is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// What it is, in words.
    pub name: &'static str,
    /// Its value for White.
    pub value: i32,
}

/// What a won ending is worth before anything else counts.
const WON: i32 = 2000;

/// The verdict on a position in which one side has nothing but its king, where there is one. It does not fade as the fifty-move
/// rule comes nearer, as other values do: a step of the king towards the corner would be worth less than the move it takes.
#[inline(always)]
pub(super) fn known(position: &Position) -> Option<Known> {
    if !position.color(Color::Black).has_several() {
        bare_king(position, Color::White)
    } else if !position.color(Color::White).has_several() {
        bare_king(position, Color::Black)
    } else {
        None
    }
}

#[inline(never)]
fn bare_king(position: &Position, strong: Color) -> Option<Known> {
    let of = |kind| position.pieces(strong, kind);
    let pawns = of(PieceKind::Pawn);
    let knights = of(PieceKind::Knight);
    let bishops = of(PieceKind::Bishop);
    let heavy = of(PieceKind::Rook) | of(PieceKind::Queen);
    let pieces = knights | bishops | heavy;
    let (name, value) = if pieces.is_empty() {
        let (Some(pawn), false) = (pawns.first(), pawns.has_several()) else {
            return (pawns.is_empty()).then_some(Known {
                name: "bare kings",
                value: 0,
            });
        };
        pawn_ending(position, strong, pawn)
    } else if heavy.any() {
        ("a piece that mates alone", drive(position, strong))
    } else if bishops.meets(Bitboard::DARK) && bishops.meets(!Bitboard::DARK) {
        ("two bishops", drive(position, strong))
    } else if knights.any() && bishops.any() {
        ("bishop and knight", drive_to_corner(position, strong))
    } else if knights.count() > 2 {
        ("three knights", drive(position, strong))
    } else if pawns.is_empty() {
        ("pieces that cannot force mate", 0)
    } else {
        return None;
    };
    // Nine queens are worth more than any value may be.
    let value = value.min(LIMIT - 1);
    let value = match strong {
        Color::White => value,
        Color::Black => -value,
    };
    Some(Known { name, value })
}

fn pawn_ending(position: &Position, strong: Color, pawn: Square) -> (&'static str, i32) {
    // The table knows White only.
    let seen = |square: Square| square.relative_to(strong);
    let to_move = match strong {
        Color::White => position.side_to_move(),
        Color::Black => !position.side_to_move(),
    };
    let king = seen(position.king(strong));
    let bare = seen(position.king(!strong));
    if kpk::white_wins(king, seen(pawn), bare, to_move) {
        let value = 600 + 40 * rank_of(pawn, strong) as i32;
        ("a pawn that promotes", value)
    } else {
        ("a pawn that does not promote", 0)
    }
}

/// A won ending: the material, the bare king at the edge, and the kings close together.
fn drive(position: &Position, strong: Color) -> i32 {
    let bare = position.king(!strong);
    let near = 14 - 2 * distance(position.king(strong), bare);
    WON + material(position, strong) + 16 * from_center(bare) + 6 * near
}

/// Bishop and knight mate only in a corner that the bishop controls. The king is driven to the edge first, and along it to that
/// corner: in the middle it is as far from both of its corners as in a wrong one. A step counts for so much that no margin of the
/// search hides it.
fn drive_to_corner(position: &Position, strong: Color) -> i32 {
    let bare = position.king(!strong);
    let dark = position
        .pieces(strong, PieceKind::Bishop)
        .meets(Bitboard::DARK);
    // The corners a1 and h8 are dark; mirrored, a8 and h1 become them.
    let king = if dark { bare } else { bare.flip_file() } as i32;
    let (file, rank) = (king & 7, king >> 3);
    let to_corner = (file + rank).min(14 - file - rank);
    let near = 14 - 2 * distance(position.king(strong), bare);
    let steps = 100 * (7 - to_corner) + 40 * from_center(bare) + 20 * near;
    WON + material(position, strong) + steps
}

/// Steps from the four middle squares, ranks and files added: 0 to 6.
fn from_center(square: Square) -> i32 {
    let off = |x: i32| if x < 4 { 3 - x } else { x - 4 };
    off(square as i32 & 7) + off(square as i32 >> 3)
}

/// Pieces at plain values, and pawns the more the further they are.
fn material(position: &Position, color: Color) -> i32 {
    let count = |kind| position.pieces(color, kind).count() as i32;
    let pawns: i32 = position
        .pieces(color, PieceKind::Pawn)
        .into_iter()
        .map(|pawn| 100 + 10 * rank_of(pawn, color) as i32)
        .sum();
    pawns
        + 320 * count(PieceKind::Knight)
        + 330 * count(PieceKind::Bishop)
        + 500 * count(PieceKind::Rook)
        + 950 * count(PieceKind::Queen)
}
