//! Alpha-beta of I2P3, with a strict cutoff test.
//!
//! *The document:* it cuts off if `alpha > beta`; the usual test is `>=`. *The cost:* a node with a
//! value equal to the bound is searched completely. *The benefit:* the root collects all moves with a value
//! **equal** to the best and chooses one at random. With `>=` a later move that returns the best value may have been cut
//! off there and be worse; with the strict test a returned value equal to alpha is exact. So the random choice is among
//! equals. The fixed player achieves the same at a lower cost: it cuts off with `>=` but searches later root moves with
//! a window that begins one below the best value.
//!
//! *Other quirks kept:* every win has the same value at any distance, so the player may delay a win. The search
//! ignores the end of the game after 50 plies.

use crate::player::Walk;
use games::minichess::{Move, Position, Rules};
use games::{BoardGame, MiniChess};
use gametree::observer::{How, View};
use gametree::{Evaluator, Game, Limits, Score, Silent, WIN};

/// A value larger than any evaluation.
pub const INF: Score = 1_000_000;

/// The course's rules without the ply limit.
const ENDLESS: MiniChess = MiniChess::new(Rules {
    ply_limit: u32::MAX,
    ..Rules::COURSE
});

/// The cutoff test of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// If `alpha > beta`, as in the document.
    Strict,
    /// If `alpha >= beta`.
    Usual,
    /// Never: minimax.
    Never,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The searched moves with a returned value equal to the best.
    pub moves: Vec<Move>,
    /// That value.
    pub value: Score,
    /// Calls of the search function.
    pub calls: u64,
}

/// The document's search.
#[derive(Clone, Copy, Debug)]
pub struct Faithful<E> {
    eval: E,
    /// The cutoff test.
    pub cut: Cut,
}

impl<E> Faithful<E> {
    /// Creates the search with an evaluator.
    #[must_use]
    pub const fn new(eval: E) -> Self {
        Self {
            eval,
            cut: Cut::Strict,
        }
    }

    /// Searches to the depth of the limits.
    pub fn root(&mut self, position: &Position, limits: &Limits) -> Answer
    where
        E: Evaluator<MiniChess>,
    {
        self.root_in(position, &mut Walk::new(limits, &mut Silent))
    }

    /// Searches to the depth of the limits as a part of `walk`. The root is an ordinary node there, but no call.
    pub(crate) fn root_in(&mut self, position: &Position, walk: &mut Walk<'_, Move>) -> Answer
    where
        E: Evaluator<MiniChess>,
    {
        let depth = walk.depth();
        let mut run = Run {
            eval: &mut self.eval,
            cut: self.cut,
            walk,
        };
        let (mut best, mut moves) = (-INF, Vec::new());
        let (mut alpha, beta) = (-INF, INF);
        run.walk.enter(depth, alpha, beta, View::Max);
        run.walk.expand();
        for mv in ENDLESS.legal_moves(position) {
            let mut child = *position;
            ENDLESS.play(&mut child, mv);
            let depth = depth.saturating_sub(1);
            run.walk.try_move(mv);
            let value = run.alphabeta(&child, depth, alpha, beta, false);
            if run.walk.stopped() {
                break;
            }
            if value > best {
                best = value;
                moves.clear();
            }
            if value == best {
                moves.push(mv);
            }
            alpha = alpha.max(best);
            if alpha > beta {
                break;
            }
        }
        if walk.stopped() {
            walk.close();
        } else {
            walk.leave(best);
        }
        Answer {
            moves,
            value: best,
            calls: walk.calls(),
        }
    }
}

struct Run<'a, 'b, E> {
    eval: &'a mut E,
    cut: Cut,
    walk: &'a mut Walk<'b, Move>,
}

impl<E: Evaluator<MiniChess>> Run<'_, '_, E> {
    /// Searches a node and returns its value for the player at the root.
    fn alphabeta(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: Score,
        mut beta: Score,
        maximizing: bool,
    ) -> Score {
        self.walk.call();
        let view = if maximizing { View::Max } else { View::Min };
        self.walk.enter(depth, alpha, beta, view);
        // The side that can capture the king has won. The value is for the side to move.
        let mut moves = Vec::new();
        let over = match depth {
            0 => ENDLESS.terminal(position),
            _ => ENDLESS.expand(position, &mut moves),
        };
        if over == Some(WIN) || depth == 0 {
            let (value, how) = match over {
                Some(WIN) => (INF, How::Terminal),
                _ => (self.eval.evaluate(&ENDLESS, position), How::Horizon),
            };
            let value = if maximizing { value } else { -value };
            return self.walk.leaf(value, how, how == How::Horizon);
        }
        self.walk.expand();
        let mut best = if maximizing { -INF } else { INF };
        for &mv in &moves {
            let mut child = *position;
            ENDLESS.play(&mut child, mv);
            self.walk.try_move(mv);
            let value = self.alphabeta(&child, depth - 1, alpha, beta, !maximizing);
            if self.walk.stopped() {
                return best;
            }
            if maximizing {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            let leave = match self.cut {
                Cut::Strict => alpha > beta,
                Cut::Usual => alpha >= beta,
                Cut::Never => false,
            };
            if leave {
                self.walk.cut(&moves);
                break;
            }
        }
        self.walk.leave(best)
    }
}
