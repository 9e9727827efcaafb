//! # An exact solver for the end of Othello
//!
//! **What it is.** Alpha-beta to the end of the game and nothing else: no evaluator, no horizon, the true difference in discs. Far from
//! the end, where that is out of reach, it plays by a shallow search with mobility and corners.
//!
//! **What makes it fast.** Moves that leave the opponent few replies come first ("fastest first"); near the end, moves into regions with an
//! odd number of empty squares (parity), because who moves last in a region gains by it. A table keeps both bounds of each position, and positions
//! that are mirror images of each other, early in the game, are one. Null windows prove that a move is not better (PVS).
//!
//! **What it costs.** Each two empty squares more take about ten times as long. 6x6 from the first move is solved in minutes (the second player wins 20 to 16,
//! as J. Feinstein found in 1993); on 8x8 twenty empty squares take seconds.

use super::board::{Board, Masks};
use super::rays::{Rays, symmetries};
use super::{MobilityAndCorners, Move, Othello, Position};
use gametree::observer::{Enter, How, Leave, Try, View};
use gametree::{
    Bound, Evaluator, Game, INF, Limits, Observer, Score, Search, SearchResult, Stats, Stopped,
    Walk, mix,
};
use std::time::Duration;

/// With so many empty squares or fewer nothing is sorted or remembered.
const LAST: u32 = 6;

/// From so many empty squares on positions are remembered.
const REMEMBERED: u32 = 8;

/// From so many empty squares on moves are sorted by a small search of so many plies, too.
const SORTED_BY_SEARCH: [(u32, u32); 3] = [(24, 5), (18, 3), (13, 1)];

/// A first guess of the value comes from looking at so many moves only, while there are more than [`GUESSED`] empty squares.
const NARROW: usize = 2;

/// See above.
const GUESSED: u32 = 10;

/// Nodes between two looks at the clock.
const NODES_BETWEEN_CHECKS: u64 = 4_096;

/// What is known of a position: the key, and both bounds of its value.
#[derive(Clone, Copy, Debug)]
struct Known {
    key: u64,
    low: i8,
    high: i8,
    best: u8,
}

const NO_MOVE: u8 = 64;

/// Solves positions exactly where it can, and plays where it cannot.
pub struct Solver<const N: usize> {
    table: Vec<Option<Known>>,
    entries: usize,
    /// With more empty squares than this it does not try to solve.
    most_empty: u32,
}

impl<const N: usize> Solver<N> {
    /// With a table of so many bytes. With more than `most_empty` empty squares it does not try to solve.
    #[must_use]
    pub fn new(bytes: usize, most_empty: u32) -> Self {
        Self {
            table: Vec::new(),
            entries: (bytes / size_of::<Option<Known>>()).max(1),
            most_empty,
        }
    }
}

/// One search under way.
struct Work<'a, const N: usize> {
    game: &'a Othello<N>,
    table: &'a mut [Option<Known>],
    limits: &'a Limits,
    started: Duration,
    stats: Stats,
    fuse: u64,
    /// Look at no more moves than this far from the end: for a guess.
    width: usize,
}

/// The moves of a node while they are sorted: square, turned discs, worth.
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
    fn enter(&mut self) -> Result<(), Stopped> {
        if self.stats.nodes >= self.fuse {
            self.check()?;
        }
        self.stats.nodes += 1;
        Ok(())
    }

    /// The value of a finished game.
    #[inline]
    fn over(&mut self, own: Board, other: Board) -> Score {
        self.stats.leaves += 1;
        self.game.final_score(own, other)
    }

    // ---- The end of the game --------------------------------------------

    /// The exact value with few empty squares.
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
        // Odd regions first, then even ones.
        let odd = Self::RAYS.odd[usize::from(parity)];
        for mut squares in [empty & odd, empty & !odd] {
            while squares != 0 {
                let square = squares.trailing_zeros() as usize;
                squares &= squares - 1;
                let turned = Self::RAYS.turned(square, own, other);
                if turned == 0 {
                    continue;
                }
                let (after, reply) = (own | turned | 1 << square, other & !turned);
                let value = if empty.is_power_of_two() {
                    self.stats.nodes += 1;
                    self.over(after, reply)
                } else {
                    let parity = parity ^ Self::RAYS.quarter[square];
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
        // Early in the game mirror images meet; later it costs more than it gains.
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

    /// The exact value.
    fn solve(
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
            // A mirror image has another best square.
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
        // A reply that is known to be bad enough for the opponent ends the node at once.
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

    /// Puts the moves in order: few replies for the opponent, corners, odd regions; far from the end by a small search.
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
            // Insert where it belongs; the lists are short.
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

    /// The value by a search of some plies and the evaluator, in its units.
    fn shallow(
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
                // A disc at the end is worth more than an opinion.
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
                side: gametree::Player::First,
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

/// A move with what is known of it.
type Rooted = (Move, Score);

impl<const N: usize> Solver<N> {
    fn explore(
        &mut self,
        game: &Othello<N>,
        root: &Position,
        limits: &Limits,
        watch: &mut dyn Observer<Move>,
    ) -> SearchResult<Move> {
        let mut moves = Vec::new();
        let over = game.expand(root, &mut moves);
        let mut result = SearchResult {
            best: moves.first().copied(),
            score: over.unwrap_or(0),
            bound: Bound::Exact,
            pv: moves.first().copied().into_iter().collect(),
            depth: 0,
            stopped: false,
            proved: None,
            stats: Stats::default(),
        };
        if over.is_some() {
            result.pv.clear();
            return result;
        }
        // A new game, or a table that is asked for the first time.
        if self.table.len() != self.entries {
            self.table = vec![None; self.entries];
        }
        let mut work = Work {
            game,
            started: limits.clock.now(),
            table: &mut self.table,
            limits,
            stats: Stats::default(),
            fuse: 0,
            width: usize::MAX,
        };
        let (own, other) = root.own_and_other();
        let empties = (N * N) as u32 - (own | other).count_ones();
        let solves =
            empties <= self.most_empty && limits.depth.is_none_or(|depth| depth >= empties);
        let outcome = choose(&mut work, root, &moves, empties, solves, watch, &mut result);
        result.stopped = outcome.is_err();
        result.stats = work.stats;
        result.stats.peak_bytes = (self.entries * size_of::<Option<Known>>()) as u64;
        result.stats.peak_stored = self.entries as u64;
        result.stats.time = limits.clock.now().saturating_sub(work.started);
        if result.stopped {
            watch.stopped();
        }
        result
    }
}

/// First a look a few plies ahead, which always gives a move, then the solution.
fn choose<const N: usize>(
    work: &mut Work<'_, N>,
    root: &Position,
    moves: &[Move],
    empties: u32,
    solves: bool,
    watch: &mut dyn Observer<Move>,
    result: &mut SearchResult<Move>,
) -> Result<(), Stopped> {
    let game = work.game;
    let children: Vec<(Move, Position)> = moves
        .iter()
        .map(|&mv| {
            let mut child = *root;
            game.play(&mut child, mv);
            (mv, child)
        })
        .collect();
    work.enter()?;
    let mut order: Vec<Rooted> = moves.iter().map(|&mv| (mv, 0)).collect();
    // Where the game is solved, the look ahead only sorts the moves.
    let deepest = if solves {
        4
    } else {
        work.limits.depth.unwrap_or(60)
    };
    for depth in 1..=deepest.min(empties) {
        let mut found: Vec<Rooted> = Vec::new();
        tell_enter(watch, 0, depth);
        for &(mv, _) in &order {
            let child = children.iter().find(|(known, _)| *known == mv);
            let Some((_, child)) = child else { continue };
            let (own, other) = child.own_and_other();
            watch.try_move(Some(mv), Try::Full);
            tell_enter(watch, 1, depth - 1);
            let best = found.iter().map(|&(_, value)| value).max().unwrap_or(-INF);
            let value = -work.shallow(own, other, depth - 1, -INF, -best, false)?;
            tell_leave(watch, -value, None, How::Searched);
            found.push((mv, value));
        }
        found.sort_by_key(|&(_, value)| -value);
        let (mv, value) = found[0];
        tell_leave(watch, value, Some(mv), How::Searched);
        order = found;
        result.best = Some(mv);
        result.pv = vec![mv];
        result.score = value;
        result.depth = depth;
        watch.iteration(depth, value, Bound::Exact, &result.pv, &work.stats);
    }
    if !solves {
        return Ok(());
    }
    tell_enter(watch, 0, empties);
    let mut best: Option<Rooted> = None;
    for (index, &(mv, _)) in order.iter().enumerate() {
        let Some((_, child)) = children.iter().find(|(known, _)| *known == mv) else {
            continue;
        };
        let (own, other) = child.own_and_other();
        watch.try_move(Some(mv), Try::Full);
        tell_enter(watch, 1, empties - 1);
        let low = best.map_or(-INF, |(_, value)| value);
        let value = if index == 0 {
            -aspire(work, own, other)?
        } else {
            let scout = -work.solve(own, other, -low - 1, -low)?;
            if scout > low {
                -work.solve(own, other, -INF, -scout + 1)?
            } else {
                scout
            }
        };
        tell_leave(watch, -value, None, How::Searched);
        if best.is_none_or(|(_, known)| value > known) {
            best = Some((mv, value));
        }
        // One first move is as good as another on an empty board.
        let symmetric = empties + 4 == (N * N) as u32;
        if symmetric {
            break;
        }
    }
    if let Some((mv, value)) = best {
        tell_leave(watch, value, Some(mv), How::Searched);
        result.best = Some(mv);
        result.score = value;
        result.depth = empties;
        result.pv = vec![mv];
        watch.iteration(empties, value, Bound::Exact, &result.pv, &work.stats);
    }
    Ok(())
}

/// The exact value by null windows that close in on it from a draw.
fn aspire<const N: usize>(
    work: &mut Work<'_, N>,
    own: Board,
    other: Board,
) -> Result<Score, Stopped> {
    // A guess first; what was remembered on the way to it is not true and forgotten.
    work.width = NARROW;
    let guess = close_in(work, own, other, 0);
    work.width = usize::MAX;
    work.table.fill(None);
    close_in(work, own, other, guess?)
}

/// Null windows that close in on the value from a guess.
fn close_in<const N: usize>(
    work: &mut Work<'_, N>,
    own: Board,
    other: Board,
    mut guess: Score,
) -> Result<Score, Stopped> {
    let (mut low, mut high) = (-INF, INF);
    while low < high {
        let beta = if guess == low { guess + 1 } else { guess };
        let value = work.solve(own, other, beta - 1, beta)?;
        if value < beta {
            high = value;
        } else {
            low = value;
        }
        guess = value;
    }
    Ok(low)
}

fn tell_enter(watch: &mut dyn Observer<Move>, ply: u32, depth: u32) {
    watch.enter(&Enter {
        ply,
        depth,
        alpha: -INF,
        beta: INF,
        view: View::Mover,
    });
}

fn tell_leave(watch: &mut dyn Observer<Move>, score: Score, best: Option<Move>, how: How) {
    watch.leave(&Leave {
        score,
        bound: Bound::Exact,
        best,
        how,
    });
}

impl<const N: usize> Search<Othello<N>> for Solver<N> {
    /// Not a search of a fixed depth: inside another one it does the same as by itself.
    fn iteration<O: Observer<Move>>(
        &mut self,
        walk: &mut Walk<'_, Othello<N>, O>,
        state: &mut Position,
        depth: u32,
        _: Score,
        _: Score,
    ) -> Result<Score, Stopped> {
        let result = self.explore(walk.game, state, &Limits::depth(depth), walk.watch);
        walk.stats.nodes += result.stats.nodes;
        if let Some(mv) = result.best {
            walk.improve(0, mv, result.score);
        }
        Ok(result.score)
    }

    fn run<O: Observer<Move>>(
        &mut self,
        game: &Othello<N>,
        root: &Position,
        limits: &Limits,
        watch: &mut O,
    ) -> SearchResult<Move> {
        self.explore(game, root, limits, watch)
    }

    fn run_window<O: Observer<Move>>(
        &mut self,
        game: &Othello<N>,
        root: &Position,
        limits: &Limits,
        _: (Score, Score),
        watch: &mut O,
    ) -> SearchResult<Move> {
        self.explore(game, root, limits, watch)
    }
}

/// The exact value of every move, for the side to move: what regret is measured by. `None` if a limit ends it.
pub fn exact_values<const N: usize>(
    game: &Othello<N>,
    root: &Position,
    bytes: usize,
    limits: &Limits,
) -> Option<Vec<(Move, Score)>> {
    let mut table = vec![None; (bytes / size_of::<Option<Known>>()).max(1)];
    let mut work = Work {
        game,
        started: limits.clock.now(),
        table: &mut table,
        limits,
        stats: Stats::default(),
        fuse: 0,
        width: usize::MAX,
    };
    let mut moves = Vec::new();
    if game.expand(root, &mut moves).is_some() {
        return Some(Vec::new());
    }
    let edge = (N * N) as Score;
    let mut values = Vec::new();
    for mv in moves {
        let mut child = *root;
        game.play(&mut child, mv);
        let (own, other) = child.own_and_other();
        let value = work.solve(own, other, -edge - 1, edge + 1).ok()?;
        values.push((mv, -value));
    }
    Some(values)
}
