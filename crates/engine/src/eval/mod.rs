//! What a quiet position is worth.
//!
//! The search looks at what can happen; the evaluation says who is better where nothing is happening. This one is made
//! by hand: each *term* is something a chess player would say ("the rook has an open file", "the king is exposed"), each
//! has a *weight* for the middlegame and one for the endgame, and the weights were tuned on the engine's own games. The
//! ideas are common knowledge, collected at <https://www.chessprogramming.org/Evaluation>; the terms follow the classical
//! evaluations of Stockfish and Ethereal in spirit, and not one number is theirs.
//!
//! [`Evaluator`] is what a search uses, [`evaluate`] does the same without memory, and [`explain`] says why.
//!
//! A network sees more and explains nothing. [`by_network`] is its value as a search takes it, and [`ask`] has it say what each
//! man is worth to it.

mod by_network;
mod complexity;
mod context;
pub mod danger;
mod explain;
mod geometry;
mod known;
mod kpk;
mod layout;
mod opinion;
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
pub use explain::{Cause, Explanation, SideTerm, TermValue, explain};
pub use known::Known;
pub use layout::{COUNT, GROUPS, Group, Term, Weights, term_of};
pub use opinion::{Opinion, Worth, ask};
pub use scale::FULL as FULL_SCALE;
pub use tapered::Tapered;
pub use trace::{NoTrace, Summary, Trace};
pub use weights::DEFAULT;

use chess::{Bitboard, Color, PieceKind, Position};

use context::Context;
use layout::weight;
use pawns::{PawnCache, Structure};
use shelter::Shelter;

/// The weights in one place of memory.
static WEIGHTS: Weights = DEFAULT;

/// No value is as large as this, so that a search can tell values from mates.
pub const LIMIT: i32 = 10_000;

/// The phase of a board with all its pieces.
pub const FULL_PHASE: i32 = 24;

/// Evaluates positions, and remembers what pawns were worth.
pub struct Evaluator {
    pawns: PawnCache,
}

impl Evaluator {
    /// One with an empty memory; each thread needs its own.
    #[must_use]
    pub fn new() -> Self {
        kpk::prepare();
        Self {
            pawns: PawnCache::new(),
        }
    }

    /// The value of a position for the side to move, in hundredths of a pawn and below [`LIMIT`] either way.
    // A function of its own, so that a profile shows it.
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

/// The value of a position for the side to move, in hundredths of a pawn: what [`Evaluator::evaluate`] says, without its
/// memory.
#[must_use]
pub fn evaluate(position: &Position) -> i32 {
    for_side_to_move(position, traced(position, &mut NoTrace).0)
}

/// The value of a position for White, told to a tracer as it is made; and what is known of the endgame, in which case
/// the tracer hears nothing.
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

/// The value for White.
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
    let value = patient(blend(sum, phase, scale), position);
    context.trace.finish(&Summary {
        danger: danger.map(Option::unwrap_or_default),
        in_danger: danger.map(|danger| danger.is_some()),
        complexity,
        sum,
        phase,
        scale,
        patience: patience(position),
        value,
    });
    value
}

/// One value from two: the more pieces are left, the more the middlegame counts.
fn blend(sum: Tapered, phase: i32, scale: i32) -> i32 {
    let endgame = sum.endgame() * (FULL_PHASE - phase) * scale / FULL_SCALE;
    (sum.middlegame() * phase + endgame) / FULL_PHASE
}

/// How much of the middlegame is left: minor pieces count 1, rooks 2, queens 4.
fn phase(position: &Position) -> i32 {
    let count = |kind| position.kind(kind).count() as i32;
    let phase = count(PieceKind::Knight)
        + count(PieceKind::Bishop)
        + 2 * count(PieceKind::Rook)
        + 4 * count(PieceKind::Queen);
    phase.min(FULL_PHASE)
}

/// What is left of a value as the fifty-move rule comes nearer, in 256ths: whoever is ahead should make progress.
fn patience(position: &Position) -> i32 {
    256 - i32::from(position.halfmove_clock().min(128))
}

fn patient(value: i32, position: &Position) -> i32 {
    (value * patience(position) / 256).clamp(1 - LIMIT, LIMIT - 1)
}
