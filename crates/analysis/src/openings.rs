//! Chess openings: their names, and the moves that lead into them.

use std::collections::HashMap;
use std::sync::OnceLock;

use chess::{Move, Position, san};
use serde::Serialize;

/// The names and moves of the openings.
const LINES: &str = include_str!("../openings.txt");

/// The length of the longest opening, in plies.
const LONGEST: usize = 24;

/// A move of the opening book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct BookMove {
    /// The move.
    #[serde(skip)]
    pub played: Move,
    /// The move in SAN.
    pub san: String,
    /// The name of the position after it, if it has one.
    pub name: Option<&'static str>,
    /// The number of named openings that contain the position after it.
    pub lines: usize,
    /// Up to three openings that contain it.
    pub leads_to: Vec<&'static str>,
}

/// What the book knows about a position.
#[derive(Default)]
struct Entry {
    name: Option<&'static str>,
    lines: Vec<&'static str>,
}

/// Returns the name of the last named position of a game, from its start on, or `None`.
///
/// Names belong to positions, so transpositions have the same name.
#[must_use]
pub fn name(positions: &[Position]) -> Option<&'static str> {
    let seen = positions.len().min(LONGEST + 1);
    positions[..seen]
        .iter()
        .rev()
        .find_map(|position| entry(position)?.name)
}

/// Returns whether a position occurs in a named opening.
#[must_use]
pub fn is_book(position: &Position) -> bool {
    entry(position).is_some()
}

/// Returns the legal moves that stay in the book, the ones with the most lines first.
#[must_use]
pub fn book_moves(position: &Position) -> Vec<BookMove> {
    let legal = position.legal_moves();
    let known = legal.into_iter().filter_map(|played| {
        let entry = entry(&position.after(played))?;
        let mut leads_to = entry.lines.clone();
        leads_to.dedup();
        leads_to.truncate(3);
        Some(BookMove {
            played,
            san: played.to_san(position),
            name: entry.name,
            lines: entry.lines.len(),
            leads_to,
        })
    });
    let mut known: Vec<BookMove> = known.collect();
    known.sort_by(|a, b| b.lines.cmp(&a.lines).then_with(|| a.san.cmp(&b.san)));
    known
}

fn entry(position: &Position) -> Option<&'static Entry> {
    static BOOK: OnceLock<HashMap<String, Entry>> = OnceLock::new();
    BOOK.get_or_init(read).get(&key(position))
}

/// Returns the FEN of a position without the move counters.
fn key(position: &Position) -> String {
    let fen = position.to_string();
    let end = fen
        .match_indices(' ')
        .nth(3)
        .map_or(fen.len(), |(at, _)| at);
    fen[..end].to_owned()
}

fn read() -> HashMap<String, Entry> {
    let mut book: HashMap<String, Entry> = HashMap::new();
    for (name, moves) in lines() {
        let Some(positions) = positions(moves) else {
            continue;
        };
        for position in &positions[1..] {
            book.entry(key(position)).or_default().lines.push(name);
        }
        if let Some(last) = positions.last() {
            book.entry(key(last)).or_default().name = Some(name);
        }
    }
    book
}

/// Lists names and moves, without comments.
fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    LINES
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
}

/// Returns the positions before and after these moves, or `None` if one is illegal.
fn positions(moves: &str) -> Option<Vec<Position>> {
    let mut positions = vec![Position::startpos()];
    for text in moves.split_whitespace() {
        let last = positions.last()?;
        let next = last.after(san::parse(last, text).ok()?);
        positions.push(next);
    }
    Some(positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_can_be_played_and_is_short_enough() {
        assert!(lines().count() > 150);
        for (name, moves) in lines() {
            assert!(positions(moves).is_some(), "{name}: {moves}");
            assert!(moves.split_whitespace().count() <= LONGEST, "{name}");
        }
        let lines_of_file = LINES
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'));
        assert_eq!(lines_of_file.count(), lines().count());
    }

    fn after(moves: &str) -> Vec<Position> {
        positions(moves).expect("legal moves")
    }

    #[test]
    fn the_last_named_position_gives_the_name() {
        assert_eq!(name(&after("")), None);
        assert_eq!(
            name(&after("e4 e5 Nf3 Nc6 Bc4 Bc5 h3 h6")),
            Some("Giuoco Piano")
        );
        // A transposition.
        assert_eq!(name(&after("Nf3 Nc6 e4 e5 Bc4")), Some("Italian Game"));
    }

    #[test]
    fn book_moves_are_named_and_counted() {
        let moves = book_moves(&Position::startpos());
        assert_eq!(moves[0].san, "e4");
        assert_eq!(moves[0].name, Some("King's Pawn Opening"));
        assert!(moves.windows(2).all(|pair| pair[0].lines >= pair[1].lines));
        let italian = after("e4 e5 Nf3 Nc6 Bc4");
        let replies = book_moves(italian.last().expect("a position"));
        let giuoco = replies.iter().find(|reply| reply.san == "Bc5");
        assert_eq!(giuoco.and_then(|reply| reply.name), Some("Giuoco Piano"));
        // A transposition into the book is a book move.
        let odd = after("Nf3 Nc6 e4");
        let back = book_moves(odd.last().expect("a position"));
        assert!(back.iter().any(|reply| reply.san == "e5"));
        let outside = after("h4 h5 Rh3");
        assert!(book_moves(outside.last().expect("a position")).is_empty());
    }
}
