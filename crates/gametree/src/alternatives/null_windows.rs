//! Repeated null-window searches over a table with two bounds per position: SSS* and DUAL* in the form of A. Plaat and others.

use std::collections::HashMap;

use super::board::AnyMove;
use super::context::Context;
use crate::observer::{Cut, How};
use crate::result::Bound;
use crate::rng::mix;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// The bounds of a position.
#[derive(Clone, Copy, Debug)]
struct Known {
    low: Score,
    high: Score,
    best: Option<AnyMove>,
}

/// The bytes of a table entry, with its overhead.
const ENTRY: usize = (size_of::<Known>() + size_of::<u64>()) * 2;

/// The table of one fixed-depth search: a position with a given remaining depth has one value.
#[derive(Default)]
struct Memory(HashMap<u64, Known>);

/// SSS*: tests whether the value is at least its upper bound. If it is not, the result is a lower upper bound.
pub(super) fn from_above(
    context: &mut Context<'_>,
    depth: u32,
) -> Result<(Score, Vec<AnyMove>), Stopped> {
    let mut memory = Memory::default();
    let mut bound = INF;
    loop {
        context.stats.researches += 1;
        let value = memory.search(context, depth, 0, bound - 1, bound)?;
        if value == bound {
            return Ok((value, memory.line(context, depth)));
        }
        bound = value;
    }
}

/// DUAL*: the same from below.
pub(super) fn from_below(
    context: &mut Context<'_>,
    depth: u32,
) -> Result<(Score, Vec<AnyMove>), Stopped> {
    let mut memory = Memory::default();
    let mut bound = -INF;
    let mut line = Vec::new();
    loop {
        context.stats.researches += 1;
        let value = memory.search(context, depth, 0, bound, bound + 1)?;
        if value == bound {
            return Ok((value, line));
        }
        // Only a search that fails high has a best move.
        line = memory.line(context, depth);
        bound = value;
    }
}

impl Memory {
    fn key(context: &Context<'_>, depth: u32) -> u64 {
        mix(context.board.key() ^ mix(u64::from(depth)))
    }

    /// Alpha-beta with this table, for MAX.
    fn search(
        &mut self,
        context: &mut Context<'_>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        context.enter(ply, depth, alpha, beta)?;
        let key = Self::key(context, depth);
        context.stats.tt_probes += 1;
        let known = self.0.get(&key).copied().unwrap_or(Known {
            low: -INF,
            high: INF,
            best: None,
        });
        for (value, settles, bound) in [
            (known.low, known.low >= beta, Bound::Lower),
            (known.high, known.high <= alpha, Bound::Upper),
        ] {
            if settles {
                context.stats.tt_cuts += 1;
                return Ok(context.leave(value, bound, known.best, How::Table));
            }
        }
        let mut moves = Vec::new();
        let (value, best) = if depth == 0 {
            (self.leaf(context, ply)?, None)
        } else if let Some(value) = context.expand(ply, &mut moves) {
            (
                context.leave(value, Bound::Exact, None, How::Terminal),
                None,
            )
        } else {
            let (value, best) = self.moves(context, depth, ply, &moves, alpha, beta)?;
            let bound = Bound::of(value, alpha, beta);
            (context.leave(value, bound, best, How::Searched), best)
        };
        let is_leaf = moves.is_empty();
        let entry = Known {
            low: if is_leaf || value >= beta {
                value
            } else {
                known.low
            },
            high: if is_leaf || value <= alpha {
                value
            } else {
                known.high
            },
            best: best.or(known.best),
        };
        if !self.0.contains_key(&key) {
            context.keeps(self.0.len() + 1, ENTRY)?;
        }
        self.0.insert(key, entry);
        Ok(value)
    }

    fn leaf(&self, context: &mut Context<'_>, ply: u32) -> Result<Score, Stopped> {
        if let Some(value) = context.terminal(ply) {
            return Ok(context.leave(value, Bound::Exact, None, How::Terminal));
        }
        context.stats.leaves += 1;
        let value = context.evaluate(0)?;
        Ok(context.leave(value, Bound::Exact, None, How::Horizon))
    }

    fn moves(
        &mut self,
        context: &mut Context<'_>,
        depth: u32,
        ply: u32,
        moves: &[AnyMove],
        mut alpha: Score,
        mut beta: Score,
    ) -> Result<(Score, Option<AnyMove>), Stopped> {
        let max = context.is_max();
        let mut best = if max { -INF } else { INF };
        let mut best_move = None;
        for (index, &mv) in moves.iter().enumerate() {
            context.play(mv);
            let value = self.search(context, depth - 1, ply + 1, alpha, beta);
            context.board.undo();
            let value = value?;
            if (max && value > best) || (!max && value < best) {
                best = value;
                let counts = if max { value > alpha } else { value < beta };
                best_move = if counts { Some(mv) } else { best_move };
            }
            if max {
                alpha = alpha.max(best);
            } else {
                beta = beta.min(best);
            }
            if alpha >= beta {
                context.stats.cutoffs += 1;
                context.stats.first_move_cutoffs += u64::from(index == 0);
                let reason = if max { Cut::Beta } else { Cut::Alpha };
                context.cut(reason, &moves[index + 1..]);
                break;
            }
        }
        Ok((best, best_move))
    }

    /// Returns the principal variation from the table.
    fn line(&self, context: &mut Context<'_>, depth: u32) -> Vec<AnyMove> {
        let mut line = Vec::new();
        let mut left = depth;
        while let Some(mv) = self
            .0
            .get(&Self::key(context, left))
            .and_then(|known| known.best)
        {
            line.push(mv);
            context.board.play(mv);
            if left == 0 {
                break;
            }
            left -= 1;
        }
        for _ in &line {
            context.board.undo();
        }
        line
    }
}
