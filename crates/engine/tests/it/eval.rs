//! The evaluation: symmetric, independent of its cache, fully explained, and with terms of the right sign.

use chess::{Color, Game, Piece, Position, Setup, Square};
use engine::eval::{self, Evaluator, Term, evaluate, explain};
use gametree::SplitMix64;

/// A reproducible random generator.
struct Random(SplitMix64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        (self.0.next_u64() % bound as u64) as usize
    }
}

const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/p3p3/8/2B5/5b2/8/P4P1P/4K3 w - - 12 40",
];

/// Positions of random games that prefer captures, to include endgames.
pub(crate) fn positions(seed: u64, count: usize) -> Vec<Position> {
    let mut random = Random(SplitMix64::new(seed));
    let mut positions = Vec::new();
    while positions.len() < count {
        let start = Position::from_fen(STARTS[random.below(STARTS.len())]).unwrap();
        let mut game = Game::new(start);
        while game.outcome().is_none() && game.moves().len() < 150 {
            let moves = game.position().legal_moves();
            let captures: Vec<_> = moves.iter().filter(|m| m.is_capture()).collect();
            let m = if !captures.is_empty() && random.below(3) == 0 {
                *captures[random.below(captures.len())]
            } else {
                moves[random.below(moves.len())]
            };
            game.play(m).unwrap();
            positions.push(*game.position());
        }
    }
    positions
}

/// Returns the position with exchanged colours and the board upside down.
pub(crate) fn color_mirror(position: &Position) -> Position {
    let setup = position.to_setup();
    let mut mirrored = Setup {
        side: !setup.side,
        castling: setup.castling.flip_ranks(),
        en_passant: setup.en_passant.map(Square::flip_rank),
        ..setup.clone()
    };
    for square in Square::ALL {
        mirrored.board[square] =
            setup.board[square.flip_rank()].map(|piece| Piece::new(!piece.color(), piece.kind()));
    }
    Position::try_from(&mirrored).unwrap()
}

/// Returns the position with exchanged wings and no castling rights.
fn file_mirror(position: &Position) -> Position {
    let setup = position.to_setup();
    let mut mirrored = setup.clone();
    mirrored.en_passant = setup.en_passant.map(Square::flip_file);
    for square in Square::ALL {
        mirrored.board[square] = setup.board[square.flip_file()];
    }
    Position::try_from(&mirrored).unwrap()
}

fn value(fen: &str) -> i32 {
    evaluate(&Position::from_fen(fen).unwrap())
}

/// Returns a term, White's minus Black's, interpolated as in the evaluation (times 24).
fn term(fen: &str, term: Term) -> i32 {
    let explanation = explain(&Position::from_fen(fen).unwrap());
    let value = explanation
        .terms
        .iter()
        .find(|value| value.term == term)
        .map_or(eval::Tapered::ZERO, eval::TermValue::total);
    value.middlegame() * explanation.phase
        + value.endgame() * (eval::FULL_PHASE - explanation.phase)
}

#[test]
fn colors_and_wings_are_symmetric() {
    for position in positions(1, 8_000) {
        let mirrored = color_mirror(&position);
        assert_eq!(evaluate(&position), evaluate(&mirrored), "{position}");
        if position.castling_rooks().is_empty() {
            let mirrored = file_mirror(&position);
            assert_eq!(evaluate(&position), evaluate(&mirrored), "{position}");
        }
    }
}

#[test]
fn the_cache_does_not_change_values() {
    let mut evaluator = Evaluator::new();
    for position in positions(2, 8_000) {
        let value = evaluator.evaluate(&position);
        assert_eq!(value, evaluate(&position), "{position}");
        assert_eq!(value, evaluator.evaluate(&position), "{position}");
        assert!(value.abs() < eval::LIMIT);
    }
}

#[test]
fn explanations_add_up() {
    for position in positions(3, 2_000) {
        let explanation = explain(&position);
        assert_eq!(
            explanation.for_side_to_move,
            evaluate(&position),
            "{position}"
        );
        if explanation.known.is_some() {
            continue;
        }
        let sum: eval::Tapered = explanation.terms.iter().map(eval::TermValue::total).sum();
        assert_eq!(sum, explanation.sum, "{position}");
        for term in &explanation.terms {
            // The contributions of the squares add up to the term; tempo and complexity have no squares.
            if matches!(term.term, Term::Tempo | Term::Complexity) {
                continue;
            }
            for side in &term.sides {
                let middlegame: f32 = side.causes.iter().map(|cause| cause.middlegame).sum();
                let endgame: f32 = side.causes.iter().map(|cause| cause.endgame).sum();
                let exact = (side.value.middlegame() as f32, side.value.endgame() as f32);
                let error = (middlegame - exact.0).abs().max((endgame - exact.1).abs());
                assert!(error < 0.1, "{position} {:?}: {error}", term.term);
            }
        }
    }
}

#[test]
fn the_start_position_has_the_value_of_the_move() {
    let start = value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!((5..60).contains(&start), "{start}");
}

/// In each pair the second position has a feature for White that the first lacks.
#[test]
fn each_term_has_its_sign() {
    let better = |term_of: Term, worse: &str, better: &str| {
        let (worse, better) = (term(worse, term_of), term(better, term_of));
        assert!(
            better > worse,
            "{term_of:?}: {better:?} should be more than {worse:?}"
        );
    };
    // An extra pawn.
    better(
        Term::Material,
        "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1",
        "4k3/ppp5/8/8/8/8/PPPP4/4K3 w - - 0 1",
    );
    // A knight in the corner, in the centre.
    better(
        Term::Placement,
        "4k1n1/pppp4/8/8/8/8/PPPP4/N3K3 w - - 0 1",
        "4k1n1/pppp4/8/8/3N4/8/PPPP4/4K3 w - - 0 1",
    );
    // A bishop behind its pawns, in the open.
    better(
        Term::Mobility,
        "2b1k3/pppp4/8/8/8/8/PPPP4/2B1K3 w - - 0 1",
        "2b1k3/pppp4/8/8/8/3P4/PPP5/2B1K3 w - - 0 1",
    );
    // Isolated and doubled pawns.
    better(
        Term::Pawns,
        "4k3/ppp5/8/8/8/P7/P1P5/4K3 w - - 0 1",
        "4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1",
    );
    // A more advanced passed pawn.
    better(
        Term::PassedPawns,
        "4k2r/6pp/8/8/P7/8/6PP/4K2R w - - 0 1",
        "4k2r/6pp/P7/8/8/8/6PP/4K2R w - - 0 1",
    );
    // The same pawn, blocked by a rook.
    better(
        Term::PassedPawns,
        "4k3/r5pp/P7/8/8/8/6PP/R3K3 w - - 0 1",
        "4k3/2r3pp/P7/8/8/8/6PP/R3K3 w - - 0 1",
    );
    // The enemy king comes too late.
    better(
        Term::PassedPawns,
        "8/6pp/8/P1k5/8/8/6PP/4K3 w - - 0 1",
        "8/6pp/8/P4k2/8/8/6PP/4K3 w - - 0 1",
    );
    // A knight on an outpost that a pawn defends.
    better(
        Term::Minors,
        "r3k2r/pp3ppp/3p4/8/4P3/5N2/PP3PPP/R3K2R w - - 0 1",
        "r3k2r/pp3ppp/3p4/3N4/4P3/8/PP3PPP/R3K2R w - - 0 1",
    );
    // Two bishops, and a bishop and a knight.
    better(
        Term::Minors,
        "rn2k2r/pp3ppp/3p4/8/4P3/8/PP2BPPP/RN2K2R w - - 0 1",
        "rn2k2r/pp3ppp/3p4/8/4P3/4B3/PP2BPPP/R3K2R w - - 0 1",
    );
    // A rook on an open file.
    better(
        Term::Rooks,
        "r3k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - 0 1",
        "r3k3/pp3ppp/8/8/8/8/PP3PPP/3RK3 w - - 0 1",
    );
    // A trapped rook.
    better(
        Term::Rooks,
        "r3k3/pp3ppp/8/8/8/8/PP3PPP/R4K1R w - - 0 1",
        "r3k3/pp3ppp/8/8/8/8/PP3PPP/R2R1K2 w - - 0 1",
    );
    // A rook attacks the queen through a knight.
    better(
        Term::Queens,
        "3r2k1/5ppp/8/8/3N4/8/3Q1PPP/6K1 w - - 0 1",
        "2r3k1/5ppp/8/8/3N4/8/3Q1PPP/6K1 w - - 0 1",
    );
    // A king without pawn shelter.
    better(
        Term::Shelter,
        "r1bq1rk1/pppp1ppp/8/8/6PP/5P2/PPPP4/R1BQ1RK1 w - - 0 1",
        "r1bq1rk1/pppp1ppp/8/8/8/8/PPPP1PPP/R1BQ1RK1 w - - 0 1",
    );
    // Queen, rook and knight attack the king.
    better(
        Term::Danger,
        "r4rk1/pppq1pp1/8/8/8/8/PPP2PP1/R2Q1RK1 w - - 0 1",
        "r4rk1/pppq1pp1/8/6N1/7Q/8/PPP2PP1/4R1KR w - - 0 1",
    );
    // A pawn attacks a knight.
    better(
        Term::Threats,
        "r3k2r/pp3ppp/5n2/8/4P3/8/PP3PPP/R3K2R w - - 0 1",
        "r3k2r/pp3ppp/5n2/4P3/8/8/PP3PPP/R3K2R w - - 0 1",
    );
    // Space behind the pawns.
    better(
        Term::Space,
        "rnbqkbnr/ppp2ppp/3pp3/8/8/3PP3/PPP2PPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppp2ppp/3pp3/8/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1",
    );
    better(
        Term::Tempo,
        "4k3/pppp4/8/8/8/8/PPPP4/4K3 b - - 0 1",
        "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1",
    );
    // An extra pawn with pawns on both wings, and on one.
    better(
        Term::Complexity,
        "6k1/6pp/8/8/8/8/5PPP/6K1 w - - 0 1",
        "6k1/p5pp/8/8/8/8/PP4PP/6K1 w - - 0 1",
    );
}

#[test]
fn draws_are_draws() {
    for fen in [
        // Bare kings, one minor piece, two knights, two bishops on one colour.
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NK3 w - - 0 1",
        "4k3/8/8/8/8/8/8/3NKN2 w - - 0 1",
        "4k3/8/8/8/8/8/1B6/B3K3 w - - 0 1",
        // King and pawn against a king that has the opposition.
        "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1",
    ] {
        let value = value(fen);
        assert_eq!(value, 0, "{fen}");
    }
    for fen in [
        // The wrong bishop.
        "k7/8/8/P7/8/8/1K3B2/8 w - - 0 1",
        // Rook against bishop.
        "4k3/8/8/3b4/8/8/8/R3K3 w - - 0 1",
    ] {
        let value = value(fen);
        assert!(value.abs() < 90, "{fen}: {value}");
    }
    // Two pawns up: with bishops of opposite colours they are worth less than half.
    let opposite = value("4k3/8/8/3b4/8/8/PP6/2B1K3 w - - 0 1");
    let same = value("4k3/8/8/4b3/8/8/PP6/2B1K3 w - - 0 1");
    assert!(0 < opposite && 2 * opposite < same, "{opposite}, {same}");
}

#[test]
fn won_endgames_are_won_and_drive_the_king() {
    assert!(value("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1") > 2_000);
    assert!(value("4k3/8/8/8/8/8/8/R3K3 b - - 0 1") < -2_000);
    assert!(value("8/8/8/4k3/8/8/8/R3K3 w - - 0 1") < value("4k3/8/4K3/8/8/8/8/R7 w - - 0 1"));
    // Bishop and knight: the corner of the bishop's colour.
    let right = value("7k/8/5K2/8/8/8/8/2B2N2 w - - 0 1");
    let wrong = value("k7/8/2K5/8/8/8/8/2B2N2 w - - 0 1");
    assert!(right > wrong, "{right} {wrong}");
    // A pawn that promotes.
    assert!(value("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1") > 500);
    assert!(value("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1") < -500);
}

#[test]
fn values_fall_towards_the_fifty_move_rule() {
    let fresh = value("4k2r/pp6/8/8/8/8/PPPP4/4K2R w - - 0 1");
    let stale = value("4k2r/pp6/8/8/8/8/PPPP4/4K2R w - - 90 1");
    assert!(stale < fresh && stale > 0, "{stale} {fresh}");
}

#[test]
fn values_are_for_the_side_to_move() {
    for position in positions(4, 500) {
        let explanation = explain(&position);
        let sign = if position.side_to_move() == Color::White {
            1
        } else {
            -1
        };
        assert_eq!(explanation.for_side_to_move, sign * explanation.value);
    }
}
