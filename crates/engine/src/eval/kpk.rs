//! King and pawn against king: the one endgame that is simple enough to be solved when the program starts.
//!
//! There are two sides to move, 64 squares for each king, and 24 for the pawn (its files are mirrored to a-d): about
//! 200,000 positions, one bit each. The wins are found backwards: first those that promote at once, then again and again
//! every position from which the strong side can reach a win, or the weak side cannot avoid one, until nothing changes.

use std::sync::LazyLock;

use chess::{Bitboard, Color, Square, attacks};

use super::geometry::distance;

const POSITIONS: usize = 2 * 64 * 64 * 24;

struct Wins(Vec<u64>);

static WINS: LazyLock<Wins> = LazyLock::new(Wins::solve);

/// Solves the endgame now, so that nobody has to wait for it in the middle of a game.
pub(super) fn prepare() {
    LazyLock::force(&WINS);
}

/// Whether White, with king and pawn, wins against the bare king.
#[must_use]
pub fn white_wins(king: Square, pawn: Square, bare: Square, to_move: Color) -> bool {
    let mirror = |square: Square| {
        if pawn as u8 & 7 > 3 {
            square.flip_file()
        } else {
            square
        }
    };
    let place = Place {
        to_move,
        king: mirror(king),
        bare: mirror(bare),
        pawn: mirror(pawn),
    };
    WINS.has(place.index())
}

#[derive(Clone, Copy)]
struct Place {
    to_move: Color,
    king: Square,
    bare: Square,
    pawn: Square,
}

impl Place {
    fn from_index(index: usize) -> Self {
        let pawn = index >> 13;
        Self {
            to_move: Color::ALL[index & 1],
            king: Square::masked((index >> 1 & 63) as u8),
            bare: Square::masked((index >> 7 & 63) as u8),
            pawn: Square::masked((8 + (pawn >> 2) * 8 + (pawn & 3)) as u8),
        }
    }

    fn index(self) -> usize {
        let pawn = self.pawn as usize;
        let pawn = (pawn >> 3) * 4 - 4 + (pawn & 3);
        self.to_move as usize | (self.king as usize) << 1 | (self.bare as usize) << 7 | pawn << 13
    }

    /// Whether the pieces may stand like this.
    fn is_legal(self) -> bool {
        let in_check = attacks::pawn(Color::White, self.pawn).has(self.bare);
        distance(self.king, self.bare) > 1
            && self.king != self.pawn
            && self.bare != self.pawn
            && !(in_check && self.to_move == Color::White)
    }

    /// Whether it is a win, as far as `wins` knows.
    fn is_win(self, wins: &Wins) -> bool {
        match self.to_move {
            Color::White => {
                self.promotes() || self.white_moves().any(|next| wins.has(next.index()))
            }
            Color::Black => {
                let mut moves = self.black_moves().peekable();
                // Without a move it is stalemate: king and pawn alone cannot mate.
                moves.peek().is_some()
                    && moves.all(|next| next.pawn != next.bare && wins.has(next.index()))
            }
        }
    }

    /// Whether the pawn becomes a queen now that the bare king cannot take for free.
    fn promotes(self) -> bool {
        let goal = Square::masked(self.pawn as u8 + 8);
        self.pawn as u8 >> 3 == 6
            && goal != self.king
            && goal != self.bare
            && (distance(self.bare, goal) > 1 || distance(self.king, goal) == 1)
    }

    fn white_moves(self) -> impl Iterator<Item = Self> {
        let steps = attacks::king(self.king) - attacks::king(self.bare) - self.pawn.bitboard();
        let kings = steps.into_iter().map(move |king| Self { king, ..self });
        let occupied = self.king.bitboard() | self.bare.bitboard();
        let pawn = self.pawn.bitboard();
        let one = pawn.forward(Color::White) - occupied;
        let third = Bitboard::new(0xFF << 16);
        let two = (one & third).forward(Color::White) - occupied;
        // The eighth rank is the business of `promotes`.
        let last = Bitboard::new(0xFF << 56);
        let pawns = ((one | two) - last)
            .into_iter()
            .map(move |pawn| Self { pawn, ..self });
        kings.chain(pawns).map(|next| Self {
            to_move: Color::Black,
            ..next
        })
    }

    fn black_moves(self) -> impl Iterator<Item = Self> {
        let steps = attacks::king(self.bare)
            - attacks::king(self.king)
            - attacks::pawn(Color::White, self.pawn);
        steps.into_iter().map(move |bare| Self {
            to_move: Color::White,
            bare,
            ..self
        })
    }
}

impl Wins {
    fn solve() -> Self {
        let mut wins = Self(vec![0; POSITIONS / 64]);
        let mut changed = true;
        while changed {
            changed = false;
            for index in 0..POSITIONS {
                let place = Place::from_index(index);
                if !wins.has(index) && place.is_legal() && place.is_win(&wins) {
                    wins.0[index / 64] |= 1 << (index % 64);
                    changed = true;
                }
            }
        }
        wins
    }

    fn has(&self, index: usize) -> bool {
        self.0[index / 64] >> (index % 64) & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn textbook_positions() {
        use Square::*;
        // The king two squares before its pawn has the opposition whoever moves.
        assert!(white_wins(E6, E4, E8, Color::White));
        assert!(white_wins(E6, E4, E8, Color::Black));
        // Right before the pawn it depends on who moves.
        assert!(white_wins(E5, E4, E7, Color::Black));
        assert!(!white_wins(E5, E4, E7, Color::White));
        // The rook pawn, with the king in its corner.
        assert!(!white_wins(A6, A5, A8, Color::White));
        assert!(!white_wins(H6, H5, H8, Color::Black));
        // The rule of the square.
        assert!(white_wins(A1, H4, C5, Color::White));
        assert!(!white_wins(A1, H4, D5, Color::Black));
        // Stalemate, and the pawn that falls.
        assert!(!white_wins(E6, E7, E8, Color::Black));
        assert!(!white_wins(A1, E4, E5, Color::White));
    }

    #[test]
    fn as_many_wins_as_others_counted() {
        let legal = (0..POSITIONS).filter(|&index| Place::from_index(index).is_legal());
        let (mut wins, mut all) = ([0; 2], [0; 2]);
        for index in legal {
            let side = index & 1;
            all[side] += 1;
            wins[side] += usize::from(WINS.has(index));
        }
        // With White to move and with Black to move. Stockfish's table had the same 111,282 wins.
        assert_eq!(all, [81_664, 84_012]);
        assert_eq!(wins, [62_480, 48_802]);
    }
}
