//! Games: a start position, moves, and the outcome.

use std::fmt;

use crate::{Color, IllegalMove, Move, Position};

/// Why a game is over by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// No series of legal moves leads to mate, see [`Position::is_insufficient_material`].
    InsufficientMaterial,
    /// The position occurred five times. The game ends without a claim.
    FivefoldRepetition,
    /// 75 moves by each side without a capture or pawn move. The game ends without a claim.
    SeventyFiveMoves,
    /// The position occurred three times. A player may claim a draw; [`Game::outcome`] always does.
    ThreefoldRepetition,
    /// 50 moves by each side without a capture or pawn move. A player may claim a draw; [`Game::outcome`] always does.
    FiftyMoves,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::SeventyFiveMoves => "75 moves without capture or pawn move",
            Self::ThreefoldRepetition => "threefold repetition",
            Self::FiftyMoves => "50 moves without capture or pawn move",
        })
    }
}

/// The result of a game and its reason.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// The reason.
    pub reason: Reason,
}

impl Outcome {
    const fn draw(reason: Reason) -> Self {
        Self {
            winner: None,
            reason,
        }
    }

    /// Returns the result in PGN: `1-0`, `0-1` or `1/2-1/2`.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(color) => write!(f, "{color} wins by {}", self.reason),
            None => write!(f, "draw by {}", self.reason),
        }
    }
}

impl Position {
    /// Returns the outcome if this position alone decides it: checkmate, stalemate, insufficient material or 75 moves.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.in_check() {
                Outcome {
                    winner: Some(!self.side_to_move()),
                    reason: Reason::Checkmate,
                }
            } else {
                Outcome::draw(Reason::Stalemate)
            });
        }
        if self.is_insufficient_material() {
            return Some(Outcome::draw(Reason::InsufficientMaterial));
        }
        (self.halfmove_clock() >= 150).then_some(Outcome::draw(Reason::SeventyFiveMoves))
    }
}

/// Counts the occurrences of the last of these positions, including itself. The positions are those of one game, each one
/// move after the previous. Returns 0 for no positions.
#[must_use]
pub fn repetitions<'a>(
    positions: impl IntoIterator<Item = &'a Position, IntoIter: DoubleEndedIterator>,
) -> usize {
    let mut backwards = positions.into_iter().rev();
    let Some(now) = backwards.next() else {
        return 0;
    };
    // No position before the last capture or pawn move can be equal, and only every second one has the same side to move.
    let reach = usize::from(now.halfmove_clock());
    let earlier = backwards.take(reach).skip(1).step_by(2);
    1 + earlier.filter(|earlier| earlier.key() == now.key()).count()
}

/// A game of chess from any start position.
///
/// ```
/// use chess::{Game, uci};
/// let mut game = Game::default();
/// for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
///     let m = uci::parse(game.position(), text).unwrap();
///     game.play(m).unwrap();
/// }
/// assert_eq!(game.outcome().unwrap().to_string(), "Black wins by checkmate");
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// The first position and every later one.
    positions: Vec<Position>,
    moves: Vec<Move>,
}

impl Default for Game {
    /// Creates a game from the start position.
    fn default() -> Self {
        Self::new(Position::startpos())
    }
}

impl Game {
    /// Creates a game from any position.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            positions: vec![start],
            moves: Vec::new(),
        }
    }

    /// Returns the start position of the game.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// Returns all positions from the first to the current one: one more than the moves.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Returns the moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move, or returns the reason why it is not legal. Does not check whether the game is already over.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        let mut next = *self.position();
        next.play(m)?;
        self.positions.push(next);
        self.moves.push(m);
        Ok(())
    }

    /// Undoes the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        Some(m)
    }

    /// Counts the occurrences of the current position, including itself.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        repetitions(&self.positions)
    }

    /// Returns the outcome of the game. Draws that a player may claim (threefold repetition, 50 moves) count as claimed.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.automatic_outcome().or_else(|| {
            if self.repetitions() >= 3 {
                return Some(Outcome::draw(Reason::ThreefoldRepetition));
            }
            (self.position().halfmove_clock() >= 100).then_some(Outcome::draw(Reason::FiftyMoves))
        })
    }

    /// Returns the outcome of the game if no draw is claimed.
    #[must_use]
    pub fn automatic_outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| {
            (self.repetitions() >= 5).then_some(Outcome::draw(Reason::FivefoldRepetition))
        })
    }
}
