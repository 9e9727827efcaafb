//! The evaluation in words: each term for each side, and the squares that cause it.

use std::fmt;

use chess::{Bitboard, Color, Position, Square};

use super::layout::{Term, term_of};
use super::tapered::Tapered;
use super::trace::{Summary, Trace};
use super::{DEFAULT, FULL_PHASE, FULL_SCALE, Known, for_side_to_move, traced};

/// Why a position is worth what it is.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The terms that say anything, in the usual order. White's minus Black's, added up, are [`Explanation::sum`].
    pub terms: Vec<TermValue>,
    /// All terms together for White.
    pub sum: Tapered,
    /// How much of the middlegame is left, from 24 to 0.
    pub phase: i32,
    /// How much of the endgame value counts, in 128ths.
    pub scale: i32,
    /// What the fifty-move rule leaves of the value, in 256ths.
    pub patience: i32,
    /// The endgame, if it is one that is known; then there are no terms.
    pub known: Option<Known>,
    /// The value for White.
    pub value: i32,
    /// The value for the side to move: what the evaluation says.
    pub for_side_to_move: i32,
}

/// One term of an explanation.
#[derive(Clone, Debug)]
pub struct TermValue {
    /// Which.
    pub term: Term,
    /// What it says for White and for Black, each seen by that side.
    pub sides: [SideTerm; 2],
}

impl TermValue {
    /// White's minus Black's.
    #[must_use]
    pub fn total(&self) -> Tapered {
        self.sides[0].value - self.sides[1].value
    }
}

/// What a term says for one side.
#[derive(Clone, Default, Debug)]
pub struct SideTerm {
    /// Its value for that side.
    pub value: Tapered,
    /// The squares that cause it, those that matter most first.
    pub causes: Vec<Cause>,
}

/// A square and its share in a term.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cause {
    /// The square.
    pub square: Square,
    /// Its share in the middlegame value.
    pub middlegame: f32,
    /// Its share in the endgame value.
    pub endgame: f32,
}

/// Says why a position is worth what [`evaluate`](super::evaluate) says.
#[must_use]
pub fn explain(position: &Position) -> Explanation {
    let mut notes = Notes::default();
    let (value, known) = traced(position, &mut notes);
    let mut explanation = Explanation {
        terms: Vec::new(),
        sum: Tapered::ZERO,
        phase: 0,
        scale: FULL_SCALE,
        patience: super::patience(position),
        known,
        value,
        for_side_to_move: for_side_to_move(position, value),
    };
    if let Some(summary) = notes.summary {
        explanation.sum = summary.sum;
        explanation.phase = summary.phase;
        explanation.scale = summary.scale;
        explanation.terms = Term::ALL
            .into_iter()
            .filter_map(|term| notes.term(term, &summary))
            .collect();
    }
    explanation
}

/// A tracer that writes everything down.
#[derive(Default)]
struct Notes {
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

impl Trace for Notes {
    const LISTENS: bool = true;

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

impl Notes {
    /// What was noted about a term, if anything.
    fn term(&self, term: Term, summary: &Summary) -> Option<TermValue> {
        let sides = Color::ALL.map(|side| self.side(term, side, summary));
        let says_nothing = |side: &SideTerm| side.causes.is_empty() && side.value == Tapered::ZERO;
        (!sides.iter().all(says_nothing)).then_some(TermValue { term, sides })
    }

    fn side(&self, term: Term, side: Color, summary: &Summary) -> SideTerm {
        let uses = || {
            self.uses
                .iter()
                .filter(move |seen| seen.term == term && seen.side == side)
        };
        let noted: Tapered = uses().map(|seen| seen.value).sum();
        // Danger and complexity are no plain sums: their shares are in proportion.
        let value = match term {
            Term::Danger => summary.danger[side],
            Term::Complexity if side == Color::White => Tapered::new(0, summary.complexity),
            _ => noted,
        };
        let part = |whole: i32, noted: i32| match (whole, noted) {
            (0, _) | (_, 0) => 0.0,
            _ => whole as f32 / noted as f32,
        };
        let middlegame = part(value.middlegame(), noted.middlegame());
        let endgame = part(value.endgame(), noted.endgame());

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

/// How many causes to show for a side's term.
const SHOWN: usize = 6;

/// A table of the terms, then the squares behind them. All numbers are hundredths of a pawn.
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
                self.phase, self.scale, self.patience
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
