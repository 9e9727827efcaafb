//! Opening repertoires as text: one opening per line, `colour | name | moves`. Text after `#` is a comment.

use ::chess::{Color, Move, Position, uci};
use gametree::SplitMix64;
use std::fmt;

/// The built-in repertoire.
const OPENINGS: &str = include_str!("../../../data/openings.txt");

/// One opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The colour that plays the opening.
    pub color: Color,
    /// The name of the opening.
    pub name: String,
    /// The moves of both sides in UCI notation.
    pub moves: Vec<String>,
}

/// Why a repertoire cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The line number, from 1.
    pub line: usize,
    /// The error in the line.
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
    /// Returns the built-in openings.
    ///
    /// # Panics
    /// Never: a test reads them.
    #[must_use]
    pub fn standard() -> Self {
        Self::parse(OPENINGS).expect("the built-in openings are valid")
    }

    /// Reads openings from text. Every move must be legal.
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

    /// Returns all openings.
    #[must_use]
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the openings of one colour.
    pub fn lines_for(&self, color: Color) -> impl Iterator<Item = &Line> {
        self.lines.iter().filter(move |line| line.color == color)
    }

    /// Returns the moves of the side to move in this position, each with the name of its opening.
    #[must_use]
    pub fn replies(&self, position: &Position) -> Vec<(Move, &str)> {
        let mut replies = Vec::new();
        for line in self.lines_for(position.side_to_move()) {
            let mut at = Position::startpos();
            for text in &line.moves {
                let Ok(m) = uci::parse(&at, text) else {
                    break;
                };
                // Keys can collide, so the move must be legal in this position.
                if at.key() == position.key() && position.is_legal(m) {
                    replies.push((m, line.name.as_str()));
                }
                at.play_unchecked(m);
            }
        }
        replies
    }

    /// Chooses one of these moves at random, in proportion to the number of lines that play it.
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
        position.play_unchecked(m);
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
