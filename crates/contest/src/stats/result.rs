//! The result of a match.

use serde::{Deserialize, Serialize};

use super::{Claim, Estimate, Pentanomial, Sample, Tally};

/// The games of a player against another, and the Elo difference.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct MatchResult {
    /// Its games.
    #[serde(flatten)]
    pub tally: Tally,
    /// Its pairs of games.
    pub pairs: Pentanomial,
    /// The Elo difference with its 95% interval.
    pub elo: Estimate,
    /// The Elo difference at 95% confidence: an interval or a bound.
    pub claim: Claim,
}

impl MatchResult {
    /// Computes the Elo difference from the pairs if there are any, else from the games.
    #[must_use]
    pub fn new(tally: Tally, pairs: Pentanomial) -> Self {
        let sample = Sample::of(tally, pairs);
        Self {
            tally,
            pairs,
            elo: sample.elo(),
            claim: sample.claim(),
        }
    }
}
