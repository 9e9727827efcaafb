//! What every player of this crate can do: choose a move.

mod control;
mod log;

pub use control::Control;
pub use log::Log;

use chess::{Color, Move, Position, Square};
use games::BoardGame;
use gametree::{Game, Score, SplitMix64};

/// The answer of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<M> {
    /// The move. `None`: the game is over, or the program finds no move (some do, though there is one).
    pub best: Option<M>,
    /// The value the program gives to it, in its own units and from its own side.
    pub value: Option<Score>,
    /// The work, counted as the document counts it: function calls, or nodes.
    pub calls: u64,
    /// It was stopped before the search was complete. The move is the best of the last complete
    /// pass of a search that deepens, else the best of the moves looked at so far, else the first.
    pub stopped: bool,
}

impl<M> Choice<M> {
    /// A move without an opinion.
    #[must_use]
    pub const fn unvalued(best: Option<M>) -> Self {
        Self {
            best,
            value: None,
            calls: 0,
            stopped: false,
        }
    }
}

impl<M: Copy> Choice<M> {
    /// Who is stopped before any move is known plays the first there is, without an opinion.
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

/// A player out of a course document.
pub trait CoursePlayer<G: Game>: Send {
    /// Choose a move in the last position of `history`, which begins with the first position
    /// of the game (or anywhere, if the rest is not known).
    ///
    /// `depth` counts as the document counts: see the preset. A player must not be asked
    /// with an empty history. If the control of the log stops it, it answers within a few milliseconds, and
    /// always with a move if there is one; if not, all is as if there were no control. What it looks at is counted in
    /// the log, and told to whoever watches there.
    fn think(
        &mut self,
        history: &[G::State],
        depth: u32,
        log: &mut Log<'_, G::Move>,
    ) -> Choice<G::Move>;

    /// The same, and nobody watches.
    fn choose(&mut self, history: &[G::State], depth: u32, control: &Control) -> Choice<G::Move> {
        self.think(history, depth, &mut Log::new(control))
    }

    /// A new game begins: forget the old one.
    fn new_game(&mut self) {}
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
    fn think(&mut self, history: &[G::State], _: u32, _: &mut Log<'_, G::Move>) -> Choice<G::Move> {
        let moves = self.game.legal_moves(current(history));
        Choice::unvalued(pick(&moves, &mut self.rng))
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

/// The square a pawn has just passed with a double step, if that was the last move.
///
/// Unlike [`Position::en_passant`] it is there after *every* double step, as some programs have it.
pub(crate) fn passed_square(history: &[Position]) -> Option<Square> {
    let [.., before, now] = history else {
        return None;
    };
    let mover = before.side_to_move();
    let pawns = |position: &Position| position.pieces(mover, chess::PieceKind::Pawn);
    let left = (pawns(before) - pawns(now)).first()?;
    let came = (pawns(now) - pawns(before)).first()?;
    let (low, high) = match mover {
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
