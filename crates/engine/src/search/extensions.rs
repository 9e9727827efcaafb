//! Extensions.
//!
//! Singular extension: a move is singular if a shallow search of all other moves, with a null window below the table value, fails
//! low (Anantharaman, Campbell and Hsu 1988). If that search shows instead that other moves exceed beta, the node returns
//! ("multi-cut"); if they are only close, the move may be reduced.

use chess::Move;
use gametree::Observer;
use gametree::observer::Cut;

use super::{Node, NonPv, Search, Stopped};
use crate::params;
use crate::score::{Value, is_decisive};
use crate::techniques::Switches;

/// The outcome of a singular-extension search.
pub(super) enum Extension {
    /// Extend the move by this number of plies (a reduction if negative).
    By(i32),
    /// Return this value from the node.
    Return(Value),
}

impl<S: Switches, W: Observer<Move>> Search<'_, S, W> {
    /// Returns whether the line is short enough for extensions, so that they cannot make the search endless.
    #[inline(always)]
    pub(super) fn may_extend(&self, ply: usize) -> bool {
        (ply as i32) < params::extension_plies() * self.worker.root_depth
    }

    /// Searches all moves but `m`, which has the table value `value`, and returns the extension of `m`.
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
            // Singular. By a large margin, the extension is two or three plies.
            let by_far = !N::PV && others < singular_beta - params::double_margin();
            let by_very_far = !m.is_noisy() && others < singular_beta - params::triple_margin();
            return Ok(Extension::By(match (by_far, by_very_far) {
                (false, _) => 1,
                (true, false) => 2,
                (true, true) => 3,
            }));
        }
        if others >= beta && !is_decisive(others) && !N::PV {
            // Multi-cut: another move exceeds beta, too.
            self.observer.cut(Cut::MultiCut, &[]);
            return Ok(Extension::Return(others));
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
