//! From any game to one game: players that know one game only, and searches that are compiled once for each.
//!
//! A search is compiled for its game, which takes long. If the crates above did that, each would do it again, so it is done
//! here, by functions that are about one game.

use std::path::Path;

use classroom::a8::Idea;
use classroom::{CoursePlayer, presets};
use games::chess::book::Book;
use games::{BoardGame, Chess, GameKind, MiniChess, TicTacToe};

use crate::alternatives;
use crate::key::Values;
use crate::master::Master;
use crate::player::Player;
use crate::program::{FilePlayer, Program, Protocol, ScriptPlayer, UciEngine};
use crate::registry::{self, Kind};
use crate::same::same;
use crate::spec::{Spec, SpecError};
use crate::textbook;

/// The textbook player, or the alternative, that the values of a checked spec describe.
pub(crate) fn textbook<G: BoardGame>(
    name: &str,
    values: Values,
) -> Result<Box<dyn Player<G>>, SpecError> {
    let made = match G::KIND {
        GameKind::TicTacToe => same(tictactoe(name, values)),
        // The unit tests of this crate play no games, so they are spared most of the compiler's work.
        #[cfg(test)]
        _ => None,
        #[cfg(not(test))]
        GameKind::Chess => same(chess(name, values)),
        #[cfg(not(test))]
        GameKind::MiniChess => same(minichess(name, values)),
        #[cfg(not(test))]
        GameKind::Othello => same(othello8(name, values)),
        #[cfg(not(test))]
        GameKind::Othello6 => same(othello6(name, values)),
        #[cfg(not(test))]
        GameKind::Othello4 => same(othello4(name, values)),
    };
    made.unwrap_or_else(|| {
        let reason = format!("no search is compiled for {}", G::KIND);
        Err(SpecError::Conflict(reason))
    })
}

/// A function that makes the textbook players of one game.
macro_rules! searches_of {
    ($($name:ident: $game:ty),+ $(,)?) => {$(
        #[inline(never)]
        fn $name(name: &str, values: Values) -> Result<Box<dyn Player<$game>>, SpecError> {
            let player = match registry::find(name).map(|entry| entry.kind) {
                Some(Kind::Alternative) => alternatives::build::<$game>(name, values),
                _ => textbook::build::<$game>(name, values),
            };
            Ok(Box::new(player?))
        }
    )+};
}

searches_of! {
    tictactoe: TicTacToe,
}

#[cfg(not(test))]
searches_of! {
    chess: Chess,
    minichess: MiniChess,
    othello8: games::Othello<8>,
    othello6: games::Othello<6>,
    othello4: games::Othello<4>,
}

/// The engine, if it plays this game.
pub(crate) fn engine<G: BoardGame>(spec: &Spec, values: Values) -> Option<Box<dyn Player<G>>> {
    let player: Box<dyn Player<Chess>> = Box::new(Master::new(spec, values));
    same(player)
}

/// The player of this name out of a course document; `seed` decides what it leaves to chance.
pub(crate) fn course_player<G: BoardGame>(
    name: &str,
    seed: u64,
) -> Option<Box<dyn CoursePlayer<G>>> {
    match G::KIND {
        GameKind::Chess => presets::chess_player(name, seed).and_then(same),
        GameKind::MiniChess => presets::minichess_player(name, seed).and_then(same),
        _ => None,
    }
}

/// The same of assignment 8, without some of its ideas.
pub(crate) fn a8_player<G: BoardGame>(
    name: &str,
    off: &[Idea],
) -> Option<Box<dyn CoursePlayer<G>>> {
    presets::a8_player(name, off).and_then(same)
}

/// The same with an opening book from a file. The error says what is wrong with the file.
pub(crate) fn book_player<G: BoardGame>(
    name: &str,
    seed: u64,
    file: &str,
) -> Result<Option<Box<dyn CoursePlayer<G>>>, String> {
    let book = Book::open(Path::new(file)).map_err(|error| error.to_string())?;
    Ok(presets::book_player(name, book, seed).and_then(same))
}

/// A program of its own as a player, if programs of its kind play this game.
pub(crate) fn program<G: BoardGame>(program: Program) -> Option<Box<dyn Player<G>>> {
    match program.protocol {
        Protocol::Uci => {
            let player: Box<dyn Player<Chess>> = Box::new(UciEngine::new(program));
            same(player)
        }
        Protocol::Script => Some(Box::new(ScriptPlayer::new(program))),
        Protocol::File => {
            let player: Box<dyn Player<MiniChess>> = Box::new(FilePlayer::new(program));
            same(player)
        }
    }
}
