//! Counts of games and positions.

use std::fmt;

use games::GameResult;

use super::{Keep, ScoredGame};

/// Counts of games and positions.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Games.
    pub games: u64,
    /// Moves of all games.
    pub moves: u64,
    /// Positions that pass the filter.
    pub kept: u64,
    /// Games that White won.
    pub won: u64,
    /// Drawn games.
    pub drawn: u64,
    /// Games that Black won.
    pub lost: u64,
    /// Games that were too long and are not counted above.
    pub thrown_away: u64,
}

impl Tally {
    /// Counts a game.
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

    /// Adds other counts.
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

/// Formats moves, positions and results, without the number of games.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} moves, {} positions kept, White won {}, drew {}, lost {}",
            self.moves, self.kept, self.won, self.drawn, self.lost
        )
    }
}
