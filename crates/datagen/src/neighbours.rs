//! Positions near those of a game: a few random moves away, as a search visits them.
//!
//! They cost no search, so their number is not limited. Their score is the hand-crafted evaluation. A network trained on them
//! learns that evaluation, which is a better start for training on search scores than a random network.

use chess::{Move, Position};
use gametree::SplitMix64;

use packs::{Keep, Scored, ScoredGame};

use super::Terms;

/// The most moves from a position of the game to a neighbour.
const FURTHEST: u64 = 3;

/// Finds neighbours.
pub struct Neighbours {
    random: SplitMix64,
    terms: Terms,
    each: u64,
}

impl Neighbours {
    /// Creates a finder with `each` attempts per position. `seed` determines all random choices.
    #[must_use]
    pub fn new(each: u64, seed: u64) -> Self {
        Self {
            random: SplitMix64::new(seed),
            terms: Terms::default(),
            each,
        }
    }

    /// Passes the quiet neighbours of a game's positions that pass a filter to `add`.
    pub fn of<E>(
        &mut self,
        game: &ScoredGame,
        keep: &Keep,
        add: &mut dyn FnMut(&Scored) -> Result<(), E>,
    ) -> Result<(), E> {
        for scored in game.positions().filter(|one| one.ply >= keep.from_ply) {
            for _ in 0..self.each {
                if let Some(found) = self.one(&scored).filter(|found| keep.keeps(found)) {
                    add(&found)?;
                }
            }
        }
        Ok(())
    }

    /// Returns a neighbour, if a few random moves lead to a quiet position.
    fn one(&mut self, from: &Scored) -> Option<Scored> {
        let mut position = from.position;
        for _ in 0..=self.random.below(FURTHEST) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return None;
            }
            position.play_unchecked(moves[self.random.below(moves.len() as u64) as usize]);
        }
        // The filter checks the next move. A neighbour has none: any quiet move serves.
        let played = quiet_move(&position)?;
        Some(Scored {
            position,
            played,
            white_score: self.terms.for_white(&position),
            ply: from.ply,
        })
    }
}

/// Returns a quiet move of a quiet position: not in check, and no capture wins material.
pub(super) fn quiet_move(position: &Position) -> Option<Move> {
    if position.in_check() {
        return None;
    }
    let moves = position.legal_moves();
    let wins = |m: &&Move| m.is_noisy() && position.exchange_gains(**m, 1);
    if moves.iter().any(|m| wins(&m)) {
        return None;
    }
    moves.iter().copied().find(|m| !m.is_noisy())
}
