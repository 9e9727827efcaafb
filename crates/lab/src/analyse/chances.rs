//! From values to chances, and from lost chances to a judgement.
//!
//! The formulas are those that lichess.org publishes (<https://lichess.org/page/accuracy>), so that reports can be
//! compared with the ones people know.

use chess::Color;
use gametree::Value;

/// A value counts no more than this many hundredths of a pawn; a mate counts as much.
pub const CEILING: i32 = 1_000;

/// What a value counts for White, within [`CEILING`].
fn held(score: Value) -> i32 {
    match score {
        Value::Mate(moves) => CEILING * moves.signum(),
        value => value.score().clamp(-CEILING, CEILING),
    }
}

/// The chance that White wins, in percent.
///
/// ```
/// use lab::analyse::win_percent;
/// use gametree::Value;
/// assert_eq!(win_percent(Value::Centipawns(0)), 50.0);
/// assert!((win_percent(Value::Centipawns(100)) - 59.1).abs() < 0.1);
/// ```
#[must_use]
pub fn win_percent(score: Value) -> f64 {
    50.0 + 50.0 * chances(f64::from(held(score)))
}

/// From -1 (lost) to 1 (won).
fn chances(centipawns: f64) -> f64 {
    2.0 / (1.0 + (-0.003_682_08 * centipawns).exp()) - 1.0
}

/// How accurate a move was, in percent, given the mover's chances before and after it, in percent.
///
/// ```
/// use lab::analyse::move_accuracy;
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

/// How bad a move was.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Judgement {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Judgement {
    /// All of them, the mildest first.
    pub const ALL: [Self; 3] = [Self::Inaccuracy, Self::Mistake, Self::Blunder];

    /// The word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inaccuracy => "Inaccuracy",
            Self::Mistake => "Mistake",
            Self::Blunder => "Blunder",
        }
    }

    /// The sign after the move.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Inaccuracy => "?!",
            Self::Mistake => "?",
            Self::Blunder => "??",
        }
    }

    /// The number of the sign in PGN.
    #[must_use]
    pub const fn nag(self) -> u8 {
        match self {
            Self::Inaccuracy => 6,
            Self::Mistake => 2,
            Self::Blunder => 4,
        }
    }

    /// What a loss of winning chances, out of a range of 2, is called.
    fn of_loss(lost: f64) -> Option<Self> {
        match lost {
            _ if lost >= 0.3 => Some(Self::Blunder),
            _ if lost >= 0.2 => Some(Self::Mistake),
            _ if lost >= 0.1 => Some(Self::Inaccuracy),
            _ => None,
        }
    }
}

/// What a move deserves that led from one value to another, both for White.
///
/// Where no mate is in it, the loss of winning chances decides: 0.1, 0.2 and 0.3 of a range from -1 to 1. Who lets
/// himself be mated or lets a mate go is judged by how much was there besides.
#[must_use]
pub fn judge(before: Value, after: Value, mover: Color) -> Option<Judgement> {
    let own = |score: Value| match mover {
        Color::White => score,
        Color::Black => score.flipped(),
    };
    let by_rest = |rest: i32| match rest {
        _ if rest > 999 => Judgement::Inaccuracy,
        _ if rest > 700 => Judgement::Mistake,
        _ => Judgement::Blunder,
    };
    match (own(before), own(after)) {
        // A mate that is allowed matters less to somebody who was lost anyway.
        (Value::Centipawns(value), Value::Mate(moves)) if moves < 0 => Some(by_rest(-value)),
        // A mate that is let go matters less to somebody who wins anyway.
        (Value::Mate(moves), Value::Centipawns(value)) if moves > 0 => Some(by_rest(value)),
        (Value::Mate(before), Value::Mate(after)) => {
            (before > 0 && after < 0).then_some(Judgement::Blunder)
        }
        (before, after) => {
            let chances = |score| chances(f64::from(held(score)));
            Judgement::of_loss(chances(before) - chances(after))
        }
    }
}

/// How accurate White and Black were in a whole game, in percent; none for a side without a move.
///
/// `percents` are White's chances before the first move and after each one. Moves count more where the game is in the
/// balance: each is weighted by how much the chances moved about in a window of moves around it, and the result is the
/// mean of that weighted mean and the harmonic mean, in which one bad move cannot hide among good ones.
#[must_use]
pub fn game_accuracy(percents: &[f64], first: Color) -> [Option<f64>; 2] {
    let moves = percents.len().saturating_sub(1);
    let window = (moves / 10).clamp(2, 8).min(percents.len());
    let mut sides: [Vec<(f64, f64)>; 2] = [Vec::new(), Vec::new()];
    let mut mover = first;
    for index in 0..moves {
        // The first moves share the first window.
        let start = (index + 2).saturating_sub(window);
        let weight = deviation(&percents[start..(start + window).min(percents.len())]);
        let (before, after) = (percents[index], percents[index + 1]);
        let accuracy = match mover {
            Color::White => move_accuracy(before, after),
            Color::Black => move_accuracy(after, before),
        };
        sides[mover as usize].push((accuracy, weight.clamp(0.5, 12.0)));
        mover = !mover;
    }
    sides.map(|moves| {
        let count = moves.len() as f64;
        let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
        let weighted: f64 = moves
            .iter()
            .map(|(accuracy, weight)| accuracy * weight)
            .sum();
        // Nought would swallow everything else in a harmonic mean.
        let inverse: f64 = moves
            .iter()
            .map(|(accuracy, _)| 1.0 / accuracy.max(1.0))
            .sum();
        (!moves.is_empty()).then(|| f64::midpoint(weighted / weights, count / inverse))
    })
}

/// The standard deviation.
fn deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    (squares / count).sqrt()
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
        // The same number of pawns means less to somebody who wins anyway.
        assert_eq!(white(900, 730), None);
        assert_eq!(white(0, 300), None);
        let black = judge(Centipawns(-20), Centipawns(200), Color::Black);
        assert_eq!(black, Some(Judgement::Blunder));
    }

    #[test]
    fn mates_are_judged_by_the_rest() {
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

    #[test]
    fn a_game_without_mistakes_is_perfect_and_one_blunder_shows() {
        assert_eq!(game_accuracy(&[50.0], Color::White), [None, None]);
        assert_eq!(
            game_accuracy(&[50.0, 50.0], Color::Black),
            [None, Some(100.0)]
        );
        let mut percents = vec![50.0; 41];
        assert_eq!(game_accuracy(&percents, Color::White), [Some(100.0); 2]);
        // White's eleventh move throws the game away.
        percents[21..].fill(5.0);
        let [white, black] = game_accuracy(&percents, Color::White);
        assert_eq!(black, Some(100.0));
        assert!(
            white.is_some_and(|white| (20.0..90.0).contains(&white)),
            "{white:?}"
        );
    }
}
