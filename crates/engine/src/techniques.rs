//! The techniques of the search: each has a name and can be switched off.
//!
//! A search is compiled twice: once for [`AllOn`], where every question "is this technique on?" is answered when the
//! program is built and costs nothing, and once for [`Techniques`], which looks at its list.

use std::fmt;
use std::str::FromStr;

macro_rules! techniques {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)+) => {
        /// One idea that makes the search better.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u8)]
        pub enum Technique {
            $($(#[doc = $doc])+ $variant,)+
        }

        impl Technique {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// Its name in specs and options.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)+
                }
            }

            /// One sentence about it.
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
    #[doc = " Remembers positions and what was found out about them."]
    Table = "tt",
    #[doc = " Searches first within a small window around the last value."]
    Aspiration = "aspiration",
    #[doc = " Looks only for mates that are shorter than one already found."]
    MateDistance = "matedistance",
    #[doc = " Sees that a side can step back into an earlier position."]
    Cuckoo = "cuckoo",
    #[doc = " Corrects the static value by what searches found in similar positions."]
    Correction = "correction",
    #[doc = " Gives up on positions that are hopelessly bad, after a look at the captures."]
    Razoring = "razor",
    #[doc = " Leaves positions that are far better than the opponent would allow."]
    ReverseFutility = "rfp",
    #[doc = " Lets the opponent move twice; if that does not help him, the position is too good."]
    NullMove = "null",
    #[doc = " Looks less deep where no best move is known yet."]
    InternalReduction = "iir",
    #[doc = " Leaves a position if a capture is far too good in a shallow search."]
    ProbCut = "probcut",
    #[doc = " Trusts no static value in the first plies where a king has nowhere to go: a quiet move may threaten mate."]
    Cornered = "cornered",
    #[doc = " Passes over nothing in the first plies of a long search, or of one that is won and looks for the mate."]
    FirstPlies = "firstplies",
    #[doc = " Skips the quiet moves late in the list near the horizon."]
    LateMovePruning = "lmp",
    #[doc = " Skips quiet moves when the position is too bad for a quiet move to help."]
    Futility = "futility",
    #[doc = " Skips moves that lose material in the exchange."]
    ExchangePruning = "see",
    #[doc = " Skips quiet moves that did badly elsewhere."]
    HistoryPruning = "histprune",
    #[doc = " Looks less deep at moves late in the list."]
    LateMoveReductions = "lmr",
    #[doc = " Looks deeper where one move is much better than all others."]
    Singular = "singular",
    #[doc = " Looks deeper where the king is in check."]
    CheckExtension = "check",
    #[doc = " Tries quiet moves first that cut off a sister position."]
    Killers = "killers",
    #[doc = " Orders quiet moves by how often they cut off before."]
    History = "history",
    #[doc = " Orders quiet moves by how they followed the moves before them."]
    Continuation = "continuation",
    #[doc = " Orders quiet moves by what was good in the same pawn structure."]
    PawnHistory = "pawnhistory",
    #[doc = " Orders quiet moves by how much the static value gained with them."]
    EvalHistory = "evalhistory",
    #[doc = " Gives credit to a quiet move against which nothing helped."]
    FailLowCredit = "faillow",
    #[doc = " Orders captures by how often they cut off before."]
    CaptureHistory = "capturehistory",
    #[doc = " Orders quiet moves by what attacks the square they leave and the one they go to."]
    ThreatOrder = "threats",
    #[doc = " Tries quiet moves that give check before others, if they lose little."]
    CheckOrder = "checkorder",
    #[doc = " Looks deeper again where a move that was looked at less deeply turns out to be bad for who made it."]
    Hindsight = "hindsight",
    #[doc = " Looks less deep at the other moves once one is better than all before."]
    DepthAfterBest = "bestfound",
    #[doc = " Moves a value that is too good towards the one that would have been enough."]
    Blend = "blend",
    #[doc = " Tries quiet moves that give check at the horizon."]
    QuietChecks = "qchecks",
    #[doc = " Passes over captures that lose material in the quiet search."]
    QuietExchange = "qsee",
    #[doc = " Passes over captures that cannot reach the window in the quiet search."]
    QuietFutility = "qfutility",
    #[doc = " Looks at one quiet way out of check in the quiet search, if it does not lose."]
    QuietEvasion = "qevasion",
    #[doc = " Asks a network what a position is worth, instead of the terms made by hand."]
    Network = "nnue",
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Answers whether a technique is on.
pub trait Switches: Copy {
    /// Whether the player may be one of limited strength. A search that never is carries none of that.
    const MAY_BE_LIMITED: bool;

    /// Whether it is.
    fn has(self, technique: Technique) -> bool;
}

/// Everything is on, and the compiler knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AllOn;

impl Switches for AllOn {
    const MAY_BE_LIMITED: bool = false;

    #[inline(always)]
    fn has(self, _: Technique) -> bool {
        true
    }
}

/// The techniques that are on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques(u64);

const _: () = assert!(Technique::ALL.len() < 64);

impl Default for Techniques {
    fn default() -> Self {
        Self::ALL
    }
}

impl Techniques {
    /// All of them.
    pub const ALL: Self = Self((1 << Technique::ALL.len()) - 1);

    /// None: plain principal variation search with quiescence.
    pub const NONE: Self = Self(0);

    /// These and one more.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u32)
    }

    /// These without one.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u32))
    }

    /// Those that are on.
    pub fn on(self) -> impl Iterator<Item = Technique> {
        let all = Technique::ALL.iter().copied();
        all.filter(move |&technique| self.has(technique))
    }

    /// Those that are off.
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

/// No technique has this name.
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

/// `all`, `none`, or changes to everything: `-lmr -null` (also with commas) is all but these two, `tt lmr` is only
/// these two.
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
    fn every_name_is_read_back() {
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
