//! Static exchange evaluation with legal moves.
//!
//! The engine's own is fast but ignores pins. The sentences must be right, so here every capture is a legal move.

use chess::{EXCHANGE_VALUES, PieceKind, Position, Square};

/// Returns the value of a piece in an exchange, in centipawns.
pub fn worth(kind: PieceKind) -> i32 {
    EXCHANGE_VALUES[kind]
}

/// Returns the gain in centipawns of the side to move by captures on a square. Both sides capture there by legal moves, and may
/// stop, so the gain is at least 0.
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
        // Captures by two pieces of a kind differ only in the pieces behind them.
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

/// Returns whether no piece hangs: no check, no capture that wins material, no promotion.
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
