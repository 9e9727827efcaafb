//! Results counted: games one by one, and pairs of games.

use std::fmt;
use std::ops::{Add, AddAssign};

use serde::{Deserialize, Serialize};

/// What a game was worth to one of its players.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Points {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// One point.
    Win,
}

impl Points {
    /// What it was worth to the other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }

    /// In half points: 0, 1 or 2.
    #[must_use]
    pub const fn half_points(self) -> usize {
        self as usize
    }
}

/// Games of one player, counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    /// Counts one more game.
    pub const fn record(&mut self, points: Points) {
        match points {
            Points::Win => self.wins += 1,
            Points::Draw => self.draws += 1,
            Points::Loss => self.losses += 1,
        }
    }

    /// How many games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points: 1 a win, 1/2 a draw.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game; 1/2 without games.
    #[must_use]
    pub fn score(&self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => self.points() / games as f64,
        }
    }

    /// The share of games drawn; 0 without games.
    #[must_use]
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }

    /// The same games seen by the opponent.
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

impl Add for Tally {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

/// As `+260 =540 -200`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// Pairs of games of one player, by what both games of a pair gave together: 0, 1/2, 1, 3/2 or 2 points.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Counts one more pair.
    pub const fn record(&mut self, first: Points, second: Points) {
        self.0[first.half_points() + second.half_points()] += 1;
    }

    /// How many pairs.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Points a game; 1/2 without pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        let points: f64 = (0..5).map(|k| k as f64 * self.0[k] as f64).sum();
        match self.pairs() {
            0 => 0.5,
            pairs => points / (4.0 * pairs as f64),
        }
    }

    /// The share of pairs that gave one point each; 0 without pairs. Some frameworks call this the draw ratio; the
    /// share of drawn games is [`Tally::draw_ratio`].
    #[must_use]
    pub fn even_ratio(&self) -> f64 {
        self.0[2] as f64 / self.pairs().max(1) as f64
    }

    /// The same pairs seen by the opponent.
    #[must_use]
    pub const fn other(&self) -> Self {
        let [a, b, c, d, e] = self.0;
        Self([e, d, c, b, a])
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }
}

/// As `[15, 90, 240, 130, 25]`.
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
        assert!((pairs.even_ratio() - 1.0 / 3.0).abs() < 1e-15);
    }

    #[test]
    fn nothing_counted_is_an_even_score() {
        assert_eq!(Tally::default().score(), 0.5);
        assert_eq!(Pentanomial::default().score(), 0.5);
        assert_eq!(Tally::default().draw_ratio(), 0.0);
        assert_eq!(Pentanomial::default().even_ratio(), 0.0);
    }
}
