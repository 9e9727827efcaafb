//! The schedule of a match: players, order and openings of all games, as a pure function of the plan.

use serde::{Deserialize, Serialize};

/// The pairing of the players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every player against every other. With two players, a match.
    RoundRobin,
    /// The first player against all the others.
    Gauntlet,
}

/// The games of a match or tournament, in order.
///
/// In each round every pair of players plays one opening twice, with colours swapped. Game numbers begin at 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<(usize, usize)>,
    rounds: u64,
}

/// A scheduled game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scheduled {
    /// Its number, from 1.
    pub number: u64,
    /// The index of the pair of players.
    pub pairing: usize,
    /// The two players; the first one moves first from the usual starting position.
    pub players: [usize; 2],
    /// The round, from 0, which determines the opening.
    pub round: u64,
    /// Whether it is the second game of its opening: colours are swapped.
    pub swapped: bool,
}

impl Schedule {
    /// Creates the schedule for `players` players and `rounds` rounds, each with two games for each pair of players.
    #[must_use]
    pub fn new(format: Format, players: usize, rounds: u64) -> Self {
        let firsts = match format {
            Format::RoundRobin => players,
            Format::Gauntlet => players.min(1),
        };
        let pairings = (0..firsts)
            .flat_map(|first| (first + 1..players).map(move |second| (first, second)))
            .collect();
        Self { pairings, rounds }
    }

    /// Returns the pairs of players.
    #[must_use]
    pub fn pairings(&self) -> &[(usize, usize)] {
        &self.pairings
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.rounds * 2 * self.pairings.len() as u64
    }

    /// Returns the game with this number, from 1.
    #[must_use]
    pub fn get(&self, number: u64) -> Option<Scheduled> {
        if number == 0 || number > self.games() {
            return None;
        }
        let index = number - 1;
        let a_round = 2 * self.pairings.len() as u64;
        let pairing = (index % a_round / 2) as usize;
        let swapped = index % 2 == 1;
        let (first, second) = self.pairings[pairing];
        Some(Scheduled {
            number,
            pairing,
            players: if swapped {
                [second, first]
            } else {
                [first, second]
            },
            round: index / a_round,
            swapped,
        })
    }

    /// Returns all games.
    pub fn iter(&self) -> impl Iterator<Item = Scheduled> + '_ {
        (1..=self.games()).filter_map(|number| self.get(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn all_pairs_play_both_colours_of_the_same_openings() {
        for players in 2..7 {
            for rounds in 1..4 {
                let schedule = Schedule::new(Format::RoundRobin, players, rounds);
                let pairs = (players * (players - 1) / 2) as u64;
                assert_eq!(schedule.games(), 2 * pairs * rounds);
                let mut met: HashMap<([usize; 2], u64), u32> = HashMap::new();
                for game in schedule.iter() {
                    assert_ne!(game.players[0], game.players[1]);
                    *met.entry((game.players, game.round)).or_default() += 1;
                }
                assert_eq!(met.len() as u64, schedule.games());
                assert!(met.values().all(|&times| times == 1));
            }
        }
    }

    #[test]
    fn the_two_games_of_an_opening_follow_each_other() {
        let schedule = Schedule::new(Format::RoundRobin, 4, 3);
        let games: Vec<_> = schedule.iter().collect();
        for pair in games.chunks(2) {
            let [a, b] = pair else {
                panic!("an odd number of games")
            };
            assert_eq!((a.round, a.pairing), (b.round, b.pairing));
            assert_eq!(a.players, [b.players[1], b.players[0]]);
            assert_eq!((a.swapped, b.swapped), (false, true));
        }
        assert_eq!(schedule.get(0), None);
        assert_eq!(schedule.get(schedule.games() + 1), None);
    }

    #[test]
    fn the_first_player_plays_every_game_of_a_gauntlet() {
        let schedule = Schedule::new(Format::Gauntlet, 4, 2);
        assert_eq!(schedule.pairings(), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(schedule.games(), 12);
        assert!(schedule.iter().all(|game| game.players.contains(&0)));
    }

    #[test]
    fn more_rounds_do_not_change_earlier_games() {
        let short = Schedule::new(Format::RoundRobin, 3, 2);
        let long = Schedule::new(Format::RoundRobin, 3, 9);
        assert!(short.iter().all(|game| long.get(game.number) == Some(game)));
    }
}
