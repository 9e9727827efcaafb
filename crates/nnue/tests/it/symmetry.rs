//! Values are symmetric in the colours and in the wings.

use chess::{Bitboard, Piece, Position, Setup, Square};

use crate::common::{random_network, random_positions};

/// Returns the position with squares and pieces replaced, without castling rights.
fn transformed(
    position: &Position,
    square: impl Fn(Square) -> Square,
    piece: impl Fn(Piece) -> Piece,
    swap_sides: bool,
) -> Option<Position> {
    let mut setup = Setup::default();
    for from in position.occupied() {
        setup.board[square(from)] = position.piece_at(from).map(&piece);
    }
    setup.castling = Bitboard::EMPTY;
    setup.side = if swap_sides {
        !position.side_to_move()
    } else {
        position.side_to_move()
    };
    Position::try_from(&setup).ok()
}

#[test]
fn swapped_colours_have_the_same_value() {
    let network = random_network(10, 128, 8);
    let mut seen = 0;
    for position in random_positions(11, 1_000) {
        let recolored = |piece: Piece| Piece::new(!piece.color(), piece.kind());
        if let Some(flipped) = transformed(&position, Square::flip_rank, recolored, true) {
            assert_eq!(
                network.evaluate(&flipped),
                network.evaluate(&position),
                "{position}"
            );
            seen += 1;
        }
    }
    assert!(seen > 900, "{seen}");
}

#[test]
fn mirrored_wings_have_the_same_value() {
    let network = random_network(12, 128, 8);
    let mut seen = 0;
    for position in random_positions(13, 1_000) {
        if let Some(mirrored) = transformed(&position, Square::flip_file, |piece| piece, false) {
            assert_eq!(
                network.evaluate(&mirrored),
                network.evaluate(&position),
                "{position}"
            );
            seen += 1;
        }
    }
    assert!(seen > 900, "{seen}");
}

#[test]
fn the_side_to_move_matters() {
    // A network that returns a constant would pass the tests above.
    let network = random_network(14, 128, 8);
    let positions = random_positions(15, 1_000);
    let different = positions
        .iter()
        .filter_map(|position| {
            let passed = position.after_null()?;
            Some(network.evaluate(position) != network.evaluate(&passed))
        })
        .filter(|&different| different)
        .count();
    assert!(different > 800, "{different}");
}
