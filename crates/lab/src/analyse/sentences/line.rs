//! A line and the positions along it, as the sentences ask about them.

use chess::{Bitboard, Color, Game, Position, Square};
use gametree::Value;

use super::super::exchange::is_quiet;
use super::super::proof::{Proof, positions, sign};

/// A line and the positions along it.
pub struct Line<'a> {
    /// The game that it goes on.
    pub game: &'a Game,
    /// The line.
    pub proof: &'a Proof,
    /// The position before it and after each of its moves.
    pub positions: Vec<Position>,
    /// So many moves lead to the place where what is won and lost is counted: nothing hangs there.
    pub rest: Option<usize>,
}

/// Moves after which nobody counts any more: what comes later is not forced enough to speak of. If the line has not come to rest by
/// then, the first place counts where it does.
const HORIZON: usize = 8;

impl<'a> Line<'a> {
    pub fn new(game: &'a Game, proof: &'a Proof) -> Self {
        let positions = positions(game.position(), &proof.moves);
        let at_rest = |ply: &usize| is_quiet(&positions[*ply]);
        let horizon = HORIZON.min(proof.moves.len());
        let rest = (1..=horizon)
            .rev()
            .find(at_rest)
            .or_else(|| (horizon + 1..positions.len()).find(at_rest));
        Self {
            game,
            proof,
            rest,
            positions,
        }
    }

    /// How many moves it has.
    pub fn len(&self) -> usize {
        self.proof.moves.len()
    }

    /// A move as people write it.
    pub fn san(&self, ply: usize) -> &str {
        &self.proof.sans[ply]
    }

    /// Who plays a move.
    pub fn mover(&self, ply: usize) -> Color {
        self.positions[ply].side_to_move()
    }

    /// What the mover of a move has gained where the line rests, in pawns, against the position before it. Nothing if the line does
    /// not come to rest, or if the search does not think so: then it has something else in mind.
    pub fn gain(&self, ply: usize) -> i32 {
        let Some(rest) = self.rest.filter(|&rest| rest > ply) else {
            return 0;
        };
        let (side, material) = (self.mover(ply), &self.proof.material);
        let gain = (material[rest] - material[ply]) * sign(side);
        // At least half of it must be in the value.
        let believed = match self.proof.score {
            Value::Mate(moves) => moves.signum() == sign(side) * gain.signum(),
            value => {
                let expected = 100 * material[ply] * sign(side) + 50 * gain;
                (value.score() * sign(side) - expected) * gain.signum() >= 0
            }
        };
        if believed { gain } else { 0 }
    }

    /// The place of the move, the next of the mover of `ply` or the one after, that takes on one of these squares what stands there
    /// after `ply`, and takes it with one of these pieces, which have not moved since.
    pub fn capture(&self, ply: usize, on: &[Square], by: Option<Square>) -> Option<usize> {
        let after = &self.positions[ply + 1];
        [ply + 2, ply + 4].into_iter().find(|&later| {
            let Some(&m) = self.proof.moves.get(later) else {
                return false;
            };
            let before = &self.positions[later];
            let same = |square: Square| before.piece_at(square) == after.piece_at(square);
            // In between, nobody has moved who matters.
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

/// The enemy men that the man on a square attacks.
pub fn attacked_by(position: &Position, square: Square) -> Bitboard {
    let Some(piece) = position.piece_at(square) else {
        return Bitboard::EMPTY;
    };
    attacks(position, square) & position.color(!piece.color())
}

/// The squares that the man on a square attacks.
pub fn attacks(position: &Position, square: Square) -> Bitboard {
    position.piece_at(square).map_or(Bitboard::EMPTY, |piece| {
        chess::attacks::of(piece.color(), piece.kind(), square, position.occupied())
    })
}

/// Whether a man of its own side defends what stands on a square.
pub fn is_defended(position: &Position, square: Square) -> bool {
    position
        .piece_at(square)
        .is_some_and(|piece| position.is_attacked(square, piece.color()))
}
