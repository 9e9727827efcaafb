//! What a position is worth, as people read it.

use std::fmt;

use crate::score::{INF, Score, is_decisive, loss_in, plies_to_end, win_in};

/// How a game ends with best play, where that is proved and how long it takes is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// The side to move wins.
    Won,
    /// Nobody wins.
    Drawn,
    /// The side to move loses.
    Lost,
}

impl Proof {
    /// In a word.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Drawn => "drawn",
            Self::Lost => "lost",
        }
    }

    /// 1, 0 or -1 for the side to move.
    #[must_use]
    pub const fn sign(self) -> Score {
        match self {
            Self::Won => 1,
            Self::Drawn => 0,
            Self::Lost => -1,
        }
    }

    /// The same seen by the other side.
    #[must_use]
    pub const fn flipped(self) -> Self {
        match self {
            Self::Won => Self::Lost,
            Self::Drawn => Self::Drawn,
            Self::Lost => Self::Won,
        }
    }
}

/// What a proved win counts where numbers are compared: as much as one that end-game tables know.
const PROVED: Score = 20_000;

/// A value as people read it, for the side to move unless said otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Chess: hundredths of a pawn.
    Centipawns(Score),
    /// Chess: mate in so many moves; below zero is being mated, zero is mate on the board.
    Mate(Score),
    /// Other games: the evaluator's units, or discs; a won game as the searches have it.
    Points(Score),
    /// A player out of a document: what its program would print, in its own units, its infinities too.
    Printed(Score),
    /// Any game: how it ends is proved, and not how soon.
    Proved(Proof),
}

/// No printed value is taken for a won game when it is counted with.
const PRINTED_MOST: Score = 800_000;

impl Value {
    /// A score of the searches, for a game whose values are hundredths of a pawn and whose wins are mates.
    #[must_use]
    pub const fn of_chess(score: Score) -> Self {
        match plies_to_end(score) {
            // Nothing was searched to its end.
            _ if score >= INF || score <= -INF => Self::Centipawns(0),
            Some(plies) if is_decisive(score) => {
                let moves = (plies as Score + 1) / 2;
                Self::Mate(if score > 0 { moves } else { -moves })
            }
            _ => Self::Centipawns(score),
        }
    }

    /// A score of the searches, for any other game.
    #[must_use]
    pub const fn of_points(score: Score) -> Self {
        Self::Points(score)
    }

    /// The score of the searches that this is: what can be compared and counted with.
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

    /// The same seen by the other side.
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
    fn values_are_written_for_people() {
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
