//! # Best-first minimax in linear space
//!
//! **The idea.** [`BestFirst`](super::BestFirst) without a stored tree. The search stays below a node while its value lies within two bounds, inside
//! which the node remains on the principal variation. When the value leaves them, the search returns, keeps only the new value, and
//! generates the subtree again if it comes back.
//!
//! **Reference.** R. Korf and D. Chickering, as for best-first minimax: recursive best-first minimax.
//!
//! **What it costs.** Memory for one line. Subtrees are generated repeatedly, and every node counts each time.
//!
//! **Measured.** In 8x8 Othello weaker than the form that stores its tree (44% instead of 56% at equal nodes), because of the repeated subtrees.
//!
//! **The invariant.** If no two values are equal, leaves are expanded for the first time in the order of the form that stores its tree, and
//! the final value is the same.

use super::arena::is_enough;
use super::board::AnyMove;
use super::context::Context;
use super::outcome::{Alternative, Outcome};
use crate::limits::MAX_DEPTH;
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// Why the search returns to the parent.
enum Up {
    /// The value left its bounds.
    Value(Score),
    /// The line ends in a finished game.
    Done(Score),
}

/// Expands the leaf of the principal variation and stores one line.
#[derive(Clone, Debug, Default)]
pub struct BestFirstLinear {
    /// The moves of the root and their values.
    root: Vec<(AnyMove, Score)>,
}

impl BestFirstLinear {
    fn search(
        &mut self,
        context: &mut Context<'_>,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Up, Stopped> {
        if is_enough(context) {
            return Err(Stopped);
        }
        let max = context.is_max();
        context.report_enter(ply, 0, alpha, beta);
        // Evaluate every child.
        let mut moves = Vec::new();
        if context.expand(ply, &mut moves).is_some() || ply >= MAX_DEPTH {
            return Err(Stopped);
        }
        let mut children = Vec::with_capacity(moves.len());
        for &mv in &moves {
            context.play(mv);
            let value = context.visit(ply + 1);
            context.board.undo();
            let (value, over) = value?;
            children.push((mv, value, over || ply + 1 >= context.depth_limit()));
        }
        let worth = |value: Score| if max { value } else { -value };
        loop {
            // The best child, and the value of the second best.
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
            // The best child left the bounds: another line is better now.
            if value < alpha || value > beta {
                context.leave(value, Bound::Exact, Some(mv), How::Searched);
                return Ok(Up::Value(value));
            }
            if closed {
                context.leave(value, Bound::Exact, Some(mv), How::Searched);
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
            context.play(mv);
            let outcome = self.search(context, ply + 1, a, b);
            context.board.undo();
            match outcome? {
                Up::Value(value) => children[best].1 = value,
                Up::Done(value) => {
                    if ply == 0 {
                        self.root[best].1 = value;
                    }
                    context.leave(value, Bound::Exact, Some(mv), How::Searched);
                    return Ok(Up::Done(value));
                }
            }
        }
    }
}

impl Alternative for BestFirstLinear {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        self.root.clear();
        let outcome = context
            .enter(0, 0, -INF, INF)
            .and_then(|()| self.search(context, 0, -INF, INF));
        let stopped = outcome.is_err();
        // The moves of the root are known, unless the search was stopped at once.
        let best = self.root.iter().copied().reduce(
            |best, next| {
                if next.1 > best.1 { next } else { best }
            },
        );
        let Some((mv, value)) = best else {
            return Outcome::nothing();
        };
        context.iteration(1, value, &[mv]);
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
