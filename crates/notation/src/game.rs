//! Games as trees of moves.

use chess::{Move, Position};
use games::{BoardGame, Chess, GameResult, Record};

use crate::{BuildError, Comment, Tags, Variant};

/// A move with its annotations and variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node<M = Move> {
    mv: M,
    /// Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`.
    pub nags: Vec<u8>,
    /// The comments directly after the move.
    pub comments: Vec<Comment>,
    pub(crate) variations: Vec<Line<M>>,
    /// The comments after the variations. Without variations they read back as part of `comments`.
    pub later_comments: Vec<Comment>,
}

impl<M: Copy> Node<M> {
    pub(crate) fn new(mv: M) -> Self {
        Self {
            mv,
            nags: Vec::new(),
            comments: Vec::new(),
            variations: Vec::new(),
            later_comments: Vec::new(),
        }
    }

    /// Returns the move.
    #[must_use]
    pub fn played(&self) -> M {
        self.mv
    }

    /// Returns the alternatives to this move.
    #[must_use]
    pub fn variations(&self) -> &[Line<M>] {
        &self.variations
    }

    /// Returns the alternatives to this move, for annotations.
    pub fn variations_mut(&mut self) -> &mut [Line<M>] {
        &mut self.variations
    }
}

/// A line: consecutive moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line<M = Move> {
    /// The comments before the first move.
    pub comments: Vec<Comment>,
    pub(crate) nodes: Vec<Node<M>>,
}

impl<M> Default for Line<M> {
    fn default() -> Self {
        Self {
            comments: Vec::new(),
            nodes: Vec::new(),
        }
    }
}

impl<M> Line<M> {
    /// Returns the moves.
    #[must_use]
    pub fn nodes(&self) -> &[Node<M>] {
        &self.nodes
    }

    /// Returns the moves, for annotations.
    pub fn nodes_mut(&mut self) -> &mut [Node<M>] {
        &mut self.nodes
    }
}

/// A game: tags, a tree of legal moves, a result.
///
/// ```
/// use games::{BoardGame, Othello};
/// use notation::Game;
/// let rules = Othello::<8>::default();
/// let mut game = Game::of(&rules, rules.start());
/// let f5 = rules.read_move(game.position(), "f5").unwrap();
/// let d3 = rules.read_move(game.position(), "d3").unwrap();
/// game.play(f5).unwrap().nags.push(1);
/// game.add_variation(0, &[d3]).unwrap();
/// assert!(game.to_string().ends_with("[Variant \"othello\"]\n\n1. f5 $1 (1. d3) *\n"));
/// ```
#[derive(Clone, Debug)]
pub struct Game<G: BoardGame = Chess> {
    rules: G,
    /// The tags, except those that are determined by the fields below.
    pub tags: Tags,
    /// Chess or Chess960; other games have no variants.
    pub variant: Variant,
    /// The result; `None` is `*`, an unfinished game or an unknown result.
    pub result: Option<GameResult>,
    start: G::State,
    end: G::State,
    line: Line<G::Move>,
}

impl<G: BoardGame> PartialEq for Game<G> {
    fn eq(&self, other: &Self) -> bool {
        // `end` is determined by the moves.
        self.tags == other.tags
            && self.variant == other.variant
            && self.result == other.result
            && self.start == other.start
            && self.line == other.line
    }
}

impl<G: BoardGame> Eq for Game<G> {}

impl Game {
    /// Creates a game of chess without moves.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self::of(&Chess::default(), start)
    }
}

impl<G: BoardGame> Game<G> {
    /// Creates a game without moves.
    #[must_use]
    pub fn of(rules: &G, start: G::State) -> Self {
        Self {
            rules: rules.clone(),
            tags: Tags::default(),
            variant: Variant::of_start::<G>(&start),
            result: None,
            end: start.clone(),
            start,
            line: Line::default(),
        }
    }

    /// Creates a game from a record, with the result according to the rules.
    #[must_use]
    pub fn from_record(rules: &G, record: &Record<G>) -> Self {
        let nodes = record.moves().iter().map(|&mv| Node::new(mv)).collect();
        let line = Line {
            comments: Vec::new(),
            nodes,
        };
        let over = rules.terminal(record.state());
        let ending = rules.ending(record, over);
        let mut game = Self::of(rules, record.start().clone());
        game.result = ending.map(|ending| ending.result());
        game.with_line(line, record.state().clone())
    }

    /// Replaces the main line, which ends in `end`.
    pub(crate) fn with_line(self, line: Line<G::Move>, end: G::State) -> Self {
        Self { end, line, ..self }
    }

    /// Returns the result as text: `1-0`, `0-1`, `1/2-1/2` or `*`.
    #[must_use]
    pub fn result_text(&self) -> &'static str {
        self.result.map_or("*", GameResult::text)
    }

    /// Returns the rules of the game.
    #[must_use]
    pub fn rules(&self) -> &G {
        &self.rules
    }

    /// Returns the first position.
    #[must_use]
    pub fn start(&self) -> &G::State {
        &self.start
    }

    /// Returns the position at the end of the main line.
    #[must_use]
    pub fn position(&self) -> &G::State {
        &self.end
    }

    /// Returns the main line.
    #[must_use]
    pub fn main_line(&self) -> &Line<G::Move> {
        &self.line
    }

    /// Returns the main line, for annotations.
    pub fn main_line_mut(&mut self) -> &mut Line<G::Move> {
        &mut self.line
    }

    /// Appends a move to the main line.
    pub fn play(&mut self, mv: G::Move) -> Result<&mut Node<G::Move>, BuildError> {
        step(&self.rules, &mut self.end, mv)?;
        Ok(self.line.nodes.push_mut(Node::new(mv)))
    }

    /// Adds an alternative to the move of the main line with index `ply`, from 0.
    pub fn add_variation(
        &mut self,
        ply: usize,
        moves: &[G::Move],
    ) -> Result<&mut Line<G::Move>, BuildError> {
        let mut state = self.start.clone();
        for node in self.line.nodes.iter().take(ply) {
            step(&self.rules, &mut state, node.mv)?;
        }
        let node = self.line.nodes.get_mut(ply).ok_or(BuildError::NoMoveYet)?;
        let mut line = Line::default();
        for &mv in moves {
            step(&self.rules, &mut state, mv)?;
            line.nodes.push(Node::new(mv));
        }
        Ok(node.variations.push_mut(line))
    }
}

/// Plays a move, or returns an error if it is not legal.
pub(crate) fn step<G: BoardGame>(
    rules: &G,
    state: &mut G::State,
    mv: G::Move,
) -> Result<(), BuildError> {
    if !rules.is_pgn_move(state, mv) {
        return Err(BuildError::Illegal);
    }
    rules.play(state, mv);
    Ok(())
}

/// A played game of chess, with the result according to the rules.
impl From<&chess::Game> for Game {
    fn from(played: &chess::Game) -> Self {
        let rules = Chess::default();
        let mut record = Record::new(*played.start());
        for &mv in played.moves() {
            record.play(&rules, mv);
        }
        Self::from_record(&rules, &record)
    }
}
