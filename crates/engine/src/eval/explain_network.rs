//! Explanation of a network's value: the value of each piece to it, by removing the piece.

use std::fmt;

use chess::{File, Piece, Position, Rank, Square};
use nnue::Network;

use super::{by_network, explain, for_side_to_move};
use crate::network;

/// The network's evaluation of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetworkExplanation {
    /// The network's value for White, in centipawns.
    pub raw: i32,
    /// The value for White after adjustment for the search.
    pub value: i32,
    /// The value for the side to move after adjustment for the search.
    pub for_side_to_move: i32,
    /// The value of each piece and pawn to the network.
    pub pieces: Vec<PieceValue>,
}

/// The value of a piece to a network: the loss to its side if it were removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceValue {
    /// The square.
    pub square: Square,
    /// The piece.
    pub piece: Piece,
    /// The value to its own side, in centipawns.
    pub value: i32,
}

/// Evaluates a position, and the same position without each of its pieces.
#[must_use]
pub fn explain_network(network: &Network, position: &Position) -> NetworkExplanation {
    let raw = network.evaluate(position);
    let value = by_network(position, || raw);
    let pieces = position.occupied().into_iter().filter_map(|square| {
        let piece = position.piece_at(square)?;
        let lost = raw - network.evaluate_without(position, square)?;
        let own = piece.color() == position.side_to_move();
        Some(PieceValue {
            square,
            piece,
            value: if own { lost } else { -lost },
        })
    });
    NetworkExplanation {
        raw: for_side_to_move(position, raw),
        value: for_side_to_move(position, value),
        for_side_to_move: value,
        pieces: pieces.collect(),
    }
}

/// Explains the value of a network, or of the embedded one. Returns `None` if there is neither.
#[must_use]
pub fn explain_by(network: Option<&Network>, position: &Position) -> Option<NetworkExplanation> {
    match network {
        Some(network) => Some(explain_network(network, position)),
        None => (network::embedded().ok()).map(|network| explain_network(&network, position)),
    }
}

/// Describes the static evaluation of a position: the hand-crafted terms, then the value of a network or of the embedded one.
#[must_use]
pub fn describe(position: &Position, network: Option<&Network>) -> String {
    let terms = explain(position);
    match explain_by(network, position) {
        None => terms.to_string(),
        Some(by_network) => {
            let difference = by_network.value - terms.value;
            format!(
                "{terms}\n{by_network}Difference from the hand-crafted evaluation: {difference:+}.\n"
            )
        }
    }
}

/// Prints the board with the value of each piece, then the value of the position.
impl fmt::Display for NetworkExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "Value of each piece to the network (the loss if it is removed):"
        )?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{}", rank as u8 + 1)?;
            for file in File::ALL {
                let square = Square::new(file, rank);
                match self.pieces.iter().find(|piece| piece.square == square) {
                    Some(piece) => write!(f, " {} {:>5}", piece.piece.letter(), piece.value)?,
                    None => write!(f, " {:>7}", "·")?,
                }
            }
            writeln!(f)?;
        }
        write!(f, " ")?;
        for file in File::ALL {
            write!(f, " {:>7}", file.letter())?;
        }
        writeln!(
            f,
            "\nNetwork: {:+} for White; adjusted for the search {:+} for White, {:+} for the side to move.",
            self.raw, self.value, self.for_side_to_move
        )
    }
}
