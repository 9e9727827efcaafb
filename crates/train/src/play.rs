//! Alpha-beta with a small network at its leaves.

use std::sync::Arc;

use chess::{Move, Position};
use games::Chess;
use gametree::ordering::Captures;
use gametree::searches::{Deepening, OrderedAlphaBeta, Quiescence};
use gametree::{Evaluator, Limits, Score, SearchResult, Searcher};
use nnue::Network;

/// Evaluates positions with a network.
struct Evaluation(Arc<Network>);

impl Evaluator<Chess> for Evaluation {
    fn evaluate(&mut self, _: &Chess, position: &Position) -> Score {
        self.0.evaluate(position)
    }
}

/// Searches a position by alpha-beta with iterative deepening, quiescence search and the network.
#[must_use]
pub fn search(network: &Arc<Network>, position: &Position, limits: &Limits) -> SearchResult<Move> {
    let horizon = Quiescence::new(Evaluation(Arc::clone(network)));
    let mut search = Deepening::new(OrderedAlphaBeta::with(horizon, Captures));
    search.search(&Chess::default(), position, limits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::Lesson;

    #[test]
    fn a_mate_is_found() {
        let mut lesson = Lesson::new(1, 1).expect("the games of the lesson");
        let network = Arc::new(lesson.network().expect("a network"));
        let fen = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
        let position = Position::from_fen(fen).expect("a position");
        let found = search(&network, &position, &Limits::depth(2));
        assert_eq!(found.best.expect("a move").to_string(), "a1a8");
    }
}
