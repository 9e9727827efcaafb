//! What one thread has of its own: the line it is looking at, and what it has learned.

use std::sync::Arc;

use arrayvec::ArrayVec;
use chess::{Bitboard, Game, Move, Position};
use nnue::Accumulators;

use super::correction::Corrections;
use super::history::{History, Step};
use super::iterate::RootMove;
use super::reductions::Reductions;
use super::repetition::{BeforePass, Past};
use crate::eval::{self, Evaluator};
use crate::network::Network;
use crate::params;
use crate::score::{MAX_PLY, NO_VALUE, Value, WIN_BOUND};

/// A line of best moves.
pub type Line = ArrayVec<Move, MAX_PLY>;

/// What is known about one ply of the line that is looked at.
pub struct Frame {
    /// The position.
    pub position: Position,
    /// The static value, corrected; [`NO_VALUE`] in check.
    pub eval: Value,
    /// The move that is tried now; `None` for a null move.
    pub step: Option<Step>,
    /// The move that is tried now.
    pub m: Option<Move>,
    /// The squares that the opponent attacked when that move was chosen.
    pub threats: Bitboard,
    /// A move that must not be tried: the search asks what the others are worth.
    pub excluded: Option<Move>,
    /// A quiet move that cut off in a sister position.
    pub killer: Option<Move>,
    /// How many positions below were cut off.
    pub cutoffs: u32,
    /// By how much the move that led here was looked at less deeply, in plies.
    pub reduction: i32,
    /// The best line from here.
    pub line: Line,
    /// The best move, for whoever watches.
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

/// Frames before the first ply, so that nobody has to ask whether there was a move six plies ago.
const BEFORE: usize = 6;

/// One thread's memory.
pub struct Worker {
    frames: Vec<Frame>,
    /// What was on the board before.
    pub past: Past,
    /// What was learned about moves.
    pub history: Box<History>,
    /// What was learned about static values.
    pub corrections: Box<Corrections>,
    /// The static values.
    pub evaluator: Evaluator,
    /// The network with its neurons for the line that is looked at, if one is asked instead.
    network: Option<Accumulators>,
    /// How much less deep to look.
    pub reductions: Reductions,
    /// The moves of the position asked about.
    pub root_moves: Vec<RootMove>,
    /// Which of the best moves is looked for: those before it are found.
    pub pv_index: usize,
    /// The depth of the iteration.
    pub root_depth: i32,
    /// Whether the game is as good as won, so that what is left to find is the mate.
    pub is_hunting: bool,
    /// The last depth that was completed.
    pub completed: i32,
    /// Nodes of this search.
    pub nodes: u64,
    /// When to look at the clock again.
    pub next_look: u64,
    /// The deepest ply.
    pub selective_depth: usize,
    /// No null moves before this ply: one is being verified.
    pub null_move_ply: usize,
    /// Positions found in end-game tables.
    pub tablebase_hits: u64,
}

impl Default for Worker {
    fn default() -> Self {
        Self::new()
    }
}

impl Worker {
    /// Nothing learned yet.
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
            next_look: 0,
            selective_depth: 0,
            null_move_ply: 0,
            tablebase_hits: 0,
        }
    }

    /// Another game: forgets what was learned.
    pub fn forget(&mut self) {
        self.history = History::new();
        self.corrections = Corrections::new();
        self.evaluator = Evaluator::new();
    }

    /// Has no part in a search.
    pub fn rest(&mut self) {
        self.nodes = 0;
        self.tablebase_hits = 0;
    }

    /// Gets ready to search the last position of a game, among these moves, with a network or without.
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
            // Its numbers may have been set since the last search.
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
        self.next_look = 1;
        self.selective_depth = 0;
        self.null_move_ply = 0;
        self.tablebase_hits = 0;
    }

    /// The frame of a ply.
    #[inline(always)]
    pub fn frame(&self, ply: usize) -> &Frame {
        &self.frames[ply + BEFORE]
    }

    /// The frame of a ply.
    #[inline(always)]
    pub fn frame_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE]
    }

    /// The step that was made `back` plies before the position at `ply`.
    #[inline(always)]
    pub fn step_before(&self, ply: usize, back: usize) -> Option<Step> {
        self.frames[ply + BEFORE - back].step
    }

    /// The static value `back` plies before `ply`.
    #[inline(always)]
    pub fn eval_before(&self, ply: usize, back: usize) -> Value {
        self.frames[ply + BEFORE - back].eval
    }

    /// The frames of a ply and of the next one.
    #[inline(always)]
    fn frame_pair(&mut self, ply: usize) -> (&mut Frame, &mut Frame) {
        let (here, next) = self.frames.split_at_mut(ply + BEFORE + 1);
        (&mut here[ply + BEFORE], &mut next[0])
    }

    /// Makes a move: the next frame has the position after it.
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

    /// Passes, and says what [`Worker::take_back`] needs; nothing if that is not possible, in check.
    pub fn pass(&mut self, ply: usize) -> Option<BeforePass> {
        let (here, next) = self.frame_pair(ply);
        let after = here.position.after_null()?;
        here.step = None;
        here.m = None;
        next.position = after;
        let key = here.position.key();
        if let Some(line) = &mut self.network {
            line.push_null(&after);
        }
        Some(self.past.pass(key))
    }

    /// Takes a pass back.
    pub fn take_back(&mut self, before: BeforePass) {
        if let Some(line) = &mut self.network {
            line.pop();
        }
        self.past.take_back(before);
    }

    /// Takes the move back.
    #[inline(always)]
    pub fn undo(&mut self) {
        if let Some(line) = &mut self.network {
            line.pop();
        }
        self.past.pop();
    }

    /// Takes everything back at once: a search that was stopped takes nothing back itself.
    pub fn rewind(&mut self) {
        if let Some(line) = &mut self.network {
            line.reset(&self.frames[BEFORE].position);
        }
        self.past.rewind();
    }

    /// The best line at a ply becomes a move and the best line after it.
    pub fn set_line(&mut self, ply: usize, m: Move) {
        let (here, next) = self.frame_pair(ply);
        here.line.clear();
        here.line.push(m);
        let room = here.line.remaining_capacity().min(next.line.len());
        here.line.extend(next.line[..room].iter().copied());
    }

    /// The static value at a ply, before any correction.
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
