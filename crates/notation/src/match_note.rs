//! The comments of match tools: `{+0.35/18 1.234s}`.

use std::fmt;
use std::time::Duration;

use gametree::Value;

use crate::Comment;
use crate::command::{parse_number, write_pawns};

/// The search statistics of a move, as match tools write them.
///
/// ```
/// use gametree::Value;
/// use notation::{Comment, MatchNote};
/// let note = MatchNote::from_comment(&Comment::new("+0.35/18 1.234s, n=5000")).unwrap();
/// assert_eq!((note.value, note.depth), (Some(Value::Centipawns(35)), 18));
/// assert_eq!((note.time.as_millis(), note.nodes), (1_234, Some(5_000)));
/// assert_eq!(note.to_string(), "+0.35/18 1.234s, n=5000");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchNote {
    /// The value from the point of view of the side that **moved**; `None` for a player without an evaluation.
    pub value: Option<Value>,
    /// The depth reached; written only with a value.
    pub depth: u32,
    /// The time used, in milliseconds.
    pub time: Duration,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The selective depth: the length of the longest line searched, in plies.
    pub selective_depth: Option<u32>,
    /// The remaining entries, separated by commas.
    pub rest: String,
}

impl MatchNote {
    /// Reads the text of a comment. Returns `None` for other texts, such as `book`.
    #[must_use]
    pub fn from_comment(comment: &Comment) -> Option<Self> {
        let text = comment.text();
        let (head, rest) = text.split_once(',').unwrap_or((&text, ""));
        let (value, depth, time) = match head.trim().split_once(' ') {
            Some((said, time)) => {
                let (value, depth) = said.split_once('/')?;
                (Some(parse_value(value)?), depth.parse().ok()?, time)
            }
            None => (None, 0, head.trim()),
        };
        let seconds: f64 = time.strip_suffix('s')?.parse().ok()?;
        let millis = (seconds * 1_000.0).round();
        if !(0.0..1e12).contains(&millis) {
            return None;
        }
        let mut note = Self {
            value,
            depth,
            time: Duration::from_millis(millis as u64),
            ..Self::default()
        };
        let mut more = Vec::new();
        for part in rest.split(',').map(str::trim) {
            let after = |name| part.strip_prefix(name);
            let nodes = after("n=").and_then(|text| text.parse().ok());
            let depth = after("sd=").and_then(|text| text.parse().ok());
            if let (None, Some(nodes)) = (note.nodes, nodes) {
                note.nodes = Some(nodes);
            } else if let (None, Some(depth)) = (note.selective_depth, depth) {
                note.selective_depth = Some(depth);
            } else if !part.is_empty() {
                more.push(part);
            }
        }
        note.rest = more.join(", ");
        Some(note)
    }

    /// Writes the note as a comment. Returns `None` if all entries are empty and the time is below a millisecond.
    #[must_use]
    pub fn to_comment(&self) -> Option<Comment> {
        (*self != Self::default()).then(|| Comment::new(&self.to_string()))
    }
}

fn parse_value(text: &str) -> Option<Value> {
    let Some((sign, moves)) = text.split_once('M') else {
        return parse_number(text);
    };
    let moves: i32 = moves.parse().ok()?;
    Some(Value::Mate(match sign {
        "+" | "" => moves,
        "-" => moves.checked_neg()?,
        _ => return None,
    }))
}

impl fmt::Display for MatchNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.value {
            Some(value @ (Value::Centipawns(_) | Value::Proved(_))) => {
                let value = value.score();
                if value >= 0 {
                    f.write_str("+")?;
                }
                write_pawns(value, f)?;
            }
            Some(Value::Mate(moves)) => {
                let sign = if moves < 0 { '-' } else { '+' };
                write!(f, "{sign}M{}", moves.unsigned_abs())?;
            }
            Some(Value::Points(points) | Value::Printed(points)) => write!(f, "{points:+}")?,
            None => {}
        }
        if self.value.is_some() {
            write!(f, "/{} ", self.depth)?;
        }
        let millis = self.time.as_millis();
        write!(f, "{}.{:03}s", millis / 1_000, millis % 1_000)?;
        if let Some(nodes) = self.nodes {
            write!(f, ", n={nodes}")?;
        }
        if let Some(depth) = self.selective_depth {
            write!(f, ", sd={depth}")?;
        }
        if !self.rest.is_empty() {
            write!(f, ", {}", self.rest)?;
        }
        Ok(())
    }
}
