//! The comments of match tools: `{+0.35/18 1.234s}`.

use std::fmt;
use std::time::Duration;

use crate::command::{parse_pawns, write_pawns};
use crate::{Comment, Score};

/// What a program said about its move, as match tools write it.
///
/// ```
/// use notation::{Comment, MatchNote, Score};
/// let note = MatchNote::from_comment(&Comment::new("+0.35/18 1.234s, n=5000")).unwrap();
/// assert_eq!((note.score, note.depth), (Score::Centipawns(35), 18));
/// assert_eq!(note.time.as_millis(), 1_234);
/// assert_eq!(note.to_string(), "+0.35/18 1.234s, n=5000");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MatchNote {
    /// The value of the position, from the view of the side that **moved**.
    pub score: Score,
    /// The depth reached.
    pub depth: u32,
    /// The time used, to the millisecond.
    pub time: Duration,
    /// What follows after a comma.
    pub rest: String,
}

impl MatchNote {
    /// Reads the text of a comment. `None` if it has another form, such as `book`.
    #[must_use]
    pub fn from_comment(comment: &Comment) -> Option<Self> {
        let text = comment.text();
        let (head, rest) = text.split_once(',').unwrap_or((&text, ""));
        let (value, time) = head.trim().split_once(' ')?;
        let (score, depth) = value.split_once('/')?;
        let score = match score.split_once('M') {
            Some((sign, moves)) => {
                let moves: i32 = moves.parse().ok()?;
                Score::Mate(match sign {
                    "+" | "" => moves,
                    "-" => moves.checked_neg()?,
                    _ => return None,
                })
            }
            None => Score::Centipawns(parse_pawns(score)?),
        };
        let seconds: f64 = time.strip_suffix('s')?.parse().ok()?;
        let millis = (seconds * 1_000.0).round();
        if !(0.0..1e12).contains(&millis) {
            return None;
        }
        Some(Self {
            score,
            depth: depth.parse().ok()?,
            time: Duration::from_millis(millis as u64),
            rest: rest.trim().to_owned(),
        })
    }
}

impl fmt::Display for MatchNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            Score::Centipawns(value) => {
                if value >= 0 {
                    f.write_str("+")?;
                }
                write_pawns(value, f)?;
            }
            Score::Mate(moves) => {
                let sign = if moves < 0 { '-' } else { '+' };
                write!(f, "{sign}M{}", moves.unsigned_abs())?;
            }
        }
        let millis = self.time.as_millis();
        write!(
            f,
            "/{} {}.{:03}s",
            self.depth,
            millis / 1_000,
            millis % 1_000
        )?;
        if !self.rest.is_empty() {
            write!(f, ", {}", self.rest)?;
        }
        Ok(())
    }
}

impl From<&MatchNote> for Comment {
    fn from(note: &MatchNote) -> Self {
        Self::new(&note.to_string())
    }
}
