//! Any bytes are a Polyglot book or an error of one line. The moves of a book are legal, and the chosen move is one of them.
#![no_main]

use chess::Position;
use games::chess::book::Book;
use games::chess::book::polyglot::PolyglotBook;
use gametree::SplitMix64;
use libfuzzer_sys::fuzz_target;

// The first byte is the number of the Chess960 start position that the first record is for; 0 for none.
fuzz_target!(|bytes: &[u8]| {
    let Some((&number, bytes)) = bytes.split_first() else {
        return;
    };
    let position = Position::chess960(u16::from(number) * 3).expect("a number below 960");
    let mut bytes = bytes.to_vec();
    if number > 0
        && let Some(key) = bytes.first_chunk_mut()
    {
        *key = position.polyglot_key().to_be_bytes();
    }
    if let Err(error) = Book::read("book.bin", &bytes) {
        assert_eq!(error.to_string().lines().count(), 1, "{error}");
    }
    let Ok(book) = PolyglotBook::read(&bytes) else {
        return;
    };
    let moves = book.moves(&position);
    assert!(moves.len() <= bytes.len() / 16);
    assert!(moves.iter().all(|&(m, _)| position.is_legal(m)));
    if let Some(chosen) = book.choose(&position, &mut SplitMix64::new(1)) {
        assert!(moves.iter().any(|&(m, weight)| m == chosen && weight > 0));
    }
});
