//! From the name of a game to its rules.

use crate::{BoardGame, Chess, GameKind, MiniChess, Othello, TicTacToe};

/// Something to do with a game whose type is only known at run time.
pub trait WithGame {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<G: BoardGame>(self, game: &G) -> Self::Output;
}

impl GameKind {
    /// Does `job` with this game.
    pub fn with<J: WithGame>(self, job: J) -> J::Output {
        match self {
            Self::Chess => job.run(&Chess::default()),
            Self::MiniChess => job.run(&MiniChess::default()),
            Self::Othello => job.run(&Othello::<8>::default()),
            Self::Othello6 => job.run(&Othello::<6>::default()),
            Self::Othello4 => job.run(&Othello::<4>::default()),
            Self::TicTacToe => job.run(&TicTacToe::default()),
        }
    }
}
