//! Rejected FENs with their error messages, and different FENs of the same position.

use chess::{Bitboard, Color, Piece, Position, PositionError, Setup, Square};

#[test]
fn each_illegal_fen_has_its_error() {
    let table = [
        (
            "",
            "a FEN has six fields (pieces, side, castling, en passant, two counters), and this has 0",
        ),
        (
            "8/8/8/8/8/8/8/8 w -",
            "a FEN has six fields (pieces, side, castling, en passant, two counters), and this has 3",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
            "a FEN has six fields (pieces, side, castling, en passant, two counters), and this has 7",
        ),
        (
            "4k3/8/8/8/8/8/4K3 w - - 0 1",
            "the pieces of a FEN have 8 ranks, and this has 7",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3/8 w - - 0 1",
            "the pieces of a FEN have 8 ranks, and this has 9",
        ),
        (
            "4k3/7/8/8/8/8/8/4K3 w - - 0 1",
            "rank 7 has 7 squares instead of 8",
        ),
        (
            "4k3/8/8/8/8/8/8/4K4 w - - 0 1",
            "rank 1 has 9 squares instead of 8",
        ),
        (
            "4k3/8/8/8/ppppppppp/8/8/4K3 w - - 0 1",
            "rank 4 has 9 squares instead of 8",
        ),
        (
            "4k3/8/8/3x4/8/8/8/4K3 w - - 0 1",
            "'x' among the pieces is none of pnbrqkPNBRQK1-8/",
        ),
        (
            "4k3/9/8/8/8/8/8/4K3 w - - 0 1",
            "'9' among the pieces is none of pnbrqkPNBRQK1-8/",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 W - - 0 1",
            "the side to move is \"W\" instead of w or b",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w KX - 0 1",
            "the castling right 'K' has no rook on that side of a king on its first rank",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w X - 0 1",
            "the castling rights \"X\" are neither - nor letters of KQkq or A-H, a-h",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w KK - 0 1",
            "the castling rights \"KK\" are neither - nor letters of KQkq or A-H, a-h",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - e9 0 1",
            "the en-passant field \"e9\" is neither - nor a square such as e3",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - x 1",
            "the half-move clock \"x\" is not a number from 0 to 9999",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - +1 1",
            "the half-move clock \"+1\" is not a number from 0 to 9999",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 70000",
            "the move number \"70000\" is not a number from 0 to 9999",
        ),
        ("8/8/8/8/8/8/8/4K3 w - - 0 1", "Black has no king"),
        (
            "k3k3/8/8/8/8/8/8/4K3 w - - 0 1",
            "Black has 2 kings instead of one",
        ),
        (
            "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
            "White has a pawn on a1, and pawns cannot stand on the first or last rank",
        ),
        (
            "4k2p/8/8/8/8/8/8/4K3 w - - 0 1",
            "Black has a pawn on h8, and pawns cannot stand on the first or last rank",
        ),
        (
            "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1",
            "White has 9 pawns, more than eight",
        ),
        (
            "4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1",
            "White has more pieces than eight pawns could have promoted to",
        ),
        (
            "4k3/8/8/8/4R3/8/8/4K3 w - - 0 1",
            "Black just moved, but its king on e8 is attacked from e4",
        ),
        (
            "4k3/8/8/8/1b2r2b/3n4/8/4K3 w - - 0 1",
            "4 pieces give check at once, and at most two can",
        ),
        (
            "4k3/8/8/8/8/8/4K3/7R w H - 0 1",
            "the castling right with the rook on h1 needs the king of White on the same rank",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w A - 0 1",
            "the castling right needs a rook of White on a1, and there is none",
        ),
        (
            "4k3/8/8/8/8/8/8/4K1RR w GH - 0 1",
            "White has two castling rights on the king's side",
        ),
        (
            "r1r1k3/8/8/8/8/8/8/4K3 b ac - 0 1",
            "Black has two castling rights on the queen's side",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1",
            "the en-passant square d3 is not on the rank that a double push by the opponent of the side to move passes",
        ),
        (
            "4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1",
            "no pawn of the opponent stands in front of the en-passant square d6",
        ),
        (
            "4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "the en-passant square d6 is impossible, since d7 is not empty",
        ),
        (
            "4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1",
            "the en-passant square d6 is impossible, since d6 is not empty",
        ),
        (
            "4r1k1/8/8/3p4/2P5/8/8/4K3 w - d6 0 1",
            "the en-passant square d6 is impossible: the king was already attacked before that push",
        ),
    ];
    for (fen, message) in table {
        let error = Position::from_fen(fen).expect_err(fen);
        assert_eq!(error.to_string(), message, "{fen}");
    }
}

/// An error that a [`Setup`] can have and a FEN cannot.
#[test]
fn a_setup_may_name_castling_rooks_anywhere() {
    let mut setup = Setup::default();
    setup.board[Square::E1] = Some(Piece::WhiteKing);
    setup.board[Square::E8] = Some(Piece::BlackKing);
    setup.castling = Bitboard::from(Square::D4);
    assert_eq!(
        Position::try_from(&setup),
        Err(PositionError::CastlingWithoutRook(Color::White, Square::D4))
    );
}

#[test]
fn long_input_gives_short_errors() {
    let long = "w".repeat(10_000);
    let error = Position::from_fen(&format!("4k3/8/8/8/8/8/8/4K3 {long} - -")).unwrap_err();
    assert!(error.to_string().len() < 100, "{error}");
}

#[test]
fn different_fens_of_one_position() {
    let table = [
        // The counters are optional, and move numbers may start at 0.
        ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 5",
            "4k3/8/8/8/8/8/8/4K3 w - - 5 1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        ),
        // Shredder-FEN is written as plain FEN where that is unambiguous.
        (
            "r3k2r/8/8/8/8/8/8/R3K2R b HAha - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1",
            "4k3/8/8/8/8/8/8/R1R1K3 w C - 0 1",
        ),
        (
            "4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1",
            "4k3/8/8/8/8/8/8/R1R1K3 w Q - 0 1",
        ),
        // The en-passant square stays only if the capture is legal.
        (
            "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
        ),
        (
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1",
        ),
        (
            "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1",
            "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1",
        ),
    ];
    for (fen, canonical) in table {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(position.to_string(), canonical, "{fen}");
        assert_eq!(Position::from_fen(canonical), Ok(position), "{canonical}");
    }
}

#[test]
fn positions_and_setups_parse_from_fens() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 3 17";
    let position: Position = fen.parse().expect("a legal position");
    assert_eq!(position.to_string(), fen);
    assert_eq!(fen.parse(), Ok(position.to_setup()));
    assert_eq!(Position::default().to_string(), chess::fen::START);
    assert_eq!(
        "4k3 w".parse::<Position>().unwrap_err().to_string(),
        "a FEN has six fields (pieces, side, castling, en passant, two counters), and this has 2"
    );
}

/// Move order does not matter: a position reached in two ways is the same element of a set.
#[test]
fn transpositions_have_the_same_hash() {
    let reached = |moves: [&str; 4]| {
        let mut position = Position::default();
        for text in moves {
            let m = chess::uci::parse(&position, text).expect("a legal move");
            position.play(m).expect("a legal move");
        }
        position
    };
    let mut set = std::collections::HashSet::new();
    assert!(set.insert(reached(["g1f3", "g8f6", "b1c3", "b8c6"])));
    assert!(!set.insert(reached(["b1c3", "b8c6", "g1f3", "g8f6"])));
    assert!(set.insert(reached(["b1c3", "b8c6", "g1f3", "d7d6"])));
}
