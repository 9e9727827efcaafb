//! Move generation, legality, playing, attacks and static exchange evaluation are consistent.

use crate::common::{RICH, walk_games};
use chess::{Color, EXCHANGE_VALUES, Move, MoveKind, PieceKind, Position, Square, attacks};

#[test]
fn legal_moves_and_is_legal_agree_on_every_pattern() {
    // Every 16-bit pattern in 400 positions.
    let mut positions = 0;
    walk_games(1, 6_000, |position, _| {
        positions += 1;
        if positions % 15 != 0 {
            return;
        }
        let moves = position.legal_moves();
        for bits in 0..=u16::MAX {
            let is_legal = Move::from_bits(bits).is_some_and(|m| position.is_legal(m));
            let listed = moves.iter().any(|m| m.bits() == bits);
            assert_eq!(is_legal, listed, "{bits:#06x} in {position}");
        }
    });
    assert!(positions / 15 >= 400);
}

#[test]
fn noisy_and_quiet_moves_and_counts_add_up() {
    walk_games(2, 30_000, |position, _| {
        let all = position.legal_moves();
        let noisy = position.noisy_moves();
        let quiet = position.quiet_moves();
        assert_eq!(position.count_moves() as usize, all.len());
        assert_eq!(position.has_legal_move(), !all.is_empty());
        assert!(noisy.iter().all(|m| m.is_noisy()));
        assert!(quiet.iter().all(|m| !m.is_noisy()));
        let mut parts: Vec<Move> = noisy.iter().chain(quiet.iter()).copied().collect();
        let mut whole: Vec<Move> = all.to_vec();
        parts.sort_unstable();
        whole.sort_unstable();
        assert_eq!(parts, whole, "{position}");
        whole.dedup();
        assert_eq!(whole.len(), all.len(), "a duplicate move in {position}");
    });
}

#[test]
fn gives_check_equals_check_in_the_next_position() {
    let mut checks = 0;
    walk_games(3, 20_000, |position, _| {
        for m in &position.legal_moves() {
            let check = position.after(m).in_check();
            assert_eq!(position.gives_check(m), check, "{m} in {position}");
            checks += usize::from(check);
        }
    });
    assert!(checks > 10_000);
}

#[test]
fn incremental_updates_equal_recomputation() {
    walk_games(4, 50_000, |position, _| {
        assert!(position.is_consistent(), "{position}");
        assert_eq!(
            Position::from_fen(&position.to_string()).as_ref(),
            Ok(position)
        );
        if let Some(passed) = position.after_null() {
            assert!(passed.is_consistent(), "null move in {position}");
            assert_eq!(passed.side_to_move(), !position.side_to_move());
        }
    });
}

#[test]
fn attack_maps_agree() {
    walk_games(5, 5_000, |position, _| {
        for by in Color::ALL {
            let map = position.attacked_squares(by);
            for square in Square::ALL {
                assert_eq!(
                    map.has(square),
                    position.is_attacked(square, by),
                    "{square} in {position}"
                );
            }
        }
    });
}

/// The best balance a side can reach by capturing on a square with its least valuable piece, or by not capturing.
fn exchange(
    position: &Position,
    to: Square,
    side: Color,
    occupied: chess::Bitboard,
    standing: PieceKind,
) -> i32 {
    let attackers = position.attackers_to(to, occupied) & occupied;
    let own = attackers & position.color(side);
    let Some(kind) = PieceKind::ALL
        .into_iter()
        .find(|&kind| (own & position.kind(kind)).any())
    else {
        return 0;
    };
    if kind == PieceKind::King && (attackers & position.color(!side)).any() {
        return 0;
    }
    let from = (own & position.kind(kind)).first().expect("an attacker");
    let gain =
        EXCHANGE_VALUES[standing] - exchange(position, to, !side, occupied - from.bitboard(), kind);
    gain.max(0)
}

#[test]
fn exchange_threshold_equals_full_evaluation() {
    walk_games(6, 10_000, |position, _| {
        for m in &position.legal_moves() {
            let (from, to) = (m.from(), m.to());
            let value = if m.is_castle() {
                0
            } else {
                let mut occupied = (position.occupied() - from.bitboard()) | to.bitboard();
                let mut gain = position
                    .piece_at(to)
                    .map_or(0, |piece| EXCHANGE_VALUES[piece.kind()]);
                if m.kind() == MoveKind::EnPassant {
                    gain = EXCHANGE_VALUES[PieceKind::Pawn];
                    occupied -= Square::new(to.file(), from.rank()).bitboard();
                }
                let mut standing = position.piece_at(from).expect("a mover").kind();
                if let Some(promoted) = m.promotion() {
                    gain += EXCHANGE_VALUES[promoted] - EXCHANGE_VALUES[PieceKind::Pawn];
                    standing = promoted;
                }
                gain - exchange(position, to, !position.side_to_move(), occupied, standing)
            };
            for (threshold, gains) in [(value, true), (value + 1, false), (value - 1, true)] {
                assert_eq!(
                    position.exchange_gains(m, threshold),
                    gains,
                    "{m} gains {value}, threshold {threshold}, in {position}"
                );
            }
        }
    });
}

#[test]
fn lines_and_rays() {
    use Square::{A1, A8, B2, D4, E1, E8, G7, H8};
    assert_eq!(attacks::between(A1, H8).count(), 6);
    assert!(attacks::between(A1, H8).has(D4));
    assert!(attacks::between(A1, G7).has(B2) && !attacks::between(A1, G7).has(H8));
    assert!(attacks::between(A1, Square::B3).is_empty());
    assert_eq!(attacks::line(E1, E8).count(), 8);
    assert!(attacks::line(A8, B2).is_empty());
    assert!(attacks::line(B2, D4).has(A1) && attacks::line(B2, D4).has(H8));
}

#[test]
fn rich_positions_read_back() {
    // Chess960 positions keep their castling rights through a FEN.
    for fen in RICH {
        let position = Position::from_fen(fen).expect("a right FEN");
        let again = Position::from_fen(&position.to_string()).expect("our own FEN");
        assert_eq!(position, again, "{fen}");
    }
}

/// The reason why each move is not legal.
#[test]
fn illegal_moves_name_the_rule() {
    use Square::{A1, B5, D6, E1, E2, E4, E5, E7, F3, G1, H1};
    let start = chess::fen::START;
    let table = [
        (start, E4, E5, MoveKind::Quiet, "there is no piece on e4"),
        (
            start,
            E7,
            E5,
            MoveKind::DoublePush,
            "the pawn on e7 is Black's, and White is to move",
        ),
        (
            start,
            E2,
            E5,
            MoveKind::Quiet,
            "the pawn on e2 has no quiet move to e5",
        ),
        (
            start,
            G1,
            F3,
            MoveKind::Capture,
            "the knight on g1 has no capture on f3",
        ),
        (
            start,
            E2,
            E4,
            MoveKind::PromoteQueen,
            "the pawn on e2 has no promotion on e4",
        ),
        (
            start,
            G1,
            H1,
            MoveKind::Castle,
            "the knight on g1 has no castling move with a rook on h1",
        ),
        (
            start,
            E1,
            H1,
            MoveKind::Castle,
            "castling is blocked by the piece on f1",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
            E1,
            H1,
            MoveKind::Castle,
            "there is no right to castle with a rook on h1",
        ),
        (
            "4k3/8/8/8/8/8/4r3/R3K3 w Q - 0 1",
            E1,
            A1,
            MoveKind::Castle,
            "a king in check cannot castle",
        ),
        (
            "3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1",
            E1,
            A1,
            MoveKind::Castle,
            "castling is prevented by an attack on d1",
        ),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            E5,
            D6,
            MoveKind::EnPassant,
            "no en-passant capture is legal on d6",
        ),
        (
            "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1",
            E2,
            B5,
            MoveKind::Quiet,
            "the king on e1 would be attacked from e7",
        ),
        (
            "4k3/8/4r3/8/8/8/8/3K4 w - - 0 1",
            Square::D1,
            E2,
            MoveKind::Quiet,
            "the king on e2 would be attacked from e6",
        ),
    ];
    for (fen, from, to, kind, reason) in table {
        let mut position: Position = fen.parse().expect("a legal position");
        let before = position;
        let m = Move::new(from, to, kind).expect("two squares");
        let error = position.play(m).expect_err("an illegal move");
        assert_eq!(
            error.to_string(),
            format!("the move {m} is not legal: {reason}")
        );
        assert_eq!(position, before, "{m} changed the position");
    }
}

/// `play` agrees with `is_legal` on every bit pattern.
#[test]
fn every_pattern_is_played_or_explained() {
    walk_games(11, 60, |position, _| {
        for m in (0..=u16::MAX).filter_map(Move::from_bits) {
            let mut next = *position;
            match next.play(m) {
                Ok(()) => assert_eq!(next, position.after(m)),
                Err(error) => {
                    assert_eq!(error.m, m);
                    assert!(!position.is_legal(m));
                }
            }
        }
    });
}
