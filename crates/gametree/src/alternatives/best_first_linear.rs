//! # Best-first minimax in linear space
//!
//! **The idea.** [`BestFirst`](super::BestFirst) without its tree. A node is searched as long as its value stays within two bounds: those
//! within which it remains the best child of every node above. When it leaves them, the search goes back up, keeps only the
//! new value, and generates the subtree again if it ever returns.
//!
//! **Who.** R. Korf and D. Chickering, as above: recursive best-first minimax.
//!
//! **What it costs.** Memory for one line. Subtrees are made again and again, and every node counts again.
//!
//! **What our experiment says.** In 8x8 Othello weaker than the search that keeps its tree (44% instead of 56% at equal nodes): subtrees made again count again.
//!
//! **The invariant.** Where no two values are equal, leaves are expanded for the first time in the same order as by the search that keeps its tree, and
//! the value at the end is the same.

use super::arena::is_enough;
use super::board::AnyMove;
use super::outcome::{Alternative, Outcome};
use super::trip::Trip;
use crate::limits::MAX_DEPTH;
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// Why a search goes back up.
enum Up {
    /// The value left its bounds.
    Value(Score),
    /// The line is finished: nothing more to do.
    Done(Score),
}

/// Expands the leaf that decides, and keeps one line.
#[derive(Clone, Debug, Default)]
pub struct BestFirstLinear {
    /// The moves of the root and their values.
    root: Vec<(AnyMove, Score)>,
}

impl BestFirstLinear {
    fn search(
        &mut self,
        trip: &mut Trip<'_>,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Up, Stopped> {
        if is_enough(trip) {
            return Err(Stopped);
        }
        let max = trip.is_max();
        trip.tell_enter(ply, 0, alpha, beta);
        // Value every child by itself.
        let mut moves = Vec::new();
        if trip.expand(ply, &mut moves).is_some() || ply >= MAX_DEPTH {
            return Err(Stopped);
        }
        let mut children = Vec::with_capacity(moves.len());
        for &mv in &moves {
            trip.play(mv);
            let value = trip.visit(ply + 1);
            trip.board.undo();
            let (value, over) = value?;
            children.push((mv, value, over || ply + 1 >= trip.depth_limit()));
        }
        let worth = |value: Score| if max { value } else { -value };
        loop {
            // The best child, and what the second best is worth.
            let best = (0..children.len()).reduce(|best, index| {
                let better = worth(children[index].1) > worth(children[best].1);
                if better { index } else { best }
            });
            let Some(best) = best else {
                return Err(Stopped);
            };
            if ply == 0 {
                self.root.clear();
                let known = children.iter().map(|&(mv, value, _)| (mv, value));
                self.root.extend(known);
            }
            let (mv, value, closed) = children[best];
            // Whatever is best leaves the bounds: somebody above has a better child now.
            if value < alpha || value > beta {
                trip.leave(value, Bound::Exact, Some(mv), How::Searched);
                return Ok(Up::Value(value));
            }
            if closed {
                trip.leave(value, Bound::Exact, Some(mv), How::Searched);
                return Ok(Up::Done(value));
            }
            let others = children.iter().enumerate();
            let second = others
                .filter(|&(index, _)| index != best)
                .map(|(_, &(_, value, _))| worth(value))
                .max()
                .unwrap_or(-INF);
            let (a, b) = if max {
                (alpha.max(second), beta)
            } else {
                (alpha, beta.min(-second))
            };
            trip.play(mv);
            let outcome = self.search(trip, ply + 1, a, b);
            trip.board.undo();
            match outcome? {
                Up::Value(value) => children[best].1 = value,
                Up::Done(value) => {
                    if ply == 0 {
                        self.root[best].1 = value;
                    }
                    trip.leave(value, Bound::Exact, Some(mv), How::Searched);
                    return Ok(Up::Done(value));
                }
            }
        }
    }
}

impl Alternative for BestFirstLinear {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        self.root.clear();
        let outcome = trip
            .enter(0, 0, -INF, INF)
            .and_then(|()| self.search(trip, 0, -INF, INF));
        let stopped = outcome.is_err();
        // The moves of the root are always known by now, unless the search was stopped at once.
        let best = self.root.iter().copied().reduce(
            |best, next| {
                if next.1 > best.1 { next } else { best }
            },
        );
        let Some((mv, value)) = best else {
            return Outcome::nothing();
        };
        trip.iteration(1, value, &[mv]);
        Outcome {
            value,
            bound: Bound::Exact,
            line: vec![mv],
            depth: 1,
            stopped,
            proved: None,
        }
    }
}
