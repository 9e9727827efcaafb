//! Where games begin: positions of a file, or some random moves.

use std::path::Path;
use std::{fmt, fs};

use games::{BoardGame, GameKind};
use gametree::{Game, SplitMix64};
use notation::{Games, Limits};
use serde::{Deserialize, Serialize};

use crate::book::Packed;
use crate::{book, hash};

/// A position and the moves that lead on from it.
#[derive(Clone, Debug)]
pub struct Opening<G: BoardGame> {
    /// Where it begins.
    pub start: G::State,
    /// What is played before the players are asked.
    pub moves: Vec<G::Move>,
}

/// In which order a book is gone through.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// As the file has them.
    Sequential,
    /// Shuffled by the seed.
    #[default]
    Random,
}

/// What openings are made of, as the manifest says it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A file.
    Book {
        /// Its name.
        file: String,
        /// FNV-1a of its bytes, 64 bits in hexadecimal.
        hash: String,
        /// How many openings it has.
        openings: usize,
        /// In which order.
        order: Order,
    },
    /// So many random moves from the starting position.
    Random {
        /// Moves by both sides together.
        plies: u32,
    },
}

/// The openings of a match.
pub struct Openings<G: BoardGame> {
    source: Source,
    seed: u64,
    /// Those of the book, in the order they are played; empty for random ones.
    book: Pages<G>,
}

/// The openings of a book, in the order they are played.
enum Pages<G: BoardGame> {
    /// As they are.
    Open(Vec<Opening<G>>),
    /// Packed: each is made when it is asked for. The numbers say in which order.
    Packed(Packed, Vec<usize>),
}

/// Why a file is no book.
#[derive(Debug)]
pub struct BookError(String);

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BookError {}

/// How many random plies an opening has if nobody says.
#[must_use]
pub const fn default_plies(game: GameKind) -> u32 {
    match game {
        GameKind::Chess => 8,
        GameKind::Othello => 6,
        GameKind::MiniChess | GameKind::Othello6 => 4,
        GameKind::Othello4 => 2,
        GameKind::TicTacToe => 1,
    }
}

impl<G: BoardGame> Openings<G> {
    /// Random moves from the starting position.
    #[must_use]
    pub const fn random(plies: u32, seed: u64) -> Self {
        Self {
            source: Source::Random { plies },
            seed,
            book: Pages::Open(Vec::new()),
        }
    }

    /// The openings of a file: games if its name ends in `.pgn` (of each, the first `plies` moves or all), else one
    /// position a line (EPD for chess), or a packed book.
    pub fn read(
        game: &G,
        path: &Path,
        plies: Option<u32>,
        order: Order,
        seed: u64,
    ) -> Result<Self, BookError> {
        let file = path.display().to_string();
        let bytes =
            fs::read(path).map_err(|error| BookError(format!("cannot read {file}: {error}")))?;
        let is_pgn = path
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        if Packed::is_packed(&bytes) {
            return Self::packed(game, file, &bytes, order, seed);
        }
        let mut book = if is_pgn {
            games_of(game, &file, &bytes, plies)?
        } else {
            positions_of(game, &file, &bytes)?
        };
        book.retain(|opening| is_playable(game, opening));
        if book.is_empty() {
            return Err(BookError(format!(
                "{file} has no opening that can be played on"
            )));
        }
        Ok(Self::from_book(file, &bytes, book, order, seed))
    }

    /// The openings that come with the program, shuffled by the seed; random moves for games that have no book.
    #[must_use]
    pub fn usual(game: &G, seed: u64) -> Self {
        let positions = book::default(G::KIND)
            .and_then(|text| Some((text, book::read(game, text).ok()?)))
            .filter(|(_, positions)| !positions.is_empty());
        let Some((text, positions)) = positions else {
            return Self::random(default_plies(G::KIND), seed);
        };
        let openings = positions.into_iter().map(|start| Opening {
            start,
            moves: Vec::new(),
        });
        let name = format!("the {} book of this program", G::KIND);
        Self::from_book(
            name,
            text.as_bytes(),
            openings.collect(),
            Order::Random,
            seed,
        )
    }

    /// The openings of a match in which a test decides, or of any other. Two strong players who are nearly equal draw most
    /// games from level positions, which says nothing about them; so a test takes those in which one side is better, if
    /// the game has them. `docs/matches.md` has the measurement.
    #[must_use]
    pub fn of_match(game: &G, is_test: bool, seed: u64) -> Self {
        let unbalanced = is_test.then(|| Self::named(game, UNBALANCED, Order::Random, seed));
        match unbalanced.flatten() {
            Some(openings) => openings,
            None => Self::usual(game, seed),
        }
    }

    /// A larger book of this program, by its name in [`book::NAMES`]; nothing if this game has none of that name.
    #[must_use]
    pub fn named(game: &G, name: &str, order: Order, seed: u64) -> Option<Self> {
        let bytes = book::named(G::KIND, name)?;
        let title = format!("the {} book `{name}` of this program", G::KIND);
        Self::packed(game, title, bytes, order, seed).ok()
    }

    /// The openings of a packed book.
    fn packed(
        game: &G,
        file: String,
        bytes: &[u8],
        order: Order,
        seed: u64,
    ) -> Result<Self, BookError> {
        let packed = Packed::read(bytes).map_err(|error| BookError(format!("{file}: {error}")))?;
        if packed.game() != G::KIND {
            return Err(BookError(format!(
                "{file} is a book for {}, not for {}",
                packed.game(),
                G::KIND
            )));
        }
        let mut order_played: Vec<usize> = (0..packed.len()).collect();
        shuffle(&mut order_played, order, seed);
        let first = order_played.first();
        if first.and_then(|&first| packed.moves(game, first)).is_none() {
            return Err(BookError(format!(
                "{file} has no opening that can be played on"
            )));
        }
        Ok(Self {
            source: Source::Book {
                file,
                hash: hash::hex(bytes),
                openings: packed.len(),
                order,
            },
            seed,
            book: Pages::Packed(packed, order_played),
        })
    }

    /// Openings in the order they are to be played.
    fn from_book(
        file: String,
        bytes: &[u8],
        mut book: Vec<Opening<G>>,
        order: Order,
        seed: u64,
    ) -> Self {
        shuffle(&mut book, order, seed);
        Self {
            source: Source::Book {
                file,
                hash: hash::hex(bytes),
                openings: book.len(),
                order,
            },
            seed,
            book: Pages::Open(book),
        }
    }

    /// What they are made of.
    #[must_use]
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// The opening of a round, counted from 0: always the same one.
    #[must_use]
    pub fn get(&self, game: &G, round: u64) -> Opening<G> {
        if let Source::Random { plies } = self.source {
            return random_opening(game, plies, mix(self.seed) ^ round);
        }
        match &self.book {
            Pages::Open(book) => book[(round % book.len() as u64) as usize].clone(),
            Pages::Packed(packed, order) => {
                let index = order[(round % order.len() as u64) as usize];
                Opening {
                    start: game.start(),
                    moves: packed.moves(game, index).unwrap_or_default(),
                }
            }
        }
    }
}

/// The book that a test takes.
const UNBALANCED: &str = "unbalanced";

/// Puts openings in the order they are played.
fn shuffle<T>(book: &mut [T], order: Order, seed: u64) {
    if order == Order::Random {
        let mut generator = SplitMix64::new(mix(seed ^ BOOK_SALT));
        for last in (1..book.len()).rev() {
            book.swap(last, generator.below(last as u64 + 1) as usize);
        }
    }
}

/// So that the shuffle and the random openings of a seed have nothing to do with each other.
const BOOK_SALT: u64 = 0xB00C;

/// Random moves after which both sides still have something to play. If a small game leaves no such line of the length
/// asked for, a shorter one.
fn random_opening<G: BoardGame>(game: &G, plies: u32, seed: u64) -> Opening<G> {
    const TRIES: u32 = 64;
    let mut generator = SplitMix64::new(mix(seed));
    let mut buffer = Vec::new();
    let mut attempt = 0;
    loop {
        // Every so many failures one ply less is wanted, down to none.
        let wanted = plies.saturating_sub(attempt / TRIES);
        let mut opening = Opening::<G> {
            start: game.start(),
            moves: Vec::with_capacity(wanted as usize),
        };
        let mut state = opening.start.clone();
        for _ in 0..wanted {
            buffer.clear();
            if game.expand(&state, &mut buffer).is_some() {
                break;
            }
            let mv = buffer[generator.below(buffer.len() as u64) as usize];
            game.play(&mut state, mv);
            opening.moves.push(mv);
        }
        if wanted == 0 || opening.moves.len() == wanted as usize && goes_on(game, &state) {
            return opening;
        }
        attempt += 1;
    }
}

/// Whether the game goes on, and some move does not end it.
fn goes_on<G: Game>(game: &G, state: &G::State) -> bool {
    let mut moves = Vec::new();
    if game.expand(state, &mut moves).is_some() {
        return false;
    }
    moves.into_iter().any(|mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        game.terminal(&next).is_none()
    })
}

fn is_playable<G: BoardGame>(game: &G, opening: &Opening<G>) -> bool {
    let mut state = opening.start.clone();
    for &mv in &opening.moves {
        game.play(&mut state, mv);
    }
    game.terminal(&state).is_none()
}

fn positions_of<G: BoardGame>(
    game: &G,
    file: &str,
    bytes: &[u8],
) -> Result<Vec<Opening<G>>, BookError> {
    let text = String::from_utf8_lossy(bytes);
    let mut book = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let wrong =
            |error: &dyn fmt::Display| BookError(format!("{file}, line {}: {error}", index + 1));
        // EPD has the position without its operations; the other games have nothing behind it.
        let plain = if G::KIND == GameKind::Chess {
            let epd: chess::Epd = line.parse().map_err(|error| wrong(&error))?;
            epd.position.to_string()
        } else {
            line.to_owned()
        };
        book.push(Opening {
            start: game.read_position(&plain).map_err(|error| wrong(&error))?,
            moves: Vec::new(),
        });
    }
    Ok(book)
}

fn games_of<G: BoardGame>(
    game: &G,
    file: &str,
    bytes: &[u8],
    plies: Option<u32>,
) -> Result<Vec<Opening<G>>, BookError> {
    let mut book = Vec::new();
    for read in Games::of(game, bytes, Limits::default()) {
        let read = read.map_err(|error| BookError(format!("{file}, {error}")))?;
        let most = plies.map_or(usize::MAX, |plies| plies as usize);
        let mut opening = Opening {
            start: read.start().clone(),
            moves: Vec::new(),
        };
        let mut state = read.start().clone();
        for node in read.main_line().nodes().iter().take(most) {
            // A game that goes on after a draw by rule is followed up to there.
            if game.terminal(&state).is_some() {
                break;
            }
            game.play(&mut state, node.played());
            opening.moves.push(node.played());
        }
        book.push(opening);
    }
    Ok(book)
}

/// A number spread over all its bits.
pub(crate) const fn mix(number: u64) -> u64 {
    SplitMix64::new(number).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Chess, TicTacToe};

    #[test]
    fn a_round_always_has_the_same_opening() {
        let game = Chess::default();
        let openings = Openings::<Chess>::random(8, 5);
        let other = Openings::<Chess>::random(8, 6);
        let mut differs = 0;
        for round in 0..50 {
            let opening = openings.get(&game, round);
            assert_eq!(opening.moves.len(), 8);
            assert_eq!(opening.moves, openings.get(&game, round).moves);
            differs += usize::from(opening.moves != other.get(&game, round).moves);
        }
        assert_eq!(differs, 50, "another seed, other openings");
    }

    #[test]
    fn a_small_game_gets_as_many_moves_as_leave_something_to_play() {
        let game = TicTacToe::default();
        for round in 0..200 {
            let opening = Openings::<TicTacToe>::random(9, 1).get(&game, round);
            assert!(opening.moves.len() < 9 && !opening.moves.is_empty());
            assert!(is_playable(&game, &opening));
        }
    }
}
