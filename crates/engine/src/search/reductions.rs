//! Late move reductions: how much less deep to look at a move late in the list.
//!
//! The order of moves is good, so most of those that come late are bad, and a shallow search shows it.

use crate::params;

/// In 1,024ths of a ply: the deeper the search and the later the move, the more.
pub struct Reductions(Box<[[i32; 64]; 64]>);

impl Reductions {
    /// By the numbers of [`params`].
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

    /// For the `moves`-th move at a depth.
    #[inline(always)]
    pub fn get(&self, depth: i32, moves: usize) -> i32 {
        self.0[depth.clamp(0, 63) as usize][moves.min(63)]
    }
}

/// What is known about a move late in the list, and its position.
pub(super) struct LateMove {
    /// By depth and number alone, in 1,024ths of a ply.
    pub reduction: i32,
    /// The position was on a principal variation once.
    pub on_pv: bool,
    /// It is on one now.
    pub pv: bool,
    /// It is the position asked about.
    pub root: bool,
    /// A mate is looked for, and it is one of the first plies.
    pub hunting: bool,
    /// It is expected to be left at the first good move.
    pub cut_node: bool,
    /// The side to move is better off than it was.
    pub improving: bool,
    /// The move neither captures nor promotes.
    pub quiet: bool,
    /// The table's move does.
    pub noisy_table_move: bool,
    /// The move gives check.
    pub gives_check: bool,
    /// The move cut off in a sister position.
    pub is_killer: bool,
    /// How many positions below were cut off.
    pub cutoffs_below: u32,
    /// How the move did before.
    pub history: i32,
}

impl LateMove {
    /// By how many plies less deep it is looked at; below zero, more.
    #[inline(always)]
    pub fn plies(&self) -> i32 {
        let mut reduction = self.reduction;
        // Where the value matters, less.
        reduction -= params::lmr_on_pv() * i32::from(self.on_pv);
        reduction -= params::lmr_pv() * i32::from(self.pv);
        reduction -= params::lmr_root() * i32::from(self.root);
        reduction -= params::lmr_hunt() * i32::from(self.hunting);
        // Where the position looks bad for another move, more.
        reduction += params::lmr_cut() * i32::from(self.cut_node);
        reduction += params::lmr_improving() * i32::from(!self.improving);
        reduction += params::lmr_noisy() * i32::from(self.noisy_table_move && self.quiet);
        let many = self.cutoffs_below as i32 > params::lmr_cutoff_count();
        reduction += params::lmr_cutoffs() * i32::from(many);
        // By what is known of the move itself.
        reduction -= params::lmr_check() * i32::from(self.gives_check);
        reduction -= params::lmr_killer() * i32::from(self.is_killer);
        reduction -= params::lmr_capture() * i32::from(!self.quiet);
        let cap = params::lmr_history_cap();
        reduction -= (self.history * 1_024 / params::lmr_history()).clamp(-cap, cap);
        reduction / 1_024
    }
}
