//! The lines `info ...` of a UCI engine.

use gametree::{Bound, Value};

/// The fields of a line that are used. Unreadable fields are left out.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Info<'a> {
    pub score: Option<(Value, Bound)>,
    /// A score that is not a whole number, as it was written.
    pub odd_score: Option<&'a str>,
    pub depth: Option<u32>,
    pub seldepth: Option<u32>,
    pub nodes: Option<u64>,
    pub hashfull: Option<u32>,
    /// The rank of the line; the best is 1.
    pub multipv: Option<u32>,
    pub pv: Vec<&'a str>,
}

/// The keywords that end a line of moves.
const KEYWORDS: &[&str] = &[
    "depth",
    "seldepth",
    "time",
    "nodes",
    "multipv",
    "score",
    "currmove",
    "currmovenumber",
    "hashfull",
    "nps",
    "tbhits",
    "sbhits",
    "cpuload",
    "string",
    "refutation",
    "currline",
    "wdl",
    "pv",
];

/// Parses the text after `info`.
pub(super) fn parse(text: &str) -> Info<'_> {
    let mut info = Info::default();
    let mut words = text.split_ascii_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            "string" => break,
            "depth" => info.depth = number(&mut words),
            "seldepth" => info.seldepth = number(&mut words),
            "nodes" => info.nodes = number(&mut words),
            "hashfull" => info.hashfull = number(&mut words),
            "multipv" => info.multipv = number(&mut words),
            "score" => {
                let make: fn(i32) -> Value = match words.next() {
                    Some("cp") => Value::Centipawns,
                    Some("mate") => Value::Mate,
                    other => {
                        info.odd_score = other;
                        continue;
                    }
                };
                let value = words.next().unwrap_or_default();
                match value.parse() {
                    Ok(value) => info.score = Some((make(value), Bound::Exact)),
                    Err(_) => info.odd_score = Some(value),
                }
            }
            "lowerbound" | "upperbound" => {
                if let Some((_, bound)) = &mut info.score {
                    *bound = match word {
                        "lowerbound" => Bound::Lower,
                        _ => Bound::Upper,
                    };
                }
            }
            "pv" => {
                info.pv.clear();
                while let Some(mv) = words.next_if(|word| !KEYWORDS.contains(word)) {
                    info.pv.push(mv);
                }
            }
            // Moves after one of these are not the principal variation.
            "refutation" | "currline" => {
                while words.next_if(|word| !KEYWORDS.contains(word)).is_some() {}
            }
            _ => {}
        }
    }
    info
}

/// Returns the next word as a number.
fn number<'a, T: std::str::FromStr>(words: &mut impl Iterator<Item = &'a str>) -> Option<T> {
    words.next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_usual_line() {
        let info = parse(
            "depth 20 seldepth 31 multipv 1 score cp -35 nodes 123456789012 nps 1000000 hashfull 12 tbhits 0 time 1234 pv e2e4 e7e5",
        );
        assert_eq!(info.score, Some((Value::Centipawns(-35), Bound::Exact)));
        assert_eq!((info.depth, info.seldepth), (Some(20), Some(31)));
        assert_eq!(info.nodes, Some(123_456_789_012));
        assert_eq!(info.multipv, Some(1));
        assert_eq!(info.pv, ["e2e4", "e7e5"]);
    }

    #[test]
    fn words_in_any_order() {
        let info = parse("pv e2e4 e7e5 score mate -3 upperbound wdl 0 0 1000 depth 4");
        assert_eq!(info.score, Some((Value::Mate(-3), Bound::Upper)));
        assert_eq!((info.depth, info.pv.len()), (Some(4), 2));
        let info = parse("depth 3 refutation d1h5 g6h5 currline 1 e2e4 score cp 1 pv d2d4");
        assert_eq!(info.pv, ["d2d4"]);
        assert_eq!(info.score, Some((Value::Centipawns(1), Bound::Exact)));
    }

    #[test]
    fn nonsense_is_left_out() {
        assert_eq!(parse(""), Info::default());
        assert_eq!(parse("string depth 9 score cp 5 pv e2e4"), Info::default());
        assert_eq!(parse("depth many score").depth, None);
        let info = parse("depth 99999999999999 score cp 0.35 nodes -1");
        assert_eq!((info.depth, info.nodes, info.score), (None, None, None));
        assert_eq!(info.odd_score, Some("0.35"));
    }
}
