//! Static exchange evaluation: what a capture wins or loses when everybody keeps taking on one square.
//!
//! <https://www.chessprogramming.org/Static_Exchange_Evaluation>

use super::Position;
use crate::{Color, Move, MoveKind, PieceKind, attacks};

/// What pieces are worth in an exchange, pawn to king.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 300, 300, 500, 900, 20_000];

impl Position {
    /// Whether a legal move gains at least `threshold` when both sides go on taking on its target square with their
    /// least valuable piece for as long as it pays. Pins are not seen; a king never takes a defended piece.
    ///
    /// ```
    /// use chess::{Position, uci};
    /// // The rook takes a pawn that a knight defends: a rook for a pawn and at best a knight.
    /// let position = Position::from_fen("4k3/8/2n5/4p3/8/8/8/4R1K1 w - - 0 1").unwrap();
    /// let m = uci::parse(&position, "e1e5").unwrap();
    /// assert!(position.exchange_gains(m, -400));
    /// assert!(!position.exchange_gains(m, -399));
    /// ```
    #[must_use]
    pub fn exchange_gains(&self, m: Move, threshold: i32) -> bool {
        if m.is_castle() {
            return threshold <= 0;
        }
        let (from, to) = (m.from(), m.to());
        let mut occupied = (self.occupied() - from.bitboard()) | to.bitboard();

        // What the move itself wins.
        let mut gain = match (m.kind(), self.board[to]) {
            (MoveKind::EnPassant, _) => {
                occupied -= crate::Square::masked(to as u8 ^ 8).bitboard();
                EXCHANGE_VALUES[PieceKind::Pawn]
            }
            (_, Some(taken)) => EXCHANGE_VALUES[taken.kind()],
            (_, None) => 0,
        };
        let mut standing = match self.board[from] {
            Some(piece) => piece.kind(),
            None => return false,
        };
        if let Some(promoted) = m.promotion() {
            gain += EXCHANGE_VALUES[promoted] - EXCHANGE_VALUES[PieceKind::Pawn];
            standing = promoted;
        }

        // `balance` is how far the side that just took is above what it needs, if nobody takes back.
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        let mut side = self.side;
        let mut attackers = self.attackers_to(to, occupied);
        loop {
            // Even if the piece that just took is lost for nothing, its side has enough.
            balance -= EXCHANGE_VALUES[standing];
            if balance >= 0 {
                return side == self.side;
            }
            // Otherwise the other side takes back with its least valuable piece, if it has one.
            side = !side;
            attackers &= occupied;
            let own = attackers & self.colors[side];
            let Some(taker) = PieceKind::ALL
                .into_iter()
                .find(|&kind| (own & self.kinds[kind]).any())
            else {
                return side != self.side;
            };
            if taker == PieceKind::King && attackers.meets(self.colors[!side]) {
                return side != self.side;
            }
            if let Some(square) = (own & self.kinds[taker]).first() {
                occupied -= square.bitboard();
            }
            // Who stood behind the taker sees the square now.
            if matches!(
                taker,
                PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen
            ) {
                attackers |= attacks::bishop(to, occupied) & self.diagonal_sliders();
            }
            if matches!(taker, PieceKind::Rook | PieceKind::Queen) {
                attackers |= attacks::rook(to, occupied) & self.straight_sliders();
            }
            // It needs to be better off than before by at least one.
            balance = -balance - 1;
            standing = taker;
        }
    }

    /// The value of a side's pieces without the king, by [`EXCHANGE_VALUES`].
    #[must_use]
    pub fn material(&self, color: Color) -> i32 {
        PieceKind::ALL[..5]
            .iter()
            .map(|&kind| EXCHANGE_VALUES[kind] * self.pieces(color, kind).count() as i32)
            .sum()
    }
}
