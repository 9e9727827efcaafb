//! What the report's program thinks of a position it does not look beyond.
//!
//! Material: pawn 1, knight 3, bishop 3, rook 5, queen 9, king 200, counted for the side to
//! move. The searches want it for the side at the root. The report's program does not look at
//! who moves: it flips the sign by the *depth of the search* (`depth_fix`).
//!
//! * **What the document does.** With a search of odd depth the sign stays, with even depth it
//!   is flipped, at every leaf.
//! * **Why it is wrong.** At the horizon that is right, since all leaves there have the same
//!   player to move. A game that ends *earlier* ends with the other one to move half of the
//!   time, and its sign is then wrong. And mate is counted as material, like any position: on
//!   board 5 a mated White is eight pawns up, which is +8 or -8 for Black by the parity of the
//!   depth. So the program mates at odd depths and takes the queen at even ones.
//! * **What the mended player does.** [`Sign::OfRoot`] asks who is to move, and
//!   [`Mates::Win`] gives mate a value no material can reach.

use chess::{Color, PieceKind, Position};
use gametree::Score;

/// Whose sign a leaf gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// By the parity of the search depth, as in the document.
    ByDepth,
    /// The player at the root, whoever is to move.
    OfRoot,
}

/// How a mate is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mates {
    /// As the material on the board, as in the document.
    Material,
    /// As a won game, the sooner the better.
    Win,
}

/// The value of a mate in one under [`Mates::Win`]; one less for each ply more.
pub const MATE: Score = 10_000;

/// Pawn, knight, bishop, rook, queen, king.
pub const STANDARD_VALUES: [Score; 6] = [1, 3, 3, 5, 9, 200];

/// Material of the side to move minus that of the other.
#[must_use]
pub fn material(position: &Position) -> Score {
    let us = position.side_to_move();
    PieceKind::ALL
        .into_iter()
        .map(|kind| {
            let count = |color| position.pieces(color, kind).count() as Score;
            STANDARD_VALUES[kind] * (count(us) - count(!us))
        })
        .sum()
}

/// Values leaves for one search.
#[derive(Clone, Copy, Debug)]
pub struct Leaf {
    /// The depth of the search, as the report counts it.
    pub depth: u32,
    /// The player at the root.
    pub root: Color,
    /// Whose sign.
    pub sign: Sign,
    /// How mates count.
    pub mates: Mates,
}

impl Leaf {
    /// The value of a leaf that lies `depth` plies below a child of the root.
    #[must_use]
    pub fn value(&self, position: &Position, depth: u32) -> Score {
        let mover_is_root = position.side_to_move() == self.root;
        if self.mates == Mates::Win && position.in_check() && !position.has_legal_move() {
            // The sooner the more: or a won game may never be won.
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
