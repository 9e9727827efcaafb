//! Words for pieces and numbers.

use chess::{Color, PieceKind, Position, Square};

/// Returns the name of a piece.
pub const fn name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "pawn",
        PieceKind::Knight => "knight",
        PieceKind::Bishop => "bishop",
        PieceKind::Rook => "rook",
        PieceKind::Queen => "queen",
        PieceKind::King => "king",
    }
}

/// Names the piece on a square: `the knight on c6`.
pub fn man(position: &Position, square: Square) -> String {
    let kind = position
        .piece_at(square)
        .map_or("piece", |it| name(it.kind()));
    format!("the {kind} on {square}")
}

/// Counts pieces of a kind: `two pawns`.
pub fn counted(count: i32, kind: PieceKind) -> String {
    let name = name(kind);
    match count {
        1 => format!("a {name}"),
        2 => format!("two {name}s"),
        3 => format!("three {name}s"),
        more => format!("{more} {name}s"),
    }
}

/// Joins words with commas and a last `and`.
pub fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Returns a colour as an adjective: `black`.
pub const fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}
