//! Alpha-beta of assignment 8, and its mistakes.
//!
//! **No legal moves.** *The document:* the value is plus infinity if the opponent has no move, and minus
//! infinity if the player itself has none. *The error:* it may be stalemate, and a winning program then gives
//! half a point away. *The fixed player:* stalemate has the value 0, and a shorter mate has a larger value.
//! (With this evaluator an even position has a value well above 0, since own pieces count more. So the fixed player
//! avoids a draw unless it is clearly behind, as the document intends.)
//!
//! **The second best move.** *The document:* if the best move repeats a position or draws, it plays the
//! second best. *The error:* alpha-beta computes the exact value of the best move only; the values of the others
//! are bounds, so the move with the second largest bound may not be the second best. *The fixed player:* it
//! searches every root move with the full window, which makes all values exact and costs nodes; see the test.

use super::evaluator::A8Evaluator;
use crate::player::{Walk, opponent};
use chess::{Color, Move, Position};
use gametree::observer::{How, View};
use gametree::{Limits, Score, Silent};

/// A value larger than any evaluation.
pub const INFINITY: Score = 1_000_000;

/// The version of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// The document's, with all mistakes.
    Faithful,
    /// The corrected one.
    Fixed,
    /// The document's without pruning: the reference for its values.
    Unpruned,
}

/// The values of the root moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Searched {
    /// Every searched root move with its returned value, best first; equal values in move order.
    pub moves: Vec<(Move, Score)>,
    /// Calls of the two search functions, including the root's.
    pub calls: u64,
}

/// Searches `position` to the depth of the limits.
#[must_use]
pub fn search(
    position: &Position,
    evaluator: A8Evaluator,
    version: Version,
    limits: &Limits,
) -> Searched {
    let mut silent = Silent;
    let mut walk = Walk::new(limits, &mut silent);
    search_in(position, evaluator, version, &mut walk)
}

/// Searches `position` to the depth of the limits as a part of `walk`.
pub(super) fn search_in(
    position: &Position,
    evaluator: A8Evaluator,
    version: Version,
    walk: &mut Walk<'_, Move>,
) -> Searched {
    let depth = walk.depth();
    let mut run = Run {
        evaluator,
        version,
        viewer: position.side_to_move(),
        walk,
    };
    run.walk.call();
    run.walk.enter(depth, -INFINITY, INFINITY, View::Max);
    run.walk.expand();
    let mut alpha = -INFINITY;
    let mut moves = Vec::new();
    for m in &position.legal_moves() {
        let lower = match version {
            Version::Faithful => alpha,
            Version::Fixed | Version::Unpruned => -INFINITY,
        };
        run.walk.try_move(m);
        let left = depth.saturating_sub(1);
        let value = run.search(&position.after(m), left, 1, (lower, INFINITY), View::Min);
        if run.walk.stopped() {
            break;
        }
        alpha = alpha.max(value);
        moves.push((m, value));
    }
    if walk.stopped() {
        walk.close();
    } else {
        walk.leave(alpha);
    }
    // A stable sort keeps the first of equal moves first.
    moves.sort_by_key(|&(_, value)| -value);
    Searched {
        moves,
        calls: walk.calls(),
    }
}

struct Run<'a, 'b> {
    evaluator: A8Evaluator,
    version: Version,
    /// The player at the root. All values are for this player.
    viewer: Color,
    walk: &'a mut Walk<'b, Move>,
}

impl Run<'_, '_> {
    /// Returns the value of a position without legal moves.
    fn no_moves(&self, position: &Position, ply: u32) -> Score {
        let loses = position.side_to_move() == self.viewer;
        let won = match self.version {
            Version::Faithful | Version::Unpruned => INFINITY,
            Version::Fixed if position.in_check() => INFINITY - ply as Score,
            Version::Fixed => 0,
        };
        if loses { -won } else { won }
    }

    /// Searches a node `ply` plies from the root. At a MAX node the player at the root is to move, at a MIN node the opponent.
    fn search(
        &mut self,
        position: &Position,
        depth: u32,
        ply: u32,
        (mut alpha, mut beta): (Score, Score),
        view: View,
    ) -> Score {
        self.walk.call();
        self.walk.enter(depth, alpha, beta, view);
        if let Some(value) = self.leaf(position, depth, ply) {
            return value;
        }
        let is_max = view == View::Max;
        let mut best = if is_max { -INFINITY } else { INFINITY };
        let moves = position.legal_moves();
        for m in &moves {
            self.walk.try_move(m);
            let child = position.after(m);
            let value = self.search(&child, depth - 1, ply + 1, (alpha, beta), opponent(view));
            if self.walk.stopped() {
                return best;
            }
            let cuts = if is_max {
                best = best.max(value);
                alpha = alpha.max(best);
                best >= beta
            } else {
                best = best.min(value);
                beta = beta.min(best);
                best <= alpha
            };
            if cuts && self.version != Version::Unpruned {
                self.walk.cut(&moves);
                break;
            }
        }
        self.walk.leave(best)
    }

    /// Returns the value of a leaf, or `None` if the position is searched further.
    fn leaf(&mut self, position: &Position, depth: u32, ply: u32) -> Option<Score> {
        if !position.has_legal_move() {
            let value = self.no_moves(position, ply);
            return Some(self.walk.leaf(value, How::Terminal, false));
        }
        if depth == 0 {
            let value = self.evaluator.value(position, self.viewer);
            return Some(self.walk.leaf(value, How::Horizon, true));
        }
        self.walk.expand();
        None
    }
}
