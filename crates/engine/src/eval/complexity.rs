//! Complexity: an endgame advantage is easier to win with many pawns on both wings.

use chess::{Bitboard, Color, PieceKind};

use super::context::Context;
use super::layout::weight;
use super::placement::counted;
use super::tapered::Tapered;
use super::trace::Trace;

/// The files a to d.
const QUEEN_SIDE: Bitboard = Bitboard::new(0x0F0F_0F0F_0F0F_0F0F);

impl<T: Trace> Context<'_, T> {
    /// Returns the complexity term of the endgame value for White: it changes the advantage of the side that is ahead, at most to
    /// zero.
    #[inline(always)]
    pub(super) fn complexity(&mut self) -> i32 {
        let pawns = self.pawns[0] | self.pawns[1];
        let kings = self.kings.map(|king| king as i32);
        let files = (kings[0] & 7).abs_diff(kings[1] & 7) as i32;
        // Distances between the kings, in files and in ranks by which they have passed each other.
        let past = (kings[0] >> 3) - (kings[1] >> 3);
        let only_pawns = self.occupied == pawns | self.position.kind(PieceKind::King);
        let both_wings = pawns.meets(QUEEN_SIDE) && pawns.meets(!QUEEN_SIDE);

        let counts = [
            pawns.count() as i32,
            i32::from(both_wings),
            i32::from(only_pawns),
            files + past.abs(),
            1,
        ];
        let mut sum = Tapered::ZERO;
        for (n, count) in counts.into_iter().enumerate() {
            let weight = weight!(complexity[n]);
            sum += counted(Color::White, weight, count, Bitboard::EMPTY, self.trace);
        }
        let advantage = self.score.endgame();
        advantage.signum() * sum.endgame().max(-advantage.abs())
    }
}
