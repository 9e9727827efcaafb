//! The games by name, and what each brings for players: its evaluators.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use classroom::{CoursePlayer, presets};
use games::chess::book::Book;
use games::minichess::TableSign;
use games::{BoardGame, Chess, MiniChess, Othello, TicTacToe};
use games::{chess as chess_game, minichess, othello, tictactoe};
use gametree::{Evaluator, Score, Value, Zero};

use crate::ending::{Ending, Reason};
use crate::key::Values;
use crate::master::Master;
use crate::nearest::{hint, quote};
use crate::player::Player;
use crate::program::{FilePlayer, Program, Protocol, UciEngine};
use crate::record::Record;
use crate::spec::Spec;

/// An evaluator chosen at run time.
pub type AnyEvaluator<G> = Box<dyn Evaluator<G> + Send>;

/// A game that players can be built for.
pub trait Arena:
    BoardGame<State: Send + Sync, Move: Send + Sync> + Clone + Default + Send + Sync + 'static
{
    /// Which game it is.
    const KIND: GameKind;

    /// The evaluators: name, and one line about it. The first is the default.
    const EVALUATORS: &'static [(&'static str, &'static str)];

    /// The evaluator that plays best: what the classical player uses unless told otherwise.
    const BEST_EVALUATOR: &'static str;

    /// The evaluator of this name.
    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>>;

    /// The player of this name out of a course document; `seed` decides what it leaves to chance.
    fn course_player(name: &str, seed: u64) -> Option<Box<dyn CoursePlayer<Self>>> {
        let _ = (name, seed);
        None
    }

    /// The same with an opening book from a file. The error says what is wrong with the file.
    fn book_player(
        name: &str,
        seed: u64,
        file: &str,
    ) -> Result<Option<Box<dyn CoursePlayer<Self>>>, String> {
        let _ = (name, seed, file);
        Ok(None)
    }

    /// The engine, if it plays this game.
    fn engine(spec: &Spec, values: Values) -> Option<Box<dyn Player<Self>>> {
        let _ = (spec, values);
        None
    }

    /// A program of its own as a player, if programs of its kind play this game.
    fn program(program: Program) -> Option<Box<dyn Player<Self>>> {
        let _ = program;
        None
    }

    /// How a game ended by the rules, if it did; `over` is what the rules say about its last position alone.
    fn ending(&self, record: &Record<Self>, over: Option<Score>) -> Option<Ending> {
        let side = self.side(record.state());
        over.map(|score| Ending::scored(side, score, Reason::Rules))
    }
}

/// A game by its name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameKind {
    /// Chess on 8x8 squares.
    Chess,
    /// The 6x5 game of the course I2P3.
    MiniChess,
    /// Othello on 8x8 squares.
    Othello,
    /// Othello on 6x6 squares.
    Othello6,
    /// Othello on 4x4 squares.
    Othello4,
    /// Tic-tac-toe.
    TicTacToe,
}

/// Something to do with a game whose type is only known at run time.
pub trait WithGame {
    /// What comes of it.
    type Output;

    /// Does it.
    fn run<G: Arena>(self, game: &G) -> Self::Output;
}

impl GameKind {
    /// All games.
    pub const ALL: [Self; 6] = [
        Self::Chess,
        Self::MiniChess,
        Self::Othello,
        Self::Othello6,
        Self::Othello4,
        Self::TicTacToe,
    ];

    /// The name used in commands.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::MiniChess => "minichess",
            Self::Othello => "othello",
            Self::Othello6 => "othello6",
            Self::Othello4 => "othello4",
            Self::TicTacToe => "tictactoe",
        }
    }

    /// Does `job` with this game.
    pub fn with<J: WithGame>(self, job: J) -> J::Output {
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

/// A score of the searches as people read it.
#[must_use]
pub const fn value_of(game: GameKind, score: Score) -> Value {
    match game {
        GameKind::Chess => Value::of_chess(score),
        _ => Value::of_points(score),
    }
}

impl fmt::Display for GameKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// No game has this name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownGame(String);

impl fmt::Display for UnknownGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = GameKind::ALL.map(GameKind::name);
        write!(
            f,
            "no game is called {}{} (games: {})",
            quote(&self.0),
            hint(&self.0, names),
            names.join(", ")
        )
    }
}

impl std::error::Error for UnknownGame {}

impl FromStr for GameKind {
    type Err = UnknownGame;

    fn from_str(text: &str) -> Result<Self, UnknownGame> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.name().eq_ignore_ascii_case(text.trim()))
            .ok_or_else(|| UnknownGame(text.to_owned()))
    }
}

const ZERO: (&str, &str) = ("zero", "finds every position equal: only the rules speak");

impl Arena for Chess {
    const KIND: GameKind = GameKind::Chess;
    const BEST_EVALUATOR: &'static str = "squares";
    const EVALUATORS: &'static [(&'static str, &'static str)] = &[
        (
            "material",
            "pawn 100, knight 300, bishop 300, rook 500, queen 900",
        ),
        ("squares", "material and where the pieces stand"),
        ("mobility", "material and how many moves each side has"),
        ZERO,
    ];

    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
        Some(match name {
            "material" => Box::new(chess_game::Material),
            "squares" => Box::new(chess_game::MaterialAndSquares),
            "mobility" => Box::new(chess_game::Mobility),
            "zero" => Box::new(Zero),
            _ => return None,
        })
    }

    fn course_player(name: &str, seed: u64) -> Option<Box<dyn CoursePlayer<Self>>> {
        presets::chess_player(name, seed)
    }

    fn book_player(
        name: &str,
        seed: u64,
        file: &str,
    ) -> Result<Option<Box<dyn CoursePlayer<Self>>>, String> {
        let book = Book::open(Path::new(file)).map_err(|error| error.to_string())?;
        Ok(presets::book_player(name, book, seed))
    }

    fn engine(spec: &Spec, values: Values) -> Option<Box<dyn Player<Self>>> {
        Some(Box::new(Master::new(spec, values)))
    }

    fn program(program: Program) -> Option<Box<dyn Player<Self>>> {
        (program.protocol == Protocol::Uci)
            .then(|| Box::new(UciEngine::new(program)) as Box<dyn Player<Self>>)
    }

    /// Draws that a player may claim count as claimed. Repetition is known only from the whole game.
    fn ending(&self, record: &Record<Self>, over: Option<Score>) -> Option<Ending> {
        let position = record.state();
        if over.is_none() {
            return is_repeated(record.states()).then(|| Ending::draw(Reason::Repetition));
        }
        let outcome = position.outcome();
        Some(
            outcome.map_or(Ending::draw(Reason::FiftyMoves), |outcome| Ending {
                winner: outcome.winner.map(chess_game::player),
                reason: outcome.reason.into(),
                detail: None,
            }),
        )
    }
}

/// Whether the last position has come up three times.
fn is_repeated(positions: &[chess::Position]) -> bool {
    let Some(now) = positions.last() else {
        return false;
    };
    // A capture or pawn move cannot be undone, so nothing before it can be the same.
    let reach = usize::from(now.halfmove_clock()) + 1;
    let times = positions
        .iter()
        .rev()
        .take(reach)
        .step_by(2)
        .filter(|earlier| earlier.key() == now.key())
        .count();
    times >= 3
}

impl Arena for MiniChess {
    const KIND: GameKind = GameKind::MiniChess;
    const BEST_EVALUATOR: &'static str = "activity";
    const EVALUATORS: &'static [(&'static str, &'static str)] = &[
        ("activity", "material, moves and pawns on their way"),
        (
            "squares",
            "material and where the pieces stand (the course's tables, added)",
        ),
        (
            "squares-printed",
            "the same with the tables subtracted, as the course printed it",
        ),
        ("material", "pawn 2, rook 6, knight 7, bishop 8, queen 20"),
        ZERO,
    ];

    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
        Some(match name {
            "activity" => Box::new(minichess::Activity),
            "squares" => Box::new(minichess::SquareTables {
                sign: TableSign::Add,
            }),
            "squares-printed" => Box::new(minichess::SquareTables {
                sign: TableSign::Subtract,
            }),
            "material" => Box::new(minichess::Material),
            "zero" => Box::new(Zero),
            _ => return None,
        })
    }

    fn course_player(name: &str, seed: u64) -> Option<Box<dyn CoursePlayer<Self>>> {
        presets::minichess_player(name, seed)
    }

    fn program(program: Program) -> Option<Box<dyn Player<Self>>> {
        (program.protocol == Protocol::File)
            .then(|| Box::new(FilePlayer::new(program)) as Box<dyn Player<Self>>)
    }
}

macro_rules! othello {
    ($size:literal, $kind:ident) => {
        impl Arena for Othello<$size> {
            const KIND: GameKind = GameKind::$kind;
            const BEST_EVALUATOR: &'static str = "corners";
            const EVALUATORS: &'static [(&'static str, &'static str)] = &[
                (
                    "corners",
                    "corners, mobility and discs by the phase of the game",
                ),
                ("discs", "the difference in discs"),
                ZERO,
            ];

            fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
                Some(match name {
                    "corners" => Box::new(othello::MobilityAndCorners),
                    "discs" => Box::new(othello::DiscDifference),
                    "zero" => Box::new(Zero),
                    _ => return None,
                })
            }
        }
    };
}

othello!(8, Othello);
othello!(6, Othello6);
othello!(4, Othello4);

impl Arena for TicTacToe {
    const KIND: GameKind = GameKind::TicTacToe;
    const BEST_EVALUATOR: &'static str = "lines";
    const EVALUATORS: &'static [(&'static str, &'static str)] =
        &[("lines", "lines still open to each side"), ZERO];

    fn evaluator(name: &str) -> Option<AnyEvaluator<Self>> {
        Some(match name {
            "lines" => Box::new(tictactoe::OpenLines),
            "zero" => Box::new(Zero),
            _ => return None,
        })
    }
}
