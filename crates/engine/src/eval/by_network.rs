//! The value of a network as a search takes it: where knowledge is certain, that; and less of it where less can be won.

use chess::{PieceKind, Position};

use super::{FULL_PHASE, FULL_SCALE, LIMIT, for_side_to_move, known, patient, phase, scale};

/// The value of a position for the side to move, in hundredths of a pawn and below [`LIMIT`] either way.
///
/// Endings that are known need no network. Its value counts for more while there is much left to win with, for less where
/// pieces without pawns cannot win, and less and less as the fifty-move rule comes nearer.
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
    let hope = scale::hope(position, strong);
    let value = if hope == FULL_SCALE {
        value
    } else {
        // As in the evaluation by terms, only the part of the endgame is lost.
        value * (phase * FULL_SCALE + (FULL_PHASE - phase) * hope) / (FULL_PHASE * FULL_SCALE)
    };
    patient(value, position)
}
