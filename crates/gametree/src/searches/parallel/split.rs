//! A split node: the moves of one node, shared out among threads.

use crate::score::Score;
use crate::sync::{AtomicBool, Mutex, MutexGuard, Ordering};
use std::sync::PoisonError;

/// A node whose moves several threads search.
///
/// Invariants: each move is taken once. The best value only rises. After a value of at least beta no move is taken.
#[derive(Debug)]
pub(crate) struct Split<M> {
    moves: Vec<M>,
    alpha: Score,
    beta: Score,
    progress: Mutex<Progress<M>>,
    cut: AtomicBool,
}

/// The moves that were taken, and the best one that was searched.
#[derive(Debug)]
struct Progress<M> {
    next: usize,
    best: Score,
    best_place: usize,
    line: Vec<M>,
}

/// A move to search.
#[derive(Debug)]
pub(crate) struct SplitMove<M> {
    /// The move.
    pub mv: M,
    /// Its place in the order of the node.
    pub place: usize,
    /// The lower end of its window: values up to it need not be distinguished.
    pub floor: Score,
}

impl<M: Copy> Split<M> {
    /// Splits a node with the window `(alpha, beta)`. The moves before `next` were searched; the best one of them has the value
    /// `best` and the line `line`, which is empty if `best` is at most alpha.
    pub(crate) fn new(
        moves: Vec<M>,
        next: usize,
        (alpha, beta): (Score, Score),
        best: Score,
        line: Vec<M>,
    ) -> Self {
        Self {
            moves,
            alpha,
            beta,
            progress: Mutex::new(Progress {
                next,
                best,
                best_place: 0,
                line,
            }),
            cut: AtomicBool::new(false),
        }
    }

    /// Takes the next move; `None` if there is none, or if the node is cut.
    pub(crate) fn take(&self) -> Option<SplitMove<M>> {
        let mut progress = self.progress();
        if self.is_cut() {
            return None;
        }
        let place = progress.next;
        let mv = *self.moves.get(place)?;
        progress.next += 1;
        // Among equally good moves the first one counts, as in a sequential search. So if a later move is the best so far, the
        // value of an equal move must be exact.
        let best = progress.best - Score::from(progress.best_place > place);
        Some(SplitMove {
            mv,
            place,
            floor: self.alpha.max(best),
        })
    }

    /// Returns whether a move is left to take.
    pub(crate) fn has_moves(&self) -> bool {
        !self.is_cut() && self.progress().next < self.moves.len()
    }

    /// Reports the value of a move, and the line after it.
    pub(crate) fn report(&self, task: &SplitMove<M>, value: Score, line: &[M]) {
        let mut progress = self.progress();
        let earlier = value == progress.best && task.place < progress.best_place;
        if value > progress.best || earlier && value > self.alpha {
            progress.best = value;
            progress.best_place = task.place;
            progress.line.clear();
            if value > self.alpha {
                progress.line.push(task.mv);
                progress.line.extend_from_slice(line);
            }
        }
        if value >= self.beta {
            self.cut.store(true, Ordering::Relaxed);
        }
    }

    /// Returns the best value, the place of the best move, and the line, which is empty if no move exceeds alpha.
    pub(crate) fn result(&self) -> (Score, usize, Vec<M>) {
        let progress = self.progress();
        (progress.best, progress.best_place, progress.line.clone())
    }

    /// Returns the upper end of the window.
    pub(crate) const fn beta(&self) -> Score {
        self.beta
    }

    /// Returns whether a move reached beta.
    pub(crate) fn is_cut(&self) -> bool {
        self.cut.load(Ordering::Relaxed)
    }

    /// Returns the flag that is set when a move reaches beta.
    pub(crate) const fn cut_flag(&self) -> &AtomicBool {
        &self.cut
    }

    fn progress(&self) -> MutexGuard<'_, Progress<M>> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
