//! A line and the positions along it.

use chess::{Bitboard, Color, Game, Position, Square};
use gametree::Value;

use super::super::proof::{Proof, positions, sign};

/// A line and the positions along it.
pub struct Line<'a> {
    /// The game before the line.
    pub game: &'a Game,
    /// The line.
    pub proof: &'a Proof,
    /// The positions before the line and after each of its moves.
    pub positions: Vec<Position>,
}

impl<'a> Line<'a> {
    pub fn new(game: &'a Game, proof: &'a Proof) -> Self {
        let positions = positions(game.position(), &proof.moves);
        Self {
            game,
            proof,
            positions,
        }
    }

    /// Returns the number of moves.
    pub fn len(&self) -> usize {
        self.proof.moves.len()
    }

    /// Returns a move in SAN.
    pub fn san(&self, ply: usize) -> &str {
        &self.proof.sans[ply]
    }

    /// Returns the side that plays a move.
    pub fn side(&self, ply: usize) -> Color {
        self.positions[ply].side_to_move()
    }

    /// Returns the gain in pawns of the side that plays a move, from the position before it to the quiet position. Returns 0 if
    /// there is no quiet position, or if the value of the search does not agree.
    pub fn gain(&self, ply: usize) -> i32 {
        let Some(rest) = self.proof.quiet.filter(|&rest| rest > ply) else {
            return 0;
        };
        let (side, material) = (self.side(ply), &self.proof.material);
        let gain = (material[rest] - material[ply]) * sign(side);
        // The value must contain at least half of it.
        let is_confirmed = match self.proof.score {
            Value::Mate(moves) => moves.signum() == sign(side) * gain.signum(),
            value => {
                let expected = 100 * material[ply] * sign(side) + 50 * gain;
                (value.score() * sign(side) - expected) * gain.signum() >= 0
            }
        };
        if is_confirmed { gain } else { 0 }
    }

    /// Returns the ply of the capture, within the next two moves of the side that plays `ply`, of a piece that is on one of these
    /// squares after `ply`. `by` restricts it to the piece on a square. Neither piece has moved in between.
    pub fn capture(&self, ply: usize, on: &[Square], by: Option<Square>) -> Option<usize> {
        let after = &self.positions[ply + 1];
        [ply + 2, ply + 4].into_iter().find(|&later| {
            let Some(&m) = self.proof.moves.get(later) else {
                return false;
            };
            let before = &self.positions[later];
            let same = |square: Square| before.piece_at(square) == after.piece_at(square);
            let still = |square: Square| {
                (ply + 1..later).all(|between| {
                    let m = self.proof.moves[between];
                    m.from() != square && m.to() != square
                })
            };
            m.is_capture()
                && on.contains(&m.to())
                && same(m.to())
                && still(m.to())
                && by.is_none_or(|by| m.from() == by && still(by))
        })
    }
}

/// Returns the enemy pieces that the piece on a square attacks.
pub fn attacked_by(position: &Position, square: Square) -> Bitboard {
    let Some(piece) = position.piece_at(square) else {
        return Bitboard::EMPTY;
    };
    attacks(position, square) & position.color(!piece.color())
}

/// Returns the squares that the piece on a square attacks.
pub fn attacks(position: &Position, square: Square) -> Bitboard {
    position.piece_at(square).map_or(Bitboard::EMPTY, |piece| {
        chess::attacks::of(piece.color(), piece.kind(), square, position.occupied())
    })
}

/// Returns whether its own side defends the piece on a square.
pub fn is_defended(position: &Position, square: Square) -> bool {
    position
        .piece_at(square)
        .is_some_and(|piece| position.is_attacked(square, piece.color()))
}
