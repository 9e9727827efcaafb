//! Opening books: the repertoire, Polyglot files, and detection of the format.

use chess::{Color, Move, Position, uci};
use games::chess::book::lines::Repertoire;
use games::chess::book::polyglot::{PolyglotBook, PolyglotError};
use games::chess::book::{Book, BookError};
use gametree::SplitMix64;
use std::collections::HashSet;

fn find(position: &Position, text: &str) -> Move {
    uci::parse(position, text).unwrap()
}

/// A record of a Polyglot book.
fn record(position: &Position, text: &str, weight: u16) -> [u8; 16] {
    let m = find(position, text);
    let promotion = match text.as_bytes().get(4) {
        None => 0,
        Some(b'n') => 1,
        Some(b'b') => 2,
        Some(b'r') => 3,
        Some(_) => 4,
    };
    let bits = m.to() as u16 | (m.from() as u16) << 6 | promotion << 12;
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&position.polyglot_key().to_be_bytes());
    bytes[8..10].copy_from_slice(&bits.to_be_bytes());
    bytes[10..12].copy_from_slice(&weight.to_be_bytes());
    bytes
}

/// Returns the bytes of a book with these records, sorted by key.
fn bytes_of(mut records: Vec<[u8; 16]>) -> Vec<u8> {
    records.sort_by_key(|record| record[..8].to_vec());
    records.concat()
}

#[test]
fn the_repertoire_is_legal_and_long_enough() {
    let repertoire = Repertoire::standard();
    for color in Color::ALL {
        assert!(repertoire.lines_for(color).count() >= 12);
    }
    // At least three moves of its side: the player of the course follows a line that long.
    for line in repertoire.lines() {
        let own = (line.moves.len() + usize::from(line.color == Color::White)) / 2;
        assert!(own >= 3, "{} is too short", line.name);
    }
    let mut names: Vec<_> = repertoire.lines().iter().map(|line| &line.name).collect();
    names.sort();
    names.dedup();
    assert_eq!(
        names.len(),
        repertoire.lines().len(),
        "two openings have the same name"
    );
}

#[test]
fn errors_name_the_line() {
    for (text, expected) in [
        (
            "white | A | e2e4\nwhite e2e4",
            "line 2 of the openings: found \"white e2e4\", expected `colour | name | moves`",
        ),
        (
            "red | A | e2e4",
            "line 1 of the openings: found colour \"red\", expected white or black",
        ),
        (
            "# note\n\nwhite | A | e2e4 e2e4",
            "line 3 of the openings: the move e2e4 is not legal here",
        ),
        ("white | A |", "line 1 of the openings: A has no moves"),
    ] {
        assert_eq!(Repertoire::parse(text).unwrap_err().to_string(), expected);
    }
}

#[test]
fn polyglot_moves_are_chosen_by_weight() {
    let start = Position::startpos();
    let castle = Position::from_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").unwrap();
    let promote = Position::from_fen("8/P6k/8/8/8/8/8/K7 w - - 0 1").unwrap();
    let book = PolyglotBook::read(&bytes_of(vec![
        record(&start, "e2e4", 3),
        record(&start, "d2d4", 1),
        record(&start, "a2a3", 0),
        record(&castle, "e1g1", 1),
        record(&promote, "a7a8n", 1),
    ]))
    .unwrap();
    assert_eq!(book.moves(&start).len(), 3);
    let mut rng = SplitMix64::new(5);
    let mut counts = [0; 2];
    for _ in 0..4_000 {
        match book.choose(&start, &mut rng).unwrap().to_string().as_str() {
            "e2e4" => counts[0] += 1,
            "d2d4" => counts[1] += 1,
            other => panic!("{other} has no weight"),
        }
    }
    assert!((2_800..3_200).contains(&counts[0]), "{counts:?}");
    assert!(book.choose(&castle, &mut rng).unwrap().is_castle());
    assert_eq!(
        book.choose(&promote, &mut rng).unwrap().to_string(),
        "a7a8n"
    );
    let unknown = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    assert_eq!(book.choose(&unknown, &mut rng), None);
}

#[test]
fn broken_books_are_rejected() {
    let start = Position::startpos();
    let other = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    let good = bytes_of(vec![record(&start, "e2e4", 1), record(&other, "e1g1", 1)]);
    assert!(PolyglotBook::read(&good).is_ok());
    assert_eq!(PolyglotBook::read(&[]), Err(PolyglotError::Empty));
    assert_eq!(
        PolyglotBook::read(&good[..20]),
        Err(PolyglotError::Truncated { bytes: 20 })
    );
    let swapped = [&good[16..], &good[..16]].concat();
    assert_eq!(
        PolyglotBook::read(&swapped),
        Err(PolyglotError::Unsorted { record: 1 })
    );
    let mut nowhere = good.clone();
    nowhere[24..26].copy_from_slice(&[0, 0]);
    assert_eq!(
        PolyglotBook::read(&nowhere),
        Err(PolyglotError::BadMove { record: 1, bits: 0 })
    );
    let cut = PolyglotBook::read(&good[..20]).unwrap_err().to_string();
    assert!(cut.contains("20 bytes"), "{cut}");
    // A move that is not legal in the position is skipped.
    let mut wrong = record(&start, "e2e4", 1);
    wrong[8..10].copy_from_slice(&0x0FFF_u16.wrapping_sub(8).to_be_bytes());
    let book = PolyglotBook::read(&wrong).unwrap();
    assert!(book.moves(&start).is_empty());
}

/// Opens a book from a temporary file of this name.
fn on_disk(name: &str, bytes: &[u8]) -> Result<Book, BookError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, bytes).unwrap();
    Book::open(&path)
}

#[test]
fn the_file_name_determines_the_format() {
    let start = Position::startpos();
    let knight = find(&start, "g1f3");
    let polyglot = record(&start, "g1f3", 7);
    for name in ["book.bin", "book.BIN"] {
        let Book::Polyglot(book) = on_disk(name, &polyglot).unwrap() else {
            panic!("{name} is a Polyglot book");
        };
        assert_eq!(book.moves(&start), [(knight, 7)]);
    }
    let lines = b"white | One | g1f3 d7d5";
    for name in ["book.txt", "book"] {
        let Book::Lines(repertoire) = on_disk(name, lines).unwrap() else {
            panic!("{name} has lines");
        };
        assert_eq!(repertoire.replies(&start), [(knight, "One")]);
    }
}

#[test]
fn errors_name_the_file() {
    let said = |name: &str, bytes: &[u8]| Book::read(name, bytes).unwrap_err().to_string();
    assert_eq!(said("a.bin", b""), "a.bin: the book is empty");
    assert_eq!(
        said("a.txt", b"white e2e4"),
        "a.txt: line 1 of the openings: found \"white e2e4\", expected `colour | name | moves`"
    );
    assert!(said("a.txt", &[0xFF, 0xFE]).starts_with("a.txt: the book is not text"));
    for name in ["/no/such/book.bin", "/no/such/book.txt"] {
        let error = Book::open(std::path::Path::new(name)).unwrap_err();
        let expected = format!("the book cannot be read: {name}: ");
        assert!(error.to_string().starts_with(&expected), "{error}");
    }
}

#[test]
fn the_same_seed_chooses_the_same_move() {
    let start = Position::startpos();
    let odd = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    let book = Book::standard();
    let moves: Vec<_> = (1..200)
        .map(|seed| book.choose_by_seed(&start, seed))
        .collect();
    assert!(moves.iter().flatten().all(|&m| start.is_legal(m)));
    let again: Vec<_> = (1..200)
        .map(|seed| book.choose_by_seed(&start, seed))
        .collect();
    assert_eq!(moves, again);
    let different: HashSet<_> = moves.iter().collect();
    assert!(different.len() > 1 && !different.contains(&None));
    // Without a seed, a hundred choices are not all equal.
    let chance: HashSet<_> = (0..100).map(|_| book.choose_by_seed(&start, 0)).collect();
    assert!(chance.len() > 1);
    assert_eq!(book.choose_by_seed(&odd, 7), None);
}

#[test]
fn moves_are_chosen_by_the_number_of_lines() {
    let text = b"white | A | e2e4 e7e5\nwhite | B | e2e4 c7c5\nwhite | C | e2e4\nwhite | D | d2d4";
    let book = Book::read("four", text).unwrap();
    let start = Position::startpos();
    let mut rng = SplitMix64::new(2);
    let pawns = (0..4_000)
        .filter(|_| book.choose(&start, &mut rng) == Some(find(&start, "e2e4")))
        .count();
    assert!((2_800..3_200).contains(&pawns), "{pawns} of 4000");
}
