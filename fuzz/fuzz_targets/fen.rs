//! Any text parses to a position or an error. A position equals the one read from its FEN, and no query panics.
#![no_main]

use chess::{Move, Position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(position) = Position::from_fen(text) else {
        return;
    };
    assert!(position.is_consistent());
    assert_eq!(Position::from_fen(&position.to_string()), Ok(position));
    let moves = position.legal_moves();
    assert_eq!(moves.len(), position.count_moves() as usize);
    for m in &moves {
        assert!(position.is_legal(m));
        let next = position.after(m);
        assert!(next.is_consistent(), "{m} in {position}");
        assert_eq!(next.in_check(), position.gives_check(m));
        position.exchange_gains(m, 0);
    }
    // Arbitrary moves, mostly illegal.
    for step in 0..256_u16 {
        let bits = (text.len() as u16).wrapping_add(step.wrapping_mul(257));
        if let Some(m) = Move::from_bits(bits) {
            assert_eq!(position.is_legal(m), moves.contains(&m));
        }
    }
    let _ = (position.outcome(), position.polyglot_key(), position.after_null());
});
