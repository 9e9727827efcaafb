//! # I2P3: MiniChess in C++, killed after ten seconds
//!
//! A course at National Tsing Hua University (NTHU) lets programs play MiniChess, six rows by
//! five columns. The document describes material and tables of squares, and an alpha-beta search
//! of 4, 6, 8, ... plies that writes its best move after each and goes on until it is killed.
//! Among root moves of equal value it picks one at random.
//!
//! The document prints no results. What holds here is checked by tests: the rules give the known
//! numbers of lines, and the player plays only legal moves; `espalier minichess` speaks the referee's protocol.
//!
//! **The tables.** *What the document does* ([`AsPrinted`]): it subtracts the table value from the material. And where
//! Black is to move it looks the pieces of one side up with the codes of the other. *Why it is wrong:* the tables are
//! drawn so that good squares have large numbers, so White's program seeks the squares its author wanted it to shun;
//! two mistakes cancel for Black, who seeks good squares, but in the rows of the other side. *What the mended player
//! does:* it adds them, and counts a point of material as
//! [`MATERIAL_SCALE`] points of a table, since the tables were made for pawns worth 100: unscaled,
//! the rook would be sold for the square `b5`.
//!
//! [`search`] has the strict cut and what it is good for.

pub mod search;

use crate::player::{Choice, CoursePlayer, Log, current, pick};
use games::minichess::{Material, Move, Position, SquareTables, TableSign, square_table};
use games::{BoardGame, MiniChess};
use gametree::observer::View;
use gametree::ordering::{Captures, HashMove, History, Killers};
use gametree::searches::{Pvs, Quiescence};
use gametree::table::{DepthMatch, Replacement, Table};
use gametree::{Evaluator, Game, INF, Player, Score, Searcher, SplitMix64};
use search::Faithful;

/// Table points to a point of material in the mended evaluator.
pub const MATERIAL_SCALE: Score = 20;

/// Deepening goes by this many plies.
pub const DEPTH_STEP: u32 = 2;

/// The document's evaluator: material minus tables, as its lines are printed.
///
/// With White to move a white piece on row `i` is looked up in row `i` and a black one in the mirrored row; both are
/// subtracted from what the piece is worth. With Black to move the print reads the code of the *other* side's piece
/// on each square: what stands for Black's own tables are White's pieces in mirrored rows, and what stands for White's
/// are Black's pieces in rows as they are. (The ends of those lines are cut off at the margin. Columns are taken as they
/// are, and the one index that cannot be read mirrors the row, as it does for Black everywhere else.)
#[derive(Clone, Copy, Debug, Default)]
pub struct AsPrinted;

impl Evaluator<MiniChess> for AsPrinted {
    fn evaluate(&mut self, _: &MiniChess, state: &Position) -> Score {
        let white_to_move = state.side() == Player::First;
        let mut value = 0;
        for (square, owner, kind) in state.pieces() {
            let (row, column) = (square / 5, square % 5);
            let own = owner == state.side();
            let material = SquareTables::material(kind);
            value += if own { material } else { -material };
            // The first index of the print: mirrored for Black's pieces with White to move, for White's with Black.
            let mirrored = (owner == Player::First) != white_to_move;
            let row = if mirrored { 5 - row } else { row };
            let table = square_table(kind, row, column);
            // The codes are swapped with Black to move, and so is the sign.
            value += if own == white_to_move { -table } else { table };
        }
        value
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
pub struct I2p3Player<E = AsPrinted> {
    search: Faithful<E>,
    rng: SplitMix64,
}

impl I2p3Player {
    /// As the document has it; ties are broken by this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self::with(AsPrinted, seed)
    }
}

impl<E> I2p3Player<E> {
    /// The same without pruning: what its values are compared with.
    #[must_use]
    pub const fn without_pruning(mut self) -> Self {
        self.search.cut = search::Cut::Never;
        self
    }

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
    fn think(&mut self, history: &[Position], depth: u32, log: &mut Log<'_, Move>) -> Choice<Move> {
        let position = current(history);
        let answer = self.search.root_logged(position, depth, log);
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
    fn think(&mut self, history: &[Position], depth: u32, log: &mut Log<'_, Move>) -> Choice<Move> {
        let position = current(history);
        let game = MiniChess::default();
        let mut search = Pvs::with(
            Quiescence::new(ScaledTables),
            (HashMove, Captures, Killers::new(), History::new()),
        )
        .with_table(Table::new(1 << 16, Replacement::Bucket), DepthMatch::Exact);
        let mut best = -INF;
        let mut moves = Vec::new();
        let before = log.calls();
        log.enter(depth, -INF, INF, View::Mover);
        log.expand();
        let legal = game.legal_moves(position);
        for &mv in &legal {
            let mut child = *position;
            game.play(&mut child, mv);
            let limits = log.control().limits(depth.saturating_sub(1));
            log.try_move(mv);
            // One below the best: then a value equal to it is inside the window, hence exact.
            let window = (-INF, -(best - 1).max(-INF + 1));
            let result = match log.borrow() {
                Some(mut watch) => {
                    search.search_window_watched(&game, &child, &limits, window, &mut watch)
                }
                None => search.search_window(&game, &child, &limits, window),
            };
            log.add(&result.stats, result.stopped);
            log.add_calls(result.stats.nodes);
            if result.stopped {
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
        if log.stopped() {
            log.close();
        } else {
            log.leave(best);
        }
        let choice = Choice {
            best: pick(&moves, &mut self.rng),
            value: (!moves.is_empty()).then_some(best),
            calls: log.calls() - before,
            stopped: log.stopped(),
        };
        choice.or_first(&legal)
    }
}
