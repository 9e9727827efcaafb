//! King and pawn against king: the one endgame that is simple enough to be solved when the program starts.
//!
//! There are two sides to move, 64 squares for White's king, and 24 for the pawn (its files are mirrored to a-d). For each of
//! these a bitboard says where the bare king must stand for White to win. The wins are found backwards: first those that
//! promote at once, then again and again every position from which White can reach a win, or Black cannot avoid one, until
//! nothing changes. All squares of the bare king are looked at together, so this takes a moment.

use std::sync::LazyLock;

use chess::{Bitboard, Color, Square, attacks};

/// Squares that a pawn can stand on.
const PAWNS: usize = 24;

/// Where the bare king loses: by the pawn, by White's king, and by whose move it is.
struct Wins(Vec<[[Bitboard; 2]; 64]>);

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
    WINS.of(mirror(pawn), mirror(king), to_move)
        .has(mirror(bare))
}

/// The place of a pawn, from the second rank up.
fn place(pawn: Square) -> usize {
    let pawn = pawn as usize;
    (pawn >> 3) * 4 - 4 + (pawn & 3)
}

/// The pawn of a place.
fn pawn_at(place: usize) -> Square {
    Square::masked((8 + (place >> 2) * 8 + (place & 3)) as u8)
}

/// All squares that a king on one of these can go to.
fn around(squares: Bitboard) -> Bitboard {
    squares
        .into_iter()
        .fold(Bitboard::default(), |all, square| {
            all | attacks::king(square)
        })
}

/// Where the bare king may stand.
fn legal(pawn: Square, king: Square, to_move: Color) -> Bitboard {
    if king == pawn {
        return Bitboard::default();
    }
    let mut free = !(attacks::king(king) | king.bitboard() | pawn.bitboard());
    if to_move == Color::White {
        free -= attacks::pawn(Color::White, pawn);
    }
    free
}

impl Wins {
    fn solve() -> Self {
        let mut wins = Self(vec![[[Bitboard::default(); 2]; 64]; PAWNS]);
        // A pawn only goes forward: what is further on is known.
        for place in (0..PAWNS).rev() {
            let pawn = pawn_at(place);
            let mut changed = true;
            while changed {
                changed = false;
                for king in Square::ALL {
                    let white = wins.white_to_move(pawn, king);
                    changed |= white != wins.of(pawn, king, Color::White);
                    wins.0[place][king as usize][Color::White as usize] = white;
                    let black = wins.black_to_move(pawn, king);
                    changed |= black != wins.of(pawn, king, Color::Black);
                    wins.0[place][king as usize][Color::Black as usize] = black;
                }
            }
        }
        wins
    }

    fn of(&self, pawn: Square, king: Square, to_move: Color) -> Bitboard {
        self.0[place(pawn)][king as usize][to_move as usize]
    }

    /// White wins by a promotion, or by a move after which Black, to move, is lost as far as is known.
    fn white_to_move(&self, pawn: Square, king: Square) -> Bitboard {
        let lost_after = |pawn, king| self.of(pawn, king, Color::Black);
        let mut won = Bitboard::default();
        for step in attacks::king(king) - pawn.bitboard() {
            won |= lost_after(pawn, step);
        }
        let next = Square::masked(pawn as u8 + 8);
        if next != king {
            match pawn as u8 >> 3 {
                6 => won |= promotes(next, king),
                rank => {
                    won |= lost_after(next, king);
                    let after = Square::masked(next as u8 + 8);
                    if rank == 1 && after != king {
                        // Not over the bare king.
                        won |= lost_after(after, king) - next.bitboard();
                    }
                }
            }
        }
        won & legal(pawn, king, Color::White)
    }

    /// Black is lost if there is a move, and none to a square where White, to move, is not known to win. Without a move it
    /// is stalemate: king and pawn alone cannot mate.
    fn black_to_move(&self, pawn: Square, king: Square) -> Bitboard {
        let taken = attacks::king(king) | king.bitboard() | attacks::pawn(Color::White, pawn);
        let escapes = !taken - self.of(pawn, king, Color::White);
        (around(!taken) - around(escapes)) & legal(pawn, king, Color::Black)
    }
}

/// Where the bare king cannot stop a promotion: it is not there, and cannot take for free.
fn promotes(goal: Square, king: Square) -> Bitboard {
    let near = if attacks::king(goal).has(king) {
        Bitboard::default()
    } else {
        attacks::king(goal)
    };
    !(near | goal.bitboard())
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
        let (mut wins, mut all) = ([0; 2], [0; 2]);
        for pawn in (0..PAWNS).map(pawn_at) {
            for king in Square::ALL {
                for side in Color::ALL {
                    all[side as usize] += legal(pawn, king, side).count();
                    wins[side as usize] += WINS.of(pawn, king, side).count();
                }
            }
        }
        // With White to move and with Black to move. Stockfish's table had the same 111,282 wins.
        assert_eq!(all, [81_664, 84_012]);
        assert_eq!(wins, [62_480, 48_802]);
    }
}
