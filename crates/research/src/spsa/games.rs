//! Compares two players by a pair of games.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use contest::{Adjudication, Openings, PlayerLimit};
use games::Chess;
use players::{PlayerSpec, Seat, SpecError};

use super::run::{Objective, Outcome};
use super::tuner::Step;
use crate::pairs::{Terms, play_pair};

/// Returns the player with these parameter values.
pub type MakePlayer = Box<dyn Fn(&[i32]) -> Result<PlayerSpec, SpecError> + Sync>;

/// Pairs of games between two copies of a UCI program that has the parameters as options. The parameters of the engine are
/// global to a process, so each player is a separate process.
pub struct Games {
    /// Returns the player with these parameter values as options.
    pub player: MakePlayer,
    /// The openings.
    pub openings: Openings<Chess>,
    /// The limit of both players.
    pub limit: PlayerLimit,
    /// The seed of random choices.
    pub seed: u64,
}

impl Games {
    /// Longer games are drawn.
    const MAX_PLIES: u32 = 300;

    fn seat(&self, values: &[i32]) -> Result<Seat<Chess>, String> {
        let spec = (self.player)(values).map_err(|error| error.to_string())?;
        let mut seat = Seat::new(&spec).map_err(|error| error.to_string())?;
        // A program that lacks an option reports the error here, instead of losing every game.
        seat.new_game().map_err(|fault| fault.to_string())?;
        Ok(seat)
    }
}

impl Objective for Games {
    fn compare(&self, step: &Step, stop: &Arc<AtomicBool>) -> Result<Option<Outcome>, String> {
        let (mut plus, mut minus) = (self.seat(&step.plus)?, self.seat(&step.minus)?);
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
            // An even pair has 2 half points of 4.
            difference: pair.half_points().map(i32::from).iter().sum::<i32>() - 2,
            faults: pair.faults,
        }))
    }
}
