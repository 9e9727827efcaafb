//! Positions beside those of a game: what a search meets, a few moves away from what was played.
//!
//! They cost no search, so there are as many as one likes. Their score is what the evaluation by terms says, so a network that
//! learns from them learns that evaluation: a better beginning for the scores of searches than nothing.

use chess::{Move, Position};
use gametree::SplitMix64;

use super::{Keep, Scored, ScoredGame, Terms};

/// The most moves from a position of the game to a neighbour.
const FURTHEST: u64 = 3;

/// Finds neighbours.
pub struct Neighbours {
    random: SplitMix64,
    terms: Terms,
    each: u64,
}

impl Neighbours {
    /// So many tries for each position of a game, decided by a seed.
    #[must_use]
    pub fn new(each: u64, seed: u64) -> Self {
        Self {
            random: SplitMix64::new(seed),
            terms: Terms::default(),
            each,
        }
    }

    /// Tells the quiet neighbours of a game's positions that pass a filter.
    pub fn of<E>(
        &mut self,
        game: &ScoredGame,
        keep: &Keep,
        tell: &mut dyn FnMut(&Scored) -> Result<(), E>,
    ) -> Result<(), E> {
        for scored in game.positions().filter(|one| one.ply >= keep.from_ply) {
            for _ in 0..self.each {
                if let Some(found) = self.one(&scored).filter(|found| keep.keeps(found)) {
                    tell(&found)?;
                }
            }
        }
        Ok(())
    }

    /// A neighbour, if a few moves at random lead to a quiet one.
    fn one(&mut self, from: &Scored) -> Option<Scored> {
        let mut position = from.position;
        for _ in 0..=self.random.below(FURTHEST) {
            let moves = position.legal_moves();
            if moves.is_empty() {
                return None;
            }
            position.play(moves[self.random.below(moves.len() as u64) as usize]);
        }
        // The filter looks at the move that was played next. Here nobody played: any quiet move will do.
        let played = quiet_move(&position)?;
        Some(Scored {
            position,
            played,
            white_score: self.terms.for_white(&position),
            ply: from.ply,
        })
    }
}

/// A quiet move of a position in which nothing can be won at once.
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
