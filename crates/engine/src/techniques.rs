//! The techniques of the search. Each has a name and can be switched off.
//!
//! The search is compiled twice: for [`AllOn`], where every check of a technique is a constant and costs nothing, and for
//! [`Techniques`], which checks a set at run time.

use std::fmt;
use std::str::FromStr;

macro_rules! techniques {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)+) => {
        /// A technique of the search or the evaluation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Technique {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Technique {
            /// All techniques.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Returns the name in specs and options.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// Returns a description of one sentence.
            #[must_use]
            pub const fn about(self) -> &'static str {
                match self {
                    $(Self::$variant => concat!($($doc),+).trim_ascii_start(),)+
                }
            }
        }
    };
}

techniques! {
    #[doc = " Transposition table: reuses the results of positions that were searched before."]
    Table = "tt",
    #[doc = " Aspiration windows: starts each iteration with a small window around the previous value."]
    Aspiration = "aspiration",
    #[doc = " Mate distance pruning: searches only for mates shorter than one already found."]
    MateDistance = "matedistance",
    #[doc = " Detects upcoming repetitions, by cuckoo hashing of reversible moves."]
    Cuckoo = "cuckoo",
    #[doc = " Correction history: corrects the static evaluation by earlier errors in similar positions."]
    Correction = "correction",
    #[doc = " Razoring: replaces the search of hopeless positions at low depth by quiescence search."]
    Razoring = "razor",
    #[doc = " Reverse futility pruning: cuts off at low depth if the static evaluation is far above beta."]
    ReverseFutility = "rfp",
    #[doc = " Null-move pruning: cuts off if the position stays above beta although the opponent moves twice."]
    NullMove = "null",
    #[doc = " Internal iterative reduction: searches a ply less where the table has no move."]
    InternalReduction = "iir",
    #[doc = " ProbCut: cuts off if a shallow search of a capture exceeds beta by a margin."]
    ProbCut = "probcut",
    #[doc = " Prunes less in the first plies if a king can hardly move, because a quiet move may threaten mate."]
    Cornered = "cornered",
    #[doc = " Prunes nothing in the first plies of a deep search, or of one that looks for mate in a won position."]
    FirstPlies = "firstplies",
    #[doc = " Late move pruning: skips late quiet moves at low depth."]
    LateMovePruning = "lmp",
    #[doc = " Futility pruning: skips moves if the static evaluation is too far below alpha."]
    Futility = "futility",
    #[doc = " Skips moves that lose material by static exchange evaluation."]
    ExchangePruning = "see",
    #[doc = " History pruning: skips quiet moves with a bad history."]
    HistoryPruning = "histprune",
    #[doc = " Late move reductions: searches late moves at reduced depth first."]
    LateMoveReductions = "lmr",
    #[doc = " Singular extensions: extends a move that is much better than all others."]
    Singular = "singular",
    #[doc = " Check extensions: extends checks that lose no material."]
    CheckExtension = "check",
    #[doc = " Killer heuristic: tries a quiet move early that caused a cutoff in a sibling node."]
    Killers = "killers",
    #[doc = " History heuristic: orders quiet moves by earlier cutoffs."]
    History = "history",
    #[doc = " Continuation history: orders quiet moves by earlier cutoffs after the same preceding moves."]
    Continuation = "continuation",
    #[doc = " Pawn history: orders quiet moves by earlier cutoffs in the same pawn structure."]
    PawnHistory = "pawnhistory",
    #[doc = " Updates the history of quiet moves by the change of the static evaluation."]
    EvalHistory = "evalhistory",
    #[doc = " Gives a history bonus to a quiet move after which no reply raised alpha."]
    FailLowCredit = "faillow",
    #[doc = " Capture history: orders captures by earlier cutoffs."]
    CaptureHistory = "capturehistory",
    #[doc = " Orders quiet moves by the attacks on their origin and target squares."]
    ThreatOrder = "threats",
    #[doc = " Tries quiet checks that lose little before other quiet moves."]
    CheckOrder = "checkorder",
    #[doc = " Takes back part of a reduction if the static evaluation shows that the reduced move was good."]
    Hindsight = "hindsight",
    #[doc = " Searches later moves less deeply after alpha has been raised."]
    DepthAfterBest = "bestfound",
    #[doc = " Moves values above beta towards beta."]
    Blend = "blend",
    #[doc = " Searches quiet checks in the first ply of quiescence search."]
    QuietChecks = "qchecks",
    #[doc = " Skips losing captures in quiescence search, by static exchange evaluation."]
    QuietExchange = "qsee",
    #[doc = " Delta pruning: skips captures in quiescence search that cannot raise the value to alpha."]
    QuietFutility = "qfutility",
    #[doc = " Searches only one quiet evasion in quiescence search, if it does not lose."]
    QuietEvasion = "qevasion",
    #[doc = " Evaluates positions with a network (NNUE) instead of hand-crafted terms."]
    Network = "nnue",
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Decides which techniques are on.
pub trait Switches: Copy {
    /// Whether strength may be limited. If not, the search compiles without that code.
    const MAY_BE_LIMITED: bool;

    /// Returns whether a technique is on.
    fn has(self, technique: Technique) -> bool;
}

/// All techniques are on, as a compile-time constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AllOn;

impl Switches for AllOn {
    const MAY_BE_LIMITED: bool = false;

    #[inline(always)]
    fn has(self, _: Technique) -> bool {
        true
    }
}

/// A set of techniques: those that are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques(u64);

const _: () = assert!(Technique::ALL.len() < 64);

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}

impl Techniques {
    /// All techniques.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);

    /// No technique: plain principal variation search with quiescence search.
    pub const NONE: Self = Self(0);

    /// Returns the set with one more technique.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u32)
    }

    /// Returns the set without a technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u32))
    }

    /// Iterates over the techniques that are on.
    pub fn on(self) -> impl Iterator<Item = Technique> {
        let all = Technique::ALL.iter().copied();
        all.filter(move |&technique| self.has(technique))
    }

    /// Iterates over the techniques that are off.
    pub fn off(self) -> impl Iterator<Item = Technique> {
        let all = Technique::ALL.iter().copied();
        all.filter(move |&technique| !self.has(technique))
    }
}

impl Switches for Techniques {
    const MAY_BE_LIMITED: bool = true;

    #[inline(always)]
    fn has(self, technique: Technique) -> bool {
        self.0 >> technique as u32 & 1 != 0
    }
}

/// An unknown technique name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownTechnique(pub String);

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = Technique::ALL.iter().map(|t| t.name()).collect();
        write!(
            f,
            "no technique is called \"{}\" (techniques: {})",
            self.0.escape_debug(),
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownTechnique {}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    fn from_str(text: &str) -> Result<Self, UnknownTechnique> {
        Self::ALL
            .iter()
            .copied()
            .find(|technique| technique.name().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownTechnique(text.to_owned()))
    }
}

/// Parses `all`, `none`, a list of exceptions, or a list of techniques: `-lmr -null` (also with commas) is all but these two,
/// `tt lmr` is only these two.
///
/// ```
/// use engine::{Technique, Techniques};
/// let few: Techniques = "-lmr -null".parse().unwrap();
/// assert_eq!(few, Techniques::ALL.without(Technique::NullMove).without(Technique::LateMoveReductions));
/// assert_eq!(few.to_string(), "-null -lmr");
/// assert_eq!("tt".parse(), Ok(Techniques::NONE.with(Technique::Table)));
/// assert!("tt quick".parse::<Techniques>().is_err());
/// ```
impl FromStr for Techniques {
    type Err = UnknownTechnique;

    fn from_str(text: &str) -> Result<Self, UnknownTechnique> {
        let words = || {
            text.split([' ', ',', '+', ';'])
                .filter(|word| !word.is_empty())
        };
        let only_off = words().all(|word| word.starts_with('-') || word == "all");
        let mut techniques = if only_off { Self::ALL } else { Self::NONE };
        for word in words() {
            techniques = match (word, word.strip_prefix('-')) {
                ("all", _) => Self::ALL,
                ("none", _) => Self::NONE,
                (_, Some(name)) => techniques.without(name.parse()?),
                (name, None) => techniques.with(name.parse()?),
            };
        }
        Ok(techniques)
    }
}

impl fmt::Display for Techniques {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::ALL {
            return f.write_str("all");
        }
        if *self == Self::NONE {
            return f.write_str("none");
        }
        let (few_off, names) = if self.off().count() <= self.on().count() {
            (true, self.off().collect::<Vec<_>>())
        } else {
            (false, self.on().collect())
        };
        for (index, technique) in names.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            let minus = if few_off { "-" } else { "" };
            write!(f, "{space}{minus}{technique}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for &technique in Technique::ALL {
            assert_eq!(technique.name().parse(), Ok(technique));
            assert!(!technique.about().is_empty());
            for techniques in [
                Techniques::ALL.without(technique),
                Techniques::NONE.with(technique),
            ] {
                assert_eq!(techniques.to_string().parse(), Ok(techniques));
            }
        }
        assert_eq!(Techniques::ALL.to_string().parse(), Ok(Techniques::ALL));
        assert_eq!(Techniques::NONE.to_string().parse(), Ok(Techniques::NONE));
    }
}
