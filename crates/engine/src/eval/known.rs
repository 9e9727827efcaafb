//! Known endgames against a bare king: their result, and values that drive the king to where it can be mated.

use chess::{Bitboard, Color, PieceKind, Position, Square};

use super::geometry::{distance, rank_of};
use super::{LIMIT, kpk};

/// A known endgame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// Its value for White.
    pub value: i32,
}

/// The base value of a won endgame.
const WON: i32 = 2000;

/// Returns the known endgame if one side has only its king. The fifty-move factor does not apply: it would outweigh a step of the
/// king towards the corner.
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
    // The material of nine queens exceeds the bound of values.
    let value = value.min(LIMIT - 1);
    let value = match strong {
        Color::White => value,
        Color::Black => -value,
    };
    Some(Known { name, value })
}

fn pawn_ending(position: &Position, strong: Color, pawn: Square) -> (&'static str, i32) {
    // The bitbase contains only positions with a white pawn.
    let relative = |square: Square| square.relative_to(strong);
    let to_move = match strong {
        Color::White => position.side_to_move(),
        Color::Black => !position.side_to_move(),
    };
    let king = relative(position.king(strong));
    let bare = relative(position.king(!strong));
    if kpk::white_wins(king, relative(pawn), bare, to_move) {
        let value = 600 + 40 * rank_of(pawn, strong) as i32;
        ("a pawn that promotes", value)
    } else {
        ("a pawn that does not promote", 0)
    }
}

/// Returns the value of a won endgame: material, the bare king near the edge, the kings close together.
fn drive(position: &Position, strong: Color) -> i32 {
    let bare = position.king(!strong);
    let near = 14 - 2 * distance(position.king(strong), bare);
    WON + material(position, strong) + 16 * from_center(bare) + 6 * near
}

/// Returns the value of bishop and knight, which mate only in a corner of the bishop's colour. The value drives the king to the
/// edge first, then along it to that corner, because from the centre all corners are equally far. A step is worth more
/// than the search's margins, so that they do not hide it.
fn drive_to_corner(position: &Position, strong: Color) -> i32 {
    let bare = position.king(!strong);
    let dark = position
        .pieces(strong, PieceKind::Bishop)
        .meets(Bitboard::DARK);
    // The corners a1 and h8 are dark; mirroring maps a8 and h1 to them.
    let king = if dark { bare } else { bare.flip_file() } as i32;
    let (file, rank) = (king & 7, king >> 3);
    let to_corner = (file + rank).min(14 - file - rank);
    let near = 14 - 2 * distance(position.king(strong), bare);
    let steps = 100 * (7 - to_corner) + 40 * from_center(bare) + 20 * near;
    WON + material(position, strong) + steps
}

/// Returns the distance from the centre, in files plus ranks: 0 to 6.
fn from_center(square: Square) -> i32 {
    let off = |x: i32| if x < 4 { 3 - x } else { x - 4 };
    off(square as i32 & 7) + off(square as i32 >> 3)
}

/// Returns the material in standard values, with a bonus for advanced pawns.
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
