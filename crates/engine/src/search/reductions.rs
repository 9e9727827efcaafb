//! How much less deep to look at a move late in the list.

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
