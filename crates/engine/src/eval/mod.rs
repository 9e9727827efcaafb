//! Static evaluation.
//!
//! The hand-crafted evaluation (HCE) is a sum of *terms*, each of which a chess player would recognise ("the rook has an open
//! file", "the king is exposed"). A term has *weights* for the middlegame and for the endgame, which were tuned on the engine's
//! own games. The ideas are common knowledge, collected at <https://www.chessprogramming.org/Evaluation>; the choice of terms
//! follows the classical evaluations of Stockfish and Ethereal, and all weights are our own.
//!
//! [`Evaluator`] is the evaluation for a search, [`evaluate`] is the same without a cache, and [`explain`] returns the terms and
//! their causes.
//!
//! A network (NNUE) evaluates better and explains nothing. [`by_network`] adjusts its value for a search, and [`explain_network`] computes
//! the value of each piece to it.
//!
//! Training needs the evaluation as a function of its weights: [`traced`] reports each use of a weight to a [`Trace`], and
//! [`GROUPS`], [`COUNT`] and [`term_of`] describe the weights in [`DEFAULT`]. The evaluation is linear in them except for king
//! danger and complexity ([`DANGER_MAX`], [`DANGER_SQUARE_DIVISOR`], [`DANGER_LINEAR_DIVISOR`], [`Summary`]).

mod by_network;
mod complexity;
mod context;
mod danger;
mod explain;
mod explain_network;
mod geometry;
mod known;
mod kpk;
mod layout;
mod passed;
mod pawns;
mod pieces;
mod placement;
mod scale;
mod shelter;
mod space;
mod tapered;
mod threats;
mod trace;
mod weights;

pub use by_network::by_network;
pub use danger::{
    LINEAR_DIVISOR as DANGER_LINEAR_DIVISOR, MAX as DANGER_MAX,
    SQUARE_DIVISOR as DANGER_SQUARE_DIVISOR,
};
pub use explain::{Cause, Explanation, SideTerm, TermValue, explain};
pub use explain_network::{NetworkExplanation, PieceValue, describe, explain_by, explain_network};
pub use known::Known;
pub use layout::{COUNT, GROUPS, Group, Term, Weights, term_of};
pub use scale::FULL as FULL_SCALE;
pub use tapered::Tapered;
pub use trace::{NoTrace, Summary, Trace};
pub use weights::DEFAULT;

use chess::{Bitboard, Color, PieceKind, Position};

use context::Context;
use layout::weight;
use pawns::{PawnCache, Structure};
use shelter::Shelter;

/// The weights, at one place in memory.
static WEIGHTS: Weights = DEFAULT;

/// A bound of all values, so that a search can distinguish them from mates.
pub const LIMIT: i32 = 10_000;

/// The phase of a board with all pieces.
pub const FULL_PHASE: i32 = 24;

/// The hand-crafted evaluation with a cache of pawn structures.
pub struct Evaluator {
    pawns: PawnCache,
}

impl Evaluator {
    /// Creates an evaluator with an empty cache. Each thread needs its own.
    #[must_use]
    pub fn new() -> Self {
        kpk::prepare();
        Self {
            pawns: PawnCache::new(),
        }
    }

    /// Returns the value of a position for the side to move in centipawns, below [`LIMIT`] in size.
    // Not inlined, so that it appears in profiles.
    #[inline(never)]
    #[must_use]
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        let value = if let Some(known) = known::known(position) {
            known.value
        } else {
            let (structure, shelters) = self.pawns.find(position);
            value(position, structure, shelters, &mut NoTrace)
        };
        for_side_to_move(position, value)
    }
}

impl Default for Evaluator {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the value of a position for the side to move in centipawns, like [`Evaluator::evaluate`] without a cache.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    for_side_to_move(position, traced(position, &mut NoTrace).0)
}

/// Evaluates a position for White and reports every use of a weight to a tracer. Returns the known endgame if it is one; then
/// no weight is used.
pub fn traced<T: Trace>(position: &Position, trace: &mut T) -> (i32, Option<Known>) {
    match known::known(position) {
        Some(known) => (known.value, Some(known)),
        None => {
            let (structure, shelters) = pawns::fresh(position, trace);
            (value(position, structure, shelters, trace), None)
        }
    }
}

fn for_side_to_move(position: &Position, value: i32) -> i32 {
    match position.side_to_move() {
        Color::White => value,
        Color::Black => -value,
    }
}

/// Returns the value for White.
#[inline(always)]
fn value<T: Trace>(
    position: &Position,
    structure: Structure,
    shelters: [Shelter; 2],
    trace: &mut T,
) -> i32 {
    let mut context = Context::new(position, trace, structure, shelters);
    context.pieces_of(Color::White);
    context.pieces_of(Color::Black);
    let danger = [
        context.danger_of(Color::White),
        context.danger_of(Color::Black),
    ];
    context.score += danger[0].unwrap_or_default() - danger[1].unwrap_or_default();
    context.threats_by(Color::White);
    context.threats_by(Color::Black);
    context.passed_pawns_of(Color::White);
    context.passed_pawns_of(Color::Black);
    context.space_of(Color::White);
    context.space_of(Color::Black);
    context.add(position.side_to_move(), weight!(tempo), 1, Bitboard::EMPTY);

    let complexity = context.complexity();
    let sum = context.score + Tapered::new(0, complexity);
    let strong = if sum.endgame() >= 0 {
        Color::White
    } else {
        Color::Black
    };
    let scale = scale::scale(position, strong);
    let phase = phase(position);
    let value = apply_fifty_move_factor(blend(sum, phase, scale), position);
    context.trace.finish(&Summary {
        danger: danger.map(Option::unwrap_or_default),
        in_danger: danger.map(|danger| danger.is_some()),
        complexity,
        sum,
        phase,
        scale,
        fifty_move_factor: fifty_move_factor(position),
        value,
    });
    value
}

/// Interpolates between the middlegame and the endgame value by the phase.
fn blend(sum: Tapered, phase: i32, scale: i32) -> i32 {
    let endgame = sum.endgame() * (FULL_PHASE - phase) * scale / FULL_SCALE;
    (sum.middlegame() * phase + endgame) / FULL_PHASE
}

/// Returns the game phase: minor pieces count 1, rooks 2, queens 4.
fn phase(position: &Position) -> i32 {
    let count = |kind| position.kind(kind).count() as i32;
    let phase = count(PieceKind::Knight)
        + count(PieceKind::Bishop)
        + 2 * count(PieceKind::Rook)
        + 4 * count(PieceKind::Queen);
    phase.min(FULL_PHASE)
}

/// Returns the factor for the fifty-move rule, in 256ths. It falls with the halfmove clock, which rewards progress.
fn fifty_move_factor(position: &Position) -> i32 {
    256 - i32::from(position.halfmove_clock().min(128))
}

fn apply_fifty_move_factor(value: i32, position: &Position) -> i32 {
    (value * fifty_move_factor(position) / 256).clamp(1 - LIMIT, LIMIT - 1)
}
