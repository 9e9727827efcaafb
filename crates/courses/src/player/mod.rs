//! The interface of the course players.

mod walk;

pub(crate) use walk::{Walk, opponent};

use chess::{Color, Move, PieceKind, Position, Square};
use games::BoardGame;
use gametree::{Bound, Game, Limits, Observer, Score, SearchResult, Silent, SplitMix64, Stats};

/// The answer of a course player: a move and its cost, as the document counts and as all searches count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move. `None` if the game is over, or if the program finds no move (some find none although there are some).
    pub best: Option<M>,
    /// The value of the move for the side to move, in the units of the document. `None` if the program computes none.
    pub value: Option<Score>,
    /// The work as the document counts it: function calls, or nodes.
    pub calls: u64,
    /// The depth of the last complete search; 0 if it was stopped.
    pub depth: u32,
    /// Whether a limit ended the search before it was complete. The move is then the best of the last complete pass of a
    /// search that deepens, else the best of the moves searched so far, else the first.
    pub stopped: bool,
    /// The work by the counting rules of all searches.
    pub stats: Stats,
}

impl<M> Choice<M> {
    /// Returns a move without a search and without a value, in answer to these limits.
    #[must_use]
    pub fn unvalued(best: Option<M>, limits: &Limits) -> Self {
        Self {
            best,
            value: None,
            calls: 0,
            depth: limits.depth.unwrap_or(0),
            stopped: false,
            stats: Stats::default(),
        }
    }

    /// Converts the result of a search of `gametree`. `depth` and `calls` count as the document counts.
    pub(crate) fn of(result: SearchResult<M>, is_valued: bool, depth: u32, calls: u64) -> Self {
        Self {
            best: result.best,
            value: is_valued.then_some(result.score),
            calls,
            depth: if result.stopped { 0 } else { depth },
            stopped: result.stopped,
            stats: result.stats,
        }
    }
}

impl<M: Copy> Choice<M> {
    /// Replaces a missing move by the first legal one, without a value, if the search was stopped.
    #[must_use]
    pub(crate) fn or_first(self, moves: &[M]) -> Self {
        if !self.stopped || self.best.is_some() {
            return self;
        }
        Self {
            best: moves.first().copied(),
            value: None,
            ..self
        }
    }
}

/// A player of a course document.
///
/// The programs of the documents have one limit, their depth; `limits.depth` counts as the document counts, see the preset.
/// A player also stops at the stop flag, the time and the nodes (calls, as the document counts) of its limits. It checks them at
/// every 256th call; a search that is not stopped visits the same nodes without them. A faithful player ignores the other limits.
///
/// ```
/// use chess::Position;
/// use courses::presets;
/// use gametree::Limits;
/// use std::sync::Arc;
/// use std::sync::atomic::AtomicBool;
///
/// let stop = Arc::new(AtomicBool::new(true)); // usually set later, by another thread
/// let mut player = presets::chess_player("report-minimax", 1).unwrap();
/// let choice = player.search(&[Position::startpos()], &Limits::depth(9).with_stop(stop));
/// assert!(choice.stopped && choice.best.is_some());
/// ```
pub trait CoursePlayer<G: Game>: Send {
    /// Chooses a move in the last position of `history`, and reports every step to `observer`.
    ///
    /// `history` begins with the first position of the game (or later, if the rest is not known) and must not be empty.
    /// After a stop the player answers within a few milliseconds, with a move if there is one.
    fn search_watched(
        &mut self,
        history: &[G::State],
        limits: &Limits,
        observer: &mut dyn Observer<G::Move>,
    ) -> Choice<G::Move>;

    /// Chooses a move in the last position of `history`.
    fn search(&mut self, history: &[G::State], limits: &Limits) -> Choice<G::Move> {
        self.search_watched(history, limits, &mut Silent)
    }

    /// Clears the state of the last game.
    fn new_game(&mut self) {}
}

/// No search deepens beyond this depth.
const DEEPEST: u32 = 60;

/// Searches `from`, `from + step`, ... plies until a limit stops it, as the programs of I2P3 do until they are killed.
///
/// Returns the answer of the last complete search; if the first one was stopped, its answer.
pub fn deepen_until_stopped<G: Game>(
    player: &mut dyn CoursePlayer<G>,
    history: &[G::State],
    (from, step): (u32, u32),
    limits: &Limits,
    observer: &mut dyn Observer<G::Move>,
) -> Choice<G::Move> {
    let started = limits.clock.now();
    let mut limits_now = limits.clone();
    limits_now.depth = Some(from);
    let mut choice = player.search_watched(history, &limits_now, observer);
    while !choice.stopped && choice.depth < DEEPEST {
        let line: Vec<G::Move> = choice.best.into_iter().collect();
        observer.iteration(
            choice.depth,
            choice.value.unwrap_or(0),
            Bound::Exact,
            &line,
            &choice.stats,
        );
        let spent = limits.clock.now().saturating_sub(started);
        limits_now.depth = Some(choice.depth + step);
        limits_now.time = limits.time.map(|time| time.saturating_sub(spent));
        limits_now.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(choice.calls));
        let mut next = player.search_watched(history, &limits_now, observer);
        let mut stats = choice.stats.clone();
        add(&mut stats, &next.stats);
        (next.calls, next.stats) = (choice.calls + next.calls, stats);
        if next.stopped {
            (choice.calls, choice.stats) = (next.calls, next.stats);
            break;
        }
        choice = next;
    }
    choice
}

/// Adds the work of one search to the total of several.
fn add(total: &mut Stats, part: &Stats) {
    total.nodes += part.nodes;
    total.interior += part.interior;
    total.leaves += part.leaves;
    total.evals += part.evals;
    total.order_evals += part.order_evals;
    total.quiescence_nodes += part.quiescence_nodes;
    total.tt_probes += part.tt_probes;
    total.tt_hits += part.tt_hits;
    total.tt_cuts += part.tt_cuts;
    total.cutoffs += part.cutoffs;
    total.first_move_cutoffs += part.first_move_cutoffs;
    total.researches += part.researches;
    total.selective_depth = total.selective_depth.max(part.selective_depth);
    total.time += part.time;
}

/// Plays any legal move, the same ones for the same seed.
#[derive(Clone, Debug)]
pub struct RandomPlayer<G> {
    game: G,
    rng: SplitMix64,
}

impl<G> RandomPlayer<G> {
    /// Random moves of `game` from this seed.
    #[must_use]
    pub const fn new(game: G, seed: u64) -> Self {
        Self {
            game,
            rng: SplitMix64::new(seed),
        }
    }
}

impl<G: BoardGame + Send> CoursePlayer<G> for RandomPlayer<G> {
    fn search_watched(
        &mut self,
        history: &[G::State],
        limits: &Limits,
        _: &mut dyn Observer<G::Move>,
    ) -> Choice<G::Move> {
        let moves = self.game.legal_moves(current(history));
        Choice::unvalued(pick(&moves, &mut self.rng), limits)
    }
}

/// The position to move in.
///
/// # Panics
/// If there is none.
pub(crate) fn current<S>(history: &[S]) -> &S {
    history.last().expect("a player needs a position")
}

/// Any of the moves.
pub(crate) fn pick<M: Copy>(moves: &[M], rng: &mut SplitMix64) -> Option<M> {
    if moves.is_empty() {
        return None;
    }
    Some(moves[rng.below(moves.len() as u64) as usize])
}

/// Returns the sum of the values of one side's pieces.
pub(crate) fn material(position: &Position, color: Color, values: &[Score; 6]) -> Score {
    let kinds = PieceKind::ALL.into_iter();
    kinds
        .map(|kind| values[kind] * position.pieces(color, kind).count() as Score)
        .sum()
}

/// The square a pawn has just passed with a double step, if that was the last move.
///
/// Unlike [`Position::en_passant`], it exists after *every* double step, as in some programs.
pub(crate) fn passed_square(history: &[Position]) -> Option<Square> {
    let [.., before, now] = history else {
        return None;
    };
    let to_move = before.side_to_move();
    let pawns = |position: &Position| position.pieces(to_move, PieceKind::Pawn);
    let left = (pawns(before) - pawns(now)).first()?;
    let came = (pawns(now) - pawns(before)).first()?;
    let (low, high) = match to_move {
        Color::White => (left, came),
        Color::Black => (came, left),
    };
    let double = high as u8 == low as u8 + 16;
    double.then(|| Square::masked(low as u8 + 8))
}

/// The square a move passes, if it is a double step of a pawn.
#[inline]
pub(crate) fn passed_by(mv: Move) -> Option<Square> {
    mv.is_double_push()
        .then(|| Square::masked((mv.from() as u8 + mv.to() as u8) / 2))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Chess;

    #[test]
    fn the_passed_square_is_found_by_comparing_two_positions() {
        let mut rng = SplitMix64::new(4);
        let mut history = vec![Position::startpos()];
        let mut seen = 0;
        for _ in 0..400 {
            let moves = Chess::default().legal_moves(current(&history));
            let Some(mv) = pick(&moves, &mut rng) else {
                history.truncate(1);
                continue;
            };
            history.push(current(&history).after(mv));
            assert_eq!(passed_square(&history), passed_by(mv), "{mv:?}");
            seen += u32::from(mv.is_double_push());
        }
        assert!(seen > 5);
    }
}
