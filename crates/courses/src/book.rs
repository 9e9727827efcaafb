//! # The report's player with an opening book
//!
//! The report's last player follows an opening for three moves and then searches. The reason given is variety: without
//! a book, a program that counts only material moves its rooks to and fro.
//!
//! The books themselves are in [`games::chess::book`]. This module follows one as the report does.

use crate::player::{Choice, CoursePlayer, current, pick};
use crate::report::ReportPlayer;
use chess::{Color, Move, Position};
use games::Chess;
use games::chess::book::Book;
use games::chess::book::lines::Line;
use gametree::{Limits, Observer, SplitMix64};

/// The report's player follows its book for this many moves.
pub const BOOK_MOVES: usize = 3;

/// The way to follow lines of moves. A Polyglot book has no lines; its moves are chosen by position and weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Following {
    /// One line, chosen when the game begins and played blindly.
    ///
    /// *The document:* it plays its own moves of the line after every reply. *The error:*
    /// after another reply a move of the line may be a blunder, or illegal. If it is illegal, this player searches; the
    /// document does not describe this case.
    OneLine,
    /// Any line that contains the current position. The fixed player does this.
    Positions,
}

/// A player that opens by the book and then searches.
#[derive(Clone, Debug)]
pub struct BookPlayer {
    book: Book,
    following: Following,
    search: ReportPlayer,
    rng: SplitMix64,
    line: Option<Line>,
}

impl BookPlayer {
    /// Creates a player that follows `book` for the first [`BOOK_MOVES`] moves, then uses `search`.
    #[must_use]
    pub const fn new(book: Book, following: Following, search: ReportPlayer, seed: u64) -> Self {
        Self {
            book,
            following,
            search,
            rng: SplitMix64::new(seed),
            line: None,
        }
    }

    /// Returns the name of the opening that is followed, if one is chosen.
    #[must_use]
    pub fn opening(&self) -> Option<&str> {
        self.line.as_ref().map(|line| line.name.as_str())
    }

    fn book_move(&mut self, history: &[Position]) -> Option<Move> {
        let position = current(history);
        // Book lines begin at the start position.
        let played = (history.len() - 1) / 2;
        if history[0] != Position::startpos() || played >= BOOK_MOVES {
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
                let mut lines = repertoire.lines().iter();
                self.line = lines.find(|line| line.name == name).cloned();
                Some(m)
            }
            (Book::Polyglot(book), _) => book.choose(position, &mut self.rng),
        }
    }
}

impl CoursePlayer<Chess> for BookPlayer {
    fn search_watched(
        &mut self,
        history: &[Position],
        limits: &Limits,
        observer: &mut dyn Observer<Move>,
    ) -> Choice<Move> {
        match self.book_move(history) {
            Some(m) => Choice::unvalued(Some(m), limits),
            None => self.search.search_watched(history, limits, observer),
        }
    }

    fn new_game(&mut self) {
        self.line = None;
        self.search.new_game();
    }
}
