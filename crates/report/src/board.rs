//! A chess board as SVG.

use chess::{Color, File, Move, PieceKind, Position, Square};
use maud::{Markup, display, html};

/// The style of boards.
pub const BOARD_STYLE: &str = "\
svg.board{width:100%;border-radius:4px;display:block}
svg.board text{font:34px/1 'DejaVu Sans','Segoe UI Symbol','Noto Sans Symbols2',sans-serif;text-anchor:middle;paint-order:stroke;stroke-width:1.6}
svg.board text.w{fill:#fff;stroke:#222}svg.board text.b{fill:#1b1b1b;stroke:#e8e4d5}
";

/// The length of the side of a square.
const SIDE: i32 = 40;

/// Draws a board with the side `below` at the bottom. Each arrow is a move with a CSS color.
#[must_use]
pub fn board(position: &Position, below: Color, arrows: &[(Move, &str)]) -> Markup {
    let corner = |square: Square| {
        let (file, rank) = (square.file() as i32, square.rank() as i32);
        match below {
            Color::White => (file * SIDE, (7 - rank) * SIDE),
            Color::Black => ((7 - file) * SIDE, rank * SIDE),
        }
    };
    html! {
        svg.board viewBox=(format_args!("0 0 {0} {0}", 8 * SIDE)) role="img" aria-label=(display(position)) {
            @for square in Square::ALL {
                @let (x, y) = corner(square);
                @let is_light = (square.file() as u8 + square.rank() as u8) % 2 == 1;
                rect x=(x) y=(y) width=(SIDE) height=(SIDE) fill=(if is_light { "#eeead9" } else { "#86a083" }) {}
            }
            @for square in position.occupied() {
                @let (x, y) = corner(square);
                @if let Some(piece) = position.piece_at(square) {
                    text class=(if piece.color() == Color::White { "w" } else { "b" })
                        x=(x + SIDE / 2) y=(y + SIDE - 8) { (figure(piece.kind())) "\u{FE0E}" }
                }
            }
            @for &(m, color) in arrows { (arrow(corner(m.from()), corner(target(m)), color)) }
        }
    }
}

/// Returns the solid figure of a piece. The style shows its side.
const fn figure(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "♟",
        PieceKind::Knight => "♞",
        PieceKind::Bishop => "♝",
        PieceKind::Rook => "♜",
        PieceKind::Queen => "♛",
        PieceKind::King => "♚",
    }
}

/// Returns the end of the arrow of a move. A castling move goes from the king to its rook; the arrow ends where the king goes.
fn target(m: Move) -> Square {
    if !m.is_castle() {
        return m.to();
    }
    let is_short = m.to().file() > m.from().file();
    let file = if is_short { File::G } else { File::C };
    Square::new(file, m.from().rank())
}

fn arrow(from: (i32, i32), to: (i32, i32), color: &str) -> Markup {
    let middle = |(x, y): (i32, i32)| (f64::from(x + SIDE / 2), f64::from(y + SIDE / 2));
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    let (x, y) = (x2 - 16.0 * dx, y2 - 16.0 * dy);
    let head = [
        (x2 - 4.0 * dx, y2 - 4.0 * dy),
        (x - 8.0 * dy, y + 8.0 * dx),
        (x + 8.0 * dy, y - 8.0 * dx),
    ];
    let head = head.map(|(x, y)| format!("{x:.1},{y:.1}")).join(" ");
    html! {
        g opacity=".85" {
            line x1=(x1) y1=(y1) x2=(format_args!("{x:.1}")) y2=(format_args!("{y:.1}"))
                stroke=(color) stroke-width="6" stroke-linecap="round" {}
            polygon points=(head) fill=(color) {}
        }
    }
}
