//! Openings: positions of a file, or random moves.

use std::path::Path;

use games::BoardGame;
use gametree::{Game, SplitMix64, hash};
use notation::{Games, Limits};
use serde::{Deserialize, Serialize};

use crate::book::{self, BookError, Packed};
use crate::store::read_file;

/// A position and moves played from it.
#[derive(Clone, Debug)]
pub struct Opening<G: BoardGame> {
    /// The first position.
    pub start: G::State,
    /// The moves played before the first search.
    pub moves: Vec<G::Move>,
}

/// The order of a book's openings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The order of the file.
    Sequential,
    /// Shuffled by the seed.
    #[default]
    Random,
}

/// The source of openings, as written in the journal.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// A file.
    Book {
        /// Its name.
        file: String,
        /// FNV-1a of its bytes, 64 bits in hexadecimal.
        hash: String,
        /// The number of openings.
        openings: usize,
        /// The order.
        order: Order,
    },
    /// Random moves from the starting position.
    Random {
        /// The number of plies.
        plies: u32,
    },
}

impl Source {
    fn book(file: String, bytes: &[u8], openings: usize, order: Order) -> Self {
        Self::Book {
            file,
            hash: hash::hex(bytes),
            openings,
            order,
        }
    }
}

/// The openings of a match.
pub struct Openings<G: BoardGame> {
    source: Source,
    seed: u64,
    /// The openings of the book in playing order; empty for random ones.
    book: Pages<G>,
}

/// The openings of a book in playing order.
enum Pages<G: BoardGame> {
    /// Decoded openings.
    Open(Vec<Opening<G>>),
    /// A packed book, decoded on demand, and the order of its openings.
    Packed(Packed, Vec<usize>),
}

/// Returns the error of a book without a usable opening.
fn without_opening(file: &str) -> BookError {
    BookError::Text(format!(
        "{file} has no opening from which the game continues"
    ))
}

impl<G: BoardGame> Openings<G> {
    /// Creates random openings from the starting position.
    #[must_use]
    pub const fn random(plies: u32, seed: u64) -> Self {
        Self {
            source: Source::Random { plies },
            seed,
            book: Pages::Open(Vec::new()),
        }
    }

    /// Reads the openings of a file, see [`Openings::parse`].
    pub fn read(
        game: &G,
        path: &Path,
        plies: Option<u32>,
        order: Order,
        seed: u64,
    ) -> Result<Self, BookError> {
        let bytes = read_file(path).map_err(BookError::Text)?;
        Self::parse(
            game,
            &path.display().to_string(),
            &bytes,
            plies,
            order,
            seed,
        )
    }

    /// Reads the openings of a book: the first `plies` moves (or all) of each game if its name ends in `.pgn`, a packed
    /// book, or one position on each line (EPD for chess).
    pub fn parse(
        game: &G,
        name: &str,
        bytes: &[u8],
        plies: Option<u32>,
        order: Order,
        seed: u64,
    ) -> Result<Self, BookError> {
        let file = name.to_owned();
        if Packed::is_packed(bytes) {
            return Self::packed(game, file, bytes, order, seed);
        }
        let is_pgn = Path::new(name)
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("pgn"));
        let mut book = if is_pgn {
            games_of(game, name, bytes, plies)?
        } else {
            let positions = book::read(game, &String::from_utf8_lossy(bytes));
            openings_at(positions.map_err(|error| BookError::Text(format!("{name}, {error}")))?)
        };
        book.retain(|opening| is_playable(game, opening));
        if book.is_empty() {
            return Err(without_opening(name));
        }
        Ok(Self::from_book(file, bytes, book, order, seed))
    }

    /// Returns the built-in openings, shuffled by the seed, or random moves for games without a book.
    #[must_use]
    pub fn usual(game: &G, seed: u64) -> Self {
        let positions = book::default(G::ID)
            .and_then(|text| Some((text, book::read(game, text).ok()?)))
            .filter(|(_, positions)| !positions.is_empty());
        let Some((text, positions)) = positions else {
            return Self::random(G::OPENING_PLIES, seed);
        };
        let name = format!("the {} book of this program", G::ID);
        let openings = openings_at(positions);
        Self::from_book(name, text.as_bytes(), openings, Order::Random, seed)
    }

    /// Returns the openings of a match. Two strong players of nearly equal strength draw most games from level
    /// positions, so a sequential test uses unbalanced ones if the game has them. `docs/matches.md` has the
    /// measurement.
    #[must_use]
    pub fn of_match(game: &G, is_test: bool, seed: u64) -> Self {
        let unbalanced = is_test.then(|| book::named(G::ID, UNBALANCED)).flatten();
        Self::of_match_with(game, unbalanced, seed)
    }

    /// Returns the openings of a match, which are those of the book of unbalanced positions if there is one.
    #[must_use]
    pub fn of_match_with(game: &G, unbalanced: Option<&[u8]>, seed: u64) -> Self {
        let title = || format!("the {} book `{UNBALANCED}` of this program", G::ID);
        unbalanced
            .and_then(|bytes| Self::packed(game, title(), bytes, Order::Random, seed).ok())
            .unwrap_or_else(|| Self::usual(game, seed))
    }

    /// Returns a larger built-in book by its name in [`book::NAMES`], or `None` if the game has none of that name.
    #[must_use]
    pub fn named(game: &G, name: &str, order: Order, seed: u64) -> Option<Self> {
        let bytes = book::named(G::ID, name)?;
        let title = format!("the {} book `{name}` of this program", G::ID);
        Self::packed(game, title, bytes, order, seed).ok()
    }

    /// Reads the openings of a packed book.
    fn packed(
        game: &G,
        file: String,
        bytes: &[u8],
        order: Order,
        seed: u64,
    ) -> Result<Self, BookError> {
        let packed = Packed::read(bytes);
        let packed = packed.map_err(|error| BookError::Text(format!("{file}: {error}")))?;
        if packed.game() != G::ID {
            return Err(BookError::Text(format!(
                "{file} is a book for {}, not for {}",
                packed.game(),
                G::ID
            )));
        }
        let mut order_played: Vec<usize> = (0..packed.len()).collect();
        shuffle(&mut order_played, order, seed);
        let first = order_played.first();
        if first.and_then(|&first| packed.moves(game, first)).is_none() {
            return Err(without_opening(&file));
        }
        Ok(Self {
            source: Source::book(file, bytes, packed.len(), order),
            seed,
            book: Pages::Packed(packed, order_played),
        })
    }

    /// Creates openings in playing order.
    fn from_book(
        file: String,
        bytes: &[u8],
        mut book: Vec<Opening<G>>,
        order: Order,
        seed: u64,
    ) -> Self {
        shuffle(&mut book, order, seed);
        Self {
            source: Source::book(file, bytes, book.len(), order),
            seed,
            book: Pages::Open(book),
        }
    }

    /// Returns their source.
    #[must_use]
    pub const fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the opening of a round, counted from 0. It is always the same for a round.
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

/// The book of sequential tests.
const UNBALANCED: &str = "unbalanced";

/// Puts openings into playing order.
fn shuffle<T>(book: &mut [T], order: Order, seed: u64) {
    if order == Order::Random {
        SplitMix64::new(mix(seed ^ BOOK_SALT)).shuffle(book);
    }
}

/// Makes the shuffle independent of the random openings of the same seed.
const BOOK_SALT: u64 = 0xB00C;

/// Returns random moves after which the game continues for at least one more move. If a small game has no such line of
/// the given length, the line is shorter.
fn random_opening<G: BoardGame>(game: &G, plies: u32, seed: u64) -> Opening<G> {
    const TRIES: u32 = 64;
    let mut generator = SplitMix64::new(mix(seed));
    let mut buffer = Vec::new();
    let mut attempt = 0;
    loop {
        // The length is reduced by one ply after every `TRIES` failures.
        let length = plies.saturating_sub(attempt / TRIES);
        let mut opening = Opening::<G> {
            start: game.start(),
            moves: Vec::with_capacity(length as usize),
        };
        let mut state = opening.start.clone();
        for _ in 0..length {
            buffer.clear();
            if game.expand(&state, &mut buffer).is_some() {
                break;
            }
            let mv = buffer[generator.below(buffer.len() as u64) as usize];
            game.play(&mut state, mv);
            opening.moves.push(mv);
        }
        if length == 0 || opening.moves.len() == length as usize && continues(game, &state) {
            return opening;
        }
        attempt += 1;
    }
}

/// Returns whether the game continues after some move.
fn continues<G: Game>(game: &G, state: &G::State) -> bool {
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

/// Returns openings without moves at these positions.
fn openings_at<G: BoardGame>(positions: Vec<G::State>) -> Vec<Opening<G>> {
    let opening = |start| Opening {
        start,
        moves: Vec::new(),
    };
    positions.into_iter().map(opening).collect()
}

fn games_of<G: BoardGame>(
    game: &G,
    file: &str,
    bytes: &[u8],
    plies: Option<u32>,
) -> Result<Vec<Opening<G>>, BookError> {
    let mut book = Vec::new();
    for read in Games::of(game, bytes, Limits::default()) {
        let read = read.map_err(|error| BookError::Text(format!("{file}, {error}")))?;
        let most = plies.map_or(usize::MAX, |plies| plies as usize);
        let mut opening = Opening {
            start: read.start().clone(),
            moves: Vec::new(),
        };
        let mut state = read.start().clone();
        for node in read.main_line().nodes().iter().take(most) {
            // A game that continues after a draw by rule is cut there.
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

/// Mixes the bits of a number.
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
    fn an_opening_of_a_small_game_is_shorter_if_necessary() {
        let game = TicTacToe::default();
        for round in 0..200 {
            let opening = Openings::<TicTacToe>::random(9, 1).get(&game, round);
            assert!(opening.moves.len() < 9 && !opening.moves.is_empty());
            assert!(is_playable(&game, &opening));
        }
    }
}
