//! The state of one search thread: the stack of the current line, and the histories.

use std::sync::Arc;

use arrayvec::ArrayVec;
use chess::{Bitboard, Game, Move, Position};
use nnue::Accumulators;

use super::correction::Corrections;
use super::history::{History, Step};
use super::iterate::RootMove;
use super::reductions::Reductions;
use super::repetition::{BeforeNull, Past};
use crate::eval::{self, Evaluator};
use crate::network::Network;
use crate::params;
use crate::score::{MAX_PLY, NO_VALUE, Value, WIN_BOUND};

/// A principal variation.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// The state of one ply of the current line.
pub struct Frame {
    /// The position.
    pub position: Position,
    /// The corrected static evaluation; [`NO_VALUE`] in check.
    pub eval: Value,
    /// Piece and target of the current move; `None` for a null move.
    pub step: Option<Step>,
    /// The current move.
    pub m: Option<Move>,
    /// The squares that the opponent attacked before that move.
    pub threats: Bitboard,
    /// A move to skip: singular extension searches the others.
    pub excluded: Option<Move>,
    /// The killer: a quiet move that caused a cutoff in a sibling node.
    pub killer: Option<Move>,
    /// The number of cutoffs among the children.
    pub cutoffs: u32,
    /// The reduction of the current move, in plies.
    pub reduction: i32,
    /// The principal variation from here.
    pub line: Line,
    /// The best move, for the observer.
    pub best: Option<Move>,
}

impl Frame {
    fn new() -> Self {
        Self {
            position: Position::startpos(),
            eval: NO_VALUE,
            step: None,
            m: None,
            threats: Bitboard::default(),
            excluded: None,
            killer: None,
            cutoffs: 0,
            reduction: 0,
            line: Line::new(),
            best: None,
        }
    }
}

/// Frames before the root, so that looking six plies back needs no bounds check.
const BEFORE: usize = 6;

/// The state of one search thread.
pub struct Worker {
    frames: Vec<Frame>,
    /// The keys of earlier positions.
    pub past: Past,
    /// History heuristics.
    pub history: Box<History>,
    /// Correction history.
    pub corrections: Box<Corrections>,
    /// The hand-crafted evaluation.
    pub evaluator: Evaluator,
    /// The network's accumulators for the current line; `None` selects the hand-crafted evaluation.
    network: Option<Accumulators>,
    /// The table of late move reductions.
    pub reductions: Reductions,
    /// The root moves.
    pub root_moves: Vec<RootMove>,
    /// The index of the principal variation that is being searched.
    pub pv_index: usize,
    /// The depth of the current iteration.
    pub root_depth: i32,
    /// Whether the game is won and the search looks for the mate.
    pub is_hunting: bool,
    /// The last completed depth.
    pub completed: i32,
    /// The node count of this search.
    pub nodes: u64,
    /// The node count at which to check the limits again.
    pub next_check: u64,
    /// The selective depth: the deepest ply reached.
    pub selective_depth: usize,
    /// No null moves before this ply, while a null-move cutoff is being verified.
    pub null_move_ply: usize,
    /// The number of tablebase hits.
    pub tablebase_hits: u64,
}

impl Default for Worker {
    fn default() -> Self {
        Self::new()
    }
}

impl Worker {
    /// Creates a worker with empty histories.
    #[must_use]
    pub fn new() -> Self {
        let mut frames = Vec::new();
        frames.resize_with(BEFORE + MAX_PLY + 2, Frame::new);
        Self {
            frames,
            past: Past::default(),
            history: History::new(),
            corrections: Corrections::new(),
            evaluator: Evaluator::new(),
            network: None,
            reductions: Reductions::new(),
            root_moves: Vec::new(),
            pv_index: 0,
            root_depth: 0,
            is_hunting: false,
            completed: 0,
            nodes: 0,
            next_check: 0,
            selective_depth: 0,
            null_move_ply: 0,
            tablebase_hits: 0,
        }
    }

    /// Clears the histories for a new game.
    pub fn clear(&mut self) {
        self.history = History::new();
        self.corrections = Corrections::new();
        self.evaluator = Evaluator::new();
    }

    /// Clears the results of a worker that takes no part in a search, or has not begun.
    pub fn sit_out(&mut self) {
        self.nodes = 0;
        self.completed = 0;
        self.tablebase_hits = 0;
    }

    /// Prepares the search of a game's last position with these root moves, with a network or without.
    pub fn start(&mut self, game: &Game, moves: &[RootMove], network: Option<&Arc<Network>>) {
        match (&mut self.network, network) {
            (Some(line), Some(network)) if Arc::ptr_eq(line.network(), network) => {
                line.reset(game.position());
            }
            (line, network) => {
                *line =
                    network.map(|network| Accumulators::new(Arc::clone(network), game.position()));
            }
        }
        if params::TUNABLE {
            // Parameters may have changed since the last search.
            self.reductions = Reductions::new();
        }
        self.past.start(game.positions());
        for frame in &mut self.frames {
            *frame = Frame {
                killer: None,
                ..Frame::new()
            };
        }
        self.frame_mut(0).position = *game.position();
        self.root_moves = moves.to_vec();
        self.pv_index = 0;
        self.root_depth = 0;
        self.is_hunting = false;
        self.completed = 0;
        self.nodes = 0;
        self.next_check = 1;
        self.selective_depth = 0;
        self.null_move_ply = 0;
        self.tablebase_hits = 0;
    }

    /// Returns the frame of a ply.
    #[inline(always)]
    pub fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE]
    }

    /// Returns the frame of a ply.
    #[inline(always)]
    pub fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// Returns piece and target of the move `back` plies before the position at `ply`.
    #[inline(always)]
    pub fn step_before(&self, ply: usize, back: usize) -> Option<Step> {
        self.frames[ply + BEFORE - back].step
    }

    /// Returns the static evaluation `back` plies before `ply`.
    #[inline(always)]
    pub fn eval_before(&self, ply: usize, back: usize) -> Value {
        self.frames[ply + BEFORE - back].eval
    }

    /// Returns the frames of a ply and of the next one.
    #[inline(always)]
    fn frame_pair(&mut self, ply: usize) -> (&mut Frame, &mut Frame) {
        let (here, next) = self.frames.split_at_mut(ply + BEFORE + 1);
        (&mut here[ply + BEFORE], &mut next[0])
    }

    /// Makes a move: writes the position after it to the next frame.
    #[inline(always)]
    pub fn play(&mut self, ply: usize, m: Move) {
        let (here, next) = self.frame_pair(ply);
        here.step = Some(Step::of(&here.position, m));
        here.m = Some(m);
        here.position.play_into(m, &mut next.position);
        let key = here.position.key();
        if let Some(line) = &mut self.network {
            let (here, next) = (&self.frames[ply + BEFORE], &self.frames[ply + BEFORE + 1]);
            line.push(&here.position, m, &next.position);
        }
        self.past.push(key);
    }

    /// Makes a null move. Returns what [`Worker::undo_null`] needs, or `None` in check.
    pub fn play_null(&mut self, ply: usize) -> Option<BeforeNull> {
        let (here, next) = self.frame_pair(ply);
        let after = here.position.after_null()?;
        here.step = None;
        here.m = None;
        next.position = after;
        let key = here.position.key();
        if let Some(line) = &mut self.network {
            line.push_null(&after);
        }
        Some(self.past.push_null(key))
    }

    /// Unmakes a null move.
    pub fn undo_null(&mut self, before: BeforeNull) {
        if let Some(line) = &mut self.network {
            line.pop();
        }
        self.past.pop_null(before);
    }

    /// Unmakes a move.
    #[inline(always)]
    pub fn undo(&mut self) {
        if let Some(line) = &mut self.network {
            line.pop();
        }
        self.past.pop();
    }

    /// Returns to the root after a search was stopped in the middle of a line.
    pub fn rewind(&mut self) {
        if let Some(line) = &mut self.network {
            line.reset(&self.frames[BEFORE].position);
        }
        self.past.rewind();
    }

    /// Sets the principal variation at a ply to a move and the variation after it.
    pub fn set_line(&mut self, ply: usize, m: Move) {
        let (here, next) = self.frame_pair(ply);
        here.line.clear();
        here.line.push(m);
        let room = here.line.remaining_capacity().min(next.line.len());
        here.line.extend(next.line[..room].iter().copied());
    }

    /// Returns the static evaluation at a ply, without correction.
    #[inline]
    pub fn evaluate(&mut self, ply: usize) -> Value {
        let position = &self.frames[ply + BEFORE].position;
        let value = match &mut self.network {
            Some(line) => eval::by_network(position, || line.evaluate(position)),
            None => self.evaluator.evaluate(position),
        };
        value.clamp(1 - WIN_BOUND, WIN_BOUND - 1)
    }
}
