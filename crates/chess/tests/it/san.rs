//! Standard Algebraic Notation: strict output, lenient input, and errors.

use chess::{Position, SanError, san};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

const START: &str = chess::fen::START;
/// White can capture en passant on d6, castle on both sides, and promote on b8 or by a capture on a8 or c8.
const RICH: &str = "r1n1k3/1P4p1/8/3pP3/8/8/6P1/R3K2R w KQq d6 0 1";
/// The three knights on b1, b3 and f1 can move to d2, the queens on a4, a8 and e8 to e4.
const CROWDED: &str = "Q3Q3/8/8/8/Q7/1N5k/8/KN3N2 w - - 0 1";
/// The black queen can give checkmate.
const FOOL: &str = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
/// Chess960: king f1, rooks e1 and h1.
const SHUFFLED: &str = "3k4/8/8/8/8/8/8/4RK1R w HE - 0 1";

#[test]
fn lenient_input_and_strict_output() {
    let table = [
        (START, "e4", "e2e4", "e4"),
        (START, "e2-e4", "e2e4", "e4"),
        (START, "e2e4", "e2e4", "e4"),
        (START, "Pe4", "e2e4", "e4"),
        (START, " e4!? ", "e2e4", "e4"),
        (START, "Nf3+", "g1f3", "Nf3"),
        (START, "Nf3#", "g1f3", "Nf3"),
        (START, "Nf3++", "g1f3", "Nf3"),
        (START, "Nf3 mate", "g1f3", "Nf3"),
        (START, "Ngf3", "g1f3", "Nf3"),
        (START, "N1f3", "g1f3", "Nf3"),
        (START, "Ng1f3", "g1f3", "Nf3"),
        (START, "Ng1-f3", "g1f3", "Nf3"),
        (START, "N-f3", "g1f3", "Nf3"),
        (START, "g1f3", "g1f3", "Nf3"),
        (START, "nf3", "g1f3", "Nf3"),
        (RICH, "exd6", "e5d6", "exd6"),
        (RICH, "exd6e.p.", "e5d6", "exd6"),
        (RICH, "exd6 e.p.", "e5d6", "exd6"),
        (RICH, "exd6 ep!", "e5d6", "exd6"),
        (RICH, "exd5e.p.", "e5d6", "exd6"),
        (RICH, "e5xd6", "e5d6", "exd6"),
        (RICH, "ed6", "e5d6", "exd6"),
        (RICH, "ed", "e5d6", "exd6"),
        (RICH, "exd", "e5d6", "exd6"),
        (RICH, "e:d6", "e5d6", "exd6"),
        (RICH, "xd6", "e5d6", "exd6"),
        (RICH, "O-O", "e1h1", "O-O"),
        (RICH, "0-0", "e1h1", "O-O"),
        (RICH, "o-o", "e1h1", "O-O"),
        (RICH, "e1g1", "e1h1", "O-O"),
        (RICH, "e1h1", "e1h1", "O-O"),
        (RICH, "Ke1-g1", "e1h1", "O-O"),
        (RICH, "O-O-O", "e1a1", "O-O-O"),
        (RICH, "0-0-0+", "e1a1", "O-O-O"),
        (RICH, "e1c1", "e1a1", "O-O-O"),
        (RICH, "b8=Q", "b7b8q", "b8=Q"),
        (RICH, "b8Q", "b7b8q", "b8=Q"),
        (RICH, "b8(Q)", "b7b8q", "b8=Q"),
        (RICH, "b8=(Q)", "b7b8q", "b8=Q"),
        (RICH, "b8/Q", "b7b8q", "b8=Q"),
        (RICH, "b8=q", "b7b8q", "b8=Q"),
        (RICH, "b7b8n", "b7b8n", "b8=N"),
        (RICH, "b7-b8b", "b7b8b", "b8=B"),
        (RICH, "bxc8=R+", "b7c8r", "bxc8=R+"),
        (RICH, "ba8R", "b7a8r", "bxa8=R"),
        (RICH, "Rxa8", "a1a8", "Rxa8"),
        (RICH, "Ra8", "a1a8", "Rxa8"),
        (RICH, "Rh8", "h1h8", "Rh8+"),
        (CROWDED, "Nfd2", "f1d2", "Nfd2"),
        (CROWDED, "N3d2", "b3d2", "N3d2"),
        (CROWDED, "Nb1d2", "b1d2", "Nb1d2"),
        (CROWDED, "Nc3", "b1c3", "Nc3"),
        (CROWDED, "Qa8e4", "a8e4", "Qa8e4"),
        (CROWDED, "Qe8e4", "e8e4", "Qee4"),
        (CROWDED, "Qa4e4", "a4e4", "Q4e4"),
        (FOOL, "Qh4", "d8h4", "Qh4#"),
        (FOOL, "Qd8h4 mate!!", "d8h4", "Qh4#"),
        (SHUFFLED, "O-O", "f1h1", "O-O"),
        (SHUFFLED, "O-O-O", "f1e1", "O-O-O+"),
        (SHUFFLED, "f1h1", "f1h1", "O-O"),
        (SHUFFLED, "f1e1", "f1e1", "O-O-O+"),
        (SHUFFLED, "f1c1", "f1e1", "O-O-O+"),
        (SHUFFLED, "Kg1", "f1g1", "Kg1"),
        (SHUFFLED, "f1g1", "f1g1", "Kg1"),
    ];
    for (fen, text, coordinates, strict) in table {
        let position = position(fen);
        let m = san::parse(&position, text).unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(m.to_string(), coordinates, "{text} in {fen}");
        assert_eq!(m.to_san(&position), strict, "{text} in {fen}");
    }
}

#[test]
fn texts_without_the_form_of_a_move() {
    let table = [
        "", " ", "+", "!?", "hello", "P@e4", "N@f3", "--", "Z0", "e9", "i4", "e", "44", "Nf", "N",
        "Ne", "e2e", "e8=", "e8=K", "e8=P", "e8()", "e8(", "e8)", "(Q)", "O-O-O-O", "O-", "0-1",
        "1-0", "e2--e4", "exxd5", "-e4", "Ng1f3g5", "Nbb", "é4", "eé", "e8=é", "Né", "ｅ4",
        "\u{0}", "e4 e5", "1.e4", "e.p.", "O-O e.p.",
    ];
    let position = position(RICH);
    for text in table {
        match san::parse(&position, text) {
            Err(SanError::Syntax(_)) => {}
            other => panic!("{text:?} gives {other:?}"),
        }
    }
    let long = "x".repeat(5_000);
    let message = san::parse(&position, &long).unwrap_err().to_string();
    assert_eq!(
        message,
        "\"xxxxxxxxxxxxxxxxxxxx...\" is not a move such as e4, Nbd7 or O-O"
    );
}

#[test]
fn illegal_moves() {
    let table = [
        (START, "e5"),
        (START, "Nd2"),
        (START, "exd3"),
        (START, "Nxf3"),
        (START, "O-O"),
        (START, "e4=Q"),
        (START, "Kf3"),
        (START, "e4e.p."),
        (RICH, "d6"),
        (RICH, "c8=Q"),
        (RICH, "exd5"),
        (RICH, "Kg1"),
        (RICH, "Kxh1"),
        (FOOL, "O-O"),
        // Pinned.
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3"),
    ];
    for (fen, text) in table {
        let error = san::parse(&position(fen), text).unwrap_err();
        assert_eq!(error, SanError::Illegal(text.to_owned()), "{fen}");
    }
}

#[test]
fn ambiguous_texts_list_their_candidates() {
    let table = [
        (CROWDED, "Nd2", "Nd2 may be any of Nb1d2, Nfd2, N3d2"),
        (CROWDED, "Nbd2", "Nbd2 may be any of Nb1d2, N3d2"),
        (CROWDED, "N1d2", "N1d2 may be any of Nb1d2, Nfd2"),
        (RICH, "b8", "b8 may be any of b8=Q, b8=R, b8=B, b8=N"),
        (RICH, "b7b8", "b7b8 may be any of b8=Q, b8=R, b8=B, b8=N"),
        (
            "4k3/8/3p1p2/2P1P3/8/8/8/2R1K3 w - - 0 1",
            "xd6",
            "xd6 may be any of cxd6, exd6",
        ),
        (
            "4k3/8/3p4/4P3/3p4/4P3/8/4K3 w - - 0 1",
            "ed",
            "ed may be any of exd4, exd6",
        ),
    ];
    for (fen, text, message) in table {
        let error = san::parse(&position(fen), text).unwrap_err().to_string();
        let sorted = |text: &str| {
            let (head, list) = text.split_once(" any of ").unwrap();
            let mut list: Vec<String> = list.split(", ").map(str::to_owned).collect();
            list.sort();
            (head.to_owned(), list)
        };
        assert_eq!(sorted(&error), sorted(message), "{fen}");
    }
}

/// A pinned piece does not make the move of another one ambiguous.
#[test]
fn only_legal_moves_count_for_the_origin() {
    let pinned = position("4r1k1/8/8/8/8/8/N3N3/4K3 w - - 0 1");
    let m = san::parse(&pinned, "Nc3").unwrap();
    assert_eq!(m.to_string(), "a2c3");
    assert_eq!(m.to_san(&pinned), "Nc3");
}
