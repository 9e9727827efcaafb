//! # Fascicle 3: a better computer opponent in C#
//!
//! A project handout: add alpha-beta to `FindBestMove` and replace the material count by a
//! [`board_weight`] with four parts. The opponent plays at level 4, and the weight of the board
//! is shown after every move.
//!
//! The handout explains pruning by one example, kept here as [`EXAMPLE`]: White has a move worth
//! 3; below the next move Black finds a 2; the 12 beside it is never looked at.
//!
//! The order of moves is not printed; moves come in the order of the crate `chess`. The handout
//! says nothing about mate either.
//!
//! * **What the document does.** A finished game is weighed like any board: mate is four points
//!   for a threatened king.
//! * **Why it is wrong.** The program prefers winning a rook to mating, and may not see that it
//!   is being mated.
//! * **What the mended player does** (`fascicle3-mended`). Mate outweighs everything, the quicker
//!   the better, and draws weigh nothing.

mod find_best_move;
mod weight;

pub use find_best_move::{BestMove, FindBestMove};
pub use weight::{BoardWeight, Part, board_weight, weight_parts};

use crate::player::{Choice, CoursePlayer, Log, current};
use chess::{Color, Move, Position};
use games::Chess;
use games::chess::Draws;
use gametree::synthetic::ExplicitTree;
use gametree::{Game, Player, Score, WIN};

/// The level the handout suggests, in plies.
pub const LEVEL: u32 = 4;

/// The part of the handout's drawing that the text works through: White to move, then Black.
/// What Black has beside the 3 is not legible and does not matter; it is larger.
pub const EXAMPLE: &str = "[[3 5] [2 12]]";

/// [`EXAMPLE`] as a game.
///
/// # Panics
/// Never: the text is a tree.
#[must_use]
pub fn example() -> ExplicitTree {
    EXAMPLE.parse().expect("the example is a tree")
}

/// The computer opponent of the handout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fascicle3Player {
    /// Weighs finished games like any board.
    Faithful,
    /// Knows mate and draws.
    Mended,
    /// As the handout finds the program: nothing is pruned.
    Unpruned,
}

impl Fascicle3Player {
    /// The weight of a leaf for White.
    fn leaf(self, state: &Position, over: Option<Score>, plies_left: u32) -> Score {
        match (self, over) {
            (Self::Mended, Some(score)) if score == -WIN => {
                // The more plies are left, the sooner it came.
                let mate = 10_000 + plies_left as Score;
                match state.side_to_move() {
                    Color::White => -mate,
                    Color::Black => mate,
                }
            }
            (Self::Mended, Some(_)) => 0,
            _ => board_weight(state),
        }
    }
}

impl CoursePlayer<Chess> for Fascicle3Player {
    fn think(&mut self, history: &[Position], depth: u32, log: &mut Log<'_, Move>) -> Choice<Move> {
        let position = current(history);
        let game = match self {
            Self::Faithful | Self::Unpruned => Chess::new(Draws::STALEMATE_ONLY),
            Self::Mended => Chess::default(),
        };
        let weight = |state: &Position, over, left| self.leaf(state, over, left);
        let maximize = game.side(position) == Player::First;
        let mut search = FindBestMove::new(&game, weight, log);
        search.prunes = *self != Self::Unpruned;
        let found = search.find(position, depth, maximize);
        let choice = Choice {
            best: found.best,
            // The weight is White's; the value is the mover's.
            value: Some(if maximize {
                found.weight
            } else {
                -found.weight
            }),
            calls: log.calls(),
            stopped: log.stopped(),
        };
        choice.or_first(&position.legal_moves())
    }
}
