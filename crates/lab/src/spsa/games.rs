//! What decides between two players: a pair of games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use contest::{Adjudication, Openings, PlayerLimit};
use games::Chess;
use players::Seat;

use super::run::{Objective, Outcome};
use super::tuner::Step;
use crate::pairs::{Terms, play_pair};

/// Pairs of games between two copies of a UCI program that has the numbers as options. Two programs, because the numbers of
/// the engine are one set for a whole process.
pub struct Games {
    /// The program with its own options: `uci:PATH,option.Hash=16`.
    pub program: String,
    /// The names of the numbers, which are options too.
    pub names: Vec<String>,
    /// Where games begin.
    pub openings: Openings<Chess>,
    /// What a player may spend.
    pub limit: PlayerLimit,
    /// Decides what is left to chance.
    pub seed: u64,
}

impl Games {
    /// Games that take longer are drawn.
    const MAX_PLIES: u32 = 300;

    /// The player with these numbers.
    #[must_use]
    pub fn player(&self, values: &[i32]) -> String {
        let mut spec = self.program.clone();
        for (name, value) in self.names.iter().zip(values) {
            spec += &format!(",option.{name}={value}");
        }
        spec
    }

    fn sit(&self, values: &[i32]) -> Result<Seat<Chess>, String> {
        let mut seat = Seat::sit(&self.player(values)).map_err(|error| error.to_string())?;
        // A program that lacks an option says so now, and not by losing every game.
        seat.new_game().map_err(|fault| fault.to_string())?;
        Ok(seat)
    }
}

impl Objective for Games {
    fn compare(&self, step: &Step, stop: &Arc<AtomicBool>) -> Result<Option<Outcome>, String> {
        let (mut plus, mut minus) = (self.sit(&step.plus)?, self.sit(&step.minus)?);
        let terms = Terms {
            limit: self.limit,
            adjudication: Adjudication {
                max_plies: Some(Self::MAX_PLIES),
                ..Adjudication::default()
            },
            seed: self.seed,
        };
        let pair = play_pair(
            &Chess::default(),
            &self.openings,
            [&mut plus, &mut minus],
            step.number - 1,
            &terms,
            stop,
        );
        Ok(pair.map(|pair| Outcome {
            // Half points of both games lie between 0 and 4; above 2 they are what was won more.
            difference: pair.half_points() as i32 - 2,
            faults: pair.faults,
        }))
    }
}
