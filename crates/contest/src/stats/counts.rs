//! Counts of results: single games, and pairs of games.

use std::fmt;
use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// The points of a player in a game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Points {
    /// 0 points.
    Loss,
    /// 1/2 point.
    Draw,
    /// 1 point.
    Win,
}

impl Points {
    /// Returns the points of the opponent.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// Returns the number of half points: 0, 1 or 2.
    #[must_use]
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

/// The games of a player, counted by result.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts a game.
    pub const fn record(&mut self, points: Points) {
        match points {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points: 1 for a win, 1/2 for a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the points for each game; 1/2 without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.points() / games as f64,
        }
    }

    /// Returns the share of drawn games; 0 without games.
    #[must_use]
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }

    /// Returns the games from the view of the opponent.
    #[must_use]
    pub const fn other(&self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

/// Formats as `+260 =540 -200`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// The pairs of games of a player, counted by their total points: 0, 1/2, 1, 3/2 or 2.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts a pair.
    pub const fn record(&mut self, first: Points, second: Points) {
        self.0[first.half_points() + second.half_points()] += 1;
    }

    /// Returns the number of pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the points for each game; 1/2 without pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        let points: f64 = (0..5).map(|k| k as f64 * self.0[k] as f64).sum();
        match self.pairs() {
            0 => 0.5,
            pairs => points / (4.0 * pairs as f64),
        }
    }

    /// Returns the pairs from the view of the opponent.
    #[must_use]
    pub const fn other(&self) -> Self {
        let [a, b, c, d, e] = self.0;
        Self([e, d, c, b, a])
    }
}

/// Formats as `[15, 90, 240, 130, 25]`.
impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_and_games_count_the_same_points() {
        let all = [Points::Loss, Points::Draw, Points::Win];
        let mut tally = Tally::default();
        let mut pairs = Pentanomial::default();
        for first in all {
            for second in &all[..2] {
                tally.record(first);
                tally.record(*second);
                pairs.record(first, *second);
            }
        }
        assert_eq!(pairs, Pentanomial([1, 2, 2, 1, 0]));
        assert_eq!(tally.to_string(), "+2 =5 -5");
        assert_eq!(tally.games(), 2 * pairs.pairs());
        assert!((tally.score() - pairs.score()).abs() < 1e-15);
        assert!((tally.other().score() + tally.score() - 1.0).abs() < 1e-15);
        assert!((pairs.other().score() + pairs.score() - 1.0).abs() < 1e-15);
        assert!((tally.draw_ratio() - 5.0 / 12.0).abs() < 1e-15);
    }

    #[test]
    fn nothing_counted_is_an_even_score() {
        assert_eq!(Tally::default().score(), 0.5);
        assert_eq!(Pentanomial::default().score(), 0.5);
        assert_eq!(Tally::default().draw_ratio(), 0.0);
    }
}
