//! Opening books: the repertoire and Polyglot files.

use chess::{Color, Move, Position, uci};
use classroom::CoursePlayer;
use classroom::book::lines::Repertoire;
use classroom::book::polyglot::{BookError, PolyglotBook};
use classroom::book::{BOOK_MOVES, Book, BookPlayer};
use classroom::report::ReportPlayer;
use gametree::SplitMix64;

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

/// A book of these records, sorted as the format wants it.
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
    for line in repertoire.lines() {
        let own = (line.moves.len() + usize::from(line.color == Color::White)) / 2;
        assert!(own >= BOOK_MOVES, "{} is too short", line.name);
    }
    let mut names: Vec<_> = repertoire.lines().iter().map(|line| &line.name).collect();
    names.sort();
    names.dedup();
    assert_eq!(
        names.len(),
        repertoire.lines().len(),
        "every opening has its own name"
    );
}

#[test]
fn a_bad_line_is_named() {
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

/// Play the book's side against someone who answers from the same line, or at random.
fn opening(book: Book, seed: u64) -> (Vec<String>, Option<String>) {
    let mut player = BookPlayer::new(book, ReportPlayer::MendedTable, seed);
    let mut history = vec![Position::startpos()];
    let mut moves = Vec::new();
    let mut rng = SplitMix64::new(seed);
    for ply in 0..6 {
        let position = *history.last().unwrap();
        let m = if ply % 2 == 0 {
            player.choose(&history, 0).best.unwrap()
        } else {
            let legal = position.legal_moves();
            legal[rng.below(legal.len() as u64) as usize]
        };
        assert!(position.is_legal(m));
        moves.push(m.to_string());
        history.push(position.after(m));
    }
    (moves, player.opening().map(str::to_owned))
}

#[test]
fn the_reports_book_follows_one_line_blindly() {
    let repertoire = Repertoire::standard();
    let mut seen = std::collections::HashSet::new();
    for seed in 0..30 {
        let (moves, name) = opening(Book::OneLine(repertoire.clone()), seed);
        assert_eq!(
            (moves.clone(), name.clone()),
            opening(Book::OneLine(repertoire.clone()), seed),
            "seeded"
        );
        let line = repertoire
            .lines()
            .iter()
            .find(|line| Some(&line.name) == name.as_ref())
            .unwrap();
        assert_eq!(line.color, Color::White);
        assert_eq!(moves[0], line.moves[0]);
        seen.insert(name);
    }
    assert!(seen.len() > 5, "the choice varies");
}

#[test]
fn the_mended_book_stays_in_it_only_while_the_opponent_does() {
    let repertoire = Repertoire::parse("white | One | e2e4 e7e5 g1f3 b8c6 f1c4").unwrap();
    let mut player = BookPlayer::new(Book::Positions(repertoire), ReportPlayer::MendedTable, 1);
    let start = Position::startpos();
    let first = player.choose(&[start], 0);
    assert_eq!(
        (first.best, first.value),
        (Some(find(&start, "e2e4")), None)
    );
    let e4 = start.after(find(&start, "e2e4"));
    let in_book = e4.after(find(&e4, "e7e5"));
    assert_eq!(
        player.choose(&[start, e4, in_book], 0).best,
        Some(find(&in_book, "g1f3"))
    );
    let out = e4.after(find(&e4, "d7d5"));
    let searched = player.choose(&[start, e4, out], 0);
    assert!(searched.value.is_some(), "out of book it searches");
}

#[test]
fn after_three_moves_the_search_takes_over() {
    let repertoire = Repertoire::parse("white | One | e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3").unwrap();
    let mut player = BookPlayer::new(Book::OneLine(repertoire), ReportPlayer::MendedTable, 1);
    let mut history = vec![Position::startpos()];
    for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"] {
        let position = *history.last().unwrap();
        if history.len() % 2 == 1 {
            let choice = player.choose(&history, 0);
            assert_eq!(
                (choice.best, choice.value),
                (Some(find(&position, text)), None)
            );
        }
        history.push(position.after(find(&position, text)));
    }
    assert!(player.choose(&history, 0).value.is_some());
    // From another start there is no book.
    let other = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    assert!(player.choose(&[other], 0).value.is_some());
}

#[test]
fn polyglot_books_are_read_and_weighted() {
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

    let mut player = BookPlayer::new(Book::Polyglot(book), ReportPlayer::MendedTable, 1);
    assert_eq!(player.choose(&[start], 0).value, None);
}

#[test]
fn broken_books_say_what_is_wrong() {
    let start = Position::startpos();
    let other = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").unwrap();
    let good = bytes_of(vec![record(&start, "e2e4", 1), record(&other, "e1g1", 1)]);
    assert!(PolyglotBook::read(&good).is_ok());
    assert_eq!(PolyglotBook::read(&[]), Err(BookError::Empty));
    assert_eq!(
        PolyglotBook::read(&good[..20]),
        Err(BookError::Truncated { bytes: 20 })
    );
    let swapped = [&good[16..], &good[..16]].concat();
    assert_eq!(
        PolyglotBook::read(&swapped),
        Err(BookError::Unsorted { record: 1 })
    );
    let mut nowhere = good.clone();
    nowhere[24..26].copy_from_slice(&[0, 0]);
    assert_eq!(
        PolyglotBook::read(&nowhere),
        Err(BookError::BadMove { record: 1, bits: 0 })
    );
    let missing = PolyglotBook::open(std::path::Path::new("/no/such/book.bin")).unwrap_err();
    assert!(
        missing
            .to_string()
            .starts_with("the book cannot be read: /no/such/book.bin")
    );
    let cut = PolyglotBook::read(&good[..20]).unwrap_err().to_string();
    assert!(cut.contains("20 bytes"), "{cut}");
    // A move that is not legal here is passed over.
    let mut wrong = record(&start, "e2e4", 1);
    wrong[8..10].copy_from_slice(&0x0FFF_u16.wrapping_sub(8).to_be_bytes());
    let book = PolyglotBook::read(&wrong).unwrap();
    assert!(book.moves(&start).is_empty());
}

#[test]
fn a_book_file_on_disk() {
    let start = Position::startpos();
    let path = std::env::temp_dir().join(format!("espalier-book-{}.bin", std::process::id()));
    std::fs::write(&path, record(&start, "g1f3", 7)).unwrap();
    let book = PolyglotBook::open(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert_eq!(book.moves(&start), [(find(&start, "g1f3"), 7)]);
}
