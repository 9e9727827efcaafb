//! Scores: the value of a position for one side.
//!
//! A score is an `i32`. All scores lie strictly between `-INF` and `INF`, so
//! negating one never overflows (`-i32::MIN` would).
//!
//! A won game has a *distance*: a win `n` plies from
//! the root has the score `WIN - n`, so a shorter win is better
//! and a longer loss is better. A program that gives every mate the
//! same score may never play a mate in one.

/// The value of a position for one side.
pub type Score = i32;

/// Larger than every score. The full window is `(-INF, INF)`.
pub const INF: Score = 1_000_000;

/// The score of a game that is won already. A win in `n` plies is `WIN - n`.
pub const WIN: Score = 900_000;

/// Scores from this one on are won games. Static values stay below it.
pub const DECISIVE: Score = WIN - 10_000;

/// Returns the score of a win in `plies` plies.
#[inline]
#[must_use]
pub const fn win_in(plies: u32) -> Score {
    WIN - plies as Score
}

/// Returns the score of a loss in `plies` plies.
#[inline]
#[must_use]
pub const fn loss_in(plies: u32) -> Score {
    plies as Score - WIN
}

/// Returns whether this is the score of a won or lost game and not a static value.
#[inline]
#[must_use]
pub const fn is_decisive(score: Score) -> bool {
    score >= DECISIVE || score <= -DECISIVE
}

/// Returns the number of plies to the end of a won or lost game; `None` if undecided.
///
/// ```
/// use gametree::score::{plies_to_end, win_in, loss_in};
/// assert_eq!(plies_to_end(win_in(3)), Some(3));
/// assert_eq!(plies_to_end(loss_in(4)), Some(4));
/// assert_eq!(plies_to_end(125), None);
/// ```
#[must_use]
pub const fn plies_to_end(score: Score) -> Option<u32> {
    if is_decisive(score) {
        Some((WIN - score.abs()) as u32)
    } else {
        None
    }
}

/// Converts a score counted from a node to one counted from the root, `ply` plies above.
///
/// Undecided scores do not change. Apply it to the value of a
/// finished game and to every value from a transposition table.
#[inline]
#[must_use]
pub const fn from_node(score: Score, ply: u32) -> Score {
    if score >= DECISIVE {
        score - ply as Score
    } else if score <= -DECISIVE {
        score + ply as Score
    } else {
        score
    }
}

/// Converts a score counted from the root to one counted from a node: the value to store in a transposition table.
///
/// The same position can occur at different plies, so the table stores the distance
/// from the *position*, not from the root.
#[inline]
#[must_use]
pub const fn to_node(score: Score, ply: u32) -> Score {
    if score >= DECISIVE {
        score + ply as Score
    } else if score <= -DECISIVE {
        score - ply as Score
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shorter_wins_and_longer_losses_are_better() {
        assert!(win_in(1) > win_in(3));
        assert!(loss_in(4) > loss_in(2));
        assert_eq!(win_in(5), -loss_in(5));
    }

    #[test]
    fn distances_survive_the_way_through_a_table() {
        for ply in [0, 1, 7, 60] {
            for score in [-30, 0, 25, win_in(ply + 3), loss_in(ply + 2)] {
                assert_eq!(from_node(to_node(score, ply), ply), score);
            }
        }
        // Mate in three, seen from five plies below the root, is mate in eight from the root.
        assert_eq!(from_node(win_in(3), 5), win_in(8));
    }
}
