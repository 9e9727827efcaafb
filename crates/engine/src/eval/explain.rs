//! Explanation of the hand-crafted evaluation: the terms of each side, and the squares that cause them.

use std::fmt;

use chess::{Bitboard, Color, Position, Square};

use super::layout::{Term, term_of};
use super::tapered::Tapered;
use super::trace::{Summary, Trace};
use super::{DEFAULT, FULL_PHASE, FULL_SCALE, Known, for_side_to_move, traced};

/// The explanation of a value.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The terms that are not zero, in display order. White's values minus Black's add up to [`Explanation::sum`].
    pub terms: Vec<TermValue>,
    /// The sum of all terms for White.
    pub sum: Tapered,
    /// The phase, from 24 to 0.
    pub phase: i32,
    /// The scale factor of the endgame value, in 128ths.
    pub scale: i32,
    /// The factor for the fifty-move rule, in 256ths.
    pub fifty_move_factor: i32,
    /// The known endgame, if it is one; then there are no terms.
    pub known: Option<Known>,
    /// The value for White.
    pub value: i32,
    /// The value for the side to move.
    pub for_side_to_move: i32,
}

/// One term of an explanation.
#[derive(Clone, Debug)]
pub struct TermValue {
    /// The term.
    pub term: Term,
    /// The values for White and for Black, each from that side's view.
    pub sides: [SideTerm; 2],
}

impl TermValue {
    /// Returns White's value minus Black's.
    #[must_use]
    pub fn total(&self) -> Tapered {
        self.sides[0].value - self.sides[1].value
    }
}

/// A term for one side.
#[derive(Clone, Default, Debug)]
pub struct SideTerm {
    /// The value for that side.
    pub value: Tapered,
    /// The squares that cause it, most important first.
    pub causes: Vec<Cause>,
}

/// A square and its contribution to a term.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cause {
    /// The square.
    pub square: Square,
    /// The contribution to the middlegame value.
    pub middlegame: f32,
    /// The contribution to the endgame value.
    pub endgame: f32,
}

/// Explains the value that [`evaluate`](super::evaluate) returns.
#[must_use]
pub fn explain(position: &Position) -> Explanation {
    let mut recorder = Recorder::default();
    let (value, known) = traced(position, &mut recorder);
    let mut explanation = Explanation {
        terms: Vec::new(),
        sum: Tapered::ZERO,
        phase: 0,
        scale: FULL_SCALE,
        fifty_move_factor: super::fifty_move_factor(position),
        known,
        value,
        for_side_to_move: for_side_to_move(position, value),
    };
    if let Some(summary) = recorder.summary {
        explanation.sum = summary.sum;
        explanation.phase = summary.phase;
        explanation.scale = summary.scale;
        explanation.terms = Term::ALL
            .into_iter()
            .filter_map(|term| recorder.term(term, &summary))
            .collect();
    }
    explanation
}

/// A tracer that records all uses of weights.
#[derive(Default)]
struct Recorder {
    uses: Vec<Use>,
    summary: Option<Summary>,
}

#[derive(Clone, Copy)]
struct Use {
    side: Color,
    term: Term,
    value: Tapered,
    squares: Bitboard,
}

impl Trace for Recorder {
    const ACTIVE: bool = true;

    fn weight(&mut self, side: Color, index: usize, count: i32, squares: Bitboard) {
        let weight = DEFAULT.iter().nth(index).unwrap_or_default();
        self.uses.push(Use {
            side,
            term: term_of(index),
            value: weight * count,
            squares,
        });
    }

    fn finish(&mut self, summary: &Summary) {
        self.summary = Some(*summary);
    }
}

impl Recorder {
    /// Returns a term, unless it is zero.
    fn term(&self, term: Term, summary: &Summary) -> Option<TermValue> {
        let sides = Color::ALL.map(|side| self.side(term, side, summary));
        let is_zero = |side: &SideTerm| side.causes.is_empty() && side.value == Tapered::ZERO;
        (!sides.iter().all(is_zero)).then_some(TermValue { term, sides })
    }

    fn side(&self, term: Term, side: Color, summary: &Summary) -> SideTerm {
        let uses = || {
            self.uses
                .iter()
                .filter(move |seen| seen.term == term && seen.side == side)
        };
        let recorded: Tapered = uses().map(|seen| seen.value).sum();
        // Danger and complexity are not linear: their contributions are scaled.
        let value = match term {
            Term::Danger => summary.danger[side],
            Term::Complexity if side == Color::White => Tapered::new(0, summary.complexity),
            _ => recorded,
        };
        let part = |whole: i32, recorded: i32| match (whole, recorded) {
            (0, _) | (_, 0) => 0.0,
            _ => whole as f32 / recorded as f32,
        };
        let middlegame = part(value.middlegame(), recorded.middlegame());
        let endgame = part(value.endgame(), recorded.endgame());

        let mut shares = [(0.0, 0.0); 64];
        for seen in uses() {
            let squares = seen.squares.count() as f32;
            for square in seen.squares {
                let share = &mut shares[square];
                share.0 += seen.value.middlegame() as f32 * middlegame / squares;
                share.1 += seen.value.endgame() as f32 * endgame / squares;
            }
        }
        let mut causes: Vec<Cause> = Square::ALL
            .into_iter()
            .map(|square| Cause {
                square,
                middlegame: shares[square].0,
                endgame: shares[square].1,
            })
            .filter(|cause| cause.middlegame != 0.0 || cause.endgame != 0.0)
            .collect();
        let size = |cause: &Cause| cause.middlegame.abs() + cause.endgame.abs();
        causes.sort_by(|a, b| size(b).total_cmp(&size(a)));
        SideTerm { value, causes }
    }
}

/// The maximum number of causes to print for a side's term.
const SHOWN: usize = 6;

/// Prints a table of the terms and the squares that cause them, in centipawns.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(known) = self.known {
            writeln!(f, "A known endgame: {}.", known.name)?;
        } else {
            self.write_table(f)?;
            self.write_causes(f)?;
            writeln!(
                f,
                "\nMiddlegame {} of {FULL_PHASE}, endgame value times {} of {FULL_SCALE}, fifty-move rule leaves {} of 256.",
                self.phase, self.scale, self.fifty_move_factor
            )?;
        }
        writeln!(
            f,
            "Value: {:+} for White, {:+} for the side to move (hundredths of a pawn).",
            self.value, self.for_side_to_move
        )
    }
}

impl Explanation {
    fn write_table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<13} {:>13} {:>13} {:>13}",
            "Term", "White", "Black", "Total"
        )?;
        let heads = ["mg", "eg"].repeat(3);
        write!(f, "{:<13}", "")?;
        for head in heads {
            write!(f, " {head:>6}")?;
        }
        writeln!(f)?;
        for term in &self.terms {
            write!(f, "{:<13}", term.term.name())?;
            for value in [term.sides[0].value, term.sides[1].value, term.total()] {
                write!(f, " {:>6} {:>6}", value.middlegame(), value.endgame())?;
            }
            writeln!(f)?;
        }
        writeln!(
            f,
            "{:<41} {:>6} {:>6}",
            "Sum",
            self.sum.middlegame(),
            self.sum.endgame()
        )
    }

    fn write_causes(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\nWhere it comes from (middlegame/endgame):")?;
        for term in &self.terms {
            for (side, color) in term.sides.iter().zip(Color::ALL) {
                if side.causes.is_empty() {
                    continue;
                }
                write!(f, "{:<13} {color}:", term.term.name())?;
                for cause in side.causes.iter().take(SHOWN) {
                    write!(
                        f,
                        "  {} {:+.0}/{:+.0}",
                        cause.square, cause.middlegame, cause.endgame
                    )?;
                }
                let more = side.causes.len().saturating_sub(SHOWN);
                if more > 0 {
                    write!(f, "  and {more} more")?;
                }
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
