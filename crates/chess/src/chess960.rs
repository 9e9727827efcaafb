//! The 960 start positions of Chess960.
//!
//! The numbers are those of Reinhard Scharnagl, the standard numbering
//! (<https://en.wikipedia.org/wiki/Fischer_random_chess_numbering_scheme>): 518 is standard chess.

use crate::{Color, Piece, PieceKind, Position, Setup, Square};

/// The number of start positions.
pub const STARTS: u16 = 960;

/// Returns the pieces on the first rank of start position `number`, from the a-file, or `None` from 960 on.
///
/// ```
/// use chess::chess960;
/// let letters = |n| chess960::back_rank(n).map(|rank| rank.map(|kind| kind.letter()).iter().collect::<String>());
/// assert_eq!(letters(518).as_deref(), Some("rnbqkbnr"));
/// assert_eq!(letters(0).as_deref(), Some("bbqnnrkr"));
/// assert_eq!(letters(959).as_deref(), Some("rkrnnqbb"));
/// assert_eq!(letters(960), None);
/// ```
#[must_use]
pub fn back_rank(number: u16) -> Option<[PieceKind; 8]> {
    if number >= STARTS {
        return None;
    }
    let mut rest = usize::from(number);
    let mut digit = |base| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    let light = 2 * digit(4) + 1;
    let dark = 2 * digit(4);
    let queen = digit(6);
    // Two knights on five free files.
    const KNIGHTS: [(usize, usize); 10] = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ];
    let (first, second) = KNIGHTS[digit(10)];

    let mut rank = [None; 8];
    rank[light] = Some(PieceKind::Bishop);
    rank[dark] = Some(PieceKind::Bishop);
    put(&mut rank, queen, PieceKind::Queen);
    // The knight with the higher index first: placing it does not change the lower index.
    put(&mut rank, second, PieceKind::Knight);
    put(&mut rank, first, PieceKind::Knight);
    for kind in [PieceKind::Rook, PieceKind::King, PieceKind::Rook] {
        put(&mut rank, 0, kind);
    }
    Some(rank.map(|kind| kind.unwrap_or(PieceKind::Pawn)))
}

/// Puts a piece on the `index`-th free file.
fn put(rank: &mut [Option<PieceKind>; 8], index: usize, kind: PieceKind) {
    if let Some(place) = rank.iter_mut().filter(|place| place.is_none()).nth(index) {
        *place = Some(kind);
    }
}

impl Position {
    /// Returns start position `number` of Chess960, or `None` from 960 on.
    #[must_use]
    pub fn chess960(number: u16) -> Option<Self> {
        Self::double_chess960(number, number)
    }

    /// Returns a start position of double Chess960, in which the two sides have different first ranks, or `None` from 960
    /// on.
    #[must_use]
    pub fn double_chess960(white: u16, black: u16) -> Option<Self> {
        let mut setup = Setup::default();
        for (color, number) in [(Color::White, white), (Color::Black, black)] {
            for (file, kind) in back_rank(number)?.into_iter().enumerate() {
                let square = Square::masked(file as u8).relative_to(color);
                let pawn = Square::masked(file as u8 + 8).relative_to(color);
                setup.board[square] = Some(Piece::new(color, kind));
                setup.board[pawn] = Some(Piece::new(color, PieceKind::Pawn));
                if kind == PieceKind::Rook {
                    setup.castling |= square.bitboard();
                }
            }
        }
        Self::try_from(&setup).ok()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_are_different_and_playable() {
        let all: HashSet<String> = (0..STARTS)
            .map(|number| {
                Position::chess960(number)
                    .expect("a start position")
                    .to_string()
            })
            .collect();
        assert_eq!(all.len(), 960);
        assert!(all.contains(crate::fen::START));
        assert_eq!(Position::chess960(518), Some(Position::startpos()));
        assert_eq!(Position::chess960(960), None);
        assert!(Position::double_chess960(0, 959).is_some());
    }
}
