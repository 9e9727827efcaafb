//! The trait of board games: everything about a game besides its rules.

use std::fmt::Debug;

use gametree::score::is_decisive;
use gametree::{Evaluator, Game, Score, Side, Value};

use crate::{Ending, GameId, NotationError, Reason, Record};

/// An evaluator chosen at run time.
pub type AnyEvaluator<G> = Box<dyn Evaluator<G> + Send>;

/// The evaluator that every game has, with its description.
pub(crate) const ZERO: (&str, &str) = (
    "zero",
    "0 for every position: only the result of a game counts",
);

/// A square with the number of its attackers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attacked {
    /// The name of the square.
    pub square: String,
    /// The number of attacking pieces of the first side and of the second.
    pub by: [u32; 2],
}

/// A game with its names, notation, evaluators and board, for players, web pages and files.
///
/// Every move and position reads back as written.
pub trait BoardGame:
    Game<State: Debug + Eq + Send + Sync, Move: Send + Sync>
    + Clone
    + Debug
    + Default
    + Send
    + Sync
    + 'static
{
    /// The id of the game.
    const ID: GameId;

    /// The display name of the game.
    const TITLE: &'static str;

    /// One line about the game for a list of games.
    const ABOUT: &'static str;

    /// The number of columns and of rows.
    const SIZE: (u32, u32);

    /// The names of the two sides, the first side first.
    const SIDES: [&'static str; 2] = ["White", "Black"];

    /// Whether row 1 is at the top of the board.
    const FROM_TOP: bool = false;

    /// Whether a move places a piece on a square instead of moving one.
    const PLACES: bool = false;

    /// The value of an almost won position, in units of the best evaluator: the scale of bars and graphs.
    const LARGE: f64;

    /// The plies of a random opening that leaves most of the game to play.
    const OPENING_PLIES: u32;

    /// The least and the most plies of random play that lead to a position for an exercise.
    const EXERCISE_PLIES: (u32, u32);

    /// The evaluators: name and description. The first is the default.
    const EVALUATORS: &'static [(&'static str, &'static str)];

    /// The strongest evaluator, the default of the classical player.
    const BEST_EVALUATOR: &'static str;

    /// Returns a score on a scale from -1, lost, to 1, won: the height of bars and graphs.
    fn balance(score: Score) -> f64 {
        if is_decisive(score) {
            return f64::from(score.signum());
        }
        (f64::from(score) / Self::LARGE).tanh()
    }

    /// Returns the start position.
    fn start(&self) -> Self::State;

    /// Draws the board as lines of text.
    fn render(&self, state: &Self::State) -> String;

    /// Writes a move.
    fn write_move(&self, mv: Self::Move) -> String;

    /// Reads a legal move, as [`BoardGame::write_move`] writes it.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, NotationError>;

    /// Writes a position as one line of text.
    fn write_position(&self, state: &Self::State) -> String;

    /// Reads a position.
    fn read_position(&self, text: &str) -> Result<Self::State, NotationError>;

    /// Returns the legal moves; none if the game is over.
    fn legal_moves(&self, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.expand(state, &mut moves);
        moves
    }

    /// Creates the evaluator with this name.
    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>>;

    /// Converts the score of a search to a value for users: in chess to centipawns and mates.
    #[must_use]
    fn value(score: Score) -> Value {
        Value::of_points(score)
    }

    /// Writes the pieces as in a FEN, rows from the top. In games with one kind of piece, `P` is a piece of the first side.
    fn board(&self, state: &Self::State) -> String;

    /// Returns the square on which a move places a piece, if the text of the move does not name it: in games where pieces
    /// drop into a column.
    fn landing(&self, state: &Self::State, mv: Self::Move) -> Option<String> {
        let _ = (state, mv);
        None
    }

    /// Returns the squares of the lines that won the game, in games that are won by a line.
    fn winning_squares(&self, state: &Self::State) -> Vec<String> {
        let _ = state;
        Vec::new()
    }

    /// Writes a move in the wire format, which reads back in every position.
    fn wire_move(&self, state: &Self::State, mv: Self::Move) -> String {
        let _ = state;
        self.write_move(mv)
    }

    /// Writes a move for display: in chess SAN.
    fn display_move(&self, state: &Self::State, mv: Self::Move) -> String {
        self.wire_move(state, mv)
    }

    /// Writes consecutive moves, for display and in the wire format.
    fn line_texts(&self, state: &Self::State, moves: &[Self::Move]) -> (Vec<String>, Vec<String>) {
        let mut state = state.clone();
        let texts = moves.iter().map(|&mv| {
            let texts = (self.display_move(&state, mv), self.wire_move(&state, mv));
            self.play(&mut state, mv);
            texts
        });
        texts.unzip()
    }

    /// Reads a legal move that a user typed, or returns an error of one sentence.
    fn parse_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, String> {
        self.read_move(state, text.trim())
            .map_err(|error| error.to_string())
    }

    /// Reads a move of a game record (PGN), or returns an error of one sentence. A recorded game can continue after a
    /// position in which a player could have claimed a draw.
    fn parse_pgn_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, String> {
        self.parse_move(state, text)
    }

    /// Returns whether a game record can have this move in this position.
    fn is_pgn_move(&self, state: &Self::State, mv: Self::Move) -> bool {
        self.legal_moves(state).contains(&mv)
    }

    /// Returns the number of the next move after `plies` plies. A move of the first side and the next move of the second
    /// have the same number.
    fn number(&self, state: &Self::State, plies: usize) -> u32 {
        let second_began = plies % 2 == 1 && self.side(state) == Side::First;
        (plies / 2) as u32 + 1 + u32::from(second_began)
    }

    /// Returns the attacked squares, or `None` if the game has no attacks.
    fn attacks(&self, state: &Self::State) -> Option<Vec<Attacked>> {
        let _ = state;
        None
    }

    /// Returns the position after a null move, if the game allows one.
    fn after_null(&self, state: &Self::State) -> Option<Self::State> {
        let mut state = state.clone();
        self.null_move(&mut state).map(|_| state)
    }

    /// Returns how the game ended by the rules, if it did. `over` is the terminal value of the last position alone.
    fn ending(&self, record: &Record<Self>, over: Option<Score>) -> Option<Ending> {
        let side = self.side(record.state());
        over.map(|score| Ending::scored(side, score, Reason::Rules))
    }

    /// Describes the end of a game in words.
    fn describe_end(&self, record: &Record<Self>, ending: &Ending) -> String;

    /// Returns the error of rules given at run time. After it every result of a search is meaningless.
    fn failure(&self) -> Option<String> {
        None
    }
}

/// Returns the letter of a piece in games with one kind of piece.
pub(crate) const fn piece_of(owner: Side) -> char {
    match owner {
        Side::First => 'P',
        Side::Second => 'p',
    }
}

/// Writes the lines of a board as in a FEN, from the letter of each column and line.
pub(crate) fn rows(
    columns: usize,
    lines: usize,
    at: impl Fn(usize, usize) -> Option<char>,
) -> String {
    let mut text = String::new();
    for line in 0..lines {
        let mut empty = 0;
        for column in 0..columns {
            let Some(piece) = at(column, line) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(piece);
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if line + 1 < lines {
            text.push('/');
        }
    }
    text
}
