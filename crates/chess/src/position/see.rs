//! Static exchange evaluation (SEE): the material result of a series of captures on one square.
//!
//! <https://www.chessprogramming.org/Static_Exchange_Evaluation>

use super::Position;
use crate::{Color, Move, MoveKind, PieceKind, attacks};

/// Piece values for exchanges, pawn to king.
pub const EXCHANGE_VALUES: [i32; 6] = [100, 300, 300, 500, 900, 20_000];

impl Position {
    /// Returns whether the static exchange evaluation of a legal move is at least `threshold`. Both sides capture on the
    /// target square with their least valuable piece and stop when a capture would lose material. Pins are ignored; a
    /// king does not capture a defended piece.
    ///
    /// ```
    /// use chess::{Position, uci};
    /// // The rook captures a pawn that a knight defends: it wins a pawn and loses a rook.
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

        // Material won by the move itself.
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

        // `balance` is the surplus of the side that just captured if there is no recapture.
        let mut balance = gain - threshold;
        if balance < 0 {
            return false;
        }
        let mut side = self.side;
        let mut attackers = self.attackers_to(to, occupied);
        loop {
            // The side that just captured has enough even if it loses the capturing piece.
            balance -= EXCHANGE_VALUES[standing];
            if balance >= 0 {
                return side == self.side;
            }
            // Otherwise the other side recaptures with its least valuable piece, if it has one.
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
            // X-ray attackers behind the capturing piece.
            if matches!(
                taker,
                PieceKind::Pawn | PieceKind::Bishop | PieceKind::Queen
            ) {
                attackers |= attacks::bishop(to, occupied) & self.diagonal_sliders();
            }
            if matches!(taker, PieceKind::Rook | PieceKind::Queen) {
                attackers |= attacks::rook(to, occupied) & self.straight_sliders();
            }
            // The recapture must improve on the previous balance by at least one.
            balance = -balance - 1;
            standing = taker;
        }
    }

    /// Returns the total value of a side's pieces without the king, by [`EXCHANGE_VALUES`].
    #[must_use]
    pub fn material(&self, color: Color) -> i32 {
        PieceKind::ALL[..5]
            .iter()
            .map(|&kind| EXCHANGE_VALUES[kind] * self.pieces(color, kind).count() as i32)
            .sum()
    }
}
