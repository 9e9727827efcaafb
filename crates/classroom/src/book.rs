//! # The report's player with an opening book
//!
//! The report's last player follows an opening for three moves and then searches. Its author
//! wanted livelier games: without a book, a program that counts only material shuffles its rooks.
//!
//! The books themselves are in [`games::chess::book`]; here is how the report follows one.

use crate::player::{Choice, CoursePlayer, Log, current, pick};
use crate::report::ReportPlayer;
use chess::{Color, Move, Position};
use games::Chess;
use games::chess::book::Book;
use games::chess::book::lines::Line;
use gametree::SplitMix64;

/// The report's player follows its book for this many moves.
pub const BOOK_MOVES: usize = 3;

/// How lines of moves are followed. (A Polyglot book has none: its moves go by position and weight.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Following {
    /// One line, chosen when the game begins and played blindly.
    ///
    /// *What the document does:* the own moves of the line, whatever the opponent plays. *Why it
    /// is wrong:* a move of the line may be a blunder by then, or illegal. (Where it is illegal
    /// this player searches; the document does not say what its program did.)
    OneLine,
    /// Any line that has led to the present position: what the mended player does.
    Positions,
}

/// A player that opens by the book and then searches.
#[derive(Clone, Debug)]
pub struct BookPlayer {
    book: Book,
    following: Following,
    moves: usize,
    search: ReportPlayer,
    rng: SplitMix64,
    line: Option<Line>,
}

impl BookPlayer {
    /// Follow `book` for the first [`BOOK_MOVES`] moves, then `search`.
    #[must_use]
    pub const fn new(book: Book, following: Following, search: ReportPlayer, seed: u64) -> Self {
        Self {
            book,
            following,
            moves: BOOK_MOVES,
            search,
            rng: SplitMix64::new(seed),
            line: None,
        }
    }

    /// Follow the book for this many moves.
    #[must_use]
    pub const fn with_moves(mut self, moves: usize) -> Self {
        self.moves = moves;
        self
    }

    /// The opening being followed, if one has been chosen.
    #[must_use]
    pub fn opening(&self) -> Option<&str> {
        self.line.as_ref().map(|line| line.name.as_str())
    }

    fn book_move(&mut self, history: &[Position]) -> Option<Move> {
        let position = current(history);
        // Books begin at the beginning.
        let played = (history.len() - 1) / 2;
        if history[0] != Position::startpos() || played >= self.moves {
            return None;
        }
        match (&self.book, self.following) {
            (Book::Lines(repertoire), Following::OneLine) => {
                let us = position.side_to_move();
                if played == 0 || self.line.is_none() {
                    let lines: Vec<&Line> = repertoire.lines_for(us).collect();
                    self.line = pick(&lines, &mut self.rng).cloned();
                }
                let skip = match us {
                    Color::White => 0,
                    Color::Black => 1,
                };
                let text = self.line.as_ref()?.moves.get(2 * played + skip)?;
                chess::uci::parse(position, text).ok()
            }
            (Book::Lines(repertoire), Following::Positions) => {
                let (m, name) = repertoire.choose(position, &mut self.rng)?;
                self.line = repertoire
                    .lines()
                    .iter()
                    .find(|line| line.name == name)
                    .cloned();
                Some(m)
            }
            (Book::Polyglot(book), _) => book.choose(position, &mut self.rng),
        }
    }
}

impl CoursePlayer<Chess> for BookPlayer {
    fn think(&mut self, history: &[Position], depth: u32, log: &mut Log<'_, Move>) -> Choice<Move> {
        match self.book_move(history) {
            Some(m) => Choice::unvalued(Some(m)),
            None => self.search.think(history, depth, log),
        }
    }

    fn new_game(&mut self) {
        self.line = None;
        self.search.new_game();
    }
}
