//! The alpha-beta of assignment 8, and where it goes astray.
//!
//! **No legal moves.** *What the document does:* if the opponent has no move, that is plus
//! infinity; if the player itself has none, minus infinity. *Why it is wrong:* it may be
//! stalemate, and then a program that is winning throws half a point away with full confidence.
//! *What the mended player does:* stalemate is worth 0, and a mate counts more the sooner it comes.
//! (By this evaluator an even position is worth well over 0, since own pieces count more. So the
//! mended player still avoids a draw unless it is clearly behind, which suits the document.)
//!
//! **The second best move.** *What the document does:* if the best move repeats a position or
//! draws, the second best is taken. *Why it is wrong:* alpha-beta knows only the best move; the
//! values of the others are bounds, and the move with the second largest bound can be anything.
//! *What the mended player does:* it searches every root move with the full window, so that there
//! is a second best. That costs nodes; see the test.

use super::evaluator::A8Evaluator;
use crate::player::{Control, Log};
use chess::{Color, Move, Position};
use gametree::Score;
use gametree::observer::{How, View};

/// Larger than any evaluation.
pub const INFINITY: Score = 1_000_000;

/// Which mistakes to keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// All.
    Faithful,
    /// None.
    Mended,
    /// All, and nothing is pruned: what the values are compared with.
    Unpruned,
}

/// The values of the root moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Every root move with the value that came back, best first; equal values in move order.
    pub moves: Vec<(Move, Score)>,
    /// Calls of the two search functions, the root's included.
    pub calls: u64,
    /// Was the search stopped? Then the moves are those looked at.
    pub stopped: bool,
}

/// Search `depth` plies from `position`.
#[must_use]
pub fn search(
    position: &Position,
    depth: u32,
    evaluator: A8Evaluator,
    version: Version,
    control: &Control,
) -> Searched {
    search_logged(position, depth, evaluator, version, &mut Log::new(control))
}

/// The same, and every step is told to the log.
pub fn search_logged(
    position: &Position,
    depth: u32,
    evaluator: A8Evaluator,
    version: Version,
    log: &mut Log<'_, Move>,
) -> Searched {
    let mut run = Run {
        evaluator,
        version,
        viewer: position.side_to_move(),
        log,
    };
    run.log.call();
    run.log.enter(depth, -INFINITY, INFINITY, View::Max);
    run.log.expand();
    let mut alpha = -INFINITY;
    let mut moves = Vec::new();
    for m in &position.legal_moves() {
        let lower = match version {
            Version::Faithful => alpha,
            Version::Mended | Version::Unpruned => -INFINITY,
        };
        run.log.try_move(m);
        let value = run.min(
            &position.after(m),
            depth.saturating_sub(1),
            1,
            lower,
            INFINITY,
        );
        if run.log.stopped() {
            break;
        }
        alpha = alpha.max(value);
        moves.push((m, value));
    }
    if log.stopped() {
        log.close();
    } else {
        log.leave(alpha);
    }
    // Stable, so that the first of equal moves stays first.
    moves.sort_by_key(|&(_, value)| -value);
    Searched {
        moves,
        calls: log.calls(),
        stopped: log.stopped(),
    }
}

struct Run<'a, 'b> {
    evaluator: A8Evaluator,
    version: Version,
    /// The player at the root, whose view every value is.
    viewer: Color,
    log: &'a mut Log<'b, Move>,
}

impl Run<'_, '_> {
    const fn prunes(&self) -> bool {
        !matches!(self.version, Version::Unpruned)
    }

    /// The value of a position in which `loser` has no legal move.
    fn no_moves(&self, position: &Position, ply: u32) -> Score {
        let loses = position.side_to_move() == self.viewer;
        let won = match self.version {
            Version::Faithful | Version::Unpruned => INFINITY,
            Version::Mended if position.in_check() => INFINITY - ply as Score,
            Version::Mended => 0,
        };
        if loses { -won } else { won }
    }

    /// The player at the root moves and wants much.
    fn max(
        &mut self,
        position: &Position,
        depth: u32,
        ply: u32,
        mut alpha: Score,
        beta: Score,
    ) -> Score {
        self.log.call();
        self.log.enter(depth, alpha, beta, View::Max);
        if let Some(value) = self.leaf(position, depth, ply) {
            return value;
        }
        let mut best = -INFINITY;
        let moves = position.legal_moves();
        for m in &moves {
            self.log.try_move(m);
            let value = self.min(&position.after(m), depth - 1, ply + 1, alpha, beta);
            if self.log.stopped() {
                return best;
            }
            best = best.max(value);
            if self.prunes() && best >= beta {
                self.log.cut(&moves);
                break;
            }
            alpha = alpha.max(best);
        }
        self.log.leave(best)
    }

    /// The opponent moves and wants little.
    fn min(
        &mut self,
        position: &Position,
        depth: u32,
        ply: u32,
        alpha: Score,
        mut beta: Score,
    ) -> Score {
        self.log.call();
        self.log.enter(depth, alpha, beta, View::Min);
        if let Some(value) = self.leaf(position, depth, ply) {
            return value;
        }
        let mut best = INFINITY;
        let moves = position.legal_moves();
        for m in &moves {
            self.log.try_move(m);
            let value = self.max(&position.after(m), depth - 1, ply + 1, alpha, beta);
            if self.log.stopped() {
                return best;
            }
            best = best.min(value);
            if self.prunes() && best <= alpha {
                self.log.cut(&moves);
                break;
            }
            beta = beta.min(best);
        }
        self.log.leave(best)
    }

    /// The value of a position that is not searched further.
    fn leaf(&mut self, position: &Position, depth: u32, ply: u32) -> Option<Score> {
        if !position.has_legal_move() {
            let value = self.no_moves(position, ply);
            return Some(self.log.leaf(value, How::Terminal, false));
        }
        if depth == 0 {
            let value = self.evaluator.value(position, self.viewer);
            return Some(self.log.leaf(value, How::Horizon, true));
        }
        self.log.expand();
        None
    }
}
