//! When to look at a move more deeply.
//!
//! Singular extension: is the table's move much better than all others? A shallow search of the others, with a window below its
//! value, says so (Anantharaman, Campbell and Hsu 1988). The same search can show the opposite: that the others are good enough
//! as well, and then the position can be left ("multi-cut") or the move needs less of a look.

use chess::Move;
use gametree::Observer;
use gametree::observer::Cut;

use super::{Node, NonPv, Search, Stopped};
use crate::params;
use crate::score::{Value, is_decisive};
use crate::techniques::Switches;

/// What is to be done about a move.
pub(super) enum Extension {
    /// It is looked at by so many plies more deeply; less deeply below zero.
    By(i32),
    /// The position is worth this, and can be left.
    Leave(Value),
}

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// Whether the line is not yet so long that extensions might never let it end.
    #[inline(always)]
    pub(super) fn may_extend(&self, ply: usize) -> bool {
        (ply as i32) < params::extension_plies() * self.worker.root_depth
    }

    /// Looks at the other moves, to see how much better this one is. `value` is what the table says of it.
    pub(super) fn singular<N: Node>(
        &mut self,
        ply: usize,
        depth: i32,
        m: Move,
        value: Value,
        beta: Value,
        cut_node: bool,
    ) -> Result<Extension, Stopped> {
        let singular_beta = value - params::singular_margin() * depth / 64;
        let half = (depth - 1) / 2;
        self.worker.frame_mut(ply).excluded = Some(m);
        let others = self.internal(|search| {
            search.search::<NonPv>(ply, half, singular_beta - 1, singular_beta, cut_node)
        })?;
        self.worker.frame_mut(ply).excluded = None;
        if others < singular_beta {
            // The only good move. Where it is much better still, two plies or three.
            let by_far = !N::PV && others < singular_beta - params::double_margin();
            let by_very_far = !m.is_noisy() && others < singular_beta - params::triple_margin();
            return Ok(Extension::By(match (by_far, by_very_far) {
                (false, _) => 1,
                (true, false) => 2,
                (true, true) => 3,
            }));
        }
        if others >= beta && !is_decisive(others) && !N::PV {
            // Several moves are good enough.
            self.watch.cut(Cut::MultiCut, &[]);
            return Ok(Extension::Leave(others));
        }
        Ok(Extension::By(if value >= beta {
            i32::from(N::PV) - params::singular_too_good()
        } else if cut_node {
            -params::singular_cut()
        } else {
            0
        }))
    }
}
