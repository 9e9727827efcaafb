//! A chess board for the terminal.

use std::fmt::Write as _;

use anstyle::{Ansi256Color, Style};
use chess::{Castling, Color, File, Move, Piece, Position, Rank, Square};

/// The appearance of a board in the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextBoard {
    /// Whether pieces are chess symbols rather than letters.
    pub symbols: bool,
    /// Whether there are colours. Without them the last move is in brackets and empty squares are dots.
    pub colours: bool,
    /// The side whose pieces are at the bottom.
    pub bottom: Color,
}

// White and black pieces are visible on these colours, on dark and on light terminals.
const LIGHT: Ansi256Color = Ansi256Color(144);
const DARK: Ansi256Color = Ansi256Color(65);
const LIGHT_MOVED: Ansi256Color = Ansi256Color(179);
const DARK_MOVED: Ansi256Color = Ansi256Color(136);
const CHECK: Ansi256Color = Ansi256Color(167);
const WHITE_PIECE: Ansi256Color = Ansi256Color(231);
const BLACK_PIECE: Ansi256Color = Ansi256Color(16);

const FAINT: Style = Style::new().dimmed();

impl TextBoard {
    /// Draws a position with the squares of the last move marked, and a note next to each rank.
    #[must_use]
    pub fn draw(self, position: &Position, last: Option<Move>, notes: &[String; 8]) -> String {
        let moved = last.map_or([None; 2], |m| touched(m, !position.side_to_move()));
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match self.bottom {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        let mut text = String::from("\n");
        // Writing to memory cannot fail.
        for (note, rank) in notes.iter().zip(ranks) {
            _ = write!(text, "  {FAINT}{}{FAINT:#} ", rank.digit());
            for file in files {
                let square = Square::new(file, rank);
                text.push_str(&self.cell(position, square, moved.contains(&Some(square))));
            }
            _ = writeln!(text, "   {note}");
        }
        let letters = files.map(|file| file.letter().to_string()).join("  ");
        _ = writeln!(text, "     {FAINT}{letters}{FAINT:#}\n");
        // Notes may be empty.
        text.lines()
            .map(|line| line.trim_end().to_owned() + "\n")
            .collect()
    }

    /// Draws a square, three columns wide.
    fn cell(self, position: &Position, square: Square, moved: bool) -> String {
        let piece = position.piece_at(square);
        if !self.colours {
            let empty = if self.symbols { '·' } else { '.' };
            let symbol = piece.map_or(empty, |piece| self.symbol(piece));
            return if moved {
                format!("[{symbol}]")
            } else {
                format!(" {symbol} ")
            };
        }
        let light = (square.file() as u8 + square.rank() as u8) % 2 == 1;
        let in_check = position.in_check() && square == position.king(position.side_to_move());
        let ground = match (in_check, moved, light) {
            (true, ..) => CHECK,
            (_, true, true) => LIGHT_MOVED,
            (_, true, false) => DARK_MOVED,
            (_, false, true) => LIGHT,
            (_, false, false) => DARK,
        };
        let ink = match piece.map(Piece::color) {
            Some(Color::White) => WHITE_PIECE,
            _ => BLACK_PIECE,
        };
        let style = Style::new()
            .bg_color(Some(ground.into()))
            .fg_color(Some(ink.into()))
            .bold();
        // The filled symbols are better visible in both colours.
        let symbol = match piece {
            None => ' ',
            Some(piece) if self.symbols => self.symbol(Piece::new(Color::Black, piece.kind())),
            Some(piece) => piece.letter(),
        };
        format!("{style} {symbol} {style:#}")
    }

    /// Returns the symbol of a piece: outlined for White, filled for Black; or its letter.
    #[must_use]
    pub fn symbol(self, piece: Piece) -> char {
        const SYMBOLS: [[char; 6]; 2] = [
            ['♙', '♘', '♗', '♖', '♕', '♔'],
            ['♟', '♞', '♝', '♜', '♛', '♚'],
        ];
        if self.symbols {
            SYMBOLS[piece.color()][piece.kind()]
        } else {
            piece.letter()
        }
    }
}

/// Returns the squares of the last move; for castling, those of the king.
fn touched(m: Move, side: Color) -> [Option<Square>; 2] {
    let to = if m.is_castle() {
        Castling::of(m.from(), m.to()).king_target(side)
    } else {
        m.to()
    };
    [Some(m.from()), Some(to)]
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: TextBoard = TextBoard {
        symbols: false,
        colours: false,
        bottom: Color::White,
    };

    /// Draws the position after a move.
    fn draw(board: TextBoard, fen: &str, last: Option<&str>) -> String {
        let position = Position::from_fen(fen).expect(fen);
        let last = last.map(|text| chess::san::parse(&position, text).expect(text));
        let position = last.map_or(position, |m| position.after(m));
        board.draw(&position, last, &Default::default())
    }

    #[test]
    fn castling_marks_the_squares_of_the_king() {
        let drawn = draw(PLAIN, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", Some("O-O"));
        assert!(drawn.contains("[.] R [K] ."), "{drawn}");
    }

    #[test]
    fn a_king_in_check_has_its_own_colour() {
        let board = TextBoard {
            colours: true,
            ..PLAIN
        };
        let red = |fen| {
            let drawn = draw(board, fen, None);
            drawn.matches("\u{1b}[48;5;167m").count()
        };
        assert_eq!(red("4k3/8/8/8/8/8/8/4K2R b - - 0 1"), 0);
        assert_eq!(red("4k3/8/8/8/8/8/8/4R2K b - - 0 1"), 1);
    }
}
