//! Counting the leaves of the move tree: the usual test and benchmark of a move generator.

use std::hint::black_box;

use crate::{Move, MoveList, Position};

/// How many positions are `depth` moves ahead. The last ply is counted, not played.
///
/// ```
/// use chess::{Position, perft::perft};
/// assert_eq!(perft(&Position::startpos(), 4), 197_281);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    if depth <= 1 {
        return if depth == 0 {
            1
        } else {
            u64::from(position.count_moves())
        };
    }
    sum_over_moves(position, |next| perft(next, depth - 1))
}

/// The same number, but every leaf is played, as a search does it.
#[must_use]
pub fn perft_played(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // The optimiser must not see that nobody looks at the leaf.
        1 => sum_over_moves(position, |leaf| {
            black_box(leaf);
            1
        }),
        _ => sum_over_moves(position, |next| perft_played(next, depth - 1)),
    }
}

#[inline(always)]
fn sum_over_moves(position: &Position, mut count: impl FnMut(&Position) -> u64) -> u64 {
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    let mut next = *position;
    let mut sum = 0;
    for m in &moves {
        position.play_into(m, &mut next);
        sum += count(&next);
    }
    sum
}

/// The count below each move of the position.
#[must_use]
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    if depth == 0 {
        return Vec::new();
    }
    position
        .legal_moves()
        .into_iter()
        .map(|m| (m, perft(&position.after(m), depth - 1)))
        .collect()
}
