//! The interface of players. Only a [`crate::Seat`] calls them.

use engine::{NotEnoughMemory, Settings};
use games::{BoardGame, Record};
use gametree::{Request, Signal};

use crate::answer::{Answer, Listener};
use crate::fault::Fault;

/// A request for a move, with all limits resolved.
pub struct Task<'a, G: BoardGame> {
    /// The rules.
    pub game: &'a G,
    /// The game so far. There is a legal move in its last position.
    pub record: &'a Record<G>,
    /// The limits, including the player's own. They end the search unless the request is `infinite`.
    pub request: &'a Request<G::Move>,
    /// Stop and ponderhit flags.
    pub signal: &'a Signal,
}

impl<G: BoardGame> Task<'_, G> {
    /// Returns whether the request allows a move.
    pub fn allows(&self, mv: G::Move) -> bool {
        self.request.moves.is_empty() || self.request.moves.contains(&mv)
    }

    /// Returns the legal moves that the request allows, or all legal moves if it allows none of them.
    pub fn moves(&self) -> Vec<G::Move> {
        let legal = playable(self.game, self.record.state());
        let (allowed, others): (Vec<_>, Vec<_>) = legal.iter().partition(|&&mv| self.allows(mv));
        if allowed.is_empty() { others } else { allowed }
    }
}

/// Returns the moves of a position, also of a drawn one: a GUI may continue a game after fifty moves. Returns none in a
/// position that is won.
pub(crate) fn playable<G: BoardGame>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if game.terminal(state).is_none_or(|score| score == 0) {
        game.moves(state, &mut moves);
    }
    moves
}

/// A player: finds moves, in one game after another.
pub trait Player<G: BoardGame>: Send {
    /// Finds a move within the limits of the task, and returns soon after its signal is set. Always finds a move if there is a
    /// legal one, however tight the limits are.
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        listener: &mut Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault>;

    /// Prepares for a new game: clears everything learned in the last one, and restarts a crashed program.
    fn new_game(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// Applies settings from outside. Settings of the player's spec take precedence. After an error the old settings apply.
    fn configure(&mut self, settings: &Settings) -> Result<(), NotEnoughMemory> {
        _ = settings;
        Ok(())
    }

    /// Empties the transposition table.
    fn clear_hash(&mut self) {}

    /// Returns whether the player manages its time by the clocks. For other players a share of the clock becomes a time limit.
    fn plans_its_time(&self) -> bool {
        false
    }

    /// Prepares for pondering in this game. Returns whether the player can ponder.
    fn get_ready_to_ponder(&mut self) -> Result<bool, Fault> {
        Ok(false)
    }
}
