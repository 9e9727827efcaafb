//! Winning chances from values, and judgements from the loss of winning chances.
//!
//! The formulas are those of lichess.org (<https://lichess.org/page/accuracy>), so that reports can be compared.

use chess::Color;
use gametree::Value;

/// The largest value in centipawns that counts. A mate counts as much.
pub const CEILING: i32 = 1_000;

/// Returns a value for White in centipawns within [`CEILING`].
fn bounded(score: Value) -> i32 {
    match score {
        Value::Mate(moves) => CEILING * moves.signum(),
        value => value.score().clamp(-CEILING, CEILING),
    }
}

/// Returns White's winning chances in percent.
///
/// ```
/// use analysis::win_percent;
/// use gametree::Value;
/// assert_eq!(win_percent(Value::Centipawns(0)), 50.0);
/// assert!((win_percent(Value::Centipawns(100)) - 59.1).abs() < 0.1);
/// ```
#[must_use]
pub fn win_percent(score: Value) -> f64 {
    50.0 + 50.0 * chances(f64::from(bounded(score)))
}

/// Returns winning chances from -1 (lost) to 1 (won).
fn chances(centipawns: f64) -> f64 {
    2.0 / (1.0 + (-0.003_682_08 * centipawns).exp()) - 1.0
}

/// Returns the accuracy of a move in percent, from the winning chances of its side before and after it in percent.
///
/// ```
/// use analysis::move_accuracy;
/// assert_eq!(move_accuracy(50.0, 60.0), 100.0);
/// assert!((move_accuracy(50.0, 40.0) - 63.6).abs() < 0.1);
/// ```
#[must_use]
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    let lost = (before - after).max(0.0);
    if lost == 0.0 {
        return 100.0;
    }
    (103.1668 * (-0.04354 * lost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The judgement of a bad move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// All judgements, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// Returns the word for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }

    /// Returns the sign after the move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// Returns the code of the sign in PGN.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// Judges a loss of winning chances, which are from -1 to 1.
    fn of_loss(lost: f64) -> Option<Self> {
        match lost {
            _ if lost >= 0.3 => Some(Self::Blunder),
            _ if lost >= 0.2 => Some(Self::Mistake),
            _ if lost >= 0.1 => Some(Self::Inaccuracy),
            _ => None,
        }
    }
}

/// Judges a move from the values before and after it, both for White.
///
/// Without a mate, the loss of winning chances decides: 0.1, 0.2 or 0.3 of a range from -1 to 1. For an allowed or a missed mate the
/// other value decides.
#[must_use]
pub fn judge(before: Value, after: Value, side: Color) -> Option<Judgement> {
    let own = |score: Value| match side {
        Color::White => score,
        Color::Black => score.flipped(),
    };
    let by_value = |value: i32| match value {
        _ if value > 999 => Judgement::Inaccuracy,
        _ if value > 700 => Judgement::Mistake,
        _ => Judgement::Blunder,
    };
    match (own(before), own(after)) {
        // An allowed mate costs less in a lost position.
        (Value::Centipawns(value), Value::Mate(moves)) if moves < 0 => Some(by_value(-value)),
        // A missed mate costs less in a position that is won anyway.
        (Value::Mate(moves), Value::Centipawns(value)) if moves > 0 => Some(by_value(value)),
        (Value::Mate(before), Value::Mate(after)) => {
            (before > 0 && after < 0).then_some(Judgement::Blunder)
        }
        (before, after) => {
            let chances = |score| chances(f64::from(bounded(score)));
            Judgement::of_loss(chances(before) - chances(after))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Value::{Centipawns, Mate};

    #[test]
    fn chances_are_even_and_mirrored() {
        for value in (-1_500..1_500).step_by(50) {
            let sum = win_percent(Centipawns(value)) + win_percent(Centipawns(-value));
            assert!((sum - 100.0).abs() < 1e-9);
        }
        assert_eq!(win_percent(Mate(3)), win_percent(Centipawns(CEILING)));
        assert_eq!(win_percent(Mate(-1)), win_percent(Centipawns(-5_000)));
        assert!(win_percent(Mate(1)) > 97.0);
    }

    #[test]
    fn accuracy_falls_with_what_is_lost() {
        let mut last = 100.0;
        for lost in 1..=100 {
            let accuracy = move_accuracy(100.0, 100.0 - f64::from(lost));
            assert!(accuracy < last || accuracy == 0.0);
            last = accuracy;
        }
        assert_eq!(last, 0.0);
    }

    #[test]
    fn thresholds_are_on_winning_chances() {
        let white = |before, after| judge(Centipawns(before), Centipawns(after), Color::White);
        assert_eq!(white(0, -50), None);
        assert_eq!(white(0, -60), Some(Judgement::Inaccuracy));
        assert_eq!(white(0, -115), Some(Judgement::Mistake));
        assert_eq!(white(0, -170), Some(Judgement::Blunder));
        // The same loss costs less in a won position.
        assert_eq!(white(900, 730), None);
        assert_eq!(white(0, 300), None);
        let black = judge(Centipawns(-20), Centipawns(200), Color::Black);
        assert_eq!(black, Some(Judgement::Blunder));
    }

    #[test]
    fn mates_are_judged_by_the_other_value() {
        let white = |before, after| judge(before, after, Color::White);
        assert_eq!(white(Centipawns(0), Mate(-2)), Some(Judgement::Blunder));
        assert_eq!(white(Centipawns(-800), Mate(-2)), Some(Judgement::Mistake));
        assert_eq!(
            white(Centipawns(-1_200), Mate(-2)),
            Some(Judgement::Inaccuracy)
        );
        assert_eq!(
            white(Mate(2), Centipawns(1_200)),
            Some(Judgement::Inaccuracy)
        );
        assert_eq!(white(Mate(2), Centipawns(100)), Some(Judgement::Blunder));
        assert_eq!(white(Mate(2), Mate(-2)), Some(Judgement::Blunder));
        assert_eq!(white(Mate(2), Mate(9)), None);
        assert_eq!(white(Mate(-5), Mate(-1)), None);
        assert_eq!(judge(Mate(-2), Mate(-1), Color::Black), None);
    }
}
