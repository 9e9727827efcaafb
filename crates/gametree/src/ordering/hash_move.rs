//! The best moves of earlier searches of the same position.

use super::{OrderNode, Orderer, Rank, Source};
use crate::game::Game;

/// The move in the transposition table goes first.
///
/// At every depth of the entry, its move was best or caused a cut, and probably
/// still does. With iterative deepening it is the most important ordering:
/// J. Schaeffer, "The history heuristic and alpha-beta search
/// enhancements in practice", IEEE PAMI 11(11), 1989.
#[derive(Clone, Copy, Debug, Default)]
pub struct HashMove;

impl<G: Game> Orderer<G> for HashMove {
    #[inline]
    fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank> {
        (node.hash_move == Some(mv)).then_some(Rank::new(Source::Hash, 0))
    }
}

/// The principal variation of the previous iteration goes first.
///
/// It needs no table, but covers only one line.
#[derive(Clone, Copy, Debug, Default)]
pub struct PvMove;

impl<G: Game> Orderer<G> for PvMove {
    #[inline]
    fn rank(&mut self, node: &mut OrderNode<'_, G>, mv: G::Move) -> Option<Rank> {
        (node.pv_move() == Some(mv)).then_some(Rank::new(Source::Pv, 0))
    }
}
