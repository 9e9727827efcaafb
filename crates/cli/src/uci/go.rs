//! What follows `go`.

use std::time::Duration;

use chess::{Color, Move};
use gametree::Request;

/// What `go` asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// What is asked, without `searchmoves`, which need a position.
    pub request: Request<Move>,
    /// `searchmoves`: only these moves are considered. `None` is all of them.
    pub search_moves: Option<Vec<String>>,
    /// Limits that came without a number and do not count. The search runs all the same: a GUI waits for its move.
    pub without_number: Vec<&'static str>,
    /// Tokens that mean nothing.
    pub unknown: Vec<String>,
}

/// The words that mean something after `go`. Words with a number come last.
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
    /// Reads what follows `go`. Nothing is an error, because a GUI waits for a move whatever it sent.
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

/// A whole number, however large: what does not fit becomes the largest or smallest that does.
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

/// Sets a limit that has a number. A time below zero is zero; a count below one is one, except that no moves to go
/// says nothing at all.
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

#[cfg(test)]
mod tests {
    use gametree::{Clocks, Limits};

    use super::*;

    fn go(words: &str) -> Go {
        Go::parse(words.split_whitespace())
    }

    #[test]
    fn go_takes_every_limit_in_any_order() {
        let go = go(
            "nodes 5 wtime 1000 btime -7 winc 10 binc 20 movestogo 4 mate 3 searchmoves e2e4 d2d4 \
                     movetime 50 depth 0 infinite ponder",
        );
        assert_eq!(
            go.search_moves,
            Some(vec!["e2e4".to_owned(), "d2d4".to_owned()])
        );
        assert_eq!(
            go.request,
            Request {
                clocks: Clocks {
                    left: [Some(Duration::from_secs(1)), Some(Duration::ZERO)],
                    increment: [Duration::from_millis(10), Duration::from_millis(20)],
                    moves_to_go: Some(4),
                },
                mate: Some(3),
                infinite: true,
                ponder: true,
                ..Request::new(
                    Limits::depth(1)
                        .with_nodes(5)
                        .with_time(Duration::from_millis(50))
                )
            }
        );
        assert_eq!((go.without_number, go.unknown), (vec![], vec![]));
    }

    #[test]
    fn go_survives_missing_and_absurd_numbers() {
        let odd = go("wtime btime 5 depth x nodes 99999999999999999999 movestogo 0 fast");
        assert_eq!(odd.without_number, ["wtime", "depth"]);
        assert_eq!(odd.unknown, ["x", "fast"]);
        assert_eq!(
            odd.request.clocks.left,
            [None, Some(Duration::from_millis(5))]
        );
        assert_eq!(odd.request.limits.nodes, Some(i64::MAX as u64));
        assert_eq!(odd.request.clocks.moves_to_go, None);
    }
}
