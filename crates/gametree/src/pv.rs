//! The principal variation: the line both sides are expected to play.

/// One line per ply. The line of a ply is "this move, then the line of the ply below".
///
/// Invariant: when a node at `ply` is entered its line is cleared, so what a parent
/// copies after a child returns was written by that child.
#[derive(Clone, Debug)]
pub struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    /// Room for searches of `depth` plies.
    #[must_use]
    pub fn new(depth: u32) -> Self {
        Self {
            lines: vec![Vec::new(); depth as usize + 2],
        }
    }

    /// Forget the line of a node that is being entered. Plies beyond the table have none.
    #[inline]
    pub fn clear(&mut self, ply: u32) {
        if let Some(line) = self.lines.get_mut(ply as usize) {
            line.clear();
        }
    }

    /// The best move at `ply` is now `mv`; go on with the line of its child.
    #[inline]
    pub fn improve(&mut self, ply: u32, mv: M) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// Write the whole line of a ply.
    pub fn set(&mut self, ply: u32, moves: &[M]) {
        let line = &mut self.lines[ply as usize];
        line.clear();
        line.extend_from_slice(moves);
    }

    /// The line from `ply` on.
    #[must_use]
    pub fn line(&self, ply: u32) -> &[M] {
        &self.lines[ply as usize]
    }
}
