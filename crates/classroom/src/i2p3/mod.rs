//! # I2P3: MiniChess in C++, killed after ten seconds
//!
//! A course at National Tsing Hua University (NTHU) lets programs play MiniChess, six rows by
//! five columns. The document describes material and tables of squares, and an alpha-beta search
//! of 4, 6, 8, ... plies that writes its best move after each and goes on until it is killed.
//! Among root moves of equal value it picks one at random.
//!
//! The document prints no results. What holds here is checked by tests: the rules give the known
//! numbers of lines, the player speaks the referee's [`protocol`] and plays only legal moves.
//!
//! **The tables.** *What the document does:* it subtracts the table value from the material.
//! *Why it is wrong:* the tables are drawn so that good squares have large numbers, so the program
//! seeks the squares its author wanted it to shun. (In print the branch for Black also reads the
//! piece codes of the other side; those lines are cut off at the margin, so they are not
//! followed.) *What the mended player does:* it adds them, and counts a point of material as
//! [`MATERIAL_SCALE`] points of a table, since the tables were made for pawns worth 100: unscaled,
//! the rook would be sold for the square `b5`.
//!
//! [`search`] has the strict cut and what it is good for.

pub mod protocol;
pub mod search;

use crate::player::{Choice, Control, CoursePlayer, current, pick};
use games::minichess::{Material, Move, Position, SquareTables, TableSign};
use games::{BoardGame, MiniChess};
use gametree::ordering::{Captures, HashMove, History, Killers};
use gametree::searches::{Pvs, Quiescence};
use gametree::table::{DepthMatch, Replacement, Table};
use gametree::{Evaluator, Game, INF, Score, Searcher, SplitMix64};
use search::Faithful;

/// Table points to a point of material in the mended evaluator.
pub const MATERIAL_SCALE: Score = 20;

/// The first depth, and the step from one to the next.
pub const FIRST_DEPTH: u32 = 4;
/// Deepening goes by this many plies.
pub const DEPTH_STEP: u32 = 2;

/// The document's evaluator: material minus tables.
#[must_use]
pub const fn faithful_evaluator() -> SquareTables {
    SquareTables {
        sign: TableSign::Subtract,
    }
}

/// The mended evaluator: material, scaled, plus tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScaledTables;

impl Evaluator<MiniChess> for ScaledTables {
    fn evaluate(&mut self, game: &MiniChess, state: &Position) -> Score {
        let tables = SquareTables {
            sign: TableSign::Add,
        };
        let with_tables = { tables }.evaluate(game, state);
        // The tables count a point of material once already.
        let material = Material.evaluate(game, state);
        with_tables + (MATERIAL_SCALE - 1) * material
    }
}

/// The player of the document, with its evaluator or another.
#[derive(Clone, Debug)]
pub struct I2p3Player<E = SquareTables> {
    search: Faithful<E>,
    rng: SplitMix64,
}

impl I2p3Player {
    /// As the document has it; ties are broken by this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self::with(faithful_evaluator(), seed)
    }
}

impl<E> I2p3Player<E> {
    /// The document's search with another evaluator.
    #[must_use]
    pub const fn with(eval: E, seed: u64) -> Self {
        Self {
            search: Faithful::new(eval),
            rng: SplitMix64::new(seed),
        }
    }
}

impl<E: Evaluator<MiniChess> + Send> CoursePlayer<MiniChess> for I2p3Player<E> {
    fn choose(&mut self, history: &[Position], depth: u32, control: &Control) -> Choice<Move> {
        let position = current(history);
        let answer = self.search.root(position, depth, control);
        let choice = Choice {
            best: pick(&answer.moves, &mut self.rng),
            value: Some(answer.value),
            calls: answer.calls,
            stopped: answer.stopped,
        };
        choice.or_first(&MiniChess::default().legal_moves(position))
    }
}

/// The mended player: the tables the right way round, captures played out, a table of positions,
/// quick wins preferred to slow ones, and the end of the game after 50 plies known.
#[derive(Clone, Debug)]
pub struct MendedPlayer {
    rng: SplitMix64,
}

impl MendedPlayer {
    /// Ties are broken by this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            rng: SplitMix64::new(seed),
        }
    }
}

impl CoursePlayer<MiniChess> for MendedPlayer {
    fn choose(&mut self, history: &[Position], depth: u32, control: &Control) -> Choice<Move> {
        let position = current(history);
        let game = MiniChess::default();
        let mut search = Pvs::with(
            Quiescence::new(ScaledTables),
            (HashMove, Captures, Killers::new(), History::new()),
        )
        .with_table(Table::new(1 << 16, Replacement::Bucket), DepthMatch::Exact);
        let mut best = -INF;
        let (mut moves, mut calls) = (Vec::new(), 0);
        let mut stopped = false;
        let legal = game.legal_moves(position);
        for &mv in &legal {
            let mut child = *position;
            game.play(&mut child, mv);
            let limits = control.limits(depth.saturating_sub(1));
            // One below the best: then a value equal to it is inside the window, hence exact.
            let window = (-INF, -(best - 1).max(-INF + 1));
            let result = search.search_window(&game, &child, &limits, window);
            calls += result.stats.nodes;
            if result.stopped {
                stopped = true;
                break;
            }
            let value = -result.score;
            if value > best {
                best = value;
                moves.clear();
            }
            if value == best {
                moves.push(mv);
            }
        }
        let choice = Choice {
            best: pick(&moves, &mut self.rng),
            value: (!moves.is_empty()).then_some(best),
            calls,
            stopped,
        };
        choice.or_first(&legal)
    }
}
