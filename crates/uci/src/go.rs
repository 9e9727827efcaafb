//! The arguments of `go`.

use std::time::Duration;

use chess::{Color, Move};
use gametree::Request;

/// The arguments of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// The request, without `searchmoves`, which need a position.
    pub request: Request<Move>,
    /// `searchmoves`: the root moves to search. `None` is all of them.
    pub search_moves: Option<Vec<String>>,
    /// Limits without a number. They are ignored, because the client expects a move.
    pub without_number: Vec<&'static str>,
    /// Unknown tokens.
    pub unknown: Vec<String>,
}

/// All keywords.
const WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "infinite",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
];

impl Go {
    /// Parses the arguments. Nothing is an error, because the client expects a move.
    pub fn parse<'a>(words: impl Iterator<Item = &'a str>) -> Self {
        let mut words = words.peekable();
        let mut go = Go::default();
        while let Some(word) = words.next() {
            match word {
                "searchmoves" => {
                    let moves = go.search_moves.get_or_insert_default();
                    while let Some(word) = words.next_if(|word| !WORDS.contains(word)) {
                        moves.push(word.to_owned());
                    }
                }
                "ponder" => go.request.ponder = true,
                "infinite" => go.request.infinite = true,
                _ => match WORDS.into_iter().find(|known| *known == word) {
                    None => go.unknown.push(word.to_owned()),
                    Some(limit) => match words.peek().copied().and_then(parse_number) {
                        None => go.without_number.push(limit),
                        Some(number) => {
                            words.next();
                            set_limit(&mut go.request, limit, number);
                        }
                    },
                },
            }
        }
        go
    }
}

/// Parses an integer. Saturates at the limits of the type.
fn parse_number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let too_large = if word.starts_with('-') {
        i64::MIN
    } else {
        i64::MAX
    };
    Some(word.parse().unwrap_or(too_large))
}

/// Sets a limit with a number. A time is at least 0 and a count at least 1; `movestogo 0` is ignored.
fn set_limit(request: &mut Request<Move>, name: &str, number: i64) {
    let natural = u64::try_from(number).unwrap_or(0);
    let time = Duration::from_millis(natural);
    let count = natural.max(1);
    let small = u32::try_from(count).unwrap_or(u32::MAX);
    let clocks = &mut request.clocks;
    match name {
        "wtime" => clocks.left[Color::White as usize] = Some(time),
        "btime" => clocks.left[Color::Black as usize] = Some(time),
        "winc" => clocks.increment[Color::White as usize] = time,
        "binc" => clocks.increment[Color::Black as usize] = time,
        "movestogo" => clocks.moves_to_go = (natural > 0).then_some(small),
        "depth" => request.limits.depth = Some(small),
        "nodes" => request.limits.nodes = Some(count),
        "mate" => request.mate = Some(small),
        "movetime" => request.limits.time = Some(time),
        _ => {}
    }
}
