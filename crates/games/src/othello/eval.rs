//! Othello evaluators.

use super::{Othello, Position};
use gametree::{Evaluator, Score};

/// The difference in discs: exact at the end of the game, misleading before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct DiscDifference;

impl<const N: usize> Evaluator<Othello<N>> for DiscDifference {
    #[inline]
    fn evaluate(&mut self, _: &Othello<N>, state: &Position) -> Score {
        let (own, other) = state.own_and_other();
        own.count_ones() as Score - other.count_ones() as Score
    }
}

/// Mobility and corners: moves and corners are good, squares that give the opponent a
/// corner are bad.
///
/// The unit is a hundredth of a move: a move 100, a corner 800, a disc on the X-square of
/// an empty corner -400.
#[derive(Clone, Copy, Debug, Default)]
pub struct MobilityAndCorners;

const MOVE: Score = 100;
const CORNER: Score = 800;
const X_SQUARE: Score = -400;

impl<const N: usize> Evaluator<Othello<N>> for MobilityAndCorners {
    fn evaluate(&mut self, _: &Othello<N>, state: &Position) -> Score {
        let masks = &Othello::<N>::MASKS;
        let (own, other) = state.own_and_other();
        let one_side = |own: u64, other: u64| {
            let moves = masks.placements(own, other).count_ones() as Score;
            let corners = (own & masks.corners()).count_ones() as Score;
            let exposed = masks
                .x_squares()
                .iter()
                .filter(|(square, corner)| own & square != 0 && (own | other) & corner == 0)
                .count() as Score;
            MOVE * moves + CORNER * corners + X_SQUARE * exposed
        };
        one_side(own, other) - one_side(other, own)
    }
}
