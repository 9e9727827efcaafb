//! A repertoire: one opening to a line, `colour | name | moves`. Text after `#` is a comment.

use ::chess::{Color, Move, Position, uci};
use gametree::SplitMix64;
use std::fmt;

/// The repertoire that comes with the program.
const OPENINGS: &str = include_str!("../../../data/openings.txt");

/// One opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whom it is for.
    pub color: Color,
    /// What it is called.
    pub name: String,
    /// The moves of both sides, as UCI writes them.
    pub moves: Vec<String>,
}

/// Why a repertoire cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The line in the text, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub problem: String,
}

impl fmt::Display for LineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {} of the openings: {}", self.line, self.problem)
    }
}

impl std::error::Error for LineError {}

/// A set of openings for both colours.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Repertoire {
    lines: Vec<Line>,
}

impl Repertoire {
    /// The openings that come with the program.
    ///
    /// # Panics
    /// Never: a test reads them.
    #[must_use]
    pub fn standard() -> Self {
        Self::parse(OPENINGS).expect("the openings are right")
    }

    /// Read openings from text. Every move must be legal.
    pub fn parse(text: &str) -> Result<Self, LineError> {
        let mut lines = Vec::new();
        for (index, raw) in text.lines().enumerate() {
            let content = raw.split('#').next().unwrap_or("").trim();
            if content.is_empty() {
                continue;
            }
            let line = parse_line(content).map_err(|problem| LineError {
                line: index + 1,
                problem,
            })?;
            lines.push(line);
        }
        Ok(Self { lines })
    }

    /// All openings.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The openings of one colour.
    pub fn lines_for(&self, color: Color) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.color == color)
    }

    /// The moves that openings of the side to move play in this position, with the name of each.
    #[must_use]
    pub fn replies(&self, position: &Position) -> Vec<(Move, &str)> {
        let mut replies = Vec::new();
        for line in self.lines_for(position.side_to_move()) {
            let mut at = Position::startpos();
            for text in &line.moves {
                let Ok(m) = uci::parse(&at, text) else {
                    break;
                };
                // Two positions may have the same key by chance; the move must be legal in this one.
                if at.key() == position.key() && position.is_legal(m) {
                    replies.push((m, line.name.as_str()));
                }
                at.play(m);
            }
        }
        replies
    }

    /// One of those, by chance: one that twice as many lines play is chosen twice as often.
    pub fn choose(&self, position: &Position, rng: &mut SplitMix64) -> Option<(Move, &str)> {
        let replies = self.replies(position);
        if replies.is_empty() {
            return None;
        }
        Some(replies[rng.below(replies.len() as u64) as usize])
    }
}

fn parse_line(content: &str) -> Result<Line, String> {
    let parts: Vec<&str> = content.split('|').map(str::trim).collect();
    let &[color, name, moves] = parts.as_slice() else {
        return Err(format!(
            "found {content:?}, expected `colour | name | moves`"
        ));
    };
    let color = match color {
        "white" => Color::White,
        "black" => Color::Black,
        other => return Err(format!("found colour {other:?}, expected white or black")),
    };
    let mut position = Position::startpos();
    let mut texts = Vec::new();
    for text in moves.split_whitespace() {
        let m = uci::parse(&position, text).map_err(|error| error.to_string())?;
        position.play(m);
        texts.push(text.to_owned());
    }
    if texts.is_empty() {
        return Err(format!("{name} has no moves"));
    }
    Ok(Line {
        color,
        name: name.to_owned(),
        moves: texts,
    })
}
