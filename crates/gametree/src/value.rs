//! The value of a position with its unit, for display.

use std::fmt;

use crate::named::named;
use crate::score::{INF, Score, is_decisive, loss_in, plies_to_end, win_in};

named! {
    /// A proved outcome without a distance.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Proof {
        /// The side to move wins.
        Won = "won",
        /// A draw.
        Drawn = "drawn",
        /// The side to move loses.
        Lost = "lost",
    }
}

impl Proof {
    /// Returns 1, 0 or -1 for the side to move.
    #[must_use]
    pub const fn sign(self) -> Score {
        match self {
            Self::Won => 1,
            Self::Drawn => 0,
            Self::Lost => -1,
        }
    }

    /// Returns the same outcome in the view of the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Won => Self::Lost,
            Self::Drawn => Self::Drawn,
            Self::Lost => Self::Won,
        }
    }
}

/// The score of a proved win when values are compared: that of a tablebase win.
const PROVED: Score = 20_000;

/// A value with its unit, for display. It is for the side to move unless stated otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize),
    serde(tag = "kind", content = "number", rename_all = "lowercase")
)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Value {
    /// Chess: centipawns.
    Centipawns(Score),
    /// Chess: mate in this many moves. Negative: the side to move is mated. Zero: checkmate on the board.
    Mate(Score),
    /// Other games: units of the evaluator, or discs. A won game is a score with a distance.
    Points(Score),
    /// A course player: the value that its program prints, in its own units, infinities included.
    Printed(Score),
    /// Any game: a proved outcome without a distance.
    Proved(Proof),
}

/// The limit of a printed value in comparisons, below every won game.
const PRINTED_MOST: Score = 800_000;

impl Value {
    /// Converts a score of a search in chess: centipawns, or a mate.
    #[must_use]
    pub const fn of_chess(score: Score) -> Self {
        match plies_to_end(score) {
            // The search returned no value.
            _ if score >= INF || score <= -INF => Self::Centipawns(0),
            Some(plies) if is_decisive(score) => {
                let moves = (plies as Score + 1) / 2;
                Self::Mate(if score > 0 { moves } else { -moves })
            }
            _ => Self::Centipawns(score),
        }
    }

    /// Converts a score of a search in any other game.
    #[must_use]
    pub const fn of_points(score: Score) -> Self {
        Self::Points(score)
    }

    /// Returns the score to compare and to compute with.
    #[must_use]
    pub const fn score(self) -> Score {
        match self {
            Self::Centipawns(score) | Self::Points(score) => score,
            Self::Printed(score) if score > PRINTED_MOST => PRINTED_MOST,
            Self::Printed(score) if score < -PRINTED_MOST => -PRINTED_MOST,
            Self::Printed(score) => score,
            Self::Mate(moves) if moves > 0 => win_in(2 * moves as u32 - 1),
            Self::Mate(moves) => loss_in(2 * moves.unsigned_abs()),
            Self::Proved(proof) => PROVED * proof.sign(),
        }
    }

    /// Returns the value in the units of a chart: pawns in chess. A decided game has none.
    #[must_use]
    pub fn charted(self) -> Option<f64> {
        match self {
            Self::Mate(_) | Self::Proved(_) => None,
            Self::Centipawns(score) => Some(f64::from(score) / 100.0),
            Self::Points(score) => (!is_decisive(score)).then(|| f64::from(score)),
            Self::Printed(score) => Some(f64::from(score)),
        }
    }

    /// Returns the same value in the view of the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Centipawns(score) => Self::Centipawns(-score),
            Self::Mate(moves) => Self::Mate(-moves),
            Self::Points(score) => Self::Points(-score),
            Self::Printed(score) => Self::Printed(score.saturating_neg()),
            Self::Proved(proof) => Self::Proved(proof.flipped()),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Centipawns(score) => write!(f, "{:+.2}", f64::from(score) / 100.0),
            Self::Mate(moves) => write!(f, "#{moves}"),
            Self::Points(score) => match plies_to_end(score) {
                Some(plies) if score > 0 => write!(f, "won in {plies}"),
                Some(plies) => write!(f, "lost in {plies}"),
                None => write!(f, "{score:+}"),
            },
            Self::Printed(score) => write!(f, "{score}"),
            Self::Proved(proof) => write!(f, "{}, proved", proof.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_written_with_sign_and_distance() {
        assert_eq!(Value::of_chess(35).to_string(), "+0.35");
        assert_eq!(Value::of_chess(win_in(3)).to_string(), "#2");
        assert_eq!(Value::of_chess(loss_in(4)).to_string(), "#-2");
        assert_eq!(Value::of_points(-8).to_string(), "-8");
        assert_eq!(Value::of_points(win_in(5)).to_string(), "won in 5");
        assert_eq!(Value::Printed(3).to_string(), "3");
        let won = Value::Proved(Proof::Won);
        assert_eq!(won.to_string(), "won, proved");
        assert_eq!(won.flipped().to_string(), "lost, proved");
        assert_eq!(won.flipped().score(), -20_000);
        assert_eq!(Value::Printed(i32::MAX).to_string(), "2147483647");
        assert_eq!(Value::Printed(i32::MIN).flipped(), Value::Printed(i32::MAX));
        assert!(plies_to_end(Value::Printed(i32::MAX).score()).is_none());
    }

    #[test]
    fn scores_come_back() {
        for score in [0, -35, win_in(1), win_in(5), loss_in(2), loss_in(6)] {
            assert_eq!(Value::of_chess(score).score(), score);
            assert_eq!(Value::of_points(score).score(), score);
        }
    }

    #[test]
    fn mates_are_counted_in_moves() {
        assert_eq!(Value::of_chess(win_in(1)), Value::Mate(1));
        assert_eq!(Value::of_chess(win_in(3)), Value::Mate(2));
        assert_eq!(Value::of_chess(loss_in(2)), Value::Mate(-1));
        assert_eq!(Value::of_chess(-INF), Value::Centipawns(0));
        assert_eq!(Value::of_chess(34).flipped(), Value::Centipawns(-34));
    }
}
