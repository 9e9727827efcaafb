//! Chess with another move order, for the library's searches.

use super::MoveOrder;
use chess::{Move, Position};
use games::Chess;
use gametree::{Evaluator, Game, Score, Side};

/// Chess with the move order of another library. Everything else is as in [`Chess`].
///
/// ```
/// use courses::order::{MoveOrder, Ordered, OrderedChess};
/// use courses::report::ReportMaterial;
/// use gametree::{Limits, Searcher, searches::AlphaBeta};
/// // The calls that the report's alpha-beta would need if it carried the best value from one
/// // root move to the next: 580 at depth 2 (three plies), plus the root.
/// let game = OrderedChess::new(MoveOrder::PythonChess);
/// let start = chess::Position::startpos();
/// let result = AlphaBeta::new(Ordered(ReportMaterial)).search(&game, &start, &Limits::depth(3));
/// assert_eq!(result.stats.nodes, 1 + 580);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderedChess {
    /// The rules.
    pub chess: Chess,
    /// The order.
    pub order: MoveOrder,
}

impl OrderedChess {
    /// Creates the game with the usual rules.
    #[must_use]
    pub fn new(order: MoveOrder) -> Self {
        Self {
            chess: Chess::default(),
            order,
        }
    }
}

impl Game for OrderedChess {
    type State = Position;
    type Move = Move;
    type Undo = Position;
    const ALTERNATES: bool = true;

    fn side(&self, state: &Position) -> Side {
        self.chess.side(state)
    }

    fn moves(&self, state: &Position, out: &mut Vec<Move>) {
        out.extend_from_slice(&self.order.moves(state));
    }

    fn play(&self, state: &mut Position, mv: Move) -> Position {
        self.chess.play(state, mv)
    }

    fn undo(&self, state: &mut Position, mv: Move, before: Position) {
        self.chess.undo(state, mv, before);
    }

    fn terminal(&self, state: &Position) -> Option<Score> {
        self.chess.terminal(state)
    }

    fn key(&self, state: &Position) -> u64 {
        self.chess.key(state)
    }

    fn board_key(&self, state: &Position) -> u64 {
        self.chess.board_key(state)
    }

    fn null_move(&self, state: &mut Position) -> Option<Position> {
        self.chess.null_move(state)
    }

    fn undo_null(&self, state: &mut Position, before: Position) {
        self.chess.undo_null(state, before);
    }

    fn noisy_moves(&self, state: &Position, out: &mut Vec<Move>) {
        let moves = self.order.moves(state);
        out.extend(moves.iter().filter(|m| m.is_noisy()));
    }

    fn in_check(&self, state: &Position) -> bool {
        self.chess.in_check(state)
    }

    fn capture_value(&self, state: &Position, mv: Move) -> Option<i32> {
        self.chess.capture_value(state, mv)
    }

    fn static_gain(&self, state: &Position, mv: Move) -> Option<Score> {
        self.chess.static_gain(state, mv)
    }

    fn move_slot(&self, mv: Move) -> Option<usize> {
        self.chess.move_slot(mv)
    }
}

/// Adapts an evaluator of [`Chess`] to [`OrderedChess`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Ordered<E>(pub E);

impl<E: Evaluator<Chess>> Evaluator<OrderedChess> for Ordered<E> {
    fn evaluate(&mut self, game: &OrderedChess, state: &Position) -> Score {
        self.0.evaluate(&game.chess, state)
    }

    fn evaluate_for(&mut self, game: &OrderedChess, state: &Position, viewer: Side) -> Score {
        self.0.evaluate_for(&game.chess, state, viewer)
    }

    fn antisymmetric(&self) -> bool {
        self.0.antisymmetric()
    }
}
