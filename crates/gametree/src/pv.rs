//! The principal variation: the expected line.

/// A triangular table: one line per ply. The line of a ply is its best move followed by the line of the ply below.
///
/// Invariant: entering a node at `ply` clears its line, so the line that a parent
/// copies was written by the child that has just returned.
#[derive(Clone, Debug)]
pub struct PvTable<M> {
    lines: Vec<Vec<M>>,
}

impl<M: Copy> PvTable<M> {
    /// Creates a table for searches of `depth` plies.
    #[must_use]
    pub fn new(depth: u32) -> Self {
        Self {
            lines: vec![Vec::new(); depth as usize + 2],
        }
    }

    /// Clears the line of a node on entry. Plies beyond the table have no line.
    #[inline]
    pub fn clear(&mut self, ply: u32) {
        if let Some(line) = self.lines.get_mut(ply as usize) {
            line.clear();
        }
    }

    /// Makes `mv` the best move at `ply`, followed by the line of the child.
    #[inline]
    pub fn improve(&mut self, ply: u32, mv: M) {
        let (above, below) = self.lines.split_at_mut(ply as usize + 1);
        let line = &mut above[ply as usize];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// Replaces the whole line of a ply.
    pub fn set(&mut self, ply: u32, moves: &[M]) {
        let line = &mut self.lines[ply as usize];
        line.clear();
        line.extend_from_slice(moves);
    }

    /// Returns the line from `ply` on.
    #[must_use]
    pub fn line(&self, ply: u32) -> &[M] {
        &self.lines[ply as usize]
    }
}
