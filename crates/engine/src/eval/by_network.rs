//! The network's value, adjusted for the search.

use chess::{PieceKind, Position};

use super::{
    FULL_PHASE, FULL_SCALE, LIMIT, apply_fifty_move_factor, for_side_to_move, known, phase, scale,
};

/// Returns the value of a position for the side to move in centipawns, below [`LIMIT`] in size.
///
/// Known endgames do not use the network. Its value is scaled up with the material on the board, and scaled down if the pieces
/// cannot win without pawns and as the fifty-move rule comes nearer.
#[inline]
pub fn by_network(position: &Position, network: impl FnOnce() -> i32) -> i32 {
    if let Some(known) = known::known(position) {
        return for_side_to_move(position, known.value);
    }
    let raw = network().clamp(1 - LIMIT, LIMIT - 1);
    let us = position.side_to_move();
    let strong = if raw >= 0 { us } else { !us };
    let phase = phase(position);
    let pawns = position.kind(PieceKind::Pawn).count() as i32;
    let value = raw * (896 + 6 * phase + 4 * pawns) / 1024;
    let winnable = scale::winnable(position, strong);
    let value = if winnable == FULL_SCALE {
        value
    } else {
        // As in the hand-crafted evaluation, only the endgame part is scaled.
        value * (phase * FULL_SCALE + (FULL_PHASE - phase) * winnable) / (FULL_PHASE * FULL_SCALE)
    };
    apply_fifty_move_factor(value, position)
}
