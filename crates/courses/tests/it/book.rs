//! The report's player with an opening book.

use chess::{Color, Move, Position, uci};
use courses::CoursePlayer;
use courses::book::{BookPlayer, Following};
use courses::report::ReportPlayer;
use games::chess::book::Book;
use games::chess::book::lines::Repertoire;
use gametree::{Limits, SplitMix64};

fn find(position: &Position, text: &str) -> Move {
    uci::parse(position, text).unwrap()
}

/// Plays the book's side against random moves.
fn opening(repertoire: &Repertoire, seed: u64) -> (Vec<String>, Option<String>) {
    let mut player = BookPlayer::new(
        Book::Lines(repertoire.clone()),
        Following::OneLine,
        ReportPlayer::FixedTable,
        seed,
    );
    let mut history = vec![Position::startpos()];
    let mut moves = Vec::new();
    let mut rng = SplitMix64::new(seed);
    for ply in 0..6 {
        let position = *history.last().unwrap();
        let m = if ply % 2 == 0 {
            player.search(&history, &Limits::depth(0)).best.unwrap()
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
        let (moves, name) = opening(&repertoire, seed);
        assert_eq!(
            (moves.clone(), name.clone()),
            opening(&repertoire, seed),
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
fn the_fixed_book_stays_in_it_only_while_the_opponent_does() {
    let repertoire = Repertoire::parse("white | One | e2e4 e7e5 g1f3 b8c6 f1c4").unwrap();
    let mut player = BookPlayer::new(
        Book::Lines(repertoire),
        Following::Positions,
        ReportPlayer::FixedTable,
        1,
    );
    let start = Position::startpos();
    let first = player.search(&[start], &Limits::depth(0));
    assert_eq!(
        (first.best, first.value),
        (Some(find(&start, "e2e4")), None)
    );
    let e4 = start.after(find(&start, "e2e4"));
    let in_book = e4.after(find(&e4, "e7e5"));
    assert_eq!(
        player.search(&[start, e4, in_book], &Limits::depth(0)).best,
        Some(find(&in_book, "g1f3"))
    );
    let out = e4.after(find(&e4, "d7d5"));
    let searched = player.search(&[start, e4, out], &Limits::depth(0));
    assert!(searched.value.is_some(), "out of book it searches");
}

#[test]
fn after_three_moves_the_search_takes_over() {
    let repertoire = Repertoire::parse("white | One | e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 c2c3").unwrap();
    let mut player = BookPlayer::new(
        Book::Lines(repertoire),
        Following::OneLine,
        ReportPlayer::FixedTable,
        1,
    );
    let mut history = vec![Position::startpos()];
    for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"] {
        let position = *history.last().unwrap();
        if history.len() % 2 == 1 {
            let choice = player.search(&history, &Limits::depth(0));
            assert_eq!(
                (choice.best, choice.value),
                (Some(find(&position, text)), None)
            );
        }
        history.push(position.after(find(&position, text)));
    }
    assert!(player.search(&history, &Limits::depth(0)).value.is_some());
    // From another start there is no book.
    let other = Position::from_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1").unwrap();
    assert!(player.search(&[other], &Limits::depth(0)).value.is_some());
}

#[test]
fn a_polyglot_book_is_played_by_weight_however_lines_are_followed() {
    let start = Position::startpos();
    // One record: the key of the start position, e2e4, weight 1.
    let mut record = [0; 16];
    record[..8].copy_from_slice(&start.polyglot_key().to_be_bytes());
    record[8..12].copy_from_slice(&[0x03, 0x1C, 0, 1]);
    let book = Book::read("one.bin", &record).unwrap();
    for following in [Following::OneLine, Following::Positions] {
        let mut player = BookPlayer::new(book.clone(), following, ReportPlayer::FixedTable, 1);
        let choice = player.search(&[start], &Limits::depth(0));
        assert_eq!(
            (choice.best, choice.value),
            (Some(find(&start, "e2e4")), None)
        );
    }
}
