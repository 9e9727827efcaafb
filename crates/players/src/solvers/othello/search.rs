//! The search of the solver: the last moves, positions with a table, and the shallow search that sorts moves.

use super::super::rays::{Rays, symmetries};
use games::Othello;
use games::othello::{Board, Masks, MobilityAndCorners, Position};
use gametree::{Bound, Evaluator, INF, Limits, Score, Stats, Stopped, mix};
use std::time::Duration;

/// With at most this many empty squares, moves are not sorted and positions not stored.
const LAST: u32 = 6;

/// With at least this many empty squares, positions are stored.
const REMEMBERED: u32 = 8;

/// Minimum numbers of empty squares, and the depth of the search that sorts the moves from there on.
const SORTED_BY_SEARCH: [(u32, u32); 3] = [(24, 5), (18, 3), (13, 1)];

/// The number of empty squares up to which the first guess searches all moves.
const GUESSED: u32 = 10;

/// The number of nodes between two checks of the limits.
const NODES_BETWEEN_CHECKS: u64 = 4_096;

/// An entry of the transposition table: key and both bounds of the value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    key: u64,
    low: i8,
    high: i8,
    best: u8,
}

const NO_MOVE: u8 = 64;

/// A running search.
pub(super) struct Work<'a, const N: usize> {
    pub game: &'a Othello<N>,
    pub table: &'a mut [Option<Known>],
    pub limits: &'a Limits,
    pub started: Duration,
    pub stats: Stats,
    pub fuse: u64,
    /// The number of moves to search per node far from the end: limited for a guess.
    pub width: usize,
}

/// The moves of a node during sorting: square, flipped discs, priority.
type Sorted = [(u8, Board, i32); 64];

impl<const N: usize> Work<'_, N> {
    const MASKS: Masks = Masks::new(N);
    const RAYS: &'static Rays = &Rays::new(N);

    fn check(&mut self) -> Result<(), Stopped> {
        let limits = self.limits;
        let used_up = |used: u64, limit: Option<u64>| limit.is_some_and(|limit| used >= limit);
        let late = limits
            .time
            .is_some_and(|time| limits.clock.now().saturating_sub(self.started) >= time);
        if late
            || limits.stop_requested()
            || used_up(self.stats.nodes, limits.nodes)
            || used_up(self.stats.evals, limits.evals)
        {
            return Err(Stopped);
        }
        self.fuse = (self.stats.nodes + NODES_BETWEEN_CHECKS).min(limits.nodes.unwrap_or(u64::MAX));
        Ok(())
    }

    #[inline(always)]
    pub fn enter(&mut self) -> Result<(), Stopped> {
        if self.stats.nodes >= self.fuse {
            self.check()?;
        }
        self.stats.nodes += 1;
        Ok(())
    }

    /// Returns the value of a finished game.
    #[inline]
    fn over(&mut self, own: Board, other: Board) -> Score {
        self.stats.leaves += 1;
        self.game.final_score(own, other)
    }

    // ---- The end of the game --------------------------------------------

    /// Returns the exact value with one empty square.
    fn last_one(&mut self, own: Board, other: Board, square: usize) -> Result<Score, Stopped> {
        self.enter()?;
        let turned = Self::RAYS.turned(square, own, other);
        if turned != 0 {
            self.stats.nodes += 1;
            return Ok(self.over(own | turned | 1 << square, other & !turned));
        }
        // A pass.
        self.enter()?;
        let turned = Self::RAYS.turned(square, other, own);
        if turned != 0 {
            self.stats.nodes += 1;
            return Ok(-self.over(other | turned | 1 << square, own & !turned));
        }
        Ok(self.over(own, other))
    }

    /// Returns the exact value with few empty squares.
    fn last(
        &mut self,
        own: Board,
        other: Board,
        mut alpha: Score,
        beta: Score,
        parity: u8,
        passed: bool,
    ) -> Result<Score, Stopped> {
        self.enter()?;
        let empty = Self::MASKS.all & !(own | other);
        let mut best = -INF;
        // Odd quadrants first, then even ones.
        let odd = Self::RAYS.odd[usize::from(parity)];
        for mut squares in [empty & odd, empty & !odd] {
            while squares != 0 {
                let square = squares.trailing_zeros() as usize;
                squares &= squares - 1;
                if !Self::RAYS.touches(square, other) {
                    continue;
                }
                let turned = Self::RAYS.turned(square, own, other);
                if turned == 0 {
                    continue;
                }
                let (after, reply) = (own | turned | 1 << square, other & !turned);
                let left = empty & !(1 << square);
                let value = if left.is_power_of_two() {
                    -self.last_one(reply, after, left.trailing_zeros() as usize)?
                } else {
                    let parity = parity ^ Self::RAYS.quadrant[square];
                    -self.last(reply, after, -beta, -alpha, parity, false)?
                };
                if value > best {
                    best = value;
                    if value >= beta {
                        return Ok(value);
                    }
                    alpha = alpha.max(value);
                }
            }
        }
        if best == -INF {
            if passed || empty == 0 {
                return Ok(self.over(own, other));
            }
            return Ok(-self.last(other, own, -beta, -alpha, parity, true)?);
        }
        Ok(best)
    }

    fn key(own: Board, other: Board, empties: u32) -> u64 {
        // Symmetric positions transpose early in the game; later the test costs more than it saves.
        let (own, other) = if empties + 12 >= (N * N) as u32 {
            symmetries(N, own, other)
        } else {
            (own, other)
        };
        mix(own ^ mix(other.wrapping_add(0x2545_F491_4F6C_DD1D)))
    }

    fn slot(&self, key: u64) -> usize {
        ((u128::from(key) * self.table.len() as u128) >> 64) as usize
    }

    fn probe(&self, key: u64) -> Option<Known> {
        self.table[self.slot(key)].filter(|known| known.key == key)
    }

    fn store(&mut self, key: u64, (low, high): (Score, Score), best: u8) {
        let slot = self.slot(key);
        let edge = (N * N) as Score;
        let mut known = Known {
            key,
            low: low.max(-edge) as i8,
            high: high.min(edge) as i8,
            best,
        };
        if let Some(old) = self.table[slot].filter(|old| old.key == key) {
            known.low = known.low.max(old.low);
            known.high = known.high.min(old.high);
            if best == NO_MOVE {
                known.best = old.best;
            }
        }
        self.table[slot] = Some(known);
    }

    /// Returns the exact value.
    pub fn solve(
        &mut self,
        own: Board,
        other: Board,
        alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        let empty = Self::MASKS.all & !(own | other);
        let empties = empty.count_ones();
        if empties <= LAST {
            let parity = Self::RAYS.parity(empty);
            return self.last(own, other, alpha, beta, parity, false);
        }
        self.enter()?;
        let moves = Self::MASKS.placements(own, other);
        if moves == 0 {
            if Self::MASKS.placements(other, own) == 0 {
                return Ok(self.over(own, other));
            }
            return Ok(-self.solve(other, own, -beta, -alpha)?);
        }
        let remembered = empties >= REMEMBERED;
        let key = if remembered {
            Self::key(own, other, empties)
        } else {
            0
        };
        let mut hash_move = NO_MOVE;
        self.stats.tt_probes += u64::from(remembered);
        if let Some(known) = remembered.then(|| self.probe(key)).flatten() {
            self.stats.tt_hits += 1;
            let (low, high) = (Score::from(known.low), Score::from(known.high));
            if low >= beta || low == high {
                self.stats.tt_cuts += 1;
                return Ok(low);
            }
            if high <= alpha {
                self.stats.tt_cuts += 1;
                return Ok(high);
            }
            // The best square of a symmetric position is different.
            if empties + 12 < (N * N) as u32 {
                hash_move = known.best;
            }
        }
        self.stats.interior += 1;
        let mut sorted: Sorted = [(0, 0, 0); 64];
        let mut count = self.sort(own, other, moves, empties, hash_move, &mut sorted)?;
        if empties > GUESSED {
            count = count.min(self.width);
        }
        // Enhanced transposition cutoff: a stored child can cause a cutoff at once.
        if empties > 9 {
            for &(square, turned, _) in &sorted[..count] {
                let (after, reply) = (own | turned | 1 << square, other & !turned);
                let key = Self::key(reply, after, empties - 1);
                if let Some(known) = self.probe(key)
                    && -Score::from(known.high) >= beta
                {
                    self.stats.tt_cuts += 1;
                    return Ok(-Score::from(known.high));
                }
            }
        }
        let mut best = -INF;
        let mut best_move = NO_MOVE;
        for (index, &(square, turned, _)) in sorted[..count].iter().enumerate() {
            let (after, reply) = (own | turned | 1 << square, other & !turned);
            let low = alpha.max(best);
            let value = if reply == 0 {
                self.over(after, reply)
            } else if index == 0 {
                -self.solve(reply, after, -beta, -low)?
            } else {
                let scout = -self.solve(reply, after, -low - 1, -low)?;
                if scout > low && scout < beta {
                    self.stats.researches += 1;
                    -self.solve(reply, after, -beta, -scout)?
                } else {
                    scout
                }
            };
            if value > best {
                best = value;
                if value > alpha {
                    best_move = square;
                }
                if value >= beta {
                    self.stats.cutoffs += 1;
                    self.stats.first_move_cutoffs += u64::from(index == 0);
                    break;
                }
            }
        }
        let bounds = match Bound::of(best, alpha, beta) {
            Bound::Exact => (best, best),
            Bound::Lower => (best, INF),
            Bound::Upper => (-INF, best),
        };
        if remembered {
            self.store(key, bounds, best_move);
        }
        Ok(best)
    }

    /// Sorts the moves: few replies for the opponent, corners, odd quadrants; far from the end by a shallow search.
    fn sort(
        &mut self,
        own: Board,
        other: Board,
        mut moves: Board,
        empties: u32,
        hash_move: u8,
        sorted: &mut Sorted,
    ) -> Result<usize, Stopped> {
        let parity = Self::RAYS.parity(Self::MASKS.all & !(own | other));
        let odd = Self::RAYS.odd[usize::from(parity)];
        let corners = Self::MASKS.corners();
        let mut count = 0;
        while moves != 0 {
            let square = moves.trailing_zeros() as usize;
            moves &= moves - 1;
            let disc = 1 << square;
            let turned = Self::RAYS.turned(square, own, other);
            let (after, reply) = (own | turned | disc, other & !turned);
            let replies = Self::MASKS.placements(reply, after);
            let mut worth = -16 * replies.count_ones() as i32;
            worth -= 16 * (replies & corners).count_ones() as i32;
            worth += if disc & corners != 0 { 24 } else { 0 };
            worth += if disc & odd != 0 && empties < 14 {
                4
            } else {
                0
            };
            if empties >= 9 {
                worth -= Self::RAYS.around(reply, Self::MASKS.all & !(after | reply)) as i32;
            }
            let by_search = SORTED_BY_SEARCH.iter().find(|&&(from, _)| empties >= from);
            if let Some(&(_, depth)) = by_search {
                let value = -self.shallow(reply, after, depth, -INF, INF, false)?;
                worth += value / 4;
            }
            if square as u8 == hash_move {
                worth = i32::MAX;
            }
            // Insertion sort: the lists are short.
            let mut place = count;
            while place > 0 && sorted[place - 1].2 < worth {
                sorted[place] = sorted[place - 1];
                place -= 1;
            }
            sorted[place] = (square as u8, turned, worth);
            count += 1;
        }
        Ok(count)
    }

    // ---- Far from the end -----------------------------------------------

    /// Returns the value by a search of `depth` plies, in units of the evaluator.
    pub fn shallow(
        &mut self,
        own: Board,
        other: Board,
        depth: u32,
        alpha: Score,
        beta: Score,
        passed: bool,
    ) -> Result<Score, Stopped> {
        self.enter()?;
        let mut moves = Self::MASKS.placements(own, other);
        if moves == 0 {
            if passed || Self::MASKS.placements(other, own) == 0 {
                // A result counts more than any evaluation.
                return Ok(100 * self.over(own, other));
            }
            return Ok(-self.shallow(other, own, depth, -beta, -alpha, true)?);
        }
        if depth == 0 {
            if self
                .limits
                .evals
                .is_some_and(|limit| self.stats.evals >= limit)
            {
                return Err(Stopped);
            }
            self.stats.leaves += 1;
            self.stats.evals += 1;
            let state = Position {
                discs: [own, other],
                side: gametree::Side::First,
            };
            return Ok(MobilityAndCorners.evaluate(self.game, &state));
        }
        self.stats.interior += 1;
        let mut best = -INF;
        let corners = Self::MASKS.corners();
        for part in [corners, !corners] {
            let mut squares = moves & part;
            moves &= !part;
            while squares != 0 {
                let square = squares.trailing_zeros() as usize;
                squares &= squares - 1;
                let turned = Self::RAYS.turned(square, own, other);
                let (after, reply) = (own | turned | 1 << square, other & !turned);
                let low = alpha.max(best);
                let value = -self.shallow(reply, after, depth - 1, -beta, -low, false)?;
                best = best.max(value);
                if best >= beta {
                    self.stats.cutoffs += 1;
                    return Ok(best);
                }
            }
        }
        Ok(best)
    }
}
