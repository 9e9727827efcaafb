//! # Assignment 4: a chess program in Java, and a game that is not over
//!
//! "AI Assignment 4" describes minimax with iterative deepening, alpha-beta (`ABP`), alpha-beta
//! with a hash table (`ABP_Trans`), sorted moves, a log of the time of every move, and a random
//! opponent. It shows alpha-beta right by a fine test: minimax and alpha-beta must play the same
//! game, whichever has White. They do, and the game ends, it prints, with "White Wins!".
//!
//! Conventions:
//!
//! * `max_depth` is in plies. Moves come in the order of Chesspresso; see
//!   [`MoveOrder::Chesspresso`](crate::order::MoveOrder). The first strictly better move is kept.
//! * A search runs in passes of 1, 2, ..., `max_depth` plies of which only the last counts, since
//!   nothing is kept from pass to pass. All passes count as nodes, and so does the root.
//! * A leaf is worth material and [`domination`], seen by the player at the root; mate is worth
//!   the largest or smallest integer, a draw 0. A position is terminal without legal moves or
//!   after fifty moves; repetition is not looked at.
//! * A move is printed as a 16-bit number, see [`move_code`].
//!
//! **The printed final position is not mate.** *What the document does:* the best value starts
//! at `MIN_VALUE` and a move is kept if it is strictly better. *Why it is wrong:* if every move
//! loses by force, every value *is* `MIN_VALUE`; no move is better, so the program answers "no
//! move" though there are moves, and the game stops there. *What the mended player does*
//! ([`Rules::mended`]): the first move is always kept.

mod alphabeta;
mod domination;
mod evaluator;
mod minimax;
mod play;
mod sorting;
mod table;

pub use domination::{WEIGHTS, domination};
pub use evaluator::A4Evaluator;
pub use play::{GameRecord, Side, move_code, play_game};
pub use sorting::Sorting;
pub use table::{Bounds, DepthTest, Hit, Lifetime, TableRules};

use crate::order::MoveOrder;
use crate::player::{Choice, CoursePlayer, Log, current, passed_by, passed_square};
use chess::{Color, Move, MoveList, Position, Square};
use games::Chess;
use games::chess::{Draws, color};
use gametree::observer::{How, View};
use gametree::{Game, Score, WIN};
use table::Table;

/// Pawn, knight, bishop, rook, queen, king.
const PIECE_VALUES: [Score; 6] = [100, 300, 325, 500, 900, 0];

/// Only what the searches need of the rules: mate, stalemate, fifty moves.
const RULES: Chess = Chess::new(Draws {
    fifty_moves: true,
    insufficient_material: false,
});

/// Which search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Everything.
    Minimax,
    /// Not what cannot matter.
    AlphaBeta,
    /// The same with `alpha = max(alpha, best)`, as textbooks have it.
    Textbook,
    /// Alpha-beta with a hash table.
    Table(TableRules),
}

/// All that can be chosen about a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The search.
    pub method: Method,
    /// Search 1, 2, ... plies before the last pass, as in the document, or only the last.
    pub deepen: bool,
    /// Answer with the first move if all moves lose, instead of with none.
    pub always_move: bool,
}

impl Rules {
    /// As the document has it.
    #[must_use]
    pub const fn faithful(method: Method) -> Self {
        Self {
            method,
            deepen: true,
            always_move: false,
        }
    }

    /// A player that always moves if it can.
    #[must_use]
    pub const fn mended(method: Method) -> Self {
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

/// A position as Chesspresso knows it: with the square passed by the last double step, whether
/// or not anyone can capture there.
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

/// Material, White's minus Black's.
#[must_use]
pub fn material(position: &Position) -> Score {
    chess::PieceKind::ALL
        .into_iter()
        .map(|kind| {
            let count = |color| position.pieces(color, kind).count() as Score;
            PIECE_VALUES[kind] * (count(Color::White) - count(Color::Black))
        })
        .sum()
}

/// A player of assignment 4.
#[derive(Clone, Debug)]
pub struct A4Player {
    rules: Rules,
    table: Table,
}

impl A4Player {
    /// A player with these rules.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self {
            rules,
            table: Table::default(),
        }
    }
}

impl CoursePlayer<Chess> for A4Player {
    fn think(&mut self, history: &[Position], depth: u32, log: &mut Log<'_, Move>) -> Choice<Move> {
        let root = Node {
            position: *current(history),
            passed: passed_square(history),
        };
        let mut run = Run {
            max_depth: depth,
            player: root.position.side_to_move(),
            log,
            textbook: self.rules.method == Method::Textbook,
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
            let found = match self.rules.method {
                Method::Minimax => run.minimax_max(&root, depth - plies),
                Method::AlphaBeta | Method::Textbook => {
                    run.alphabeta_max(&root, depth - plies, Score::MIN, Score::MAX)
                }
                Method::Table(rules) => {
                    run.max_depth = plies;
                    run.table_max(&root, 0, Score::MIN, Score::MAX, rules)
                }
            };
            if run.log.stopped() {
                run.log.close();
                // Half a pass is worth less than a whole one, and more than nothing.
                if answer.best.is_none() {
                    answer = found;
                }
                break;
            }
            answer = found;
            run.log.pass(plies, found.value, found.best);
        }
        let moves = MoveOrder::Chesspresso.moves(&root.position);
        let choice = Choice {
            best: answer.best,
            value: Some(answer.value),
            calls: log.calls(),
            stopped: log.stopped(),
        };
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

/// One choice under way.
struct Run<'a, 'b> {
    max_depth: u32,
    /// The player at the root.
    player: Color,
    /// Calls of `maxMove` and `minMove` are what the document counts.
    log: &'a mut Log<'b, Move>,
    /// Never widen a window again, though it makes no difference.
    textbook: bool,
    table: &'a mut Table,
}

impl Run<'_, '_> {
    /// A call of one of the two functions.
    fn call(&mut self, depth: u32, (alpha, beta): (Score, Score), view: View) {
        self.log.call();
        self.log.enter(self.max_depth - depth, alpha, beta, view);
    }

    /// The value if the depth is used up or the game is over, otherwise the moves to try.
    fn cut_off(&mut self, node: &Node, depth: u32) -> Result<MoveList, Score> {
        if depth == self.max_depth {
            return Err(self.leaf(node, How::Horizon));
        }
        let moves = MoveOrder::Chesspresso.moves(&node.position);
        if moves.is_empty() || node.position.halfmove_clock() >= 100 {
            return Err(self.leaf(node, How::Terminal));
        }
        self.log.expand();
        Ok(moves)
    }

    fn leaf(&mut self, node: &Node, how: How) -> Score {
        let over = how == How::Terminal || RULES.terminal(&node.position).is_some();
        let how = if over { How::Terminal } else { how };
        let value = self.utility(node);
        self.log.leaf(value, how, !over)
    }

    /// What a leaf is worth to the player at the root.
    fn utility(&self, node: &Node) -> Score {
        let position = &node.position;
        match RULES.terminal(position) {
            // `MIN_VALUE` has no opposite, which is why mates are not negated.
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
