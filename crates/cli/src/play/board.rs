//! The board as people like to look at it.

use std::fmt::Write as _;

use anstyle::{Ansi256Color, AnsiColor, Style};
use chess::{Castling, Color, File, Move, Piece, PieceKind, Position, Rank, Square};

use super::table::{Table, balance};

/// How to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Chess symbols rather than letters.
    pub symbols: bool,
    /// Colours. Without them the last move stands in brackets and empty squares are dots.
    pub colours: bool,
    /// The side whose pieces are at the bottom.
    pub bottom: Color,
}

// Muted enough that white and black pieces both stand out, on dark terminals and on light ones.
const LIGHT: Ansi256Color = Ansi256Color(144);
const DARK: Ansi256Color = Ansi256Color(65);
const LIGHT_MOVED: Ansi256Color = Ansi256Color(179);
const DARK_MOVED: Ansi256Color = Ansi256Color(136);
const CHECK: Ansi256Color = Ansi256Color(167);
const WHITE_PIECE: Ansi256Color = Ansi256Color(231);
const BLACK_PIECE: Ansi256Color = Ansi256Color(16);

const FAINT: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();
const TURN: Style = AnsiColor::Green.on_default().bold();

/// The board with both players, what they have taken, and the latest moves beside it.
#[must_use]
pub fn draw(table: &Table, look: Look) -> String {
    let position = table.game().position();
    let moved = table
        .game()
        .moves()
        .last()
        .map_or([None; 2], |&m| touched(m, !position.side_to_move()));
    let (mut ranks, mut files) = (Rank::ALL, File::ALL);
    match look.bottom {
        Color::White => ranks.reverse(),
        Color::Black => files.reverse(),
    }
    let panel = panel(table, look);
    let mut text = String::from("\n");
    for (row, rank) in ranks.into_iter().enumerate() {
        _ = write!(text, "  {FAINT}{}{FAINT:#} ", rank.digit());
        for file in files {
            let square = Square::new(file, rank);
            text.push_str(&cell(position, square, moved.contains(&Some(square)), look));
        }
        _ = writeln!(text, "   {}", panel[row]);
    }
    let letters: Vec<String> = files.iter().map(|file| file.letter().to_string()).collect();
    _ = writeln!(text, "     {FAINT}{}{FAINT:#}\n", letters.join("  "));
    // Panel rows may be empty.
    text.lines()
        .map(|line| line.trim_end().to_owned() + "\n")
        .collect()
}

/// The squares to show as the last move: for castling, where the king came from and went.
fn touched(m: Move, side: Color) -> [Option<Square>; 2] {
    let to = if m.is_castle() {
        Castling::of(m.from(), m.to()).king_target(side)
    } else {
        m.to()
    };
    [Some(m.from()), Some(to)]
}

/// One square, three columns wide.
fn cell(position: &Position, square: Square, moved: bool, look: Look) -> String {
    let piece = position.piece_at(square);
    if !look.colours {
        let empty = if look.symbols { '·' } else { '.' };
        let symbol = piece.map_or(empty, |piece| glyph(piece, look));
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
    // The filled symbols show either colour best.
    let symbol = match piece {
        None => ' ',
        Some(piece) if look.symbols => glyph(Piece::new(Color::Black, piece.kind()), look),
        Some(piece) => piece.letter(),
    };
    format!("{style} {symbol} {style:#}")
}

/// The symbol of a piece by itself: outlined for White, filled for Black.
fn glyph(piece: Piece, look: Look) -> char {
    const SYMBOLS: [[char; 6]; 2] = [
        ['♙', '♘', '♗', '♖', '♕', '♔'],
        ['♟', '♞', '♝', '♜', '♛', '♚'],
    ];
    if look.symbols {
        SYMBOLS[piece.color()][piece.kind()]
    } else {
        piece.letter()
    }
}

/// What stands beside the eight ranks: a player and their booty above and below, moves between.
fn panel(table: &Table, look: Look) -> [String; 8] {
    let top = !look.bottom;
    let moves = latest_moves(table);
    let move_row = |row: usize| moves.get(row).cloned().unwrap_or_default();
    [
        player(table, top),
        booty(table, top, look),
        move_row(0),
        move_row(1),
        move_row(2),
        move_row(3),
        booty(table, look.bottom, look),
        player(table, look.bottom),
    ]
}

fn player(table: &Table, color: Color) -> String {
    let name = &table.place(color).name;
    if table.ending().is_none() && table.side() == color {
        format!("{TURN}> {color}{TURN:#}  {name}")
    } else {
        format!("  {STRONG}{color}{STRONG:#}  {name}")
    }
}

/// What a side has taken, and by how much it is ahead.
fn booty(table: &Table, color: Color, look: Look) -> String {
    let taken = table.taken_by(color);
    let symbols: String = taken
        .iter()
        .map(|&kind| glyph(Piece::new(!color, kind), look))
        .collect();
    match balance(table.game().position(), color) {
        ahead if ahead > 0 => format!("  {symbols} {FAINT}+{ahead}{FAINT:#}"),
        _ => format!("  {symbols}"),
    }
}

/// The last eight moves of both sides, in two columns of four.
fn latest_moves(table: &Table) -> Vec<String> {
    const ROWS: usize = 4;
    let game = table.game();
    // A game that Black begins has half a first pair.
    let mut sans = table.sans();
    if game.start().side_to_move() == Color::Black && !sans.is_empty() {
        sans.insert(0, "...".to_owned());
    }
    let first = usize::from(game.start().fullmove_number());
    let pairs: Vec<String> = sans
        .chunks(2)
        .enumerate()
        .map(|(index, pair)| {
            let number = format!("{}.", first + index);
            let [white, black] = [0, 1].map(|side| pair.get(side).map_or("", String::as_str));
            format!("{FAINT}{number:>4}{FAINT:#} {white:<8}{black:<8}")
        })
        .collect();
    let shown = &pairs[pairs.len().saturating_sub(2 * ROWS)..];
    (0..ROWS.min(shown.len()))
        .map(|row| {
            format!(
                "{}{}",
                shown[row],
                shown.get(row + ROWS).map_or("", String::as_str)
            )
        })
        .collect()
}

/// The legal moves in SAN, in lines, pieces before pawns.
#[must_use]
pub fn legal_moves(position: &Position) -> String {
    const PER_LINE: usize = 10;
    let kind = |m: &Move| {
        position
            .piece_at(m.from())
            .map_or(PieceKind::Pawn, Piece::kind)
    };
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_by_cached_key(|m| (std::cmp::Reverse(kind(m)), m.to_san(position)));
    let words: Vec<String> = moves
        .iter()
        .map(|m| format!("{:<7}", m.to_san(position)))
        .collect();
    words
        .chunks(PER_LINE)
        .map(|line| format!("  {}\n", line.concat().trim_end()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sitter::Sitter;

    fn table(fen: &str, moves: &[&str]) -> Table {
        let start = Position::from_fen(fen).expect("a good FEN");
        let mut table = Table::new(start, [&Sitter::Human, &Sitter::Human]).expect("players");
        for text in moves {
            table.play(chess::san::parse(table.game().position(), text).expect(text));
        }
        table
    }

    const PLAIN: Look = Look {
        symbols: false,
        colours: false,
        bottom: Color::White,
    };

    #[test]
    fn a_plain_board_marks_the_last_move_and_whose_turn_it_is() {
        let drawn = anstream::adapter::strip_str(&draw(
            &table(chess::fen::START, &["e4", "d5", "exd5"]),
            PLAIN,
        ))
        .to_string();
        let lines: Vec<&str> = drawn.lines().skip(1).collect();
        assert_eq!(lines[0], "  8  r  n  b  q  k  b  n  r    > Black  human");
        assert_eq!(lines[2], "  6  .  .  .  .  .  .  .  .      1. e4      d5");
        assert_eq!(lines[3], "  5  .  .  . [P] .  .  .  .      2. exd5");
        assert_eq!(lines[4], "  4  .  .  .  . [.] .  .  .");
        assert_eq!(lines[6], "  2  P  P  P  P  .  P  P  P      p +1");
        assert_eq!(lines[7], "  1  R  N  B  Q  K  B  N  R      White  human");
        assert_eq!(lines[8], "     a  b  c  d  e  f  g  h");
    }

    #[test]
    fn the_board_turns_for_black() {
        let look = Look {
            bottom: Color::Black,
            symbols: true,
            ..PLAIN
        };
        let drawn =
            anstream::adapter::strip_str(&draw(&table(chess::fen::START, &[]), look)).to_string();
        let lines: Vec<&str> = drawn.lines().skip(1).collect();
        assert!(
            lines[0].starts_with("  1  ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖ "),
            "{drawn}"
        );
        assert!(
            lines[7].starts_with("  8  ♜  ♞  ♝  ♚  ♛  ♝  ♞  ♜      Black"),
            "{drawn}"
        );
        assert_eq!(lines[8], "     h  g  f  e  d  c  b  a");
    }

    #[test]
    fn castling_shows_where_the_king_went() {
        let drawn = draw(&table("4k3/8/8/8/8/8/8/4K2R w K - 0 1", &["O-O"]), PLAIN);
        assert!(drawn.contains("[.] R [K] ."), "{drawn}");
    }

    #[test]
    fn a_king_in_check_has_its_own_colour() {
        let look = Look {
            colours: true,
            ..PLAIN
        };
        let red = "\u{1b}[48;5;167m";
        assert!(
            draw(&table("4k3/8/8/8/8/8/8/4K2R b - - 0 1", &[]), look)
                .matches(red)
                .count()
                == 0
        );
        assert!(
            draw(&table("4k3/8/8/8/8/8/8/4R2K b - - 0 1", &[]), look)
                .matches(red)
                .count()
                == 1
        );
    }

    #[test]
    fn legal_moves_are_listed_king_first() {
        let position = Position::from_fen("4k3/8/8/8/8/8/P7/4K3 w - - 0 1").expect("a good FEN");
        assert_eq!(
            legal_moves(&position),
            "  Kd1    Kd2    Ke2    Kf1    Kf2    a3     a4\n"
        );
    }
}
