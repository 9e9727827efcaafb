//! The engine's own opening book: a move without a search.

use std::path::Path;

use chess::{Game, Move};
use games::chess::book;

use engine::Request;

/// The book that answers.
#[derive(Clone, Debug)]
pub struct Book(book::Book);

impl Book {
    /// Reads a book: see [`book::Book::read`]. Without a name it is the repertoire that comes with the program.
    pub fn read(name: &str) -> Result<Self, String> {
        if name.is_empty() {
            return Ok(Self(book::Book::standard()));
        }
        book::Book::open(Path::new(name))
            .map(Self)
            .map_err(|error| error.to_string())
    }

    /// A legal move for the last position of a game, chosen by weight. A seed of 0 chooses differently every time.
    #[must_use]
    pub fn choose(&self, game: &Game, seed: u64) -> Option<Move> {
        self.0.choose_by_seed(game.position(), seed)
    }
}

/// Whether such a request may be answered from a book: a game is played, and nobody wants to know what
/// the engine thinks of the position.
#[must_use]
pub fn may_answer(request: &Request) -> bool {
    !request.waits_for_a_word()
        && request.mate.is_none()
        && request.moves.is_empty()
        && request.limits.depth.is_none()
        && request.limits.nodes.is_none()
}

pub use players::master::of_the_book as info;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_repertoire_of_the_program_answers_the_first_move_and_no_odd_position() {
        let book = Book::read("").expect("it is inside");
        let game = Game::default();
        let first = book.choose(&game, 7).expect("a first move");
        assert_eq!(book.choose(&game, 7), Some(first), "the same seed");
        let chosen: std::collections::HashSet<_> =
            (1..200).map(|seed| book.choose(&game, seed)).collect();
        assert!(chosen.len() > 1, "always {first}");
        let odd = chess::Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").expect("a FEN");
        assert_eq!(book.choose(&Game::new(odd), 7), None);
    }

    #[test]
    fn a_book_that_is_none_is_refused_with_its_name() {
        for name in ["no/such/book.bin", "no/such/book.txt"] {
            let error = Book::read(name).expect_err("there is none");
            assert!(error.contains(name), "{error}");
        }
    }
}
