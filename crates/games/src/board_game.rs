//! All that the rest of the program asks of a game besides its rules.

use std::fmt::Debug;

use gametree::{Evaluator, Game, Player, Score};

use crate::{Ending, GameKind, NotationError, Reason, Record};

/// An evaluator chosen at run time.
pub type AnyEvaluator<G> = Box<dyn Evaluator<G> + Send>;

/// The evaluator that every game has, and the line about it.
pub(crate) const ZERO: (&str, &str) = ("zero", "finds every position equal: only the rules speak");

/// A square and how many pieces of each side attack it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attacked {
    /// Its name.
    pub square: String,
    /// How many pieces of the first side, and of the second.
    pub by: [u32; 2],
}

/// A game as players, pages and files know it. There is one description of each game, and this is it.
///
/// What is written reads back as the same thing, for every move and position.
pub trait BoardGame:
    Game<State: Debug + Eq + Send + Sync, Move: Send + Sync>
    + Clone
    + Debug
    + Default
    + Send
    + Sync
    + 'static
{
    /// Which game it is.
    const KIND: GameKind;

    /// Its name for people.
    const TITLE: &'static str;

    /// Columns and rows.
    const SIZE: (u32, u32);

    /// What the sides are called, who begins before the other.
    const SIDES: [&'static str; 2] = ["White", "Black"];

    /// Whether row 1 is at the top.
    const FROM_TOP: bool = false;

    /// Whether a move is a place on the board and not a way over it.
    const PLACES: bool = false;

    /// A value that is nearly won, in the units of the best evaluator: the scale of bars and graphs.
    const LARGE: f64;

    /// The evaluators: name, and one line about it. The first is the default.
    const EVALUATORS: &'static [(&'static str, &'static str)];

    /// The evaluator that plays best: what the classical player uses unless told otherwise.
    const BEST_EVALUATOR: &'static str;

    /// The starting position.
    fn start(&self) -> Self::State;

    /// The board as lines of text.
    fn render(&self, state: &Self::State) -> String;

    /// A move as text.
    fn write_move(&self, mv: Self::Move) -> String;

    /// The legal move that `text` names.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, NotationError>;

    /// A position as one line of text.
    fn write_position(&self, state: &Self::State) -> String;

    /// The position that `text` describes.
    fn read_position(&self, text: &str) -> Result<Self::State, NotationError>;

    /// The legal moves; none if the game is over.
    fn legal_moves(&self, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.expand(state, &mut moves);
        moves
    }

    /// The evaluator of this name.
    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>>;

    /// The pieces as FEN has them, rows from the top. Where all pieces are alike, `P` is one of the first side.
    fn board(&self, state: &Self::State) -> String;

    /// A move as messages have it: what is written reads back, in every position.
    fn message_move(&self, state: &Self::State, mv: Self::Move) -> String {
        let _ = state;
        self.write_move(mv)
    }

    /// A move as people write it.
    fn people_move(&self, state: &Self::State, mv: Self::Move) -> String {
        self.message_move(state, mv)
    }

    /// The legal move that somebody typed, or one sentence about why it is none.
    fn typed_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, String> {
        self.read_move(state, text.trim())
            .map_err(|error| error.to_string())
    }

    /// The move that a game written down has here, or one sentence about why there is none. Such a game may have gone
    /// on where a player could have claimed a draw.
    fn recorded_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, String> {
        self.typed_move(state, text)
    }

    /// Whether a game written down may have this move here.
    fn is_recordable(&self, state: &Self::State, mv: Self::Move) -> bool {
        self.legal_moves(state).contains(&mv)
    }

    /// The number of the next move, given how many plies were played since the first position. Two moves have the same
    /// number, that of the first side before that of the second.
    fn number(&self, state: &Self::State, plies: usize) -> u32 {
        let second_began = plies % 2 == 1 && self.side(state) == Player::First;
        (plies / 2) as u32 + 1 + u32::from(second_began)
    }

    /// The squares that are attacked and by how many pieces of each side, if that means something in this game.
    fn attacks(&self, state: &Self::State) -> Option<Vec<Attacked>> {
        let _ = state;
        None
    }

    /// The position after the mover passes, if anybody may.
    fn passed(&self, state: &Self::State) -> Option<Self::State> {
        let mut state = state.clone();
        self.null_move(&mut state).map(|_| state)
    }

    /// How a game ended by the rules, if it did; `over` is what the rules say about its last position alone.
    fn ending(&self, record: &Record<Self>, over: Option<Score>) -> Option<Ending> {
        let side = self.side(record.state());
        over.map(|score| Ending::scored(side, score, Reason::Rules))
    }

    /// How a game ended, in words.
    fn told(&self, record: &Record<Self>, ending: &Ending) -> String;
}

/// Squares of which some are taken, as the rows of a FEN.
pub(crate) fn rows(size: usize, at: impl Fn(usize) -> Option<Player>) -> String {
    let mut text = String::new();
    for row in 0..size {
        let mut empty = 0;
        for column in 0..size {
            let Some(player) = at(row * size + column) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(if player == Player::First { 'P' } else { 'p' });
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        if row + 1 < size {
            text.push('/');
        }
    }
    text
}
