//! # The report: a chess program in Python, with counts
//!
//! "Chess AI Report" describes players for minimax, iterative deepening, alpha-beta, alpha-beta
//! with reordered moves, alpha-beta with a transposition table, and an opening book, and prints
//! how many function calls each needs on its test boards. It is unusually honest: it prints two
//! puzzles it could not solve. With the program alive again both can be answered by measuring.
//!
//! Conventions, which all figures need:
//!
//! * `Depth d` in print looks `d + 1` plies ahead: the root calls `min_value` with depth 0.
//! * The root is not counted as a function call.
//! * Every root move gets the full window: what one root move achieved is **not** carried over to
//!   the next. That costs up to nine times the calls, see [`RootWindow`].
//! * Moves come in the order of python-chess; see [`MoveOrder::PythonChess`](crate::order::MoveOrder).
//! * A game is over by mate, stalemate, lack of material or 75 moves. (Fivefold repetition, which
//!   python-chess counts too, needs the history and is left out.)
//!
//! [`leaf`] has the sign bug, [`table`] the table bugs.

mod alphabeta;
mod boards;
pub mod heap;
pub mod leaf;
mod minimax;
mod player;
pub mod table;

pub use boards::board;
pub use player::{ReportMaterial, ReportPlayer, deepen};

use crate::order::MoveOrder;
use crate::player::{Choice, Control, Log};
use chess::{Move, MoveList, Position};
use gametree::Score;
use gametree::observer::{How, View};
use heap::Heap;
use leaf::{Leaf, Mates, STANDARD_VALUES, Sign};
use std::collections::HashMap;
use table::TableRules;

/// Stands for the infinities of the document.
pub(crate) const INFINITY: Score = Score::MAX;

/// Which search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Everything.
    Minimax,
    /// Not what cannot matter.
    AlphaBeta,
    /// Alpha-beta with a table of positions.
    Table(TableRules),
}

/// The window of the second and later root moves.
///
/// * **What the document does.** Fresh: each root move is searched from minus to plus infinity.
/// * **Why it is a pity.** The value of the best root move so far is alpha for the others, and
///   the largest cuts are those at the second ply. It also means that the order of the root
///   moves cannot matter, which is why "reordering" changed nothing: only the root was reordered.
/// * **What the mended player does.** Carries it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootWindow {
    /// From minus to plus infinity, as in the document.
    Fresh,
    /// From the best value so far.
    Carried,
}

/// The order of the root moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootOrder {
    /// As generated.
    Generated,
    /// Out of a heap, by the leaf value after the move, as in the document.
    Heap,
    /// Out of a heap, by the material the move wins.
    ByGain,
}

/// The order of the moves below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InnerOrder {
    /// As generated, as in the document.
    Generated,
    /// Out of a heap, by the material the move wins.
    ByGain,
}

/// All that can be chosen about a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The search.
    pub method: Method,
    /// The window of later root moves.
    pub root_window: RootWindow,
    /// The order of the root moves.
    pub root_order: RootOrder,
    /// The order of the other moves.
    pub inner_order: InnerOrder,
    /// Whose sign a leaf gets.
    pub sign: Sign,
    /// How mates count.
    pub mates: Mates,
}

impl Settings {
    /// As the document has it.
    #[must_use]
    pub const fn faithful(method: Method) -> Self {
        Self {
            method,
            root_window: RootWindow::Fresh,
            root_order: match method {
                Method::Table(_) => RootOrder::Heap,
                _ => RootOrder::Generated,
            },
            inner_order: InnerOrder::Generated,
            sign: Sign::ByDepth,
            mates: Mates::Material,
        }
    }

    /// With the sign, mates and root window right, and moves ordered everywhere.
    #[must_use]
    pub const fn mended(method: Method) -> Self {
        Self {
            root_window: RootWindow::Carried,
            root_order: RootOrder::ByGain,
            inner_order: InnerOrder::ByGain,
            sign: Sign::OfRoot,
            mates: Mates::Win,
            ..Self::faithful(method)
        }
    }

    /// Search `position` to `depth`, which is one ply less than is looked ahead.
    #[must_use]
    pub fn choose(&self, position: &Position, depth: u32, control: &Control) -> Choice<Move> {
        self.think(position, depth, &mut Log::new(control))
    }

    /// The same, and every step is told to the log. The root is a position like any other there, but no call.
    pub fn think(&self, position: &Position, depth: u32, log: &mut Log<'_, Move>) -> Choice<Move> {
        let before = log.calls();
        let mut run = self.run(position, depth, log);
        let (mut best, mut best_value) = (None, -INFINITY);
        run.log.enter(depth + 1, -INFINITY, INFINITY, View::Max);
        run.log.expand();
        let moves = run.root_moves(position);
        for &m in &moves {
            let alpha = match self.root_window {
                RootWindow::Fresh => -INFINITY,
                RootWindow::Carried => best_value,
            };
            run.log.try_move(m);
            let value = run.root_value(position, m, alpha);
            if run.log.stopped() {
                break;
            }
            if value > best_value {
                (best, best_value) = (Some(m), value);
            }
        }
        if log.stopped() {
            log.close();
        } else {
            log.leave(best_value);
            log.pass(depth, best_value, best);
        }
        let choice = Choice {
            best,
            value: best.map(|_| best_value),
            calls: log.calls() - before,
            stopped: log.stopped(),
        };
        choice.or_first(&moves)
    }

    /// The value of one root move, searched by itself. `None` if stopped.
    #[must_use]
    pub fn value_of(
        &self,
        position: &Position,
        m: Move,
        depth: u32,
        control: &Control,
    ) -> Option<Score> {
        let mut log = Log::new(control);
        let mut run = self.run(position, depth, &mut log);
        let value = run.root_value(position, m, -INFINITY);
        (!log.stopped()).then_some(value)
    }

    fn run<'a, 'b>(
        &self,
        position: &Position,
        depth: u32,
        log: &'a mut Log<'b, Move>,
    ) -> Run<'a, 'b> {
        Run {
            settings: *self,
            leaf: Leaf {
                depth,
                root: position.side_to_move(),
                sign: self.sign,
                mates: self.mates,
            },
            log,
            table: HashMap::new(),
        }
    }
}

/// One call of `choose_move` under way.
struct Run<'a, 'b> {
    settings: Settings,
    leaf: Leaf,
    /// Calls of `max_value` and `min_value` are what the document counts.
    log: &'a mut Log<'b, Move>,
    /// What the table search remembers.
    table: HashMap<u64, Score>,
}

impl Run<'_, '_> {
    /// The value of a root move. What is not above `alpha` need not be exact.
    fn root_value(&mut self, position: &Position, m: Move, alpha: Score) -> Score {
        let child = position.after(m);
        match self.settings.method {
            Method::Minimax => self.minimax_min(&child, 0),
            Method::AlphaBeta => self.alphabeta_min(&child, 0, alpha, INFINITY),
            Method::Table(rules) => self.table_min(&child, 0, alpha, INFINITY, rules),
        }
    }

    /// A call of one of the two functions.
    fn call(&mut self, depth: u32, (alpha, beta): (Score, Score), view: View) {
        self.log.call();
        let left = self.leaf.depth.saturating_sub(depth);
        self.log.enter(left, alpha, beta, view);
    }

    /// The document's cut-off test: the value if the depth is used up or the game is over,
    /// otherwise the moves to try.
    fn cut_off(&mut self, position: &Position, depth: u32) -> Result<MoveList, Score> {
        if self.leaf.depth <= depth {
            let value = self.leaf.value(position, depth);
            return Err(self.log.leaf(value, How::Horizon, true));
        }
        let mut moves = MoveOrder::PythonChess.moves(position);
        let drawn = position.is_insufficient_material() || position.halfmove_clock() >= 150;
        if moves.is_empty() || drawn {
            let value = self.leaf.value(position, depth);
            return Err(self.log.leaf(value, How::Terminal, true));
        }
        self.log.expand();
        if self.settings.inner_order == InnerOrder::ByGain {
            by_gain(position, moves.as_mut_slice());
        }
        Ok(moves)
    }

    fn root_moves(&self, position: &Position) -> Vec<Move> {
        let moves = MoveOrder::PythonChess.moves(position);
        match self.settings.root_order {
            RootOrder::Generated => moves.to_vec(),
            RootOrder::ByGain => {
                let mut moves = moves.to_vec();
                by_gain(position, &mut moves);
                moves
            }
            RootOrder::Heap => {
                let mut heap = Heap::new();
                for m in &moves {
                    heap.push(self.leaf.value(&position.after(m), 0), m);
                }
                std::iter::from_fn(|| heap.pop()).collect()
            }
        }
    }
}

/// Put the moves in the order of a heap, by the material they win.
fn by_gain(position: &Position, moves: &mut [Move]) {
    let mut heap = Heap::new();
    for &m in &*moves {
        let taken = games::chess::victim(position, m).map_or(0, |kind| STANDARD_VALUES[kind]);
        let promoted = m.promotion().map_or(0, |kind| STANDARD_VALUES[kind] - 1);
        heap.push(taken + promoted, m);
    }
    for place in moves {
        *place = heap.pop().expect("as many come out as went in");
    }
}
