//! Looking inside a network: it gives no reasons, but it can be asked what it would say without each man.

use std::fmt;

use chess::{File, Piece, Position, Rank, Square};
use nnue::Network;

use super::{by_network, for_side_to_move};

/// What a network says about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opinion {
    /// Its value for White, in hundredths of a pawn.
    pub raw: i32,
    /// The value for White as a search takes it.
    pub value: i32,
    /// The value for the side to move as a search takes it.
    pub for_side_to_move: i32,
    /// What each man but the kings is worth to it.
    pub worths: Vec<Worth>,
}

/// What a man is worth to a network: how much its side would lose if it were not there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Where it stands.
    pub square: Square,
    /// What it is.
    pub piece: Piece,
    /// Its worth to its own side, in hundredths of a pawn.
    pub worth: i32,
}

/// Asks a network about a position and about each man.
#[must_use]
pub fn ask(network: &Network, position: &Position) -> Opinion {
    let raw = network.evaluate(position);
    let value = by_network(position, || raw);
    let worths = position.occupied().into_iter().filter_map(|square| {
        let piece = position.piece_at(square)?;
        let lost = raw - network.evaluate_without(position, square)?;
        let own = piece.color() == position.side_to_move();
        Some(Worth {
            square,
            piece,
            worth: if own { lost } else { -lost },
        })
    });
    Opinion {
        raw: for_side_to_move(position, raw),
        value: for_side_to_move(position, value),
        for_side_to_move: value,
        worths: worths.collect(),
    }
}

/// The board with the worth of each man, then the value.
impl fmt::Display for Opinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "What each man is worth to the network (its value without it):"
        )?;
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{}", rank as u8 + 1)?;
            for file in File::ALL {
                let square = Square::new(file, rank);
                match self.worths.iter().find(|worth| worth.square == square) {
                    Some(worth) => write!(f, " {} {:>5}", worth.piece.letter(), worth.worth)?,
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
            "\nThe network: {:+} for White; as the search takes it {:+} for White, {:+} for the side to move.",
            self.raw, self.value, self.for_side_to_move
        )
    }
}
