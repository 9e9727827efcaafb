//! The records of *bullet*, a trainer for GPUs (<https://github.com/jw1912/bullet>).

use crate::record::{RECORD_SIZE, Record};

/// The code of a black piece, and of a piece of the opponent, is the code of its kind plus this.
const OTHER: u8 = 8;

/// The code of a king.
const KING: u8 = 5;

impl Record {
    /// Returns the record as bullet's `ChessBoard`, 32 bytes, little-endian, from the view of the side to move: with Black to move the
    /// board is flipped and the colours are exchanged.
    ///
    /// | bytes | |
    /// |---|---|
    /// | 0..8 | the occupied squares, a1 the lowest bit |
    /// | 8..24 | the piece on each of them, in order, two per byte, the first in the low half: pawn 0 to king 5, and 8 more for the opponent |
    /// | 24..26 | the score in centipawns |
    /// | 26 | the result: 0 lost, 1 drawn, 2 won |
    /// | 27 | the square of the own king |
    /// | 28 | the square of the opponent's king, from its view |
    /// | 29..32 | zero |
    ///
    /// Returns `None` if the result is unknown: the format has no value for it.
    #[must_use]
    pub fn to_bullet(&self) -> Option<[u8; RECORD_SIZE]> {
        let bytes = &self.0;
        if bytes[26] > 2 {
            return None;
        }
        let occupied = u64::from_le_bytes(std::array::from_fn(|place| bytes[place]));
        let is_black = bytes[27] == 1;
        let (flip, exchange) = if is_black { (56, OTHER) } else { (0, 0) };
        let squares = (0..64_u8).filter(|square| occupied >> square & 1 == 1);
        let mut men: Vec<(u8, u8)> = squares
            .zip(0..32)
            .map(|(square, place)| {
                let code = bytes[8 + place / 2] >> (4 * (place % 2)) & 15;
                (square ^ flip, code ^ exchange)
            })
            .collect();
        men.sort_unstable();
        let mut made = [0; RECORD_SIZE];
        let mut flipped = 0_u64;
        for (place, (square, code)) in men.into_iter().enumerate() {
            flipped |= 1 << square;
            made[8 + place / 2] |= code << (4 * (place % 2));
            match code {
                KING => made[27] = square,
                code if code == KING + OTHER => made[28] = square ^ 56,
                _ => {}
            }
        }
        made[..8].copy_from_slice(&flipped.to_le_bytes());
        made[24..27].copy_from_slice(&bytes[24..27]);
        Some(made)
    }
}

#[cfg(test)]
mod tests {
    use chess::Position;
    use games::GameResult;

    use crate::{Record, Scored, ScoredGame};

    #[test]
    fn a_flipped_position_has_the_record_of_the_original() {
        let record = |fen: &str, white_score: i16, result: GameResult| {
            let position = Position::from_fen(fen).expect("a legal FEN");
            let game = ScoredGame {
                number: 1,
                start: position,
                moves: Vec::new(),
                scores: Vec::new(),
                result,
            };
            let scored = Scored {
                position,
                white_score,
                played: position.legal_moves()[0],
                ply: 0,
            };
            Record::new(&game, &scored)
        };
        let white = record("4k3/7p/8/8/8/8/8/RK6 w - - 0 1", 500, GameResult::First);
        let black = record("rk6/8/8/8/8/8/7P/4K3 b - - 0 1", -500, GameResult::Second);
        let made = white.to_bullet().expect("a known result");
        assert_eq!(black.to_bullet(), Some(made));
        // Rook a1, king b1, the opponent's pawn h7 and king e8.
        let mut expected = [0; 32];
        expected[..8].copy_from_slice(&(1_u64 | 2 | 1 << 55 | 1 << 60).to_le_bytes());
        expected[8..10].copy_from_slice(&[5 << 4 | 3, 13 << 4 | 8]);
        expected[24..26].copy_from_slice(&500_i16.to_le_bytes());
        expected[26] = 2;
        expected[27..29].copy_from_slice(&[1, 4]);
        assert_eq!(made, expected);

        let mut unknown = white;
        unknown.0[26] = 3;
        assert_eq!(unknown.to_bullet(), None);
    }
}
