//! Numbers that a search keeps at a node besides its value: what an alternative to alpha-beta goes by.

/// What a number at a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Mark {
    /// The value of the best move, before anything is added (M & N).
    Best,
    /// What the other good moves add to it (M & N).
    Bonus,
    /// The mean over the opponent's moves (ProbiMax).
    Expected,
    /// What minimax says of the same tree (ProbiMax).
    Sure,
    /// How likely the opponent plays the move, in thousandths (ProbiMax).
    Chance,
    /// What the opponent is thought to see in the position (opponent models).
    Theirs,
    /// The mean of a distribution (BP).
    Mean,
    /// The standard deviation of a distribution (BP).
    Spread,
    /// How much knowing more of a leaf is expected to change what is to be gained, in thousandths (BP).
    Importance,
    /// Which of the expansions this was (best-first minimax).
    Step,
    /// Leaves that must at least turn out well to prove the node (proof numbers).
    Proof,
    /// Leaves that must at least turn out badly to disprove it (proof numbers).
    Disproof,
    /// Games that went through the node (UCT), or rollouts.
    Visits,
    /// Their mean result from -1 to 1, in thousandths (UCT).
    Result,
    /// What the way to the cheapest leaf below costs, in thousandths (min/max approximation).
    Penalty,
    /// Leaves that must conspire for the value to rise as far as is not ruled out (conspiracy numbers).
    Rise,
    /// The same for a fall (conspiracy numbers).
    Fall,
    /// The pessimist's value (B*), or a lower bound.
    Low,
    /// The optimist's value (B*), or an upper bound.
    High,
}

/// A mark and its number, in the [`Unit`] of the mark.
pub type Marked = (Mark, i32);

/// What the number of a [`Mark`] counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Values of the evaluator.
    Score,
    /// Things; [`Mark::NEVER`] is without end.
    Count,
    /// Thousandths of one.
    Thousandths,
}

impl Mark {
    /// A count without end: it cannot be done at all.
    pub const NEVER: i32 = i32::MAX;

    /// Every mark, in the order of their numbers in a trace.
    pub const ALL: &'static [Self] = &[
        Self::Best,
        Self::Bonus,
        Self::Expected,
        Self::Sure,
        Self::Chance,
        Self::Theirs,
        Self::Mean,
        Self::Spread,
        Self::Importance,
        Self::Step,
        Self::Proof,
        Self::Disproof,
        Self::Visits,
        Self::Result,
        Self::Penalty,
        Self::Rise,
        Self::Fall,
        Self::Low,
        Self::High,
    ];

    /// Its name in a trace.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Bonus => "bonus",
            Self::Expected => "expected",
            Self::Sure => "minimax",
            Self::Chance => "chance",
            Self::Theirs => "theirs",
            Self::Mean => "mean",
            Self::Spread => "spread",
            Self::Importance => "importance",
            Self::Step => "step",
            Self::Proof => "proof",
            Self::Disproof => "disproof",
            Self::Visits => "visits",
            Self::Result => "result",
            Self::Penalty => "penalty",
            Self::Rise => "rise",
            Self::Fall => "fall",
            Self::Low => "low",
            Self::High => "high",
        }
    }

    /// What its number counts.
    #[must_use]
    pub const fn unit(self) -> Unit {
        match self {
            Self::Best
            | Self::Bonus
            | Self::Expected
            | Self::Sure
            | Self::Theirs
            | Self::Mean
            | Self::Spread
            | Self::Low
            | Self::High => Unit::Score,
            Self::Chance | Self::Importance | Self::Result | Self::Penalty => Unit::Thousandths,
            Self::Step | Self::Proof | Self::Disproof | Self::Visits | Self::Rise | Self::Fall => {
                Unit::Count
            }
        }
    }

    /// A number of whole values or things, as this mark's.
    #[must_use]
    pub fn of(self, number: f64) -> Marked {
        let scaled = match self.unit() {
            Unit::Thousandths => number * 1_000.0,
            Unit::Score | Unit::Count => number,
        };
        // What is too large for the number, and what is without end, becomes the largest one.
        (self, scaled.round() as i32)
    }
}
