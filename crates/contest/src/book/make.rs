//! Creates a book from a recipe.

use std::collections::HashSet;
use std::fmt;
use std::num::NonZeroUsize;

use super::candidate::{Candidate, Maker};
use super::{Recipe, write_line};
use crate::pool::{self, Done};
use games::BoardGame;
use players::SpecError;

/// A book, and the number of rejected candidates by reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book<S, M> {
    /// The positions.
    pub openings: Vec<S>,
    /// The moves that lead to each from the start.
    pub lines: Vec<Vec<M>>,
    /// Candidates tried, including the openings.
    pub tried: u64,
    /// Candidates whose game ended too early.
    pub over: u64,
    /// Candidates in check.
    pub check: u64,
    /// Candidates with a value outside the range of the recipe.
    pub unbalanced: u64,
    /// Candidates that were already in the book.
    pub doubles: u64,
}

impl<S, M> Book<S, M> {
    /// Returns the book as text, with one position on each line.
    pub fn to_text<G: BoardGame<State = S, Move = M>>(&self, game: &G) -> String {
        let lines = self.openings.iter();
        lines.map(|state| write_line(game, state) + "\n").collect()
    }
}

/// The error of a book that cannot be made or read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BookError {
    /// A text or a file is not a book, for this reason.
    Text(String),
    /// The player of the recipe does not exist.
    Player(SpecError),
    /// Too few positions fit the recipe.
    TooFew {
        /// The number of positions found.
        found: usize,
        /// The number of candidates tried.
        tried: u64,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(reason) => f.write_str(reason),
            Self::Player(error) => error.fmt(f),
            Self::TooFew { found, tried } => write!(
                f,
                "only {found} positions in {tried} tries: ask for fewer, for more plies, or for a wider balance"
            ),
        }
    }
}

impl std::error::Error for BookError {}

impl From<SpecError> for BookError {
    fn from(error: SpecError) -> Self {
        Self::Player(error)
    }
}

/// The number of candidates without a new position after which the search ends.
const MOST_FAILURES: u64 = 2_000;

/// Makes a book. Candidates are taken in the order of their numbers, so the book does not depend on the number of
/// threads. `progress` receives the number of positions found.
pub fn make<G: BoardGame>(
    game: &G,
    recipe: &Recipe,
    threads: NonZeroUsize,
    mut progress: impl FnMut(Done),
) -> Result<Book<G::State, G::Move>, BookError> {
    let maker = Maker::new(game, recipe)?;
    let mut book = Book {
        openings: Vec::new(),
        lines: Vec::new(),
        tried: 0,
        over: 0,
        check: 0,
        unbalanced: 0,
        doubles: 0,
    };
    let mut keys = HashSet::new();
    let mut last_found = 0;
    while book.openings.len() < recipe.count {
        if book.tried - last_found > MOST_FAILURES {
            return Err(BookError::TooFew {
                found: book.openings.len(),
                tried: book.tried,
            });
        }
        let missing = recipe.count - book.openings.len();
        let batch = (2 * missing).clamp(16, 64 * threads.get());
        let first = book.tried;
        let found = book.openings.len();
        let candidates = pool::run(
            threads,
            batch,
            |index| maker.candidate(first + index as u64, &keys),
            &mut |_| {
                progress(Done {
                    jobs: found,
                    of: recipe.count,
                });
            },
        );
        for candidate in candidates {
            book.tried += 1;
            match candidate? {
                Candidate::Over => book.over += 1,
                Candidate::Check => book.check += 1,
                Candidate::Unbalanced => book.unbalanced += 1,
                Candidate::Opening(state, line) if keys.insert(game.key(&state)) => {
                    book.openings.push(state);
                    book.lines.push(line);
                    last_found = book.tried;
                }
                Candidate::Opening(..) => book.doubles += 1,
            }
            if book.openings.len() == recipe.count {
                break;
            }
        }
    }
    Ok(book)
}
