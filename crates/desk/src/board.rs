//! What a page needs of a game beyond its rules: pictures, names and notation for people.

use chess::uci::{self, CastlingStyle};
use chess::{Color, Position as ChessPosition, Square, san};
use classroom::fascicle3::board_weight;
use games::{BoardGame, Chess, Ending, GameKind, MiniChess, Othello, Reason, Record, TicTacToe};
use gametree::{Game, Player as Turn};

use crate::protocol::{GameId, Named, Side, Weighed};

/// A game that can be shown on a page.
pub trait Shown: BoardGame {
    /// Its name in messages.
    const ID: GameId;
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

    /// The pieces as FEN has them, rows from the top.
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
        self.read_move(state, text)
            .map_err(|error| error.to_string())
    }

    /// The number of the next move, given how many plies were played since the first position.
    fn number(&self, state: &Self::State, plies: usize) -> u32 {
        let _ = state;
        plies as u32 / 2 + 1
    }

    /// Opinions about a position besides those of the evaluators: name, line about it, units.
    const MORE_WEIGHTS: &'static [(&'static str, &'static str)] = &[];

    /// What those say, for the first side.
    fn more_weights(&self, state: &Self::State) -> Vec<i32> {
        let _ = state;
        Vec::new()
    }

    /// The squares that are attacked and by how many pieces of each side, if that means something in this game.
    fn attacks(&self, state: &Self::State) -> Option<Vec<Weighed>> {
        let _ = state;
        None
    }

    /// The position after the mover passes, if anybody may.
    fn passed(&self, state: &Self::State) -> Option<Self::State> {
        let mut state = state.clone();
        self.null_move(&mut state).map(|_| state)
    }

    /// How a game ended, in words.
    fn told(&self, record: &Record<Self>, ending: &Ending) -> String;
}

/// Something to do with a game whose type is only known at run time.
pub trait WithShown {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<G: Shown>(self, game: &G) -> Self::Output;
}

impl GameId {
    /// All games, in the order they are offered.
    pub const ALL: [Self; 6] = [
        Self::Chess,
        Self::MiniChess,
        Self::Othello,
        Self::Othello6,
        Self::Othello4,
        Self::TicTacToe,
    ];

    /// Does `job` with this game.
    pub fn with<J: WithShown>(self, job: J) -> J::Output {
        match self {
            Self::Chess => job.run(&Chess::default()),
            Self::MiniChess => job.run(&MiniChess::default()),
            Self::Othello => job.run(&Othello::<8>::default()),
            Self::Othello6 => job.run(&Othello::<6>::default()),
            Self::Othello4 => job.run(&Othello::<4>::default()),
            Self::TicTacToe => job.run(&TicTacToe::default()),
        }
    }
}

impl From<GameKind> for GameId {
    fn from(kind: GameKind) -> Self {
        match kind {
            GameKind::Chess => Self::Chess,
            GameKind::MiniChess => Self::MiniChess,
            GameKind::Othello => Self::Othello,
            GameKind::Othello6 => Self::Othello6,
            GameKind::Othello4 => Self::Othello4,
            GameKind::TicTacToe => Self::TicTacToe,
        }
    }
}

impl From<Turn> for Side {
    fn from(turn: Turn) -> Self {
        match turn {
            Turn::First => Self::First,
            Turn::Second => Self::Second,
        }
    }
}

impl From<Side> for Turn {
    fn from(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

/// The names of everything that weighs a position of a game.
pub fn weights<G: Shown>() -> Vec<Named> {
    let named = |&(name, about): &(&str, &str)| Named {
        name: name.to_owned(),
        about: about.to_owned(),
    };
    let evaluators = G::EVALUATORS.iter().filter(|(name, _)| *name != "zero");
    evaluators
        .map(named)
        .chain(G::MORE_WEIGHTS.iter().map(named))
        .collect()
}

/// What each of them says about a position, for the first side.
pub fn weigh<G: Shown>(game: &G, state: &G::State) -> Vec<i32> {
    let sign = match game.side(state) {
        Turn::First => 1,
        Turn::Second => -1,
    };
    let mut weights: Vec<i32> = G::EVALUATORS
        .iter()
        .filter(|(name, _)| *name != "zero")
        .filter_map(|(name, _)| G::evaluator(name))
        .map(|mut evaluator| sign * evaluator.evaluate(game, state))
        .collect();
    weights.extend(game.more_weights(state));
    weights
}

/// `White wins by checkmate`, or `draw by stalemate`.
fn by_reason(sides: [&str; 2], ending: &Ending, reason: &str) -> String {
    match ending.winner {
        Some(side) => format!("{} wins by {reason}", sides[side.index()]),
        None => format!("Draw by {reason}"),
    }
}

impl Shown for Chess {
    const ID: GameId = GameId::Chess;
    const TITLE: &'static str = "Chess";
    const SIZE: (u32, u32) = (8, 8);
    const LARGE: f64 = 500.0;
    const MORE_WEIGHTS: &'static [(&'static str, &'static str)] = &[(
        "board weight",
        "what fascicle 3 asks for: pieces, advanced pawns, protected pieces and threats, in points",
    )];

    fn board(&self, state: &ChessPosition) -> String {
        let fen = state.to_string();
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    /// Castling is written by where the king goes if that can be read back, else by the rook (Chess960).
    fn message_move(&self, state: &ChessPosition, mv: chess::Move) -> String {
        let text = mv.to_uci(CastlingStyle::KingMoves);
        if uci::parse(state, &text) == Ok(mv) {
            return text;
        }
        mv.to_uci(CastlingStyle::KingTakesRook)
    }

    fn people_move(&self, state: &ChessPosition, mv: chess::Move) -> String {
        mv.to_san(state)
    }

    fn typed_move(&self, state: &ChessPosition, text: &str) -> Result<chess::Move, String> {
        let text = text.trim();
        if self.terminal(state).is_some() {
            return Err("the game is over: there is no move to play".to_owned());
        }
        uci::parse(state, &text.to_ascii_lowercase())
            .or_else(|_| san::parse(state, text).map_err(|error| error.to_string()))
    }

    fn number(&self, state: &ChessPosition, _: usize) -> u32 {
        u32::from(state.fullmove_number())
    }

    fn more_weights(&self, state: &ChessPosition) -> Vec<i32> {
        vec![board_weight(state)]
    }

    fn attacks(&self, state: &ChessPosition) -> Option<Vec<Weighed>> {
        let squares = Square::ALL.iter().map(|&square| {
            let attackers = state.attackers_to(square, state.occupied());
            let by = |color| (attackers & state.color(color)).count();
            Weighed {
                square: square.to_string(),
                sides: [by(Color::White), by(Color::Black)],
            }
        });
        let squares = squares.filter(|weighed| weighed.sides != [0, 0]);
        Some(squares.collect())
    }

    fn passed(&self, state: &ChessPosition) -> Option<ChessPosition> {
        state.after_null()
    }

    fn told(&self, _: &Record<Self>, ending: &Ending) -> String {
        by_reason(Self::SIDES, ending, ending.reason.words())
    }
}

impl Shown for MiniChess {
    const ID: GameId = GameId::MiniChess;
    const TITLE: &'static str = "MiniChess";
    const SIZE: (u32, u32) = (5, 6);
    const LARGE: f64 = 80.0;

    fn board(&self, state: &Self::State) -> String {
        let fen = games::BoardGame::write_position(self, state);
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    fn told(&self, record: &Record<Self>, ending: &Ending) -> String {
        let state = record.state();
        let reason = if ending.reason != Reason::Rules {
            ending.reason.words().to_owned()
        } else if state.ply() >= self.rules.ply_limit {
            format!("material after {} plies", self.rules.ply_limit)
        } else if ending.winner == Some(self.side(state)) {
            "the king that can be taken".to_owned()
        } else {
            "having the only moves left".to_owned()
        };
        by_reason(Self::SIDES, ending, &reason)
    }
}

/// Squares of which some are taken, as the rows of a FEN.
fn rows(size: usize, at: impl Fn(usize) -> Option<Turn>) -> String {
    let mut text = String::new();
    for row in 0..size {
        let mut empty = 0;
        for column in 0..size {
            let Some(turn) = at(row * size + column) else {
                empty += 1;
                continue;
            };
            if empty > 0 {
                text += &empty.to_string();
                empty = 0;
            }
            text.push(if turn == Turn::First { 'P' } else { 'p' });
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

macro_rules! othello {
    ($size:literal, $id:ident, $title:literal) => {
        impl Shown for Othello<$size> {
            const ID: GameId = GameId::$id;
            const TITLE: &'static str = $title;
            const SIZE: (u32, u32) = ($size, $size);
            const LARGE: f64 = 1_500.0;
            const SIDES: [&'static str; 2] = ["Black", "White"];
            const FROM_TOP: bool = true;
            const PLACES: bool = true;

            fn board(&self, state: &Self::State) -> String {
                rows($size, |square| {
                    [Turn::First, Turn::Second]
                        .into_iter()
                        .find(|turn| state.discs[turn.index()] >> square & 1 == 1)
                })
            }

            fn told(&self, record: &Record<Self>, ending: &Ending) -> String {
                let [black, white] = record.state().discs.map(u64::count_ones);
                let (more, fewer) = (black.max(white), black.min(white));
                match ending.winner {
                    Some(side) => {
                        format!(
                            "{} wins by {more} discs to {fewer}",
                            Self::SIDES[side.index()]
                        )
                    }
                    None => format!("Draw by {more} discs to {fewer}"),
                }
            }
        }
    };
}

othello!(8, Othello, "Othello");
othello!(6, Othello6, "Othello 6×6");
othello!(4, Othello4, "Othello 4×4");

impl Shown for TicTacToe {
    const ID: GameId = GameId::TicTacToe;
    const TITLE: &'static str = "Tic-tac-toe";
    const SIZE: (u32, u32) = (3, 3);
    const LARGE: f64 = 4.0;
    const SIDES: [&'static str; 2] = ["X", "O"];
    const FROM_TOP: bool = true;
    const PLACES: bool = true;

    fn board(&self, state: &Self::State) -> String {
        let text = games::BoardGame::write_position(self, state);
        let squares: Vec<char> = text.chars().filter(|c| !"/ ".contains(*c)).collect();
        rows(3, |square| match squares.get(square) {
            Some('X' | 'x') => Some(Turn::First),
            Some('O' | 'o') => Some(Turn::Second),
            _ => None,
        })
    }

    fn told(&self, _: &Record<Self>, ending: &Ending) -> String {
        let reason = match ending.winner {
            Some(_) => "three in a row",
            None => "a full board",
        };
        by_reason(Self::SIDES, ending, reason)
    }
}
