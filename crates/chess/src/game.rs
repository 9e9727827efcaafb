//! A game: a position, how it came about, and how it ends.

use std::fmt;

use crate::{Color, IllegalMove, Move, Position};

/// Why a game is over by the rules.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// Neither side can mate any more, see [`Position::is_insufficient_material`].
    InsufficientMaterial,
    /// The position has come up five times: the game ends by itself.
    FivefoldRepetition,
    /// 75 moves by each side without a capture or pawn move: the game ends by itself.
    SeventyFiveMoves,
    /// The position has come up three times: a player may claim a draw, and programs always do.
    ThreefoldRepetition,
    /// 50 moves by each side without a capture or pawn move: a player may claim a draw, and programs always do.
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

/// How a game ended: who won, if anyone, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner; `None` is a draw.
    pub winner: Option<Color>,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    const fn draw(reason: Reason) -> Self {
        Self {
            winner: None,
            reason,
        }
    }

    /// The result as PGN writes it: `1-0`, `0-1` or `1/2-1/2`.
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
    /// How the game ended if this position alone decides it: mate, stalemate, insufficient material or 75 moves.
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

/// How often the last of these positions has been on the board, this time included. The positions are those of one
/// game, each a move after the one before; of no positions there is none.
#[must_use]
pub fn repetitions<'a>(
    positions: impl IntoIterator<Item = &'a Position, IntoIter: DoubleEndedIterator>,
) -> usize {
    let mut backwards = positions.into_iter().rev();
    let Some(now) = backwards.next() else {
        return 0;
    };
    // A capture or pawn move cannot be undone, so nothing before it can be the same; and it takes two moves to come back
    // to the same side.
    let reach = usize::from(now.halfmove_clock());
    let earlier = backwards.take(reach).skip(1).step_by(2);
    1 + earlier.filter(|earlier| earlier.key() == now.key()).count()
}

/// A game of chess from any position, with its moves.
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
    /// A game from the start position.
    fn default() -> Self {
        Self::new(Position::startpos())
    }
}

impl Game {
    /// A game from any position.
    #[must_use]
    pub fn new(start: Position) -> Self {
        Self {
            positions: vec![start],
            moves: Vec::new(),
        }
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Where the game is.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.moves.len()]
    }

    /// Every position from the first to the present one: one more than there are moves.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move if it is legal. Whether the game is over already is the caller's business.
    pub fn play(&mut self, m: Move) -> Result<(), IllegalMove> {
        let mut next = *self.position();
        next.try_play(m)?;
        self.positions.push(next);
        self.moves.push(m);
        Ok(())
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let m = self.moves.pop()?;
        self.positions.pop();
        Some(m)
    }

    /// How often the present position has been on the board, this time included.
    #[must_use]
    pub fn repetitions(&self) -> usize {
        repetitions(&self.positions)
    }

    /// How the game ended. Draws that a player may claim (threefold repetition, 50 moves) count as claimed.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.automatic_outcome().or_else(|| {
            if self.repetitions() >= 3 {
                return Some(Outcome::draw(Reason::ThreefoldRepetition));
            }
            (self.position().halfmove_clock() >= 100).then_some(Outcome::draw(Reason::FiftyMoves))
        })
    }

    /// How the game ended by itself, if nobody claims anything.
    #[must_use]
    pub fn automatic_outcome(&self) -> Option<Outcome> {
        self.position().outcome().or_else(|| {
            (self.repetitions() >= 5).then_some(Outcome::draw(Reason::FivefoldRepetition))
        })
    }
}
