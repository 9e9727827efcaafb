//! Anything that finds a move: the seam between the players and whoever asks them.

use chess::Game;
use engine::{Choice, Event, Limits, Settings, Signal};

/// Somebody who finds a move.
pub trait Mover: Send {
    /// Takes the settings, before the first move and whenever they change.
    fn configure(&mut self, _settings: &Settings) {}

    /// The next position is from another game.
    fn new_game(&mut self) {}

    /// Forgets what is in its table.
    fn clear_hash(&mut self) {}

    /// Finds a move in the last position of a game. Reports at least one exact score to `listener` before it
    /// returns, and returns soon when `signal` says stop. Need not wait for anything: whoever asked holds the answer
    /// back while pondering or searching without end.
    fn choose(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listener: &mut dyn FnMut(&Event),
    ) -> Choice;
}
