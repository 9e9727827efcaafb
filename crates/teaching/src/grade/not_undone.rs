//! Tic-tac-toe by a program that does not undo its moves.
//!
//! Its board fills during the search, so no correct rules can simulate it: this is a small search of its own on nine squares.

use games::{BoardGame, GameId, TicTacToe};
use gametree::Score;

use super::question::{Problem, Question};
use super::simulate::Simulated;
use super::truth::WON;

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

/// Infinity.
const INFINITY: Score = 10 * WON;

struct Board {
    squares: Vec<u8>,
    prunes: bool,
    /// Whether the moves of a node are listed before the first of them is played.
    lists_moves: bool,
    /// The order of the tests for three in a row: the other side only, the side to move first, or the other side first.
    tests: u8,
    nodes: u64,
    best: Option<usize>,
}

/// Returns the answer of a variant, or `None` for other games and other evaluators than `zero`.
pub fn answer(question: &Question, variant: u8, prunes: bool) -> Option<Simulated> {
    const TICTACTOE: GameId = TicTacToe::ID;
    let Problem::Board(TICTACTOE, position) = &question.problem else {
        return None;
    };
    if question.eval.as_deref() != Some("zero") {
        return None;
    }
    let squares: Vec<u8> = position.bytes().take(9).collect();
    let count = |piece: u8| squares.iter().filter(|&&it| it == piece).count();
    let side = if count(b'x') == count(b'o') {
        b'x'
    } else {
        b'o'
    };
    let mut board = Board {
        squares,
        prunes,
        lists_moves: variant.is_multiple_of(2),
        tests: variant / 2,
        nodes: 0,
        best: None,
    };
    let value = board.value(side, question.depth, 0, -INFINITY, INFINITY);
    let name = |square: usize| format!("{}{}", ["a", "b", "c"][square % 3], square / 3 + 1);
    Some(Simulated {
        best: board.best.map(name),
        value: value.clamp(-WON, WON),
        nodes: board.nodes,
        leaves: Vec::new(),
    })
}

impl Board {
    fn has_won(&self, side: u8) -> bool {
        let is_line = |line: &[usize; 3]| line.iter().all(|&square| self.squares[square] == side);
        LINES.iter().any(is_line)
    }

    fn value(&mut self, side: u8, depth: u32, ply: u32, mut alpha: Score, beta: Score) -> Score {
        self.nodes += 1;
        let other = if side == b'x' { b'o' } else { b'x' };
        if self.tests == 1 && self.has_won(side) {
            return WON;
        }
        if self.has_won(other) {
            return -WON;
        }
        if self.tests == 2 && self.has_won(side) {
            return WON;
        }
        let free: Vec<usize> = (0..9)
            .filter(|&square| self.squares[square] == b'.')
            .collect();
        if free.is_empty() || depth == 0 {
            return 0;
        }
        let mut best = -INFINITY;
        for square in free {
            if !self.lists_moves && self.squares[square] != b'.' {
                continue;
            }
            self.squares[square] = side;
            let value = -self.value(other, depth - 1, ply + 1, -beta, -alpha);
            if value > best {
                best = value;
                if ply == 0 {
                    self.best = Some(square);
                }
            }
            alpha = alpha.max(best);
            if self.prunes && alpha >= beta {
                break;
            }
        }
        best
    }
}
