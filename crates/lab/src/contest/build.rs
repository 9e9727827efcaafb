//! From a spec to a contestant.

use super::{Contestant, InProcess};
use crate::arena::Arena;
use crate::external::Program;
use crate::spec::SpecError;

/// The contestant of a spec: a program (`uci:PATH...`, `file:PATH...`) or a player of the registry.
///
/// A program is looked for, but not started before its first game.
///
/// ```
/// use games::{Chess, MiniChess};
/// use lab::contest;
/// assert!(contest::build::<Chess>("alphabeta:depth=3").is_ok());
/// let error = contest::build::<MiniChess>("uci:stockfish").err().unwrap();
/// assert_eq!(error.to_string(), "the player uci plays chess, not minichess");
/// ```
pub fn build<G: Arena>(spec: &str) -> Result<Box<dyn Contestant<G>>, SpecError> {
    let Some(program) = Program::parse(spec) else {
        return Ok(Box::new(InProcess::new(spec)?));
    };
    let program = program?;
    let protocol = program.protocol;
    if protocol.game() != G::KIND {
        return Err(SpecError::Game {
            player: protocol.name(),
            game: G::KIND.name(),
            plays: protocol.game().name(),
        });
    }
    program.locate()?;
    G::program(program).ok_or(SpecError::Game {
        player: protocol.name(),
        game: G::KIND.name(),
        plays: "another game",
    })
}
