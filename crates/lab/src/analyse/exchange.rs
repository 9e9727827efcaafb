//! What taking on a square comes to, by legal moves.
//!
//! The engine's exchange evaluation is made for speed and does not see pins. What is said to people has to be right, so here every
//! capture is a legal move.

use chess::{EXCHANGE_VALUES, PieceKind, Position, Square};

/// What a piece is worth in an exchange, in hundredths of a pawn.
pub fn worth(kind: PieceKind) -> i32 {
    EXCHANGE_VALUES[kind]
}

/// What the side to move gains by taking on a square, when both sides go on taking there by legal moves for as long as it pays; in
/// hundredths of a pawn, and nothing where it does not pay.
pub fn exchange(position: &Position, square: Square) -> i32 {
    let Some(taken) = position.piece_at(square) else {
        return 0;
    };
    let mut best = 0;
    let mut tried: Vec<PieceKind> = Vec::new();
    for &m in position.noisy_moves().iter() {
        let Some(taker) = position.piece_at(m.from()) else {
            continue;
        };
        // Two that are alike differ only in who stands behind them.
        if m.to() != square || !m.is_capture() || tried.contains(&taker.kind()) && !m.is_promotion()
        {
            continue;
        }
        if m.promotion().is_none_or(|kind| kind == PieceKind::Queen) {
            tried.push(taker.kind());
            let promoted = m
                .promotion()
                .map_or(0, |kind| worth(kind) - worth(PieceKind::Pawn));
            best = best.max(worth(taken.kind()) + promoted - exchange(&position.after(m), square));
        }
    }
    best
}

/// Whether nothing hangs: no check, no capture that wins something, no promotion.
pub fn is_quiet(position: &Position) -> bool {
    if position.outcome().is_some() {
        return true;
    }
    let wins = |m: &chess::Move| {
        if m.is_capture() && !m.is_promotion() && position.piece_at(m.to()).is_some() {
            exchange(position, m.to()) >= worth(PieceKind::Pawn)
        } else {
            position.exchange_gains(*m, worth(PieceKind::Pawn))
        }
    };
    !position.in_check() && !position.noisy_moves().iter().any(wins)
}
