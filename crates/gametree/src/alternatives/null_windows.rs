//! Null windows again and again, over a memory of two bounds for each position: SSS* and DUAL* as A. Plaat and others write them.

use std::collections::HashMap;

use super::board::AnyMove;
use super::trip::Trip;
use crate::observer::{Cut, How};
use crate::result::Bound;
use crate::rng::mix;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// What is known of a position: its value lies between the two.
#[derive(Clone, Copy, Debug)]
struct Known {
    low: Score,
    high: Score,
    best: Option<AnyMove>,
}

/// What the memory takes for a position, with what the table needs around it.
const ENTRY: usize = (size_of::<Known>() + size_of::<u64>()) * 2;

/// The memory of one search of a fixed depth: a position with so many plies left has one value.
#[derive(Default)]
struct Memory(HashMap<u64, Known>);

/// SSS*: is the value at least as high as its upper bound? If not, that is a lower upper bound.
pub(super) fn from_above(
    trip: &mut Trip<'_>,
    depth: u32,
) -> Result<(Score, Vec<AnyMove>), Stopped> {
    let mut memory = Memory::default();
    let mut bound = INF;
    loop {
        trip.stats.researches += 1;
        let value = memory.search(trip, depth, 0, bound - 1, bound)?;
        if value == bound {
            return Ok((value, memory.line(trip, depth)));
        }
        bound = value;
    }
}

/// DUAL*: the same from below.
pub(super) fn from_below(
    trip: &mut Trip<'_>,
    depth: u32,
) -> Result<(Score, Vec<AnyMove>), Stopped> {
    let mut memory = Memory::default();
    let mut bound = -INF;
    let mut line = Vec::new();
    loop {
        trip.stats.researches += 1;
        let value = memory.search(trip, depth, 0, bound, bound + 1)?;
        if value == bound {
            return Ok((value, line));
        }
        // Only a search that fails high knows a move.
        line = memory.line(trip, depth);
        bound = value;
    }
}

impl Memory {
    fn key(trip: &Trip<'_>, depth: u32) -> u64 {
        mix(trip.board.key() ^ mix(u64::from(depth)))
    }

    /// Alpha-beta with this memory, for MAX.
    fn search(
        &mut self,
        trip: &mut Trip<'_>,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        trip.enter(ply, depth, alpha, beta)?;
        let key = Self::key(trip, depth);
        trip.stats.tt_probes += 1;
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
                trip.stats.tt_cuts += 1;
                return Ok(trip.leave(value, bound, known.best, How::Table));
            }
        }
        let mut moves = Vec::new();
        let (value, best) = if depth == 0 {
            (self.leaf(trip, ply)?, None)
        } else if let Some(value) = trip.expand(ply, &mut moves) {
            (trip.leave(value, Bound::Exact, None, How::Terminal), None)
        } else {
            let (value, best) = self.moves(trip, depth, ply, &moves, alpha, beta)?;
            let bound = Bound::of(value, alpha, beta);
            (trip.leave(value, bound, best, How::Searched), best)
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
            trip.keeps(self.0.len() + 1, ENTRY)?;
        }
        self.0.insert(key, entry);
        Ok(value)
    }

    fn leaf(&self, trip: &mut Trip<'_>, ply: u32) -> Result<Score, Stopped> {
        if let Some(value) = trip.terminal(ply) {
            return Ok(trip.leave(value, Bound::Exact, None, How::Terminal));
        }
        trip.stats.leaves += 1;
        let value = trip.evaluate(0)?;
        Ok(trip.leave(value, Bound::Exact, None, How::Horizon))
    }

    fn moves(
        &mut self,
        trip: &mut Trip<'_>,
        depth: u32,
        ply: u32,
        moves: &[AnyMove],
        mut alpha: Score,
        mut beta: Score,
    ) -> Result<(Score, Option<AnyMove>), Stopped> {
        let max = trip.is_max();
        let mut best = if max { -INF } else { INF };
        let mut best_move = None;
        for (index, &mv) in moves.iter().enumerate() {
            trip.play(mv);
            let value = self.search(trip, depth - 1, ply + 1, alpha, beta);
            trip.board.undo();
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
                trip.stats.cutoffs += 1;
                trip.stats.first_move_cutoffs += u64::from(index == 0);
                let reason = if max { Cut::Beta } else { Cut::Alpha };
                trip.cut(reason, &moves[index + 1..]);
                break;
            }
        }
        Ok((best, best_move))
    }

    /// The line that the memory knows.
    fn line(&self, trip: &mut Trip<'_>, depth: u32) -> Vec<AnyMove> {
        let mut line = Vec::new();
        let mut left = depth;
        while let Some(mv) = self
            .0
            .get(&Self::key(trip, left))
            .and_then(|known| known.best)
        {
            line.push(mv);
            trip.board.play(mv);
            if left == 0 {
                break;
            }
            left -= 1;
        }
        for _ in &line {
            trip.board.undo();
        }
        line
    }
}
