//! Space behind the own pawns.

use chess::{Color, PieceKind};

use super::context::Context;
use super::geometry::{CENTER_FILES, ranks};
use super::layout::weight;
use super::trace::Trace;

impl<T: Trace> Context<'_, T> {
    /// Evaluates the safe squares of `us` in the centre of its own half; those behind a pawn count twice. Space counts more with more
    /// pieces.
    #[inline(always)]
    pub(super) fn space_of(&mut self, us: Color) {
        let them = !us;
        let pieces = self.position.color(us) - self.pawns[us];
        // With at most two pieces besides the king there is no lack of space.
        let pieces = pieces.count() as i32 - 3;
        if pieces <= 0 {
            return;
        }
        let area = CENTER_FILES & ranks(us, 2, 4);
        let safe = area - self.pawns[us] - self.by[them][PieceKind::Pawn];
        let behind = self.pawns[us].forward(them);
        let behind = behind | behind.forward(them);
        let sheltered = (safe & behind) - self.attacked[them];
        let room = (safe.count() + sheltered.count()) as i32;
        self.add(us, weight!(space), room * pieces / 4, safe);
    }
}
