//! # An exact endgame solver for Othello
//!
//! **What it is.** Alpha-beta to the end of the game, without evaluator and horizon: the exact difference in discs. In positions with too
//! many empty squares it plays by a shallow search with mobility and corners.
//!
//! **What makes it fast.** Moves that leave the opponent few replies are searched first ("fastest first"); near the end, moves into regions
//! with an odd number of empty squares (parity), because the last move in a region is an advantage. A transposition table stores both bounds
//! of each position; early in the game symmetric positions share an entry. Null windows prove that a move is not better (PVS).
//!
//! **What it costs.** Two more empty squares take about ten times as long. 6x6 is solved from the start position in minutes (the second
//! player wins 20 to 16, as J. Feinstein found in 1993); on 8x8 twenty empty squares take seconds.

mod search;

use self::search::{Known, Work};
use super::Solve;
use games::Othello;
use games::othello::{Board, Move, Position};
use gametree::observer::{Enter, How, Leave, Try, View};
use gametree::{Bound, Game, INF, Limits, Observer, Score, SearchResult, Stats, Stopped};

/// The number of moves searched for the first guess of the value, far from the end.
const NARROW: usize = 2;

/// Solves positions with few empty squares exactly, and searches the others to a fixed depth.
pub struct Solver<const N: usize> {
    table: Vec<Option<Known>>,
    entries: usize,
    /// The largest number of empty squares that it solves.
    most_empty: u32,
}

impl<const N: usize> Solver<N> {
    /// Creates a solver with a table of `bytes` bytes, for positions with at most `most_empty` empty squares.
    #[must_use]
    pub fn new(bytes: usize, most_empty: u32) -> Self {
        Self {
            table: Vec::new(),
            entries: (bytes / size_of::<Option<Known>>()).max(1),
            most_empty,
        }
    }
}

/// A root move with its score.
type Rooted = (Move, Score);

impl<const N: usize> Solve<Othello<N>> for Solver<N> {
    fn solve(
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
        // The table is allocated at first use.
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

/// Searches a few plies deep, which always gives a move, then solves the position.
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
    // If the position is solved, the shallow search only sorts the moves.
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
        // The first moves of a game are symmetric.
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

/// Returns the exact value by null windows, starting from a guess.
fn aspire<const N: usize>(
    work: &mut Work<'_, N>,
    own: Board,
    other: Board,
) -> Result<Score, Stopped> {
    // The entries stored for the guess are not exact and are cleared.
    work.width = NARROW;
    let guess = close_in(work, own, other, 0);
    work.width = usize::MAX;
    work.table.fill(None);
    close_in(work, own, other, guess?)
}

/// Narrows the value by null windows, starting from a guess.
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
        view: View::SideToMove,
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

/// Returns the exact value of every move for the side to move, or `None` if a limit is reached. The reference for regret.
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
