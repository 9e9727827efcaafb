//! The alpha-beta of I2P3, with a strict test.
//!
//! *What the document does:* it leaves a node if `alpha > beta`; nearly everyone writes `>=`.
//! *What that costs:* positions that are exactly as good as what is known are searched to the end.
//! *What it is good for:* the root collects all moves whose value **equals** the best and picks
//! one at random. With `>=` a later move that returns the best value may have been cut there,
//! and be worse in truth; with the strict test a returned value equal to alpha is exact. So the
//! random choice is right here, by luck or design. The mended player gets the same for less: it
//! cuts with `>=` but searches later root moves with a window that begins one below the best.
//!
//! *Other quirks kept:* every win has the same value, however far away; a search that is won
//! may therefore dither. The end after 50 plies is not known to the search.

use crate::player::{Control, Log};
use games::minichess::{Move, Position, Rules};
use games::{BoardGame, MiniChess};
use gametree::observer::{How, View};
use gametree::{Evaluator, Game, Score, WIN};

/// Larger than any evaluation.
pub const INF: Score = 1_000_000;

/// The course's rules without the limit of plies.
const ENDLESS: MiniChess = MiniChess::new(Rules {
    ply_limit: u32::MAX,
    ..Rules::COURSE
});

/// How a node is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// If `alpha > beta`, as in the document.
    Strict,
    /// If `alpha >= beta`.
    Usual,
    /// Never: plain minimax.
    Never,
}

/// What the root found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The moves whose returned value is the best.
    pub moves: Vec<Move>,
    /// That value.
    pub value: Score,
    /// Calls of the search function.
    pub calls: u64,
    /// Was the search stopped? Then the moves are the best of those looked at.
    pub stopped: bool,
}

/// The document's search.
#[derive(Clone, Copy, Debug)]
pub struct Faithful<E> {
    eval: E,
    /// When to leave a node.
    pub cut: Cut,
}

impl<E> Faithful<E> {
    /// With this evaluator.
    #[must_use]
    pub const fn new(eval: E) -> Self {
        Self {
            eval,
            cut: Cut::Strict,
        }
    }

    /// Search `depth` plies.
    pub fn root(&mut self, position: &Position, depth: u32, control: &Control) -> Answer
    where
        E: Evaluator<MiniChess>,
    {
        self.root_logged(position, depth, &mut Log::new(control))
    }

    /// The same, and every step is told to the log. The root is a position like any other there, but no call.
    pub fn root_logged(
        &mut self,
        position: &Position,
        depth: u32,
        log: &mut Log<'_, Move>,
    ) -> Answer
    where
        E: Evaluator<MiniChess>,
    {
        let before = log.calls();
        let mut run = Run {
            eval: &mut self.eval,
            cut: self.cut,
            log,
        };
        let (mut best, mut moves) = (-INF, Vec::new());
        let (mut alpha, beta) = (-INF, INF);
        run.log.enter(depth, alpha, beta, View::Max);
        run.log.expand();
        for mv in ENDLESS.legal_moves(position) {
            let mut child = *position;
            ENDLESS.play(&mut child, mv);
            let depth = depth.saturating_sub(1);
            run.log.try_move(mv);
            let value = run.alphabeta(&child, depth, alpha, beta, false);
            if run.log.stopped() {
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
        if log.stopped() {
            log.close();
        } else {
            log.leave(best);
        }
        Answer {
            moves,
            value: best,
            calls: log.calls() - before,
            stopped: log.stopped(),
        }
    }
}

struct Run<'a, 'b, E> {
    eval: &'a mut E,
    cut: Cut,
    log: &'a mut Log<'b, Move>,
}

impl<E: Evaluator<MiniChess>> Run<'_, '_, E> {
    /// The value for the player at the root.
    fn alphabeta(
        &mut self,
        position: &Position,
        depth: u32,
        mut alpha: Score,
        mut beta: Score,
        maximizing: bool,
    ) -> Score {
        self.log.call();
        let view = if maximizing { View::Max } else { View::Min };
        self.log.enter(depth, alpha, beta, view);
        // Who can take the king has won; the value is the mover's.
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
            return self.log.leaf(value, how, how == How::Horizon);
        }
        self.log.expand();
        let mut best = if maximizing { -INF } else { INF };
        for &mv in &moves {
            let mut child = *position;
            ENDLESS.play(&mut child, mv);
            self.log.try_move(mv);
            let value = self.alphabeta(&child, depth - 1, alpha, beta, !maximizing);
            if self.log.stopped() {
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
                self.log.cut(&moves);
                break;
            }
        }
        self.log.leave(best)
    }
}
