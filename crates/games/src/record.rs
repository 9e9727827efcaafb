//! Records of games.

use gametree::Game;

/// The record of a game: all positions, and the moves between them.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

impl<G: Game> Record<G> {
    /// Creates the record of a game from this position.
    #[must_use]
    pub fn new(start: G::State) -> Self {
        Self {
            states: vec![start],
            moves: Vec::new(),
        }
    }

    /// Returns the first position.
    #[must_use]
    pub fn start(&self) -> &G::State {
        &self.states[0]
    }

    /// Returns the current position.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.states[self.moves.len()]
    }

    /// Returns all positions, including the first.
    #[must_use]
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// Returns the moves played.
    #[must_use]
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Plays a legal move.
    pub fn play(&mut self, game: &G, mv: G::Move) {
        let mut next = self.state().clone();
        game.play(&mut next, mv);
        self.states.push(next);
        self.moves.push(mv);
    }

    /// Undoes the last move and returns it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.states.pop();
        Some(mv)
    }
}
