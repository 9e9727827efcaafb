//! The leaf evaluation of the report's program.
//!
//! Material: pawn 1, knight 3, bishop 3, rook 5, queen 9, king 200, for the side to move. The searches need it for the
//! player at the root. The report's program ignores the side to move and chooses the sign by the *depth of the search*
//! (`depth_fix`).
//!
//! * **The document.** At odd search depths it keeps the sign of every leaf, at even depths it negates it.
//! * **The error.** At the horizon this is correct, since the same player is to move at all leaves there. When a
//!   game ends *earlier*, the other player may be to move, and the sign is wrong. Mate is also counted as material: on
//!   board 5 the mated White is eight pawns up, which becomes +8 or -8 for Black by the parity of the depth. So the
//!   program mates at odd depths and takes the queen at even ones.
//! * **The fixed player.** [`Sign::OfRoot`] uses the side to move, and [`Mates::Win`] gives mate a value
//!   beyond any material.

use crate::player;
use chess::{Color, Position};
use gametree::Score;

/// The sign of a leaf value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// By the parity of the search depth, as in the document.
    ByDepth,
    /// By the side to move: the value is for the player at the root.
    OfRoot,
}

/// The value of a mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mates {
    /// The material on the board, as in the document.
    Material,
    /// A won game; a shorter mate has a larger value.
    Win,
}

/// The value of a mate in one under [`Mates::Win`]; one less for each ply more.
pub const MATE: Score = 10_000;

/// Pawn, knight, bishop, rook, queen, king.
pub const STANDARD_VALUES: [Score; 6] = [1, 3, 3, 5, 9, 200];

/// Returns the material of the side to move minus that of the opponent.
#[must_use]
pub fn material(position: &Position) -> Score {
    let us = position.side_to_move();
    player::material(position, us, &STANDARD_VALUES)
        - player::material(position, !us, &STANDARD_VALUES)
}

/// The leaf evaluation of one search.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The depth of the search, as the report counts.
    pub depth: u32,
    /// The player at the root.
    pub root: Color,
    /// The sign of the value.
    pub sign: Sign,
    /// The value of a mate.
    pub mates: Mates,
}

impl Leaf {
    /// Returns the value of a leaf `depth` plies below a child of the root.
    #[must_use]
    pub fn value(&self, position: &Position, depth: u32) -> Score {
        let mover_is_root = position.side_to_move() == self.root;
        if self.mates == Mates::Win && position.in_check() && !position.has_legal_move() {
            // A shorter mate has a larger value, or a won game might never end.
            let mate = MATE - depth as Score;
            return if mover_is_root { -mate } else { mate };
        }
        let keep = match self.sign {
            Sign::ByDepth => self.depth % 2 == 1,
            Sign::OfRoot => mover_is_root,
        };
        let value = material(position);
        if keep { value } else { -value }
    }
}

#[cfg(test)]
mod tests {
    use super::super::board;
    use super::*;

    #[test]
    fn board_5_after_the_mate_shows_the_wrong_sign() {
        let mate = chess::uci::parse(&board(5), "h5h1").unwrap();
        let mated = board(5).after(mate);
        assert!(mated.in_check() && !mated.has_legal_move());
        let leaf = |depth, sign, mates| {
            Leaf {
                depth,
                root: Color::Black,
                sign,
                mates,
            }
            .value(&mated, 0)
        };
        // White is mated and eight pawns up; queens are equal.
        assert_eq!(leaf(0, Sign::ByDepth, Mates::Material), -8);
        assert_eq!(leaf(1, Sign::ByDepth, Mates::Material), 8);
        assert_eq!(leaf(1, Sign::OfRoot, Mates::Material), -8);
        assert_eq!(leaf(1, Sign::OfRoot, Mates::Win), MATE);
    }
}
