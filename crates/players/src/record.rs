//! A game so far.

use crate::arena::Arena;

/// A game so far: every position and the moves between them.
#[derive(Clone, Debug)]
pub struct Record<G: Arena> {
    states: Vec<G::State>,
    moves: Vec<G::Move>,
}

impl<G: Arena> Record<G> {
    /// A game that starts here.
    #[must_use]
    pub fn new(start: G::State) -> Self {
        Self {
            states: vec![start],
            moves: Vec::new(),
        }
    }

    /// The present position.
    #[must_use]
    pub fn state(&self) -> &G::State {
        &self.states[self.moves.len()]
    }

    /// Every position, the first one included.
    #[must_use]
    pub fn states(&self) -> &[G::State] {
        &self.states
    }

    /// The moves played.
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

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.states.pop();
        Some(mv)
    }
}
