//! A binary heap with the pop order of Python's `heapq`.
//!
//! The report orders its root moves with `heapq`. The order of moves with equal priority depends on the heap's
//! implementation, and it affects the node counts because the root moves share a table. This heap sifts as `heapq`
//! documents: the last item replaces the top, moves down to a leaf along the better children, then moves up to its
//! place.

/// A heap that pops the item with the largest priority first.
#[derive(Clone, Debug, Default)]
pub struct Heap<T> {
    items: Vec<(i32, T)>,
}

impl<T: Copy> Heap<T> {
    /// Creates an empty heap.
    #[must_use]
    pub const fn new() -> Self {
        Self { items: Vec::new() }
    }

    /// Adds an item.
    pub fn push(&mut self, priority: i32, item: T) {
        self.items.push((priority, item));
        self.rise(0, self.items.len() - 1);
    }

    /// Removes and returns the item with the largest priority.
    pub fn pop(&mut self) -> Option<T> {
        let last = self.items.pop()?;
        if self.items.is_empty() {
            return Some(last.1);
        }
        let top = std::mem::replace(&mut self.items[0], last);
        self.sink_and_rise();
        Some(top.1)
    }

    /// Returns whether the item at `a` comes strictly before the one at `b`.
    fn before(&self, a: usize, b: usize) -> bool {
        self.items[a].0 > self.items[b].0
    }

    /// Moves the item at `at` up while it comes before its parent.
    fn rise(&mut self, top: usize, mut at: usize) {
        while at > top {
            let parent = (at - 1) / 2;
            if !self.before(at, parent) {
                break;
            }
            self.items.swap(at, parent);
            at = parent;
        }
    }

    /// Moves the top item down to a leaf along the better child (the right one if equal), then up to its place.
    fn sink_and_rise(&mut self) {
        let mut at = 0;
        while 2 * at + 1 < self.items.len() {
            let (left, right) = (2 * at + 1, 2 * at + 2);
            let child = if right < self.items.len() && !self.before(left, right) {
                right
            } else {
                left
            };
            self.items.swap(at, child);
            at = child;
        }
        self.rise(0, at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(priorities: &[i32]) -> Vec<usize> {
        let mut heap = Heap::new();
        for (index, &priority) in priorities.iter().enumerate() {
            heap.push(priority, index);
        }
        std::iter::from_fn(|| heap.pop()).collect()
    }

    #[test]
    fn larger_priorities_come_first() {
        assert_eq!(drain(&[1, 5, 3, 4, 2]), [1, 3, 2, 4, 0]);
        assert_eq!(drain(&[]), [0; 0]);
    }

    #[test]
    fn ties_come_out_as_from_heapq() {
        // Five equal priorities: heapq gives 0, 2, 4, 1, 3.
        assert_eq!(drain(&[0; 5]), [0, 2, 4, 1, 3]);
    }
}
