//! Captures first.

use super::{OrderNode, Orderer, Rank, Source};
use crate::game::Game;

/// Captures go before quiet moves, by [`Game::capture_value`].
///
/// Games usually answer with MVV-LVA: the most valuable victim first and, for
/// equal victims, the least valuable attacker. It is cheap and often right, since
/// most bad moves are refuted by taking something.
/// See <https://www.chessprogramming.org/MVV-LVA>.
#[derive(Clone, Copy, Debug, Default)]
pub struct Captures;

impl<G: Game> Orderer<G> for Captures {
    #[inline]
    fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank> {
        let value = node.game.capture_value(node.state, mv)?;
        Some(Rank::new(Source::Capture, value))
    }
}
