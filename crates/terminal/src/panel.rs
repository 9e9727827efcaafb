//! The notes next to the chess board: both players, their captured pieces, and the latest moves.

use anstyle::{AnsiColor, Style};
use chess::{Color, Piece, PieceKind, Position};
use contest::LiveGame;
use games::Chess;
use games::chess::player as side;
use report::TextBoard;

const FAINT: Style = Style::new().dimmed();
const STRONG: Style = Style::new().bold();
const TURN: Style = AnsiColor::Green.on_default().bold();

/// Draws the board with both players, their captured pieces, and the latest moves.
pub fn draw(live: &LiveGame<Chess>, look: TextBoard) -> String {
    let last = live.record().moves().last().copied();
    look.draw(live.state(), last, &panel(live, look))
}

/// Returns the texts next to the eight ranks: a player with captured pieces above and below, moves between.
fn panel(live: &LiveGame<Chess>, look: TextBoard) -> [String; 8] {
    let top = !look.bottom;
    let moves = latest_moves(live);
    let move_row = |row: usize| moves.get(row).cloned().unwrap_or_default();
    [
        player(live, top),
        captured(live, top, look),
        move_row(0),
        move_row(1),
        move_row(2),
        move_row(3),
        captured(live, look.bottom, look),
        player(live, look.bottom),
    ]
}

fn player(live: &LiveGame<Chess>, color: Color) -> String {
    let name = &live.place(side(color)).name;
    if live.ending().is_none() && live.side() == side(color) {
        format!("{TURN}> {color}{TURN:#}  {name}")
    } else {
        format!("  {STRONG}{color}{STRONG:#}  {name}")
    }
}

/// Returns the captures of a side, the most valuable first, and its lead in material.
fn captured(live: &LiveGame<Chess>, color: Color, look: TextBoard) -> String {
    let record = live.record();
    let captures = record.moves().iter().zip(record.states());
    let captures =
        captures.filter(|(m, position)| m.is_capture() && position.side_to_move() == color);
    // The target square of an en-passant capture is empty.
    let mut kinds: Vec<PieceKind> = captures
        .map(|(m, position)| {
            let piece = position.piece_at(m.to());
            piece.map_or(PieceKind::Pawn, Piece::kind)
        })
        .collect();
    kinds.sort_unstable_by(|a, b| b.cmp(a));
    let symbols = kinds
        .into_iter()
        .map(|kind| look.symbol(Piece::new(!color, kind)));
    let symbols: String = symbols.collect();
    match lead(live.state(), color) {
        lead if lead > 0 => format!("  {symbols} {FAINT}+{lead}{FAINT:#}"),
        _ => format!("  {symbols}"),
    }
}

/// Returns the lead of a side in pawns, by the usual values of the pieces.
fn lead(position: &Position, color: Color) -> i32 {
    const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];
    let material = |color| -> i32 {
        let value = |kind| VALUES[kind] * position.pieces(color, kind).count() as i32;
        PieceKind::ALL.into_iter().map(value).sum()
    };
    material(color) - material(!color)
}

/// Returns the last eight moves of both sides, in two columns of four.
fn latest_moves(live: &LiveGame<Chess>) -> Vec<String> {
    const ROWS: usize = 4;
    let record = live.record();
    let moves = record.moves().iter().zip(record.states());
    let mut sans: Vec<String> = moves.map(|(m, position)| m.to_san(position)).collect();
    // The first pair of a game that Black begins has one move.
    if record.start().side_to_move() == Color::Black && !sans.is_empty() {
        sans.insert(0, "...".to_owned());
    }
    let first = usize::from(record.start().fullmove_number());
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

#[cfg(test)]
mod tests {
    use games::BoardGame;

    use super::*;

    /// A game between two people after some moves.
    fn live(moves: &[&str]) -> LiveGame<Chess> {
        let chess = Chess::default();
        let mut live = LiveGame::new(&chess, chess.start(), [None; 2]).expect("people");
        for text in moves {
            live.play(chess.parse_move(live.state(), text).expect(text));
        }
        live
    }

    const PLAIN: TextBoard = TextBoard {
        symbols: false,
        colours: false,
        bottom: Color::White,
    };

    fn lines(moves: &[&str], look: TextBoard) -> Vec<String> {
        let drawn = draw(&live(moves), look);
        let drawn = anstream::adapter::strip_str(&drawn).to_string();
        drawn.lines().skip(1).map(str::to_owned).collect()
    }

    #[test]
    fn a_plain_board_marks_the_last_move_and_the_side_to_move() {
        let lines = lines(&["e4", "d5", "exd5"], PLAIN);
        assert_eq!(lines[0], "  8  r  n  b  q  k  b  n  r    > Black  human");
        assert_eq!(lines[2], "  6  .  .  .  .  .  .  .  .      1. e4      d5");
        assert_eq!(lines[3], "  5  .  .  . [P] .  .  .  .      2. exd5");
        assert_eq!(lines[4], "  4  .  .  .  . [.] .  .  .");
        assert_eq!(lines[6], "  2  P  P  P  P  .  P  P  P      p +1");
        assert_eq!(lines[7], "  1  R  N  B  Q  K  B  N  R      White  human");
        assert_eq!(lines[8], "     a  b  c  d  e  f  g  h");
    }

    #[test]
    fn the_board_can_show_black_at_the_bottom() {
        let look = TextBoard {
            bottom: Color::Black,
            symbols: true,
            ..PLAIN
        };
        let lines = lines(&[], look);
        assert!(lines[0].starts_with("  1  ♖  ♘  ♗  ♔  ♕  ♗  ♘  ♖ "));
        assert!(lines[7].starts_with("  8  ♜  ♞  ♝  ♚  ♛  ♝  ♞  ♜      Black"));
        assert_eq!(lines[8], "     h  g  f  e  d  c  b  a");
    }

    #[test]
    fn captures_are_sorted_and_include_en_passant() {
        let live = live(&["e4", "a6", "e5", "d5", "exd6", "Qxd6", "Bxa6", "Nxa6"]);
        assert_eq!(captured(&live, Color::White, PLAIN), "  pp");
        assert!(captured(&live, Color::Black, PLAIN).starts_with("  BP "));
        assert_eq!(lead(live.state(), Color::White), -2);
    }
}
