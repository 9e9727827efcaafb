//! Values equal those of another implementation: the first trainer, in Python, wrote the vectors of a small random network and of the
//! released one. `espalier train --vectors` writes those of a new network.

use std::sync::Arc;

use chess::{Color, Piece, PieceKind, Position, Setup, Square};
use nnue::{Accumulators, Instructions, Network};

use crate::common::released;

const NETWORK: &[u8] = include_bytes!("../data/tiny.nnue");
const VECTORS: &[u8] = include_bytes!("../data/tiny.vectors");
const FENS: &str = include_str!("../data/positions.fen");

/// Reads the position of a record: occupied squares, then a colour and kind for each, then the side to move.
fn position(record: &[u8; 32]) -> Position {
    let (occupied, rest) = record.split_first_chunk().expect("32 bytes");
    let occupied = u64::from_le_bytes(*occupied);
    let mut setup = Setup::default();
    let squares = (0..64).filter(|square| occupied >> square & 1 != 0);
    for (place, square) in squares.enumerate() {
        let code = rest[place / 2] >> (4 * (place % 2)) & 15;
        let color = [Color::White, Color::Black][usize::from(code >> 3)];
        let kind = PieceKind::ALL[usize::from(code & 7)];
        setup.board[Square::masked(square)] = Some(Piece::new(color, kind));
    }
    setup.side = [Color::White, Color::Black][usize::from(record[27])];
    Position::try_from(&setup).expect("a legal position")
}

/// Reads positions with their values, as the trainer writes them.
fn read(vectors: &[u8]) -> Vec<(Position, i32)> {
    let (vectors, rest) = vectors.as_chunks::<36>();
    assert!(rest.is_empty());
    let read = |vector: &[u8; 36]| {
        let (record, value) = vector.split_first_chunk().expect("36 bytes");
        let value = i32::from_le_bytes(value.try_into().expect("4 bytes"));
        (position(record), value)
    };
    vectors.iter().map(read).collect()
}

/// Compares values for all instruction sets, without and with a stack. Checks that the values are varied.
fn agree(network: &Network, vectors: &[(Position, i32)]) {
    let mut different = std::collections::HashSet::new();
    for set in Instructions::available() {
        let network = Arc::new(network.clone().with_instructions(set));
        let mut stack = Accumulators::new(Arc::clone(&network), &Position::startpos());
        for (position, value) in vectors {
            assert_eq!(network.evaluate(position), *value, "{set}, {position}");
            stack.reset(position);
            assert_eq!(stack.evaluate(position), *value, "{set}, {position}");
            different.insert(value);
        }
    }
    assert!(different.len() > vectors.len() / 4, "{}", different.len());
}

#[test]
fn values_of_a_small_network_equal_the_trainer() {
    let network = Network::from_bytes(NETWORK).expect("a network");
    assert_eq!((network.width(), network.buckets()), (32, 8));
    assert_eq!(network.to_bytes(), NETWORK);
    let vectors = read(VECTORS);
    assert_eq!(vectors.len(), 400);
    agree(&network, &vectors);
    for ((_, value), fen) in vectors.iter().zip(FENS.lines()) {
        let position = Position::from_fen(fen).expect("a legal FEN");
        assert_eq!(network.evaluate(&position), *value, "{position}");
    }
}

#[test]
fn values_of_the_released_network_equal_the_trainer() {
    let (Some(network), Some(vectors)) = (released("espalier.nnue"), released("espalier.vectors"))
    else {
        return;
    };
    let network = Network::from_bytes(&network).expect("a network");
    let vectors = read(&vectors);
    assert_eq!(vectors.len(), 2_000);
    agree(&network, &vectors);
}
