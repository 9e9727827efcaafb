//! # I2P3: MiniChess in C++, killed after ten seconds
//!
//! The programs of a course at National Tsing Hua University (NTHU) play MiniChess, six rows by
//! five columns. The document describes material and tables of squares, and an alpha-beta search of 4, 6, 8, ... plies
//! that writes its best move after each pass and deepens until the referee kills it. It chooses at random among root
//! moves of equal value.
//!
//! The document prints no results. Tests check that perft gives the known counts and that the player plays only legal
//! moves. `espalier minichess` implements the referee's protocol.
//!
//! **The tables.** *The document* ([`AsPrinted`]): it subtracts the table value from the material. With Black
//! to move it also looks up each side's pieces with the piece codes of the other side. *The error:* good squares
//! have large numbers in the tables, so White's program prefers bad squares. For Black the two mistakes cancel, except
//! that the rows are those of the other side. *The fixed player:*
//!  it adds the tables, and scales a point of material to [`MATERIAL_SCALE`] table points, since the tables
//! assume a pawn value of 100. Without scaling the square `b5` would outweigh a rook.
//!
//! [`search`] describes the strict cut and its effect.

pub mod search;

use crate::player::{Choice, CoursePlayer, Walk, current, pick};
use games::minichess::{Material, Move, Position, SquareTables, TableSign, square_table};
use games::{BoardGame, MiniChess};
use gametree::ordering::{Captures, HashMove, History, Killers};
use gametree::searches::{BestMoves, Pvs, Quiescence};
use gametree::table::{DepthMatch, Replacement, Table};
use gametree::{Evaluator, Limits, MAX_DEPTH, Observer, Score, Searcher, Side, SplitMix64};
use search::Faithful;

/// Table points for a point of material in the fixed evaluator.
pub const MATERIAL_SCALE: Score = 20;

/// The step of iterative deepening, in plies.
pub const DEPTH_STEP: u32 = 2;

/// The document's evaluator as printed: material minus tables.
///
/// With White to move a white piece on row `i` is looked up in row `i` and a black one in the mirrored row; both are
/// subtracted from the piece value. With Black to move the printed code reads the *other* side's piece on each square:
/// Black's table term uses White's pieces in mirrored rows, and White's term uses Black's pieces in unmirrored rows.
/// (The margin cuts off the ends of those lines. This reading leaves the columns unchanged, and assumes that the one
/// illegible index mirrors the row, as everywhere else for Black.)
#[derive(Clone, Copy, Debug, Default)]
pub struct AsPrinted;

impl Evaluator<MiniChess> for AsPrinted {
    fn evaluate(&mut self, _: &MiniChess, state: &Position) -> Score {
        let white_to_move = state.side() == Side::First;
        let mut value = 0;
        for (square, owner, kind) in state.pieces() {
            let (row, column) = (square / 5, square % 5);
            let own = owner == state.side();
            let material = SquareTables::material(kind);
            value += if own { material } else { -material };
            // The printed first index is mirrored for Black's pieces with White to move, and for White's with Black to
            // move.
            let mirrored = (owner == Side::First) != white_to_move;
            let row = if mirrored { 5 - row } else { row };
            let table = square_table(kind, row, column);
            // With Black to move the piece codes are swapped, hence also the sign.
            value += if own == white_to_move { -table } else { table };
        }
        value
    }
}

/// The fixed evaluator: material, scaled, plus tables.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScaledTables;

impl Evaluator<MiniChess> for ScaledTables {
    fn evaluate(&mut self, game: &MiniChess, state: &Position) -> Score {
        let tables = SquareTables {
            sign: TableSign::Add,
        };
        let with_tables = { tables }.evaluate(game, state);
        // The tables already count a point of material once.
        let material = Material.evaluate(game, state);
        with_tables + (MATERIAL_SCALE - 1) * material
    }
}

/// The player of the document, with its evaluator or another.
#[derive(Clone, Debug)]
pub struct I2p3Player<E = AsPrinted> {
    search: Faithful<E>,
    rng: SplitMix64,
}

impl I2p3Player {
    /// Creates the player of the document. `seed` breaks ties.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self::with(AsPrinted, seed)
    }
}

impl<E> I2p3Player<E> {
    /// Switches pruning off; the values are the reference for the player with pruning.
    #[must_use]
    pub const fn without_pruning(mut self) -> Self {
        self.search.cut = search::Cut::Never;
        self
    }

    /// Creates the player with another evaluator.
    #[must_use]
    pub const fn with(eval: E, seed: u64) -> Self {
        Self {
            search: Faithful::new(eval),
            rng: SplitMix64::new(seed),
        }
    }
}

impl<E: Evaluator<MiniChess> + Send> CoursePlayer<MiniChess> for I2p3Player<E> {
    fn search_watched(
        &mut self,
        history: &[Position],
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Choice<Move> {
        let position = current(history);
        let mut walk = Walk::new(limits, observer);
        let depth = walk.depth();
        let answer = self.search.root_in(position, &mut walk);
        let best = pick(&answer.moves, &mut self.rng);
        let choice = walk.answer(best, Some(answer.value), depth);
        choice.or_first(&MiniChess::default().legal_moves(position))
    }
}

/// The fixed player: tables added, quiescence search, a transposition table, a preference for quick wins, and the end
/// of the game after 50 plies.
#[derive(Clone, Debug)]
pub struct FixedPlayer {
    rng: SplitMix64,
}

impl FixedPlayer {
    /// Creates the player. `seed` breaks ties.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self {
            rng: SplitMix64::new(seed),
        }
    }
}

impl CoursePlayer<MiniChess> for FixedPlayer {
    fn search_watched(
        &mut self,
        history: &[Position],
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Choice<Move> {
        let position = current(history);
        let game = MiniChess::default();
        let mut search = BestMoves::new(
            Pvs::with(
                Quiescence::new(ScaledTables),
                (HashMove, Captures, Killers::new(), History::new()),
            )
            .with_table(Table::new(1 << 16, Replacement::Bucket), DepthMatch::Exact),
        );
        let depth = limits.depth.unwrap_or(MAX_DEPTH);
        let limits = Limits {
            depth: Some(depth.max(1)),
            ..limits.clone()
        };
        let mut result = search.search_watched(&game, position, &limits, observer);
        let best = pick(search.moves(), &mut self.rng);
        result.best = best.or(result.best);
        // The root is not counted, as in the document.
        let calls = result.stats.nodes.saturating_sub(1);
        Choice::of(result, best.is_some(), depth, calls)
    }
}
