//! What is behind a seat: somebody who finds a move. Nobody but [`crate::Seat`] asks them.

use engine::Settings;
use games::{BoardGame, Record};
use gametree::{Request, Signal};

use crate::answer::{Answer, Listener};
use crate::fault::Fault;

/// What a player is given to find a move: everything about it is decided.
pub struct Task<'a, G: BoardGame> {
    /// The rules.
    pub game: &'a G,
    /// The game so far. There is a legal move in its last position.
    pub record: &'a Record<G>,
    /// What may be spent, with the player's own limits in it. It has an end, unless it is `infinite`.
    pub request: &'a Request<G::Move>,
    /// Whoever asked may say stop, or that the expected move was played.
    pub signal: &'a Signal,
}

impl<G: BoardGame> Task<'_, G> {
    /// Whether a move may be chosen.
    pub fn allows(&self, mv: G::Move) -> bool {
        self.request.moves.is_empty() || self.request.moves.contains(&mv)
    }

    /// The legal moves that may be chosen: those asked for, or all of them if none of those is legal.
    pub fn moves(&self) -> Vec<G::Move> {
        let legal = playable(self.game, self.record.state());
        let asked: Vec<G::Move> = legal
            .iter()
            .copied()
            .filter(|&mv| self.allows(mv))
            .collect();
        if asked.is_empty() { legal } else { asked }
    }
}

/// The moves that can be played in a position: also where the game is drawn and nobody says so, as a GUI may ask to go on
/// after fifty moves. None where it is won, or where there is none.
pub(crate) fn playable<G: BoardGame>(game: &G, state: &G::State) -> Vec<G::Move> {
    let mut moves = Vec::new();
    if game.terminal(state).is_none_or(|score| score == 0) {
        game.moves(state, &mut moves);
    }
    moves
}

/// Somebody who finds moves. Lives through many games.
pub trait Player<G: BoardGame>: Send {
    /// Finds a move within what the task allows, and returns soon when its signal says stop. Always has an answer where
    /// there is a legal move, however tight the limits are.
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        listener: &mut Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault>;

    /// A new game begins: forget what was learned in the last one. Who crashed before starts again here.
    fn new_game(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    /// Takes settings from outside, as far as its spec does not say otherwise.
    fn configure(&mut self, settings: &Settings) {
        _ = settings;
    }

    /// Empties its transposition table.
    fn clear_hash(&mut self) {}

    /// Whether it plans its time by the clocks itself. Who does not gets a share of its clock as a limit.
    fn plans_its_time(&self) -> bool {
        false
    }

    /// Gets ready to think on its opponent's time in this game, and says whether it can. Who cannot waits for its turn.
    fn get_ready_to_ponder(&mut self) -> Result<bool, Fault> {
        Ok(false)
    }
}
