//! A finished game as PGN.
//!
//! Chess is written as PGN has it. Other games look the same, with these differences: the tag `Variant` has the name of
//! the game, `FEN` has a position in the game's own notation, moves are written as the game writes them, and `White` is
//! the player who moves first from the usual starting position (in Othello Black, in tic-tac-toe X).
//!
//! One writer serves all games, straight from the line of the journal, so that a lost file can be written again.

use std::fmt::Write;
use std::time::Duration;

use chess::{Color, Position, uci};
use games::GameKind;
use pgn::{MatchNote, Score};

use super::journal::{GameLine, Note};
use super::manifest::Manifest;
use super::when::{pgn_date, timestamp};

/// The longest line of moves.
const WIDTH: usize = 79;

/// Writes the games of one match.
pub struct PgnWriter {
    kind: GameKind,
    event: String,
    names: Vec<String>,
    limits: Vec<String>,
}

impl PgnWriter {
    /// For the games of this match.
    #[must_use]
    pub fn new(kind: GameKind, manifest: &Manifest) -> Self {
        let limits = manifest
            .plan
            .players
            .iter()
            .map(|player| player.limit.to_string());
        Self {
            kind,
            event: manifest.event(),
            names: manifest.plan.names(),
            limits: limits.collect(),
        }
    }

    /// The value of the tag `Event`, the same for all games of this match and for no others.
    #[must_use]
    pub fn event(&self) -> &str {
        &self.event
    }

    /// Adds a game and the empty line after it.
    pub fn write(&self, line: &GameLine, out: &mut String) {
        let [first, second] = line.players;
        tag(out, "Event", &self.event);
        tag(out, "Site", "?");
        tag(out, "Date", &pgn_date(line.began));
        tag(out, "Round", &line.number.to_string());
        tag(out, "White", &self.names[first]);
        tag(out, "Black", &self.names[second]);
        tag(out, "Result", line.result.text());
        if self.kind != GameKind::Chess {
            tag(out, "Variant", self.kind.name());
        }
        if let Some(start) = &line.start {
            tag(out, "SetUp", "1");
            tag(out, "FEN", start);
        }
        tag(
            out,
            "PlyCount",
            &line
                .moves
                .split(' ')
                .filter(|mv| !mv.is_empty())
                .count()
                .to_string(),
        );
        tag(out, "GameStartTime", &timestamp(line.began));
        tag(out, "GameEndTime", &timestamp(line.began + line.ms));
        tag(out, "GameDuration", &duration(line.ms));
        tag(out, "Termination", line.reason.termination());
        if self.limits[first] == self.limits[second] {
            tag(out, "TimeControl", &self.limits[first]);
        } else {
            tag(out, "WhiteTimeControl", &self.limits[first]);
            tag(out, "BlackTimeControl", &self.limits[second]);
        }
        out.push('\n');
        self.moves(line, out);
        out.push('\n');
    }

    fn moves(&self, line: &GameLine, out: &mut String) {
        let mut wrapped = Wrapped { out, column: 0 };
        let mut board = Board::new(self.kind, line.start.as_deref());
        let mut word = String::new();
        let mut number_is_due = true;
        for (ply, text) in line
            .moves
            .split(' ')
            .filter(|mv| !mv.is_empty())
            .enumerate()
        {
            word.clear();
            let (number, first_moves) = board.turn();
            if first_moves {
                _ = write!(word, "{number}.");
                wrapped.word(&word);
            } else if number_is_due {
                _ = write!(word, "{number}...");
                wrapped.word(&word);
            }
            wrapped.word(&board.play(text));
            word.clear();
            match ply.checked_sub(line.book) {
                // One word for the whole opening.
                None if ply + 1 == line.book => word.push_str("book"),
                None => {}
                Some(index) => line
                    .notes
                    .get(index)
                    .iter()
                    .for_each(|note| comment(note, &mut word)),
            }
            number_is_due = !word.is_empty();
            if number_is_due {
                wrapped.comment(&word);
            }
        }
        let words = match &line.detail {
            Some(detail) => format!("{}: {detail}", line.reason.words()),
            None => line.reason.words().to_owned(),
        };
        wrapped.comment(&words.replace(['{', '}', '\n', '\r'], " "));
        wrapped.word(line.result.text());
        out.push('\n');
    }
}

fn tag(out: &mut String, name: &str, value: &str) {
    _ = write!(out, "[{name} \"");
    for letter in value.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            _ if letter.is_control() => out.push(' '),
            _ => out.push(letter),
        }
    }
    out.push_str("\"]\n");
}

/// As `hh:mm:ss`.
fn duration(ms: u64) -> String {
    let seconds = ms / 1_000;
    format!(
        "{:02}:{:02}:{:02}",
        seconds / 3_600,
        seconds / 60 % 60,
        seconds % 60
    )
}

/// `+0.35/18 1.234s, n=5000, sd=24`; a player that says nothing has only its time, if that is a millisecond or more.
fn comment(note: &Note, out: &mut String) {
    let mut rest = String::new();
    if let Some(nodes) = note.nodes {
        _ = write!(rest, "n={nodes}");
    }
    if let Some(depth) = note.seldepth {
        _ = write!(
            rest,
            "{}sd={depth}",
            if rest.is_empty() { "" } else { ", " }
        );
    }
    let score = match (note.cp, note.mate) {
        (Some(score), _) => Some(Score::Centipawns(score)),
        (_, Some(moves)) => Some(Score::Mate(moves)),
        _ => None,
    };
    let depth = note.depth.unwrap_or(0);
    let seconds = note.ms as f64 / 1_000.0;
    match (score, note.value) {
        (Some(score), _) => {
            let time = Duration::from_millis(note.ms);
            _ = write!(
                out,
                "{}",
                MatchNote {
                    score,
                    depth,
                    time,
                    rest
                }
            );
            return;
        }
        (None, Some(value)) => _ = write!(out, "{value:+}/{depth} {seconds:.3}s"),
        (None, None) if rest.is_empty() && note.ms == 0 => return,
        (None, None) => _ = write!(out, "{seconds:.3}s"),
    }
    if !rest.is_empty() {
        _ = write!(out, ", {rest}");
    }
}

/// Lines of at most [`WIDTH`] letters.
struct Wrapped<'a> {
    out: &'a mut String,
    column: usize,
}

impl Wrapped<'_> {
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 {
            let fits = self.column + 1 + length <= WIDTH;
            self.out.push(if fits { ' ' } else { '\n' });
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.out.push_str(word);
        self.column += length;
    }

    fn comment(&mut self, text: &str) {
        let mut words = text.split_whitespace().peekable();
        let mut opening = "{";
        while let Some(word) = words.next() {
            let closing = if words.peek().is_none() { "}" } else { "" };
            let length = opening.len() + word.chars().count() + closing.len();
            let fits = self.column + 1 + length <= WIDTH;
            if self.column > 0 {
                self.out.push(if fits { ' ' } else { '\n' });
                self.column = if fits { self.column + 1 } else { 0 };
            }
            self.out.extend([opening, word, closing]);
            self.column += length;
            opening = "";
        }
    }
}

/// Follows the moves, to number them and to write those of chess in SAN.
enum Board {
    Chess(Box<Position>),
    /// Numbered two by two, whoever moves.
    Other(u32),
}

impl Board {
    fn new(kind: GameKind, start: Option<&str>) -> Self {
        if kind != GameKind::Chess {
            return Self::Other(0);
        }
        let start = start.and_then(|fen| Position::from_fen(fen).ok());
        Self::Chess(Box::new(start.unwrap_or_else(Position::startpos)))
    }

    /// The number of the next move, and whether it is the first of the two with this number.
    fn turn(&self) -> (u32, bool) {
        match self {
            Self::Chess(position) => (
                u32::from(position.fullmove_number()),
                position.side_to_move() == Color::White,
            ),
            Self::Other(plies) => (plies / 2 + 1, plies % 2 == 0),
        }
    }

    /// Plays a move and writes it.
    fn play(&mut self, text: &str) -> String {
        match self {
            Self::Chess(position) => match uci::parse(position, text) {
                Ok(mv) => {
                    let san = mv.to_san(position);
                    **position = position.after(mv);
                    san
                }
                // Only a journal that somebody changed gets here.
                Err(_) => text.to_owned(),
            },
            Self::Other(plies) => {
                *plies += 1;
                text.to_owned()
            }
        }
    }
}
