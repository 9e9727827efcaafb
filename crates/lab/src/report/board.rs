//! A board as SVG, for pages that open without a server.

use std::fmt::Write;

use chess::{Color, File, Move, PieceKind, Position, Rank, Square};

/// What a page needs to show boards.
pub const BOARD_STYLE: &str = "\
svg.board{width:100%;border-radius:4px;display:block}
svg.board text{font:34px/1 'DejaVu Sans','Segoe UI Symbol','Noto Sans Symbols2',sans-serif;text-anchor:middle;paint-order:stroke;stroke-width:1.6}
svg.board text.w{fill:#fff;stroke:#222}svg.board text.b{fill:#1b1b1b;stroke:#e8e4d5}
";

/// The side of a square.
const SIDE: i32 = 40;

/// A board with arrows, seen by `below`.
#[must_use]
pub fn board(position: &Position, below: Color, arrows: &[(Move, &str)]) -> String {
    let place = |square: Square| {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        match below {
            Color::White => (file * SIDE, (7 - rank) * SIDE),
            Color::Black => ((7 - file) * SIDE, rank * SIDE),
        }
    };
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"0 0 {size} {size}\" role=\"img\" aria-label=\"{position}\">",
        size = 8 * SIDE
    );
    for square in Square::ALL {
        let (x, y) = place(square);
        let light = (square.file() as u8 + square.rank() as u8) % 2 == 1;
        let fill = if light { "#eeead9" } else { "#86a083" };
        _ = write!(
            svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>"
        );
    }
    for square in Square::ALL {
        let Some(piece) = position.piece_at(square) else {
            continue;
        };
        let (x, y) = place(square);
        // The solid figures for both sides, told apart by colour and outline.
        let figure = match piece.kind() {
            PieceKind::Pawn => '♟',
            PieceKind::Knight => '♞',
            PieceKind::Bishop => '♝',
            PieceKind::Rook => '♜',
            PieceKind::Queen => '♛',
            PieceKind::King => '♚',
        };
        let class = match piece.color() {
            Color::White => "w",
            Color::Black => "b",
        };
        _ = write!(
            svg,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\">{figure}&#xFE0E;</text>",
            x + SIDE / 2,
            y + SIDE - 8
        );
    }
    for (m, color) in arrows {
        svg += &arrow(place(m.from()), place(target(*m)), color);
    }
    svg += "</svg>";
    svg
}

/// Where an arrow ends: castling is written as the king taking its rook, and shown as where the king goes.
fn target(m: Move) -> Square {
    if !m.is_castle() {
        return m.to();
    }
    let file = if m.to().file() > m.from().file() {
        File::G
    } else {
        File::C
    };
    let rank: Rank = m.from().rank();
    Square::new(file, rank)
}

fn arrow(from: (i32, i32), to: (i32, i32), color: &str) -> String {
    let middle = |(x, y): (i32, i32)| (f64::from(x + SIDE / 2), f64::from(y + SIDE / 2));
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    let (tip, base) = (
        (x2 - 4.0 * dx, y2 - 4.0 * dy),
        (x2 - 16.0 * dx, y2 - 16.0 * dy),
    );
    format!(
        "<g opacity=\".85\"><line x1=\"{x1:.0}\" y1=\"{y1:.0}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" stroke-width=\"6\" stroke-linecap=\"round\"/>\
         <path d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\" fill=\"{color}\"/></g>",
        base.0,
        base.1,
        tip.0,
        tip.1,
        base.0 - 8.0 * dy,
        base.1 + 8.0 * dx,
        base.0 + 8.0 * dy,
        base.1 - 8.0 * dx,
    )
}
