//! Thirteen classic mistakes in alpha-beta, to be seen at work.
//!
//! Everyone who writes a search makes some of these. Most come from printed course
//! documents and reports. Each is one small change to the right program, and
//! [`autopsy`] shows what it does: on how many of a few hundred small games the value
//! is wrong, how often the window contract is broken, and what it costs in nodes.
//!
//! The lesson is in the last column. Five of the thirteen *never* return a wrong
//! value from the full window: they only waste time. A test that compares values
//! alone lets all of them live.
//!
//! ```
//! use gametree::bugs::{Bug, autopsy};
//! let right = autopsy(None, 20);
//! assert_eq!((right.wrong_values, right.broken_contracts), (0, 0));
//! let waste = autopsy(Some(Bug::CutAfterLoop), 20);
//! assert_eq!(waste.wrong_values, 0);          // the value is right,
//! assert!(waste.nodes > right.nodes);         // the work is not
//! ```
//!
//! A mistake can be played against too: [`BuggyAlphaBeta`] is a search like any other, works
//! for every game and always answers with a legal move. It only may be a bad one.

mod autopsy;
mod search;

pub use autopsy::{Autopsy, Witness, autopsy, witness};
pub use search::{BuggyAlphaBeta, Returns};

use std::fmt;
use std::str::FromStr;

/// One mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bug {
    /// The table forgets whether a value is exact or a bound, and takes all for exact.
    BoundForgotten,
    /// The bound type is judged by the alpha that was raised on the way.
    BoundFromRaisedAlpha,
    /// A lower bound is used where an upper one would do, and the other way round.
    BoundsSwapped,
    /// An entry is used whatever its depth.
    DepthIgnored,
    /// An entry is used if it is *at least* as deep. Legal in a playing program, but
    /// the result is no longer minimax of a fixed depth.
    DeeperReused,
    /// The key does not say who is to move.
    SideNotInKey,
    /// The child's value is used without turning its sign.
    ValueNotNegated,
    /// A move that beats the null window is believed without a second search.
    NoResearch,
    /// The child gets the window `(alpha, beta)` instead of `(-beta, -alpha)`.
    WindowNotNegated,
    /// Alpha becomes the value of the last move, good or bad.
    AlphaIsLastValue,
    /// Alpha becomes the best value so far, even if it was higher on entry.
    AlphaIsBest,
    /// The cutoff is tested once, after all moves have been searched.
    CutAfterLoop,
    /// The cutoff is `alpha > beta`, so a tie does not cut.
    StrictCut,
}

impl Bug {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::BoundForgotten,
        Self::BoundFromRaisedAlpha,
        Self::BoundsSwapped,
        Self::DepthIgnored,
        Self::DeeperReused,
        Self::SideNotInKey,
        Self::ValueNotNegated,
        Self::NoResearch,
        Self::WindowNotNegated,
        Self::AlphaIsLastValue,
        Self::AlphaIsBest,
        Self::CutAfterLoop,
        Self::StrictCut,
    ];

    /// A short name, for menus and specs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::BoundForgotten => "bound-forgotten",
            Self::BoundFromRaisedAlpha => "bound-from-raised-alpha",
            Self::BoundsSwapped => "bounds-swapped",
            Self::DepthIgnored => "depth-ignored",
            Self::DeeperReused => "deeper-reused",
            Self::SideNotInKey => "side-not-in-key",
            Self::ValueNotNegated => "value-not-negated",
            Self::NoResearch => "no-research",
            Self::WindowNotNegated => "window-not-negated",
            Self::AlphaIsLastValue => "alpha-is-last-value",
            Self::AlphaIsBest => "alpha-is-best",
            Self::CutAfterLoop => "cut-after-loop",
            Self::StrictCut => "strict-cut",
        }
    }

    /// What goes wrong, in one line.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::BoundForgotten => "takes every value in the table for exact",
            Self::BoundFromRaisedAlpha => "judges the bound by the alpha raised on the way",
            Self::BoundsSwapped => "uses lower bounds as upper ones, and the other way round",
            Self::DepthIgnored => "uses table entries of any depth",
            Self::DeeperReused => "uses table entries that are deeper than asked for",
            Self::SideNotInKey => "has a table key that does not say who is to move",
            Self::ValueNotNegated => "does not turn the sign of the child's value",
            Self::NoResearch => "believes a null-window value without a second search",
            Self::WindowNotNegated => "gives the child its own window, not turned round",
            Self::AlphaIsLastValue => "sets alpha to the value of the last move",
            Self::AlphaIsBest => "sets alpha to the best value, even below the alpha on entry",
            Self::CutAfterLoop => "tests for a cut only after all moves",
            Self::StrictCut => "does not cut on a tie",
        }
    }

    /// The wrong line and the right one, in pseudo-code.
    #[must_use]
    pub const fn wrong_and_right(self) -> (&'static str, &'static str) {
        match self {
            Self::BoundForgotten => (
                "if hit: return entry.value",
                "if hit and entry.bound settles (a, b): return entry.value",
            ),
            Self::BoundFromRaisedAlpha => (
                "bound = best <= a ? Upper : ...   (a was raised)",
                "bound = best <= a_on_entry ? Upper : ...",
            ),
            Self::BoundsSwapped => (
                "Lower and value <= a, Upper and value >= b",
                "Lower and value >= b, Upper and value <= a",
            ),
            Self::DepthIgnored => ("if hit: use it", "if hit and entry.depth == d: use it"),
            Self::DeeperReused => ("entry.depth >= d", "entry.depth == d"),
            Self::SideNotInKey => ("key = hash(board)", "key = hash(board, side to move)"),
            Self::ValueNotNegated => ("v = ab(child, ...)", "v = -ab(child, ...)"),
            Self::NoResearch => (
                "v = -ab(child, -a-1, -a)",
                "and if a < v < b: v = -ab(child, -b, -v)",
            ),
            Self::WindowNotNegated => ("-ab(child, a, b)", "-ab(child, -b, -a)"),
            Self::AlphaIsLastValue => ("a = v", "a = max(a, v)"),
            Self::AlphaIsBest => ("a = best", "a = max(a, best)"),
            Self::CutAfterLoop => (
                "for m: ...; then if a >= b: return",
                "for m: ...; if a >= b: return",
            ),
            Self::StrictCut => ("if a > b: cut", "if a >= b: cut"),
        }
    }

    /// The first sign of it that a test can see.
    #[must_use]
    pub const fn symptom(self) -> Symptom {
        match self {
            Self::WindowNotNegated => Symptom::BrokenContract,
            Self::AlphaIsLastValue | Self::AlphaIsBest | Self::CutAfterLoop | Self::StrictCut => {
                Symptom::MoreNodes
            }
            _ => Symptom::WrongValue,
        }
    }
}

/// What gives a mistake away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symptom {
    /// A wrong value from the full window: comparing with minimax finds it.
    WrongValue,
    /// Right from the full window, but a wrong bound from some narrower one.
    BrokenContract,
    /// Always an honest answer, but at a higher price: only a count of nodes finds it.
    MoreNodes,
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Bug {
    type Err = UnknownBug;

    fn from_str(name: &str) -> Result<Self, UnknownBug> {
        let found = Self::ALL.into_iter().find(|bug| bug.name() == name);
        found.ok_or_else(|| UnknownBug(name.to_owned()))
    }
}

/// A name that no mistake has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBug(pub String);

impl fmt::Display for UnknownBug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Bug::ALL.map(Bug::name).join(", ");
        write!(
            f,
            "bad mistake: found `{}`, expected one of {names}",
            self.0
        )
    }
}

impl std::error::Error for UnknownBug {}
