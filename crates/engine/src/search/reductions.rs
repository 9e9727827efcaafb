//! Late move reductions.
//!
//! Moves are well ordered, so most late moves are bad, and a search at reduced depth suffices to show it.

use crate::params;

/// The base reduction by depth and move number, in 1,024ths of a ply.
pub struct Reductions(Box<[[i32; 64]; 64]>);

impl Reductions {
    /// Computes the table from [`params`].
    pub fn new() -> Self {
        let mut table = Box::new([[0; 64]; 64]);
        let base = f64::from(params::lmr_base()) / 100.0;
        let divisor = f64::from(params::lmr_divisor()) / 100.0;
        for (depth, row) in table.iter_mut().enumerate().skip(1) {
            for (moves, reduction) in row.iter_mut().enumerate().skip(1) {
                let plies = base + (depth as f64).ln() * (moves as f64).ln() / divisor;
                *reduction = (plies * 1_024.0) as i32;
            }
        }
        Self(table)
    }

    /// Returns the base reduction of the `moves`-th move at a depth.
    #[inline(always)]
    pub fn get(&self, depth: i32, moves: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][moves.min(63)]
    }
}

/// The inputs of the reduction of a late move.
pub(super) struct LateMove {
    /// The base reduction, in 1,024ths of a ply.
    pub reduction: i32,
    /// The node is or was on a principal variation.
    pub on_pv: bool,
    /// The node is a PV node.
    pub pv: bool,
    /// The node is the root.
    pub root: bool,
    /// The search looks for a mate, and the node is in the first plies.
    pub hunting: bool,
    /// A beta cutoff is expected.
    pub cut_node: bool,
    /// The static evaluation is improving.
    pub improving: bool,
    /// The move is neither a capture nor a promotion.
    pub quiet: bool,
    /// The table move is a capture or a promotion.
    pub noisy_table_move: bool,
    /// The move gives check.
    pub gives_check: bool,
    /// The move is the killer.
    pub is_killer: bool,
    /// The number of cutoffs among the children.
    pub cutoffs_below: u32,
    /// The history of the move.
    pub history: i32,
}

impl LateMove {
    /// Returns the reduction in plies; negative values extend.
    #[inline(always)]
    pub fn plies(&self) -> i32 {
        let mut reduction = self.reduction;
        // Nodes with a value that matters are reduced less.
        reduction -= params::lmr_on_pv() * i32::from(self.on_pv);
        reduction -= params::lmr_pv() * i32::from(self.pv);
        reduction -= params::lmr_root() * i32::from(self.root);
        reduction -= params::lmr_hunt() * i32::from(self.hunting);
        // Nodes in which late moves are unlikely to be best are reduced more.
        reduction += params::lmr_cut() * i32::from(self.cut_node);
        reduction += params::lmr_improving() * i32::from(!self.improving);
        reduction += params::lmr_noisy() * i32::from(self.noisy_table_move && self.quiet);
        let many = self.cutoffs_below as i32 > params::lmr_cutoff_count();
        reduction += params::lmr_cutoffs() * i32::from(many);
        // Properties of the move itself.
        reduction -= params::lmr_check() * i32::from(self.gives_check);
        reduction -= params::lmr_killer() * i32::from(self.is_killer);
        reduction -= params::lmr_capture() * i32::from(!self.quiet);
        let cap = params::lmr_history_cap();
        reduction -= (self.history * 1_024 / params::lmr_history()).clamp(-cap, cap);
        reduction / 1_024
    }
}
