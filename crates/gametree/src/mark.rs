//! Numbers that a search keeps at a node besides its value, for the trace.

use crate::named::named;

named! {
    /// The meaning of a number at a node.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Mark {
        /// The value of the best move without a bonus (M & N).
        Best = "best",
        /// The bonus from the other good moves (M & N).
        Bonus = "bonus",
        /// The mean over the opponent's moves (ProbiMax).
        Expected = "expected",
        /// The minimax value of the same tree (ProbiMax).
        Sure = "minimax",
        /// The probability that the opponent plays the move, in thousandths (ProbiMax).
        Chance = "chance",
        /// The value in the opponent's view (opponent models).
        Theirs = "theirs",
        /// The mean of a distribution (BP).
        Mean = "mean",
        /// The standard deviation of a distribution (BP).
        Spread = "spread",
        /// The expected change of the gain from more search if the leaf is expanded, in thousandths (BP).
        Importance = "importance",
        /// The number of the expansion (best-first minimax).
        Step = "step",
        /// The smallest number of leaves that prove the node (proof numbers).
        Proof = "proof",
        /// The smallest number of leaves that disprove it (proof numbers).
        Disproof = "disproof",
        /// Games or rollouts through the node (UCT).
        Visits = "visits",
        /// Their mean result from -1 to 1, in thousandths (UCT).
        Result = "result",
        /// The penalty of the cheapest leaf below, in thousandths (min/max approximation).
        Penalty = "penalty",
        /// The smallest conspiracy that raises the value to the highest remaining target (conspiracy numbers).
        Rise = "rise",
        /// The smallest conspiracy that lowers it to the lowest one (conspiracy numbers).
        Fall = "fall",
        /// The pessimistic value (B*), or a lower bound.
        Low = "low",
        /// The optimistic value (B*), or an upper bound.
        High = "high",
    }
}

/// A mark and its number, in the [`Unit`] of the mark.
pub type Marked = (Mark, i32);

/// The unit of the number of a [`Mark`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Values of the evaluator.
    Score,
    /// A count; [`Mark::NEVER`] is infinite.
    Count,
    /// Thousandths.
    Thousandths,
}

impl Mark {
    /// An infinite count: impossible.
    pub const NEVER: i32 = i32::MAX;

    /// Returns the unit of its number.
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

    /// Returns this mark with a number, scaled to its unit.
    #[must_use]
    pub fn of(self, number: f64) -> Marked {
        let scaled = match self.unit() {
            Unit::Thousandths => number * 1_000.0,
            Unit::Score | Unit::Count => number,
        };
        // A number that is too large becomes the largest one.
        (self, scaled.round() as i32)
    }
}
