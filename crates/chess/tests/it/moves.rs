//! The ways to ask for moves agree with each other.

use crate::common::{RICH, walk_games};
use chess::{Color, EXCHANGE_VALUES, Move, MoveKind, PieceKind, Position, attacks};

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
fn parts_and_counts_agree_with_the_whole() {
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
        assert_eq!(whole.len(), all.len(), "a move twice in {position}");
    });
}

#[test]
fn gives_check_is_what_the_next_position_says() {
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
fn what_is_kept_equals_what_is_computed() {
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
            for square in chess::Square::ALL {
                assert_eq!(
                    map.has(square),
                    position.is_attacked(square, by),
                    "{square} in {position}"
                );
            }
        }
    });
}

/// The best a side can get by taking on a square with its least valuable piece, or not taking.
fn exchange(
    position: &Position,
    to: chess::Square,
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
                    occupied -= chess::Square::new(to.file(), from.rank()).bitboard();
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
                    "{m} is worth {value}, asked for {threshold} in {position}"
                );
            }
        }
    });
}

#[test]
fn lines_and_rays() {
    use chess::Square::{A1, A8, B2, D4, E1, E8, G7, H8};
    assert_eq!(attacks::between(A1, H8).count(), 6);
    assert!(attacks::between(A1, H8).has(D4));
    assert!(attacks::between(A1, G7).has(B2) && !attacks::between(A1, G7).has(H8));
    assert!(attacks::between(A1, chess::Square::B3).is_empty());
    assert_eq!(attacks::line(E1, E8).count(), 8);
    assert!(attacks::line(A8, B2).is_empty());
    assert!(attacks::line(B2, D4).has(A1) && attacks::line(B2, D4).has(H8));
}

#[test]
fn rich_positions_are_what_they_say() {
    // Chess960 positions keep their castling rights through a FEN.
    for fen in RICH {
        let position = Position::from_fen(fen).expect("a right FEN");
        let again = Position::from_fen(&position.to_string()).expect("what we write");
        assert_eq!(position, again, "{fen}");
    }
}
