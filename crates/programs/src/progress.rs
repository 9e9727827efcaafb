//! The progress of a UCI search: reads `info` lines and collects warnings.

use std::time::Duration;

use chess::{Move, Position, uci};
use games::nearest::quote;
use gametree::{Bound, Stats, Value};
use players::{Answer, Fault};

use super::info::{self, Info};
use super::variation;

/// The number of principal variations that are checked during a search. The last one is always checked.
const CHECKED_LINES: usize = 200;

/// One search, from `go` to `bestmove`.
pub(super) struct Progress<'a> {
    /// Every position of the game, the current one last.
    history: &'a [Position],
    /// The last score that counts, with its bound.
    score: Option<(Value, Bound)>,
    depth: Option<u32>,
    seldepth: Option<u32>,
    nodes: Option<u64>,
    hashfull: Option<u32>,
    /// The principal variation of that score.
    line: Vec<Move>,
    warnings: Vec<String>,
    /// The last line with moves, after `info`.
    last_line: String,
    is_last_checked: bool,
    lines_with_moves: usize,
    /// The number of lines received, for the error of a missing move.
    lines: usize,
    last_text: String,
}

impl<'a> Progress<'a> {
    /// Starts a search.
    pub fn new(history: &'a [Position]) -> Self {
        Self {
            history,
            score: None,
            depth: None,
            seldepth: None,
            nodes: None,
            hashfull: None,
            line: Vec::new(),
            warnings: Vec::new(),
            last_line: String::new(),
            is_last_checked: true,
            lines_with_moves: 0,
            lines: 0,
            last_text: String::new(),
        }
    }

    /// Reads a line that is not the answer. Returns a report if it has the value and the principal variation of the best move.
    pub fn read(&mut self, line: &str, time: Duration) -> Option<gametree::Info<Move>> {
        self.lines += 1;
        self.last_text.clear();
        self.last_text.push_str(line);
        let text = line.trim_start().strip_prefix("info ")?;
        let info = info::parse(text);
        if info.multipv.is_some_and(|number| number != 1) {
            return None;
        }
        if let Some(odd) = info.odd_score {
            self.warn(format!("the score is not a whole number: {}", quote(odd)));
        }
        self.nodes = info.nodes.or(self.nodes);
        self.hashfull = info.hashfull.or(self.hashfull);
        let counts = info.score.is_some_and(|(_, bound)| {
            bound == Bound::Exact || !matches!(self.score, Some((_, Bound::Exact)))
        });
        if counts {
            self.score = info.score;
            self.depth = info.depth.or(self.depth);
            self.seldepth = info.seldepth.or(self.seldepth);
        }
        if info.pv.is_empty() {
            return None;
        }
        self.lines_with_moves += 1;
        self.is_last_checked = self.lines_with_moves <= CHECKED_LINES;
        if self.is_last_checked {
            self.check(&info);
        }
        self.last_line.clear();
        self.last_line.push_str(text);
        let (score, bound) = info.score.filter(|_| counts)?;
        self.line = self.moves(&info.pv);
        (!self.line.is_empty()).then(|| gametree::Info {
            depth: info.depth.unwrap_or(1),
            selective_depth: info.seldepth.or(info.depth).unwrap_or(1),
            rank: 1,
            score,
            bound,
            wdl: None,
            nodes: self.nodes.unwrap_or(0),
            hash_full: self.hashfull,
            table_hits: 0,
            time,
            line: self.line.clone(),
        })
    }

    /// Returns the moves of a line, up to the first illegal one.
    fn moves(&self, line: &[&str]) -> Vec<Move> {
        let Some(&(mut position)) = self.history.last() else {
            return Vec::new();
        };
        let legal = line.iter().map_while(|text| {
            let mv = uci::parse(&position, text).ok()?;
            position = position.after(mv);
            Some(mv)
        });
        legal.collect()
    }

    fn check(&mut self, info: &Info) {
        if let Some(fault) = variation::fault(self.history, info) {
            self.warn(fault);
        }
    }

    /// Adds a warning, one of each kind.
    fn warn(&mut self, warning: String) {
        let kind = |text: &str| text.split(':').next().map(str::to_owned);
        let known = |earlier: &String| kind(earlier) == kind(&warning);
        if !self.warnings.iter().any(known) {
            self.warnings.push(warning);
        }
    }

    /// Returns the answer. `answer` is the text after `bestmove`.
    pub fn end(mut self, answer: &str) -> Result<Answer<Move>, Fault> {
        let mut words = answer.split_ascii_whitespace();
        let text = words.next().unwrap_or_default();
        let named_reply = words
            .next()
            .filter(|&word| word == "ponder")
            .and(words.next());
        let best = self
            .history
            .last()
            .and_then(|position| uci::parse(position, text).ok())
            .ok_or_else(|| Fault::IllegalMove(quote(text)))?;
        let line = std::mem::take(&mut self.last_line);
        let info = info::parse(&line);
        if !self.is_last_checked {
            self.check(&info);
        }
        if let Some(first) = info.pv.first()
            && let Some(position) = self.history.last()
            && uci::parse(position, first).is_ok_and(|first| first != best)
        {
            self.warn(format!(
                "the move is not the first of the line: {text}, not {first}"
            ));
        }
        match self.score {
            Some((_, Bound::Exact)) => {}
            Some(_) => self.warn("no exact score before the move".to_owned()),
            None => self.warn("no score before the move".to_owned()),
        }
        let line = match self.line.first() {
            Some(first) if *first == best => self.line,
            _ => vec![best],
        };
        let expected = named_reply.and_then(|reply| {
            let position = self.history.last()?.after(best);
            uci::parse(&position, reply).ok()
        });
        let (value, bound) = match self.score {
            Some((value, bound)) => (Some(value), bound),
            None => (None, Bound::Exact),
        };
        Ok(Answer {
            ponder: expected.or(line.get(1).copied()),
            value,
            bound,
            depth: self.depth.unwrap_or(0),
            line,
            stats: Stats {
                nodes: self.nodes.unwrap_or(0),
                selective_depth: self.seldepth.unwrap_or(0),
                ..Stats::default()
            },
            hash_full: self.hashfull,
            warnings: self.warnings,
            ..Answer::unvalued(Some(best))
        })
    }

    /// Returns the error of a missing answer.
    pub fn stalled(&self, time: Duration) -> String {
        let output = match self.lines {
            0 => "and no output".to_owned(),
            1 => format!("only {}", quote(&self.last_text)),
            lines => format!("only {lines} lines, the last {}", quote(&self.last_text)),
        };
        format!("no move within {:.1} s, {output}", time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn search(lines: &[&str], answer: &str) -> Result<Answer<Move>, Fault> {
        let history = [Position::startpos()];
        let mut progress = Progress::new(&history);
        for line in lines {
            progress.read(line, Duration::ZERO);
        }
        progress.end(answer)
    }

    #[test]
    fn the_last_exact_score_of_the_best_line_counts() {
        let reply = search(
            &[
                "info depth 1 score cp 10 nodes 20 pv e2e4",
                "info depth 2 seldepth 4 multipv 1 score cp 30 nodes 50 pv e2e4 e7e5",
                "info depth 2 seldepth 5 multipv 2 score cp 20 nodes 60 pv illegal",
                "info depth 3 score cp 80 lowerbound pv e2e4",
                "info depth 3 currmove e2e4 currmovenumber 1",
                "info nodes 99 nps 1000",
                "garbage",
            ],
            " e2e4 ponder e7e5",
        )
        .expect("a move");
        assert_eq!(reply.value, Some(Value::Centipawns(30)));
        assert_eq!((reply.depth, reply.stats.selective_depth), (2, 4));
        assert_eq!(reply.stats.nodes, 99);
        assert_eq!(reply.warnings, [""; 0]);
        assert_eq!(reply.line.len(), 2);
    }

    #[test]
    fn the_expected_reply_is_the_ponder_move_or_the_second_of_the_line() {
        let expected = |answer: &str| {
            let reply = search(&["info score cp 3 pv e2e4 e7e5"], answer).expect("a move");
            let style = uci::CastlingStyle::KingMoves;
            reply.ponder.map(|reply| reply.to_uci(style))
        };
        for (answer, reply) in [
            (" e2e4 ponder c7c5", Some("c7c5")),
            (" e2e4", Some("e7e5")),
            (" e2e4 ponder", Some("e7e5")),
            (" e2e4 ponder e2e4", Some("e7e5")),
            (" d2d4 ponder d7d5", Some("d7d5")),
            (" d2d4", None),
        ] {
            assert_eq!(expected(answer).as_deref(), reply, "{answer}");
        }
    }

    #[test]
    fn each_kind_of_warning_appears_once() {
        let warnings = |lines: &[&str]| search(lines, " e2e4").expect("a move").warnings;
        assert_eq!(warnings(&[]), ["no score before the move"]);
        assert_eq!(
            warnings(&["info score cp 5 upperbound pv e2e4"]),
            ["no exact score before the move"]
        );
        assert_eq!(
            warnings(&[
                "info score cp 0.3",
                "info score cp 0.4",
                "info score cp 3 pv d2d4"
            ]),
            [
                "the score is not a whole number: \"0.3\"",
                "the move is not the first of the line: e2e4, not d2d4"
            ]
        );
        assert_eq!(
            warnings(&[
                "info score cp 3 pv e2e5",
                "info score cp 3 pv e2e6",
                "info score cp 3 pv e2e4"
            ]),
            ["the line has an illegal move: e2e5"]
        );
    }

    #[test]
    fn the_last_line_is_always_checked() {
        let mut lines = vec!["info score cp 1 pv e2e4"; 2 * CHECKED_LINES];
        lines.push("info score cp 1 pv e2e4 e2e4");
        let warnings = search(&lines, " e2e4").expect("a move").warnings;
        assert_eq!(warnings, ["the line has an illegal move: e2e4 e2e4"]);
    }

    #[test]
    fn no_move_is_no_answer() {
        for text in ["", " (none)", " 0000", " e2e5", " e7e5", " résumé"] {
            let answer = search(&["info score cp 1"], text);
            assert!(matches!(answer, Err(Fault::IllegalMove(_))), "{text:?}");
        }
    }
}
