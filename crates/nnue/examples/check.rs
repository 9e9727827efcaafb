//! Compares the values of a network with those that the trainer wrote, for all instruction sets of this processor.
//!
//! ```text
//! cargo run --release -p espalier-nnue --example check -- nets/128x1.nnue nets/128x1.vectors
//! ```

use std::error::Error;

use chess::{Color, Piece, PieceKind, Position, Setup, Square};
use nnue::{Instructions, Network};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(network), Some(vectors)) = (words.next(), words.next()) else {
        return Err("usage: check NETWORK VALUES".into());
    };
    let network = Network::from_bytes(&std::fs::read(network)?)?;
    println!("{network:?}");
    println!("start position {}", network.evaluate(&Position::startpos()));
    let vectors = std::fs::read(vectors)?;
    let (vectors, rest) = vectors.as_chunks::<36>();
    if !rest.is_empty() {
        return Err("the file of values is truncated".into());
    }
    for set in Instructions::available() {
        let network = network.clone().with_instructions(set);
        let (mut wrong, mut illegal) = (0, 0);
        for vector in vectors {
            let value = i32::from_le_bytes([vector[32], vector[33], vector[34], vector[35]]);
            match position(vector) {
                Some(position) => wrong += usize::from(network.evaluate(&position) != value),
                None => illegal += 1,
            }
        }
        let count = vectors.len();
        println!("{set}: {wrong} of {count} values differ, {illegal} positions are not legal");
        if wrong + illegal > 0 {
            return Err("the values of the network differ from those of the trainer".into());
        }
    }
    Ok(())
}

/// Reads the position of a record: occupied squares, then a colour and kind for each, then the side to move.
fn position(record: &[u8; 36]) -> Option<Position> {
    let (occupied, rest) = record.split_first_chunk()?;
    let occupied = u64::from_le_bytes(*occupied);
    let mut setup = Setup::default();
    let squares = (0..64).filter(|square| occupied >> square & 1 != 0);
    for (place, square) in squares.enumerate().take(32) {
        let code = rest[place / 2] >> (4 * (place % 2)) & 15;
        let color = [Color::White, Color::Black][usize::from(code >> 3)];
        let kind = PieceKind::ALL.get(usize::from(code & 7))?;
        setup.board[Square::masked(square)] = Some(Piece::new(color, *kind));
    }
    setup.side = match record[27] {
        0 => Color::White,
        _ => Color::Black,
    };
    Position::try_from(&setup).ok()
}
