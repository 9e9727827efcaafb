//! Thirteen classic mistakes in alpha-beta.
//!
//! Most of them come from printed course documents and reports. Each is one small change to the correct program.
//! [`autopsy`] measures its effect on a few hundred small games: wrong
//! values, broken window contracts, and nodes.
//!
//! Five of the thirteen *never* return a wrong value from the full window. One of them breaks the window contract; four
//! only cost nodes. A test that compares values
//! misses all five.
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
//! A mistake can also play: [`BuggyAlphaBeta`] works for every game and always returns a legal move, possibly
//! a bad one.

mod autopsy;
mod search;
mod slip;
mod small_search;

pub use autopsy::{Autopsy, Witness, autopsy, witness};
pub use search::{BuggyAlphaBeta, Returns, TableUse};
pub use slip::Slip;
pub use small_search::{Found, SmallSearch, small_search};

use std::fmt;
use std::str::FromStr;

/// One mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bug {
    /// Treats every table value as exact.
    BoundForgotten,
    /// Determines the bound by the raised alpha instead of the alpha on entry.
    BoundFromRaisedAlpha,
    /// Uses lower bounds as upper bounds and upper bounds as lower bounds.
    BoundsSwapped,
    /// Uses table entries of any depth.
    DepthIgnored,
    /// Uses entries that are *at least* as deep. Correct in a playing program, but
    /// the result is not the minimax value of a fixed depth.
    DeeperReused,
    /// The table key does not include the side to move.
    SideNotInKey,
    /// Does not negate the value of the child.
    ValueNotNegated,
    /// Accepts a fail high of the null window without a re-search.
    NoResearch,
    /// Passes the window `(alpha, beta)` to the child instead of `(-beta, -alpha)`.
    WindowNotNegated,
    /// Sets alpha to the value of the last move.
    AlphaIsLastValue,
    /// Sets alpha to the best value so far, even below the alpha on entry.
    AlphaIsBest,
    /// Tests for a cutoff once, after all moves.
    CutAfterLoop,
    /// Cuts at `alpha > beta`, so a tie does not cut.
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

    /// Returns a short name, for menus and specs.
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

    /// Returns one line about the mistake.
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::BoundForgotten => "treats every value in the table as exact",
            Self::BoundFromRaisedAlpha => {
                "determines the bound by the raised alpha, not by the alpha on entry"
            }
            Self::BoundsSwapped => {
                "uses lower bounds as upper bounds, and upper bounds as lower bounds"
            }
            Self::DepthIgnored => "uses table entries of any depth",
            Self::DeeperReused => "uses table entries of a greater depth",
            Self::SideNotInKey => "has a table key without the side to move",
            Self::ValueNotNegated => "does not negate the child's value",
            Self::NoResearch => "accepts a null-window value without a re-search",
            Self::WindowNotNegated => "passes its own window to the child without negating it",
            Self::AlphaIsLastValue => "sets alpha to the value of the last move",
            Self::AlphaIsBest => "sets alpha to the best value, even below the alpha on entry",
            Self::CutAfterLoop => "tests for a cutoff only after all moves",
            Self::StrictCut => "does not cut on a tie",
        }
    }

    /// Returns the wrong line and the correct one, in pseudo-code.
    #[must_use]
    pub const fn wrong_and_right(self) -> (&'static str, &'static str) {
        match self {
            Self::BoundForgotten => (
                "if hit: return entry.value",
                "if hit and entry.bound settles (a, b): return entry.value",
            ),
            Self::BoundFromRaisedAlpha => (
                "bound = best <= a ? Upper : ...   (a is raised)",
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

    /// Returns whether only transpositions reveal it.
    #[must_use]
    pub const fn needs_a_table(self) -> bool {
        matches!(
            self,
            Self::BoundForgotten
                | Self::BoundFromRaisedAlpha
                | Self::BoundsSwapped
                | Self::DepthIgnored
                | Self::DeeperReused
                | Self::SideNotInKey
        )
    }

    /// Returns the first symptom that a test can detect.
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

/// The symptom of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symptom {
    /// A wrong value from the full window: a comparison with minimax detects it.
    WrongValue,
    /// Correct from the full window, but a wrong bound from some narrower one.
    BrokenContract,
    /// Always a correct value, but more nodes: only a node count detects it.
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

/// The error for an unknown name.
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
