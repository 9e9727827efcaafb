//! What a heap of games amounts to.

use std::fmt;

use games::GameResult;

use super::{Keep, ScoredGame};

/// Counts of games and positions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Whole games.
    pub games: u64,
    /// All their moves.
    pub moves: u64,
    /// Positions that pass the filter.
    pub kept: u64,
    /// Games that White won.
    pub won: u64,
    /// Games that nobody won.
    pub drawn: u64,
    /// Games that Black won.
    pub lost: u64,
    /// Games that led nowhere, and are not among the others.
    pub thrown_away: u64,
}

impl Tally {
    /// Counts one more game.
    pub fn count(&mut self, game: &ScoredGame, keep: &Keep) {
        self.games += 1;
        self.moves += game.moves.len() as u64;
        self.kept += game.kept(keep).count() as u64;
        match game.result {
            GameResult::First => self.won += 1,
            GameResult::Draw => self.drawn += 1,
            GameResult::Second => self.lost += 1,
        }
    }

    /// Adds what another one has counted.
    pub fn add(&mut self, other: &Self) {
        self.games += other.games;
        self.moves += other.moves;
        self.kept += other.kept;
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.thrown_away += other.thrown_away;
    }
}

/// Moves, positions and results; how many games there are is said elsewhere.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} moves, {} positions kept, White won {}, drew {}, lost {}",
            self.moves, self.kept, self.won, self.drawn, self.lost
        )
    }
}
