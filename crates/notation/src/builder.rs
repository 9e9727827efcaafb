//! Builds a game move by move, with variations.

use std::fmt;

use chess::Position;
use games::{BoardGame, Chess};

use crate::{Comment, Game, Line, game::Node};

/// Limits for games from untrusted input. A game beyond them is an error, so that it cannot exhaust memory or stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The deepest nesting of variations; at most 500.
    pub depth: usize,
    /// The number of moves, glyphs, comments and variations of one game together.
    pub items: usize,
    /// The size of one comment in bytes.
    pub comment: usize,
    /// The size of all comments of one game in bytes.
    pub comments: usize,
    /// The number of tags of one game.
    pub tags: usize,
    /// The size of one tag in bytes.
    pub tag: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 64,
            items: 100_000,
            comment: 64 << 10,
            comments: 4 << 20,
            tags: 256,
            tag: 16 << 10,
        }
    }
}

/// The one of the [`Limits`] that a game exceeds, with its value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Limit {
    Depth(usize),
    Items(usize),
    Comment(usize),
    Comments(usize),
    Tags(usize),
    Tag(usize),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Depth(n) => write!(f, "variations more than {n} deep"),
            Self::Items(n) => write!(f, "more than {n} moves, glyphs, comments and variations"),
            Self::Comment(n) => write!(f, "a comment of more than {n} bytes"),
            Self::Comments(n) => write!(f, "more than {n} bytes of comments"),
            Self::Tags(n) => write!(f, "more than {n} tags"),
            Self::Tag(n) => write!(f, "a tag of more than {n} bytes"),
        }
    }
}

/// Why a [`Builder`] rejects an addition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BuildError {
    /// The move is not legal.
    Illegal,
    /// A variation or glyph without a move before it.
    NoMoveYet,
    /// The end of a variation outside of variations.
    NotInVariation,
    /// The end of the game inside a variation.
    InVariation,
    /// The game exceeds a limit.
    Limit(Limit),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal => f.write_str("the move is not legal here"),
            Self::NoMoveYet => f.write_str("a variation or glyph has no move before it"),
            Self::NotInVariation => f.write_str("the end of a variation has no beginning"),
            Self::InVariation => f.write_str("the game ends inside a variation"),
            Self::Limit(limit) => write!(f, "the game is too large: {limit}"),
        }
    }
}

impl std::error::Error for BuildError {}

/// An unfinished line.
struct Open<G: BoardGame> {
    line: Line<G::Move>,
    /// The position before the last move of the line.
    before: G::State,
    /// The position after it.
    now: G::State,
    /// The number of plies from the start of the game to `now`.
    plies: usize,
}

impl<G: BoardGame> Open<G> {
    fn new(state: G::State, plies: usize) -> Self {
        Self {
            line: Line::default(),
            before: state.clone(),
            now: state,
            plies,
        }
    }
}

/// Builds a game in the order of a file: moves, comments, glyphs, and the beginnings and ends of variations.
///
/// ```
/// use notation::{Builder, Comment, Game, Limits};
/// let mut builder = Builder::new(chess::Position::startpos(), Limits::default());
/// let mut play = |builder: &mut Builder, text: &str| {
///     let m = chess::san::parse(builder.position(), text).unwrap();
///     builder.play(m).unwrap();
/// };
/// play(&mut builder, "e4");
/// builder.begin_variation().unwrap();
/// play(&mut builder, "d4");
/// builder.comment(Comment::new("also good")).unwrap();
/// builder.end_variation().unwrap();
/// play(&mut builder, "e5");
/// let game = builder.finish().unwrap();
/// assert!(game.to_string().contains("1. e4 (1. d4 {also good}) 1... e5 *"));
/// ```
pub struct Builder<G: BoardGame = Chess> {
    rules: G,
    start: G::State,
    /// The main line and the open variations outside of `top`, the innermost last.
    outer: Vec<Open<G>>,
    top: Open<G>,
    limits: Limits,
    items: usize,
    bytes: usize,
}

impl Builder {
    /// Starts a game of chess.
    #[must_use]
    pub fn new(start: Position, limits: Limits) -> Self {
        Self::of(&Chess::default(), start, limits)
    }
}

impl<G: BoardGame> Builder<G> {
    /// Starts a game with these rules.
    #[must_use]
    pub fn of(rules: &G, start: G::State, limits: Limits) -> Self {
        Self {
            rules: rules.clone(),
            top: Open::new(start.clone(), 0),
            start,
            outer: Vec::new(),
            limits,
            items: 0,
            bytes: 0,
        }
    }

    /// Returns the position in which the next move is played.
    #[must_use]
    pub fn position(&self) -> &G::State {
        &self.top.now
    }

    /// Returns the number of the next move.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.rules.number(&self.top.now, self.top.plies)
    }

    /// Returns whether the game has neither moves nor comments yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items == 0
    }

    /// Returns whether a variation is open.
    #[must_use]
    pub fn in_variation(&self) -> bool {
        !self.outer.is_empty()
    }

    fn count(&mut self) -> Result<(), BuildError> {
        self.items += 1;
        if self.items > self.limits.items {
            return Err(BuildError::Limit(Limit::Items(self.limits.items)));
        }
        Ok(())
    }

    /// Appends a legal move to the current line.
    pub fn play(&mut self, mv: G::Move) -> Result<(), BuildError> {
        self.count()?;
        if !self.rules.is_pgn_move(&self.top.now, mv) {
            return Err(BuildError::Illegal);
        }
        self.top.before.clone_from(&self.top.now);
        self.rules.play(&mut self.top.now, mv);
        self.top.plies += 1;
        self.top.line.nodes.push(Node::new(mv));
        Ok(())
    }

    /// Adds a glyph to the last move.
    pub fn nag(&mut self, nag: u8) -> Result<(), BuildError> {
        self.count()?;
        let node = self.top.line.nodes.last_mut();
        node.ok_or(BuildError::NoMoveYet)?.nags.push(nag);
        Ok(())
    }

    /// Adds a comment to the last move (after its variations if it has some), or before the first move.
    pub fn comment(&mut self, comment: Comment) -> Result<(), BuildError> {
        self.count()?;
        let length: usize = comment.to_string().len();
        self.bytes += length;
        if length > self.limits.comment {
            return Err(BuildError::Limit(Limit::Comment(self.limits.comment)));
        }
        if self.bytes > self.limits.comments {
            return Err(BuildError::Limit(Limit::Comments(self.limits.comments)));
        }
        match self.top.line.nodes.last_mut() {
            None => self.top.line.comments.push(comment),
            Some(node) if node.variations.is_empty() => node.comments.push(comment),
            Some(node) => node.later_comments.push(comment),
        }
        Ok(())
    }

    /// Starts a variation: an alternative to the last move.
    pub fn begin_variation(&mut self) -> Result<(), BuildError> {
        const DEEPEST: usize = 500;
        self.count()?;
        let depth = self.limits.depth.min(DEEPEST);
        if self.outer.len() >= depth {
            return Err(BuildError::Limit(Limit::Depth(depth)));
        }
        if self.top.line.nodes.is_empty() {
            return Err(BuildError::NoMoveYet);
        }
        let inner = Open::new(self.top.before.clone(), self.top.plies - 1);
        self.outer.push(std::mem::replace(&mut self.top, inner));
        Ok(())
    }

    /// Ends the variation. The outer line continues after the move to which it is an alternative.
    pub fn end_variation(&mut self) -> Result<(), BuildError> {
        let outer = self.outer.pop().ok_or(BuildError::NotInVariation)?;
        let inner = std::mem::replace(&mut self.top, outer);
        let node = self.top.line.nodes.last_mut();
        node.ok_or(BuildError::NoMoveYet)?
            .variations
            .push(inner.line);
        Ok(())
    }

    /// Returns the game. Its tags and its result are not set.
    pub fn finish(self) -> Result<Game<G>, BuildError> {
        if self.in_variation() {
            return Err(BuildError::InVariation);
        }
        Ok(Game::of(&self.rules, self.start).with_line(self.top.line, self.top.now))
    }
}
