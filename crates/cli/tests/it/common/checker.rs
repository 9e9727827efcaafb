//! Checks both sides of a UCI session and panics at the first violation.
//!
//! The rules: every number is an integer; every line of moves is legal and ends with the game; a mate is shown to its end
//! and has the reported length; the last score before a move is exact and its line begins with that move; win
//! probabilities only on request; no more lines than moves; no search output without a search.

use std::collections::{HashMap, VecDeque};

use ::uci::{Command, parse};
use chess::uci::{self, CastlingStyle};
use chess::{Game, Move, Outcome, Position, Reason};

/// The checker of a session.
pub struct Checker {
    game: Game,
    chess960: bool,
    multi_pv: usize,
    wdl: bool,
    searches: VecDeque<Search>,
    /// Searches without a position, which have no move.
    refusals: usize,
}

/// A `go` that has no answer yet.
struct Search {
    game: Game,
    style: CastlingStyle,
    multi_pv: usize,
    wdl: bool,
    /// The moves among which the answer must be.
    moves: Vec<Move>,
    last: Option<Info>,
    time: u64,
    nodes: u64,
}

/// An `info` line of the best move.
#[derive(Clone)]
struct Info {
    exact: bool,
    line: Vec<Move>,
}

impl Default for Checker {
    fn default() -> Self {
        Self {
            game: Game::default(),
            chess960: false,
            multi_pv: 1,
            wdl: false,
            searches: VecDeque::new(),
            refusals: 0,
        }
    }
}

impl Checker {
    /// Notes a line to the program.
    pub fn sent(&mut self, line: &str) {
        match parse(line) {
            Ok(Command::Position { fen, moves }) => {
                if let Some(game) = set_up(fen.as_deref(), &moves) {
                    self.game = game;
                }
            }
            // Options are rejected during a search.
            Ok(Command::SetOption { name, value }) if self.searches.is_empty() => {
                let value = value.unwrap_or_default();
                match name.to_ascii_lowercase().as_str() {
                    "multipv" => self.multi_pv = value.parse().unwrap_or(self.multi_pv),
                    "uci_chess960" => self.chess960 = value.eq_ignore_ascii_case("true"),
                    "uci_showwdl" => self.wdl = value.eq_ignore_ascii_case("true"),
                    _ => {}
                }
            }
            Ok(Command::Go(go)) => {
                let legal: Vec<Move> = self.game.position().legal_moves().into_iter().collect();
                let asked: Vec<Move> = go
                    .search_moves
                    .unwrap_or_default()
                    .iter()
                    .filter_map(|word| uci::parse(self.game.position(), word).ok())
                    .collect();
                self.searches.push_back(Search {
                    game: self.game.clone(),
                    style: if self.chess960 {
                        CastlingStyle::KingTakesRook
                    } else {
                        CastlingStyle::KingMoves
                    },
                    multi_pv: self.multi_pv,
                    wdl: self.wdl,
                    moves: if asked.is_empty() { legal } else { asked },
                    last: None,
                    time: 0,
                    nodes: 0,
                });
            }
            // These commands use other positions.
            Ok(Command::Flip) => self.game = Game::new(flip(self.game.position())),
            _ => {}
        }
    }

    /// Checks a line of the program.
    #[track_caller]
    pub fn received(&mut self, line: &str) {
        if line.starts_with("info string error: there is no position to play") {
            self.refusals += 1;
        }
        if line.starts_with("info string ") {
            return;
        }
        if let Some(rest) = line.strip_prefix("info ") {
            let search = self.searches.front_mut();
            let search = search.unwrap_or_else(|| panic!("no search runs, but {line:?}"));
            search.info(rest);
        } else if let Some(rest) = line.strip_prefix("bestmove ") {
            let search = self.searches.pop_front();
            let search = search.unwrap_or_else(|| panic!("nobody asked, but {line:?}"));
            // Only a rejected position has no move.
            if rest == "0000" && self.refusals > 0 {
                self.refusals -= 1;
                return;
            }
            search.best_move(rest);
        }
    }

    /// Returns the number of searches without an answer.
    pub fn waiting(&self) -> usize {
        self.searches.len()
    }
}

impl Search {
    #[track_caller]
    fn fail(&self, line: &str, reason: &str) -> ! {
        panic!("{reason}: {line:?} in {}", self.game.position());
    }

    #[track_caller]
    fn info(&mut self, text: &str) {
        let words: Vec<&str> = text.split(' ').collect();
        let (numbers, moves) = match words.iter().position(|word| *word == "pv") {
            Some(place) => (&words[..place], &words[place + 1..]),
            None => (&words[..], &[][..]),
        };
        let fields = self.fields(text, numbers);
        let number = |name: &str| -> i64 {
            match fields.get(name).map(Vec::as_slice) {
                Some(&[number]) => number,
                _ => self.fail(text, &format!("no {name}")),
            }
        };
        let exact = !fields.contains_key("lowerbound") && !fields.contains_key("upperbound");
        let mate = fields.contains_key("mate").then(|| number("mate"));
        if moves.is_empty() {
            if self.game.position().has_legal_move() {
                self.fail(text, "no line of moves");
            }
            let mated = self.game.position().in_check();
            if number("depth") != 0 || (mated && mate != Some(0)) || (!mated && number("cp") != 0) {
                self.fail(text, "not how the game ended");
            }
            self.last = Some(Info {
                exact,
                line: Vec::new(),
            });
            return;
        }

        let rank = number("multipv");
        let most = self.multi_pv.min(self.moves.len()) as i64;
        if !(1..=most).contains(&rank) {
            self.fail(text, "a line too many");
        }
        let (time, nodes) = (number("time") as u64, number("nodes") as u64);
        for name in ["depth", "seldepth", "nps", "hashfull", "tbhits"] {
            if number(name) < 0 {
                self.fail(text, &format!("{name} below zero"));
            }
        }
        if number("hashfull") > 1_000 || number("depth") < 1 {
            self.fail(text, "a number out of range");
        }
        if time < self.time || nodes < self.nodes {
            self.fail(text, "time or nodes go backwards");
        }
        match (self.wdl, fields.get("wdl")) {
            (false, Some(_)) => self.fail(text, "chances that nobody asked for"),
            (true, Some(chances)) if chances.iter().sum::<i64>() != 1_000 => {
                self.fail(text, "chances that do not add up");
            }
            _ => {}
        }
        let (line, end) = self.play(text, moves);
        self.check_score(text, mate, exact, fields.get("cp"), &line, &end);
        (self.time, self.nodes) = (time, nodes);
        if rank == 1 {
            self.last = Some(Info { exact, line });
        }
    }

    /// Returns the fields before the moves.
    #[track_caller]
    fn fields<'a>(&self, text: &str, words: &[&'a str]) -> HashMap<&'a str, Vec<i64>> {
        const NAMES: [&str; 14] = [
            "depth",
            "seldepth",
            "multipv",
            "score",
            "cp",
            "mate",
            "lowerbound",
            "upperbound",
            "wdl",
            "nodes",
            "nps",
            "hashfull",
            "tbhits",
            "time",
        ];
        let mut fields: HashMap<&str, Vec<i64>> = HashMap::new();
        let mut name = "";
        let mut place = 0;
        for &word in words {
            if let Some(new) = NAMES.iter().position(|known| *known == word) {
                if new < place || fields.contains_key(word) {
                    self.fail(text, &format!("{word} out of order"));
                }
                (name, place) = (word, new);
                fields.insert(word, Vec::new());
            } else {
                let Ok(number) = word.parse() else {
                    self.fail(text, &format!("{word:?} is no whole number"));
                };
                fields.entry(name).or_default().push(number);
            }
        }
        fields
    }

    /// Plays a line, which must be legal and written as it should be, and must end with the game.
    #[track_caller]
    fn play(&self, text: &str, words: &[&str]) -> (Vec<Move>, Game) {
        let mut game = self.game.clone();
        let mut line = Vec::new();
        for word in words {
            if !line.is_empty()
                && let Some(outcome) = game.outcome()
            {
                self.fail(text, &format!("{word} after {outcome}"));
            }
            let Ok(m) = uci::parse(game.position(), word) else {
                self.fail(text, &format!("{word} is not legal"));
            };
            if m.to_uci(self.style) != *word {
                self.fail(text, &format!("{word} should be {}", m.to_uci(self.style)));
            }
            game.play(m).expect("it was read as legal");
            line.push(m);
        }
        (line, game)
    }

    #[track_caller]
    fn check_score(
        &self,
        text: &str,
        mate: Option<i64>,
        exact: bool,
        cp: Option<&Vec<i64>>,
        line: &[Move],
        end: &Game,
    ) {
        let last = end.position();
        let is_mate = last.in_check() && !last.has_legal_move();
        let Some(moves) = mate else {
            if is_mate && exact {
                self.fail(text, "a mate that is not called one");
            }
            let value = cp.and_then(|cp| cp.first().copied()).unwrap_or(i64::MAX);
            // At the horizon only captures are searched, so a stalemate there is not found.
            let seen = |outcome: Outcome| outcome.reason != Reason::Stalemate;
            if exact && end.outcome().is_some_and(seen) && value.abs() > 1 {
                self.fail(text, "a draw that is worth something");
            }
            return;
        };
        if !exact {
            return;
        }
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        if plies == 0 || line.len() as i64 != plies || !is_mate {
            self.fail(text, "a mate that is not shown");
        }
    }

    #[track_caller]
    fn best_move(&self, text: &str) {
        let words: Vec<&str> = text.split(' ').collect();
        let Some(last) = &self.last else {
            self.fail(text, "a move without a score");
        };
        if !last.exact {
            self.fail(text, "the last score is a bound");
        }
        if words == ["(none)"] {
            if !self.moves.is_empty() {
                self.fail(text, "there are moves");
            }
            return;
        }
        let (best, ponder) = match words[..] {
            [best] => (best, None),
            [best, "ponder", ponder] => (best, Some(ponder)),
            _ => self.fail(text, "not a move and perhaps ponder and a move"),
        };
        let mut all = vec![best];
        all.extend(ponder);
        let (line, _) = self.play(text, &all);
        if !self.moves.contains(&line[0]) {
            self.fail(text, "not one of the moves to search");
        }
        if last.line.first() != line.first() {
            self.fail(text, "not the first move of the last line");
        }
        if last.line.len() > 1 && line.get(1).is_some_and(|&m| m != last.line[1]) {
            self.fail(text, "not the second move of the last line");
        }
    }
}

fn set_up(fen: Option<&str>, moves: &[String]) -> Option<Game> {
    let mut game = match fen {
        None => Game::default(),
        Some(fen) => Game::new(Position::from_fen(fen).ok()?),
    };
    for word in moves {
        let m = uci::parse(game.position(), word).ok()?;
        game.play(m).ok()?;
    }
    Some(game)
}

/// The position with the colours swapped, by way of its FEN.
fn flip(position: &Position) -> Position {
    let fen = position.to_string();
    let fields: Vec<&str> = fen.split(' ').collect();
    let swap = |text: &str| -> String {
        text.chars()
            .map(|c| {
                if c.is_ascii_uppercase() {
                    c.to_ascii_lowercase()
                } else {
                    c.to_ascii_uppercase()
                }
            })
            .collect()
    };
    let ranks: Vec<&str> = fields[0].rsplit('/').collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let passant = fields[3]
        .replace('3', "x")
        .replace('6', "3")
        .replace('x', "6");
    let flipped = format!(
        "{} {side} {} {passant} {} {}",
        swap(&ranks.join("/")),
        swap(fields[2]),
        fields[4],
        fields[5]
    );
    Position::from_fen(&flipped).expect("a mirror image")
}
