//! The accumulators along the current line of a search.

use std::sync::Arc;

use chess::{Color, Move, Position};

use crate::accumulator::Accumulator;
use crate::changes::Changes;
use crate::features::mirrored;
use crate::kernels::{Job, Simd};
use crate::network::Network;
use crate::refresh::RefreshCache;

/// A stack of lazily updated accumulators.
///
/// [`push`](Self::push) records the changes of a move. [`evaluate`](Self::evaluate) applies the changes from the nearest
/// position with computed neurons, and keeps the neurons of the positions in between. A position that is never evaluated
/// costs almost nothing. Each thread of a search has its own stack.
#[derive(Clone, Debug)]
pub struct Accumulators {
    network: Arc<Network>,
    /// Entries above `top` are kept for reuse.
    entries: Vec<Entry>,
    top: usize,
    cache: RefreshCache,
}

#[derive(Clone, Debug)]
struct Entry {
    accumulator: Accumulator,
    /// The changes of the move to this position.
    changes: Changes,
    mirrored: [bool; 2],
    /// The perspectives that are computed.
    ready: [bool; 2],
    /// The key of the position, to detect a missing push or pop.
    key: u64,
}

impl Entry {
    fn new(network: &Network) -> Self {
        Self {
            accumulator: Accumulator::new(network),
            changes: Changes::NONE,
            mirrored: [false; 2],
            ready: [false; 2],
            key: 0,
        }
    }

    #[inline(always)]
    fn set(&mut self, position: &Position, changes: Changes) {
        self.changes = changes;
        self.mirrored = mirrored(position);
        self.ready = [false; 2];
        self.key = position.key();
    }
}

impl Accumulators {
    /// Creates a stack that holds one position.
    #[must_use]
    pub fn new(network: Arc<Network>, position: &Position) -> Self {
        let mut new = Self {
            cache: RefreshCache::new(&network),
            entries: vec![Entry::new(&network)],
            top: 0,
            network,
        };
        new.reset(position);
        new
    }

    /// Returns the network of the accumulators.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// Clears the line and starts with this position.
    pub fn reset(&mut self, position: &Position) {
        self.top = 0;
        self.entries[0].set(position, Changes::NONE);
    }

    /// Records a legal move.
    #[inline]
    pub fn push(&mut self, before: &Position, m: Move, after: &Position) {
        debug_assert_eq!(self.entries[self.top].key, before.key(), "{before}");
        self.next().set(after, Changes::of(before, m));
    }

    /// Records a null move.
    #[inline]
    pub fn push_null(&mut self, after: &Position) {
        self.next().set(after, Changes::NONE);
    }

    /// Removes the last move.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn pop(&mut self) {
        assert!(self.top > 0, "no move to remove");
        self.top -= 1;
    }

    /// Evaluates the top position, in centipawns for the side to move.
    // Not inlined, so that a profile shows it.
    #[inline(never)]
    #[must_use]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        debug_assert_eq!(self.entries[self.top].key, position.key(), "{position}");
        self.network.instructions().run(Evaluate {
            network: &self.network,
            entries: &mut self.entries[..=self.top],
            cache: &mut self.cache,
            position,
        })
    }

    #[inline(always)]
    fn next(&mut self) -> &mut Entry {
        self.top += 1;
        if self.top == self.entries.len() {
            self.grow();
        }
        &mut self.entries[self.top]
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        self.entries.push(Entry::new(&self.network));
    }
}

struct Evaluate<'a> {
    network: &'a Network,
    /// The entries up to the position to evaluate.
    entries: &'a mut [Entry],
    cache: &'a mut RefreshCache,
    position: &'a Position,
}

impl Job for Evaluate<'_> {
    type Output = i32;

    #[inline(always)]
    fn run<S: Simd>(mut self, simd: S) -> i32 {
        if let [.., parent, top] = &mut *self.entries
            && parent.ready == [true; 2]
            && top.ready == [false; 2]
            && parent.mirrored == top.mirrored
        {
            return next(simd, self.network, parent, top, self.position);
        }
        // Two calls, so that the perspective is a constant.
        self.prepare(simd, Color::White);
        self.prepare(simd, Color::Black);
        match self.entries {
            [.., top] => self.network.output(
                simd,
                self.position.side_to_move(),
                self.position.occupied().count() as usize,
                top.accumulator.lines(),
            ),
            [] => unreachable!("a stack holds at least one position"),
        }
    }
}

impl Evaluate<'_> {
    /// Computes one perspective of the last position.
    #[inline(always)]
    fn prepare<S: Simd>(&mut self, simd: S, perspective: Color) {
        let Some(found) = nearest(self.entries, perspective) else {
            return self.refresh(perspective);
        };
        let mut rest = &mut self.entries[found..];
        while let [parent, child, ..] = rest {
            child.accumulator.apply(
                simd,
                self.network,
                &parent.accumulator,
                perspective,
                child.mirrored[perspective],
                &child.changes,
            );
            child.ready[perspective] = true;
            rest = &mut rest[1..];
        }
    }

    /// Computes one perspective of the last position from the refresh cache. Rare, so it dispatches on the instructions again.
    #[cold]
    #[inline(never)]
    fn refresh(&mut self, perspective: Color) {
        let Some(entry) = self.entries.last_mut() else {
            return;
        };
        self.network.instructions().run(Refresh {
            cache: self.cache,
            network: self.network,
            position: self.position,
            perspective,
            entry,
        });
    }
}

struct Refresh<'a> {
    cache: &'a mut RefreshCache,
    network: &'a Network,
    position: &'a Position,
    perspective: Color,
    entry: &'a mut Entry,
}

impl Job for Refresh<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Self {
            perspective, entry, ..
        } = self;
        self.cache.refresh(
            simd,
            self.network,
            self.position,
            perspective,
            entry.mirrored[perspective],
            entry.accumulator.lines_mut(perspective),
        );
        entry.ready[perspective] = true;
    }
}

/// Evaluates a position one move after a position with computed neurons, in one pass. This is the most frequent case.
#[inline(always)]
fn next<S: Simd>(
    simd: S,
    network: &Network,
    parent: &Entry,
    top: &mut Entry,
    position: &Position,
) -> i32 {
    let (bucket, [ours, theirs]) = network.output_weights(position.occupied().count() as usize);
    let weights = match position.side_to_move() {
        Color::White => [ours, theirs],
        Color::Black => [theirs, ours],
    };
    let sum = top.accumulator.apply_and_sum(
        simd,
        network,
        &parent.accumulator,
        top.mirrored,
        &top.changes,
        weights,
    );
    top.ready = [true; 2];
    network.value(simd, bucket, sum)
}

/// Returns the last position with computed neurons of a perspective, if the king stayed on its half of the board since then.
#[inline(always)]
fn nearest(entries: &[Entry], perspective: Color) -> Option<usize> {
    let half = entries.last()?.mirrored[perspective];
    for (index, entry) in entries.iter().enumerate().rev() {
        if entry.mirrored[perspective] != half {
            return None;
        }
        if entry.ready[perspective] {
            return Some(index);
        }
    }
    None
}
