//! Merges the journals of the shards of a match.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry as Place;
use std::io::BufRead;

use super::journal::{Entry, GameLine, Line};
use super::ledger::{Ledger, LedgerError, read_lines};
use super::plan::JournalHeader;
use super::report::Report;
use super::scoreboard::Scoreboard;
use crate::store::LineStore;
use crate::when;

/// The merged games of several journals of one match.
#[derive(Default)]
pub struct Merge {
    /// The first line, of the first journal.
    header: Option<(String, JournalHeader)>,
    /// The games by number, each with the name of the journal that it is from.
    games: BTreeMap<u64, (String, GameLine)>,
}

impl Merge {
    /// Adds a journal. `name` is its name in errors. With `mix`, the program may have another version.
    ///
    /// # Errors
    /// The journal cannot be read, is of another match, was played by another version of the program, or has another result of a
    /// game that an earlier journal has.
    pub fn add(&mut self, reader: impl BufRead, name: &str, mix: bool) -> Result<(), LedgerError> {
        let wrong = |reason| LedgerError::Wrong(name.to_owned(), reason);
        let mut begun = false;
        read_lines(reader, name, |number, line| {
            match line {
                Line::Manifest(_) if begun => {
                    return Err(format!("line {number} is a second manifest"));
                }
                Line::Manifest(header) => {
                    begun = true;
                    self.begin(*header, name, mix)?;
                }
                _ if !begun => return Err("its first line is no manifest".to_owned()),
                Line::Resumed {} | Line::Finished { .. } => {}
                Line::Game(game) => self.add_game(*game, name)?,
            }
            Ok(())
        })?;
        if begun {
            Ok(())
        } else {
            Err(wrong("it has no complete line".to_owned()))
        }
    }

    fn begin(&mut self, header: JournalHeader, name: &str, mix: bool) -> Result<(), String> {
        let Some((first, known)) = &self.header else {
            self.header = Some((name.to_owned(), header));
            return Ok(());
        };
        if let Some(difference) = known.plan.difference(&header.plan) {
            return Err(format!("it is of another match than {first}: {difference}"));
        }
        let (theirs, ours) = (&header.run_info.program, &known.run_info.program);
        if theirs != ours && !mix {
            return Err(format!(
                "its games are by {theirs}, those of {first} by {ours}; --mix merges them"
            ));
        }
        Ok(())
    }

    fn add_game(&mut self, game: GameLine, name: &str) -> Result<(), String> {
        let number = game.number;
        let header = self.header.as_ref().map(|(_, header)| header);
        let planned = header.and_then(|header| header.plan.schedule().get(number));
        if planned.is_none_or(|planned| planned.players != game.players) {
            return Err(format!("game {number} is not in the schedule"));
        }
        match self.games.entry(number) {
            Place::Vacant(place) => _ = place.insert((name.to_owned(), game)),
            Place::Occupied(known) => {
                let (first, known) = known.get();
                if timeless(known) != timeless(&game) {
                    return Err(format!("its game {number} differs from that of {first}"));
                }
            }
        }
        Ok(())
    }

    /// Returns the numbers of the games that no journal has.
    #[must_use]
    pub fn missing(&self) -> Vec<u64> {
        let games = self
            .header
            .as_ref()
            .map_or(0, |(_, header)| header.plan.schedule().games());
        let is_missing = |number: &u64| !self.games.contains_key(number);
        (1..=games).filter(is_missing).collect()
    }

    /// Writes the journal of the whole match to an empty store, in the order of the schedule, and returns its report. If games are
    /// missing, the journal has no end and can be resumed. `None` if no journal was added.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn write(&self, store: Box<dyn LineStore>) -> Result<Option<Report>, LedgerError> {
        let Some((_, header)) = &self.header else {
            return Ok(None);
        };
        let mut ledger = Ledger::new(store);
        let mut board = Scoreboard::new(&header.plan);
        ledger.append(&Entry::Manifest(header).to_bytes())?;
        for (_, game) in self.games.values() {
            ledger.append(&Entry::Game(game).to_bytes())?;
            board.add(game);
        }
        let report = Report::new(&board);
        if report.complete {
            let end = when::timestamp(when::now());
            let result = &report;
            ledger.append(&Entry::Finished { end: &end, result }.to_bytes())?;
        }
        Ok(Some(report))
    }
}

/// Returns a game without its times, which differ between machines.
fn timeless(game: &GameLine) -> GameLine {
    let mut game = GameLine {
        began: 0,
        ms: 0,
        ..game.clone()
    };
    for note in &mut game.notes {
        note.ms = 0;
    }
    game
}
