//! # Assignment 4: a chess program in Java, and a game that is not over
//!
//! "AI Assignment 4" describes minimax with iterative deepening, alpha-beta (`ABP`), alpha-beta
//! with a hash table (`ABP_Trans`), sorted moves, a log of the time of every move, and a random
//! opponent. It verifies alpha-beta with a good test: minimax and alpha-beta must play the same game, whichever has
//! White. They do, and the program prints "White Wins!" at the end.
//!
//! Conventions:
//!
//! * `max_depth` is in plies. Moves come in the order of Chesspresso; see
//!   [`MoveOrder::Chesspresso`](crate::order::MoveOrder). The first strictly better move is kept.
//! * A search runs passes of 1, 2, ..., `max_depth` plies. Nothing is kept between passes, so only the last one
//!   determines the move. The node count includes all passes and the root.
//! * The value of a leaf is material and [`domination`] for the player at the root; mate is the largest or smallest
//!   integer, a draw is 0. A position is terminal without legal moves or after fifty moves; repetition is ignored.
//! * A move is printed as a 16-bit number, see [`move_code`].
//!
//! **The printed final position is not mate.** *The document:* the best value starts
//! at `MIN_VALUE` and a move is kept if it is strictly better. *The error:* if every move loses by force, every
//! value *is* `MIN_VALUE` and no move is strictly better. The program returns no move although there are some, and the
//! game stops. *The fixed player*
//! ([`Rules::fixed`]): the first move is always kept.

mod domination;
mod evaluator;
mod play;
mod search;
mod sorting;
mod table;

pub use domination::{WEIGHTS, domination};
pub use evaluator::A4Evaluator;
pub use play::{GameRecord, Side, move_code, play_game};
pub use sorting::Sorting;
pub use table::{Bounds, DepthTest, Hit, Lifetime, TableRules};

use crate::order::MoveOrder;
use crate::player::{self, Choice, CoursePlayer, Walk, current, passed_by, passed_square};
use chess::{Color, Move, MoveList, Position, Square};
use games::Chess;
use games::chess::{Draws, color};
use gametree::observer::{How, View};
use gametree::{Game, Limits, Observer, Score, WIN};
use table::Table;

/// Pawn, knight, bishop, rook, queen, king.
const PIECE_VALUES: [Score; 6] = [100, 300, 325, 500, 900, 0];

/// The rules that the searches use: mate, stalemate, fifty moves.
const RULES: Chess = Chess::new(Draws {
    fifty_moves: true,
    insufficient_material: false,
});

/// The search algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Full search.
    Minimax,
    /// Alpha-beta as printed.
    AlphaBeta,
    /// Alpha-beta with `alpha = max(alpha, best)`, as in textbooks.
    Textbook,
    /// Alpha-beta with a hash table.
    Table(TableRules),
}

/// The settings of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The search.
    pub method: Method,
    /// Whether passes of 1, 2, ... plies come before the last one, as in the document.
    pub deepen: bool,
    /// Whether the first move is returned if all moves lose, instead of none.
    pub always_move: bool,
}

impl Rules {
    /// The settings of the document.
    #[must_use]
    pub const fn faithful(method: Method) -> Self {
        Self {
            method,
            deepen: true,
            always_move: false,
        }
    }

    /// The settings of a player that returns a move whenever there is one.
    #[must_use]
    pub const fn fixed(method: Method) -> Self {
        Self {
            always_move: true,
            ..Self::faithful(method)
        }
    }
}

/// A move and its value.
#[derive(Clone, Copy, Debug)]
struct MoveVal {
    best: Option<Move>,
    value: Score,
}

/// A position with the square passed by the last double step, even if no en passant capture is possible, as in Chesspresso.
#[derive(Clone, Copy)]
struct Node {
    position: Position,
    passed: Option<Square>,
}

impl Node {
    fn after(&self, m: Move) -> Self {
        Self {
            position: self.position.after(m),
            passed: passed_by(m),
        }
    }
}

/// Returns White's material minus Black's.
#[must_use]
pub fn material(position: &Position) -> Score {
    player::material(position, Color::White, &PIECE_VALUES)
        - player::material(position, Color::Black, &PIECE_VALUES)
}

/// A player of assignment 4.
#[derive(Clone, Debug)]
pub struct A4Player {
    rules: Rules,
    table: Table,
}

impl A4Player {
    /// Creates a player with these settings.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            table: Table::default(),
        }
    }
}

impl CoursePlayer<Chess> for A4Player {
    fn search_watched(
        &mut self,
        history: &[Position],
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Choice<Move> {
        let root = Node {
            position: *current(history),
            passed: passed_square(history),
        };
        let mut walk = Walk::new(limits, observer);
        let depth = walk.depth();
        let mut run = Run {
            max_depth: depth,
            player: root.position.side_to_move(),
            walk: &mut walk,
            method: self.rules.method,
            table: &mut self.table,
        };
        let first_pass = if self.rules.deepen { 1 } else { depth };
        let mut answer = MoveVal {
            best: None,
            value: Score::MIN,
        };
        if let Method::Table(rules) = self.rules.method {
            run.table.new_move(rules.lifetime);
        }
        for plies in first_pass..=depth {
            // The table stores depths of a pass, so that a pass with it begins at depth 0.
            let begin = match self.rules.method {
                Method::Table(_) => {
                    run.max_depth = plies;
                    0
                }
                _ => depth - plies,
            };
            let found = run.search(&root, begin, (Score::MIN, Score::MAX), View::Max);
            if run.walk.stopped() {
                run.walk.close();
                // An incomplete pass counts only if no pass is complete.
                if answer.best.is_none() {
                    answer = found;
                }
                break;
            }
            answer = found;
            run.walk.pass(plies, found.value, found.best);
        }
        let moves = MoveOrder::Chesspresso.moves(&root.position);
        let choice = walk.answer(answer.best, Some(answer.value), depth);
        let mut choice = choice.or_first(&moves);
        if choice.best.is_none() && self.rules.always_move {
            choice.best = moves.first().copied();
        }
        choice
    }

    fn new_game(&mut self) {
        self.table = Table::default();
    }
}

/// One choice of a move in progress.
struct Run<'a, 'b> {
    max_depth: u32,
    /// The player at the root.
    player: Color,
    /// The document counts calls of `maxMove` and `minMove`.
    walk: &'a mut Walk<'b, Move>,
    method: Method,
    table: &'a mut Table,
}

impl Run<'_, '_> {
    /// Enters a call of one of the two functions.
    fn call(&mut self, depth: u32, (alpha, beta): (Score, Score), view: View) {
        self.walk.call();
        self.walk.enter(self.max_depth - depth, alpha, beta, view);
    }

    /// Returns the moves to try, or the value as an error if the depth is used up or the game is over.
    fn cut_off(&mut self, node: &Node, depth: u32) -> Result<MoveList, Score> {
        if depth == self.max_depth {
            return Err(self.leaf(node, How::Horizon));
        }
        let moves = MoveOrder::Chesspresso.moves(&node.position);
        if moves.is_empty() || node.position.halfmove_clock() >= 100 {
            return Err(self.leaf(node, How::Terminal));
        }
        self.walk.expand();
        Ok(moves)
    }

    fn leaf(&mut self, node: &Node, how: How) -> Score {
        let result = RULES.terminal(&node.position);
        let over = how == How::Terminal || result.is_some();
        let how = if over { How::Terminal } else { how };
        let value = self.utility(node, result);
        self.walk.leaf(value, how, !over)
    }

    /// Returns the value of a leaf for the player at the root. `result` is that of a finished game.
    fn utility(&self, node: &Node, result: Option<Score>) -> Score {
        let position = &node.position;
        match result {
            // `MIN_VALUE` cannot be negated.
            Some(score) if score == -WIN => {
                if color(RULES.side(position)) == self.player {
                    Score::MIN
                } else {
                    Score::MAX
                }
            }
            Some(_) => 0,
            None => {
                let white = material(position) + domination(position, node.passed);
                match self.player {
                    Color::White => white,
                    Color::Black => -white,
                }
            }
        }
    }
}
