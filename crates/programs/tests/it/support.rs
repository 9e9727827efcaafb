//! Seats for programs by their specs.

use games::BoardGame;
use players::{Seat, SpecError};

/// The seat of a player of this program or of an external program.
pub fn seat_of<G: BoardGame>(spec: &str) -> Result<Seat<G>, SpecError> {
    Seat::new(&programs::registry().parse(spec)?)
}
