//! # The report: a chess program in Python, with counts
//!
//! "Chess AI Report" describes players for minimax, iterative deepening, alpha-beta, alpha-beta
//! with reordered moves, alpha-beta with a transposition table, and an opening book, and prints the number of function
//! calls of each on its test boards. It also prints two results that it could not explain. Measuring the rebuilt
//! program explains both.
//!
//! Conventions that all figures depend on:
//!
//! * The printed `Depth d` is a search of `d + 1` plies: the root calls `min_value` with depth 0.
//! * The root is not counted as a function call.
//! * Every root move is searched with the full window: the best value is **not** carried over to the next root move.
//!   That costs up to nine times the calls, see [`RootWindow`].
//! * Moves come in the order of python-chess; see [`MoveOrder::PythonChess`](crate::order::MoveOrder).
//! * A game is over by mate, stalemate, insufficient material or 75 moves. (Fivefold repetition, which
//!   python-chess counts too, needs the history and is left out.)
//!
//! [`leaf`] describes the sign bug, [`table`] the table bugs.

mod boards;
pub mod heap;
pub mod leaf;
mod player;
mod search;
pub mod table;

pub use boards::board;
pub use player::{ReportMaterial, ReportPlayer};

use crate::order::MoveOrder;
use crate::player::{Choice, Walk};
use chess::{Move, MoveList, Position};
use gametree::observer::{How, View};
use gametree::{Limits, Score, Silent};
use heap::Heap;
use leaf::{Leaf, Mates, STANDARD_VALUES, Sign};
use std::collections::HashMap;
use table::TableRules;

/// The infinity of the document.
pub(crate) const INFINITY: Score = Score::MAX;

/// The search algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Full search.
    Minimax,
    /// Alpha-beta.
    AlphaBeta,
    /// Alpha-beta with a table of positions.
    Table(TableRules),
}

/// The window of the second and later root moves.
///
/// * **The document.** It searches each root move with the window from minus to plus infinity.
/// * **The cost.** The best value so far could be alpha for the other root moves, and the cutoffs at the second
///   ply save the most. With full windows the order of the root moves has no effect, so "reordering" changed nothing: it
///   reordered only the root.
/// * **The fixed player.** It carries the best value over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootWindow {
    /// The full window, as in the document.
    Fresh,
    /// Alpha is the best value so far.
    Carried,
}

/// The order of the root moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RootOrder {
    /// As generated.
    Generated,
    /// By a heap on the leaf value after the move, as in the document.
    Heap,
    /// By a heap on the material that the move wins.
    ByGain,
}

/// The order of the moves below the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InnerOrder {
    /// As generated, as in the document.
    Generated,
    /// By a heap on the material that the move wins.
    ByGain,
}

/// The settings of a search.
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
    /// The sign of a leaf value.
    pub sign: Sign,
    /// The value of a mate.
    pub mates: Mates,
}

impl Settings {
    /// The settings of the document.
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

    /// The settings with correct signs, mates and root window, and with moves ordered at every node.
    #[must_use]
    pub const fn fixed(method: Method) -> Self {
        Self {
            root_window: RootWindow::Carried,
            root_order: RootOrder::ByGain,
            inner_order: InnerOrder::ByGain,
            sign: Sign::OfRoot,
            mates: Mates::Win,
            ..Self::faithful(method)
        }
    }

    /// Searches `position` to the depth of the limits, as the report counts: one ply more.
    #[must_use]
    pub fn search(&self, position: &Position, limits: &Limits) -> Choice<Move> {
        self.search_in(position, false, Walk::new(limits, &mut Silent))
    }

    /// Searches to the depth of the limits, if `deepens` in passes of depth 0, 1, ... The answer is that of the last complete
    /// pass; if there is none, that of the stopped one.
    fn search_in(
        &self,
        position: &Position,
        deepens: bool,
        mut walk: Walk<'_, Move>,
    ) -> Choice<Move> {
        let depth = walk.depth();
        let first = if deepens { 0 } else { depth };
        let mut last = None;
        for depth in first..=depth {
            let found = self.pass(position, depth, &mut walk);
            if walk.stopped() {
                last = last.or(Some(found));
                break;
            }
            last = Some(found);
        }
        let (best, value) = last.unwrap_or_default();
        walk.answer(best, value, depth)
    }

    /// Searches `position` to `depth` and returns the best move with its value. The root is an ordinary node of `walk`, but no
    /// call.
    fn pass(
        &self,
        position: &Position,
        depth: u32,
        walk: &mut Walk<'_, Move>,
    ) -> (Option<Move>, Option<Score>) {
        let mut run = self.run(position, depth, walk);
        let (mut best, mut best_value) = (None, -INFINITY);
        run.walk.enter(depth + 1, -INFINITY, INFINITY, View::Max);
        run.walk.expand();
        let moves = run.root_moves(position);
        for &m in &moves {
            let alpha = match self.root_window {
                RootWindow::Fresh => -INFINITY,
                RootWindow::Carried => best_value,
            };
            run.walk.try_move(m);
            let value = run.root_value(position, m, alpha);
            if run.walk.stopped() {
                break;
            }
            if value > best_value {
                (best, best_value) = (Some(m), value);
            }
        }
        let value = best.map(|_| best_value);
        if walk.stopped() {
            walk.close();
            best = best.or(moves.first().copied());
        } else {
            walk.leave(best_value);
            walk.pass(depth, best_value, best);
        }
        (best, value)
    }

    /// Returns the value of one root move, searched alone, or `None` if stopped.
    #[must_use]
    pub fn value_of(&self, position: &Position, m: Move, limits: &Limits) -> Option<Score> {
        let mut silent = Silent;
        let mut walk = Walk::new(limits, &mut silent);
        let mut run = self.run(position, walk.depth(), &mut walk);
        let value = run.root_value(position, m, -INFINITY);
        (!walk.stopped()).then_some(value)
    }

    fn run<'a, 'b>(
        &self,
        position: &Position,
        depth: u32,
        walk: &'a mut Walk<'b, Move>,
    ) -> Run<'a, 'b> {
        Run {
            settings: *self,
            leaf: Leaf {
                depth,
                root: position.side_to_move(),
                sign: self.sign,
                mates: self.mates,
            },
            walk,
            table: HashMap::new(),
        }
    }
}

/// One call of `choose_move` in progress.
struct Run<'a, 'b> {
    settings: Settings,
    leaf: Leaf,
    /// The document counts calls of `max_value` and `min_value`.
    walk: &'a mut Walk<'b, Move>,
    /// The table of the table search.
    table: HashMap<u64, Score>,
}

impl Run<'_, '_> {
    /// Returns the value of a root move. A value at or below `alpha` may be an upper bound.
    fn root_value(&mut self, position: &Position, m: Move, alpha: Score) -> Score {
        let alpha = match self.settings.method {
            Method::Minimax => -INFINITY,
            _ => alpha,
        };
        self.search(&position.after(m), 0, (alpha, INFINITY), View::Min)
    }

    /// Enters a call of one of the two functions.
    fn call(&mut self, depth: u32, (alpha, beta): (Score, Score), view: View) {
        self.walk.call();
        let left = self.leaf.depth.saturating_sub(depth);
        self.walk.enter(left, alpha, beta, view);
    }

    /// Returns the moves to try, or the value as an error if the depth is used up or the game is over.
    fn cut_off(&mut self, position: &Position, depth: u32) -> Result<MoveList, Score> {
        if self.leaf.depth <= depth {
            let value = self.leaf.value(position, depth);
            return Err(self.walk.leaf(value, How::Horizon, true));
        }
        let mut moves = MoveOrder::PythonChess.moves(position);
        let drawn = position.is_insufficient_material() || position.halfmove_clock() >= 150;
        if moves.is_empty() || drawn {
            let value = self.leaf.value(position, depth);
            return Err(self.walk.leaf(value, How::Terminal, true));
        }
        self.walk.expand();
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

/// Orders moves by a heap on the material they win.
fn by_gain(position: &Position, moves: &mut [Move]) {
    let mut heap = Heap::new();
    for &m in &*moves {
        let taken = games::chess::victim(position, m).map_or(0, |kind| STANDARD_VALUES[kind]);
        let promoted = m.promotion().map_or(0, |kind| STANDARD_VALUES[kind] - 1);
        heap.push(taken + promoted, m);
    }
    for place in moves {
        *place = heap.pop().expect("the heap holds every move");
    }
}
