//! Commands inside comments: `[%eval 0.17,18]`, `[%clk 0:00:30]`, `[%csl Ge5]`.

use std::fmt;
use std::time::Duration;

use chess::Square;
use gametree::Value;

/// An evaluation from the point of view of the **first** side: in chess White. Values in pawns have decimals (`0.17`); values
/// without decimals are points of another game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eval {
    /// The value.
    pub value: Value,
    /// The depth of the search that found it.
    pub depth: Option<u32>,
}

/// The colour of a mark on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Paint {
    Green,
    Red,
    Yellow,
    Blue,
}

impl Paint {
    const fn letter(self) -> char {
        match self {
            Self::Green => 'G',
            Self::Red => 'R',
            Self::Yellow => 'Y',
            Self::Blue => 'B',
        }
    }

    const fn from_letter(letter: u8) -> Option<Self> {
        Some(match letter {
            b'G' => Self::Green,
            b'R' => Self::Red,
            b'Y' => Self::Yellow,
            b'B' => Self::Blue,
            _ => return None,
        })
    }
}

/// A command inside a comment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// `%eval`: the value of the position after the move.
    Eval(Eval),
    /// `%clk`: the time on the clock after the move, in milliseconds.
    Clock(Duration),
    /// `%emt`: the time used for the move, in milliseconds.
    Elapsed(Duration),
    /// `%csl`: coloured squares.
    Squares(Vec<(Paint, Square)>),
    /// `%cal`: coloured arrows.
    Arrows(Vec<(Paint, Square, Square)>),
    /// Any other command, and the commands above with a malformed value, kept as text.
    Other {
        /// The name, without `%`.
        name: String,
        /// The text after the name.
        value: String,
    },
}

impl Command {
    /// Interprets a command. Unknown and malformed commands become [`Command::Other`].
    #[must_use]
    pub fn parse(name: &str, value: &str) -> Self {
        let known = match name {
            "eval" => parse_eval(value).map(Self::Eval),
            "clk" => parse_clock(value).map(Self::Clock),
            "emt" => parse_clock(value).map(Self::Elapsed),
            "csl" => parse_list(value, parse_square).map(Self::Squares),
            "cal" => parse_list(value, parse_arrow).map(Self::Arrows),
            _ => None,
        };
        known.unwrap_or_else(|| Self::Other {
            name: name.to_owned(),
            value: value.to_owned(),
        })
    }
}

/// The command as in a comment.
impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Eval(eval) => {
                f.write_str("[%eval ")?;
                match eval.value {
                    Value::Centipawns(value) => write_pawns(value, f)?,
                    value @ Value::Proved(_) => write_pawns(value.score(), f)?,
                    Value::Mate(moves) => write!(f, "#{moves}")?,
                    Value::Points(points) | Value::Printed(points) => write!(f, "{points}")?,
                }
                if let Some(depth) = eval.depth {
                    write!(f, ",{depth}")?;
                }
                f.write_str("]")
            }
            Self::Clock(time) => write!(f, "[%clk {}]", clock(*time)),
            Self::Elapsed(time) => write!(f, "[%emt {}]", clock(*time)),
            Self::Squares(list) => {
                let list: Vec<String> = list
                    .iter()
                    .map(|(paint, square)| format!("{}{square}", paint.letter()))
                    .collect();
                write!(f, "[%csl {}]", list.join(","))
            }
            Self::Arrows(list) => {
                let list: Vec<String> = list
                    .iter()
                    .map(|(paint, from, to)| format!("{}{from}{to}", paint.letter()))
                    .collect();
                write!(f, "[%cal {}]", list.join(","))
            }
            Self::Other { name, value } if value.is_empty() => write!(f, "[%{name}]"),
            Self::Other { name, value } => write!(f, "[%{name} {value}]"),
        }
    }
}

/// Writes centipawns as pawns: `-0.35`.
pub(crate) fn write_pawns(centipawns: i32, f: &mut impl fmt::Write) -> fmt::Result {
    let sign = if centipawns < 0 { "-" } else { "" };
    let size = centipawns.unsigned_abs();
    write!(f, "{sign}{}.{:02}", size / 100, size % 100)
}

/// Reads pawns with at most two decimals as centipawns.
fn parse_pawns(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let part = match part.len() {
        0 => 0,
        1 => digits_only(part)? * 10,
        2 => digits_only(part)?,
        _ => return None,
    };
    let whole = if whole.is_empty() && digits.len() > 1 {
        0
    } else {
        digits_only(whole)?
    };
    let size = whole.checked_mul(100)?.checked_add(part)?;
    i32::try_from(size).ok().map(|size| sign * size)
}

fn digits_only(text: &str) -> Option<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}

fn parse_eval(text: &str) -> Option<Eval> {
    let (value, depth) = match text.split_once(',') {
        Some((value, depth)) => (value, Some(digits_only(depth)?)),
        None => (text, None),
    };
    let value = match value.strip_prefix('#') {
        Some(moves) => Value::Mate(moves.parse().ok()?),
        None => parse_number(value)?,
    };
    Some(Eval { value, depth })
}

/// Reads pawns (with decimals) or points of other games (without decimals).
pub(crate) fn parse_number(text: &str) -> Option<Value> {
    if text.contains('.') {
        parse_pawns(text).map(Value::Centipawns)
    } else {
        let digits = text.strip_prefix('+').unwrap_or(text);
        let is_number = !digits.starts_with('+');
        is_number.then(|| digits.parse().ok().map(Value::Points))?
    }
}

/// Reads hours, minutes, and seconds with at most three decimals.
fn parse_clock(value: &str) -> Option<Duration> {
    let (hours, rest) = value.split_once(':')?;
    let (minutes, rest) = rest.split_once(':')?;
    let (seconds, part) = rest.split_once('.').unwrap_or((rest, "0"));
    let millis = match part.len() {
        1..=3 => digits_only(part)? * [100, 10, 1][part.len() - 1],
        _ => return None,
    };
    let [hours, minutes, seconds] = [
        digits_only(hours)?,
        digits_only(minutes)?,
        digits_only(seconds)?,
    ];
    if minutes > 59 || seconds > 59 {
        return None;
    }
    let whole = u64::from(hours) * 3_600 + u64::from(minutes * 60 + seconds);
    Some(Duration::from_secs(whole) + Duration::from_millis(u64::from(millis)))
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    match time.subsec_millis() {
        0 => format!("{hours}:{minutes:02}:{seconds:02}"),
        millis => {
            let text = format!("{hours}:{minutes:02}:{seconds:02}.{millis:03}");
            text.trim_end_matches('0').to_owned()
        }
    }
}

fn parse_list<T>(value: &str, item: impl Fn(&str) -> Option<T>) -> Option<Vec<T>> {
    value.split(',').map(|text| item(text.trim())).collect()
}

fn parse_square(text: &str) -> Option<(Paint, Square)> {
    let paint = Paint::from_letter(*text.as_bytes().first()?)?;
    Some((paint, text.get(1..)?.parse().ok()?))
}

fn parse_arrow(text: &str) -> Option<(Paint, Square, Square)> {
    let (paint, from) = parse_square(text.get(..3)?)?;
    Some((paint, from, text.get(3..)?.parse().ok()?))
}
