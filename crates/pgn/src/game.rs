//! A game as a tree of moves.

use std::fmt;
use std::str::FromStr;

use chess::{Color, File, IllegalMove, Move, Position, Rank, Square};

use crate::{BuildError, Comment, Tags};

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum GameResult {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: it goes on, or nobody knows.
    #[default]
    Unknown,
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        })
    }
}

impl From<Option<chess::Outcome>> for GameResult {
    fn from(outcome: Option<chess::Outcome>) -> Self {
        match outcome.map(|outcome| outcome.winner) {
            Some(Some(Color::White)) => Self::WhiteWins,
            Some(Some(Color::Black)) => Self::BlackWins,
            Some(None) => Self::Draw,
            None => Self::Unknown,
        }
    }
}

/// By which rules a game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Variant {
    /// Standard chess.
    #[default]
    Standard,
    /// Chess960, or Fischer random chess.
    Chess960,
}

impl Variant {
    /// Standard chess, unless the position has castling rights that standard chess does not know.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let is_standard = |rook: Square| {
            let color = match rook.rank() {
                Rank::First => Color::White,
                _ => Color::Black,
            };
            position.king(color).file() == File::E && matches!(rook.file(), File::A | File::H)
        };
        if position.castling_rooks().into_iter().all(is_standard) {
            Self::Standard
        } else {
            Self::Chess960
        }
    }
}

impl FromStr for Variant {
    type Err = ();

    /// Reads the names that programs use for the two.
    fn from_str(text: &str) -> Result<Self, ()> {
        let letters: String = text
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .map(|letter| letter.to_ascii_lowercase())
            .collect();
        match letters.as_str() {
            "" | "standard" | "chess" | "normal" | "fromposition" => Ok(Self::Standard),
            "chess960" | "fischerandom" | "fischerrandom" | "fischerrandomchess" | "frc"
            | "960" => Ok(Self::Chess960),
            _ => Err(()),
        }
    }
}

/// A move with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    m: Move,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub nags: Vec<u8>,
    /// Comments right after the move.
    pub comments: Vec<Comment>,
    pub(crate) variations: Vec<Line>,
    /// Comments after the variations. Without variations these read back as part of `comments`.
    pub later_comments: Vec<Comment>,
}

impl Node {
    pub(crate) fn new(m: Move) -> Self {
        Self {
            m,
            nags: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
            later_comments: Vec::new(),
        }
    }

    /// The move.
    #[must_use]
    pub fn played(&self) -> Move {
        self.m
    }

    /// Lines that begin instead of this move.
    #[must_use]
    pub fn variations(&self) -> &[Line] {
        &self.variations
    }

    /// The same, to annotate.
    pub fn variations_mut(&mut self) -> &mut [Line] {
        &mut self.variations
    }
}

/// Moves that follow each other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line {
    /// Comments before the first move.
    pub comments: Vec<Comment>,
    pub(crate) nodes: Vec<Node>,
}

impl Line {
    /// The moves.
    #[must_use]
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The moves, to annotate.
    pub fn nodes_mut(&mut self) -> &mut [Node] {
        &mut self.nodes
    }
}

/// A game: tags, a tree of legal moves, a result.
///
/// ```
/// use chess::{Position, san};
/// let mut game = pgn::Game::new(Position::startpos());
/// let e4 = san::parse(game.position(), "e4").unwrap();
/// let d4 = san::parse(game.position(), "d4").unwrap();
/// game.play(e4).unwrap().nags.push(1);
/// game.add_variation(0, &[d4]).unwrap();
/// assert!(game.to_string().ends_with("\n1. e4 $1 (1. d4) *\n"));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// The tags, except those that follow from the fields below.
    pub tags: Tags,
    /// Chess or Chess960.
    pub variant: Variant,
    /// How it ended.
    pub result: GameResult,
    start: Position,
    end: Position,
    line: Line,
}

impl Game {
    /// A game without moves.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            tags: Tags::default(),
            variant: Variant::of(&start),
            result: GameResult::Unknown,
            start,
            end: start,
            line: Line::default(),
        }
    }

    /// The game whose main line ends in `end`.
    pub(crate) fn with_line(self, line: Line, end: Position) -> Self {
        Self { end, line, ..self }
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Where the main line ends.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.end
    }

    /// The moves of the game.
    #[must_use]
    pub fn main_line(&self) -> &Line {
        &self.line
    }

    /// The moves of the game, to annotate.
    pub fn main_line_mut(&mut self) -> &mut Line {
        &mut self.line
    }

    /// Adds a move to the main line.
    pub fn play(&mut self, m: Move) -> Result<&mut Node, IllegalMove> {
        self.end.try_play(m)?;
        Ok(self.line.nodes.push_mut(Node::new(m)))
    }

    /// Adds a line that begins instead of the main line's move number `ply`, counted from 0.
    pub fn add_variation(&mut self, ply: usize, moves: &[Move]) -> Result<&mut Line, BuildError> {
        let mut position = self.start;
        for node in self.line.nodes.iter().take(ply) {
            position.try_play(node.m)?;
        }
        let node = self.line.nodes.get_mut(ply).ok_or(BuildError::NoMoveYet)?;
        let mut line = Line::default();
        for &m in moves {
            position.try_play(m)?;
            line.nodes.push(Node::new(m));
        }
        Ok(node.variations.push_mut(line))
    }
}

/// The moves of a game that was played, with the result the rules give it.
impl From<&chess::Game> for Game {
    fn from(played: &chess::Game) -> Self {
        let nodes = played.moves().iter().map(|&m| Node::new(m)).collect();
        let line = Line {
            comments: Vec::new(),
            nodes,
        };
        let mut game = Self::new(*played.start()).with_line(line, *played.position());
        game.result = played.outcome().into();
        game
    }
}
