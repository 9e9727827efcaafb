//! # Fascicle 3: a better computer opponent in C#
//!
//! A project handout: add alpha-beta to `FindBestMove` and replace the material count by a
//! [`board_weight`] with four parts. The opponent plays at level 4, and the program shows the weight of the board after
//! every move.
//!
//! The handout explains pruning with one example, [`EXAMPLE`]: White has a move of value 3; after the next move Black
//! finds a 2, so its other reply, the 12, is skipped.
//!
//! The handout prints no move order, so moves come in the order of the crate `chess`. It does not mention mate.
//!
//! * **The document.** It weighs a finished game like any other board: mate is four points for a threatened
//!   king.
//! * **The error.** The program prefers winning a rook to mating, and may overlook that it is being mated.
//! * **The fixed player** (`fascicle3-fixed`). Mate outweighs all points, a quicker mate weighs more, and
//!   draws weigh 0.

mod find_best_move;
mod weight;

pub use find_best_move::{BestMove, FindBestMove};
pub use weight::{BoardWeight, Part, board_weight, weight_parts};

use crate::player::{Choice, CoursePlayer, current};
use chess::{Color, Move, Position};
use games::Chess;
use games::chess::Draws;
use gametree::synthetic::NumberTree;
use gametree::{Game, Limits, Observer, Score, Side, WIN};

/// The level the handout suggests, in plies.
pub const LEVEL: u32 = 4;

/// The part of the handout's drawing that the text explains: White to move, then Black. The number next to the 3 is
/// illegible; any larger number gives the same result.
pub const EXAMPLE: &str = "[[3 5] [2 12]]";

/// Returns [`EXAMPLE`] as a game.
///
/// # Panics
/// Never: the text is a tree.
#[must_use]
pub fn example() -> NumberTree {
    EXAMPLE.parse().expect("the example is a tree")
}

/// The computer opponent of the handout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fascicle3Player {
    /// The handout's solution: finished games are weighed like any board.
    Faithful,
    /// The fixed player: it scores mates and draws.
    Fixed,
    /// The handout's starting code: no pruning.
    Unpruned,
}

impl Fascicle3Player {
    /// Returns the weight of a leaf for White.
    fn leaf(self, state: &Position, over: Option<Score>, plies_left: u32) -> Score {
        match (self, over) {
            (Self::Fixed, Some(score)) if score == -WIN => {
                // More remaining plies mean a shorter mate.
                let mate = 10_000 + plies_left as Score;
                match state.side_to_move() {
                    Color::White => -mate,
                    Color::Black => mate,
                }
            }
            (Self::Fixed, Some(_)) => 0,
            _ => board_weight(state),
        }
    }
}

impl CoursePlayer<Chess> for Fascicle3Player {
    fn search_watched(
        &mut self,
        history: &[Position],
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Choice<Move> {
        let position = current(history);
        let game = match self {
            Self::Faithful | Self::Unpruned => Chess::new(Draws::STALEMATE_ONLY),
            Self::Fixed => Chess::default(),
        };
        let weight = |state: &Position, over, left| self.leaf(state, over, left);
        let maximize = game.side(position) == Side::First;
        let mut search = FindBestMove::new(&game, weight, limits, observer);
        let depth = search.walk.depth();
        search.prunes = *self != Self::Unpruned;
        let found = search.find(position, depth, maximize);
        // The weight is White's; the value is for the side to move.
        let value = if maximize {
            found.weight
        } else {
            -found.weight
        };
        let choice = search.walk.answer(found.best, Some(value), depth);
        choice.or_first(&position.legal_moves())
    }
}
