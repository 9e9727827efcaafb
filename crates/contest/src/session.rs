//! A match with its journal: resumes it, plays the remaining games, and writes each game as it ends.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use games::{BoardGame, GameId, Record};

use super::journal::{self, Entry, GameLine, only_games};
use super::ledger::{Ledger, LedgerError};
use super::pgn_file::PgnFile;
use super::pgn_text::PgnWriter;
use super::plan::JournalHeader;
use super::report::Report;
use super::runner::Contest;
use super::schedule::Scheduled;
use super::scoreboard::Scoreboard;
use super::shard::Shard;
use crate::store::{FileStore, LineStore};
use crate::when;

/// A match, its files and its standing.
pub struct Session {
    header: JournalHeader,
    ledger: Option<Ledger>,
    pgn: Option<(PgnFile, PgnWriter)>,
    played: BTreeSet<u64>,
    board: Scoreboard,
    /// The pairs of games that this run plays.
    shard: Shard,
    /// The end time.
    end: Option<String>,
}

impl Session {
    /// Begins a match that writes these files, or resumes it if the journal exists.
    pub fn open(
        header: JournalHeader,
        kind: GameId,
        journal: Option<&Path>,
        pgn: Option<&Path>,
    ) -> Result<Self, LedgerError> {
        let mut session = match journal {
            Some(path) => Self::resume(header, Box::new(FileStore::open(path)?))?,
            None => Self::begin(header),
        };
        if let Some(path) = pgn {
            session.open_pgn(kind, path)?;
        }
        Ok(session)
    }

    /// Begins a match with a journal in any store, or resumes the match of the stored journal.
    pub fn resume(header: JournalHeader, store: Box<dyn LineStore>) -> Result<Self, LedgerError> {
        let mut session = Self::begin(header);
        let mut header = session.header.clone();
        let (ledger, end) = journal::resume(store, &mut header, |line| session.count(line))?;
        Ok(Self {
            header,
            ledger: Some(ledger),
            end,
            ..session
        })
    }

    /// Returns a sentence about the part of the journal that was unfinished and is lost, if there was one.
    #[must_use]
    pub fn lost(&self) -> Option<String> {
        self.ledger.as_ref()?.lost()
    }

    /// Creates a match without games.
    fn begin(header: JournalHeader) -> Self {
        Self {
            played: BTreeSet::new(),
            board: Scoreboard::new(&header.plan),
            shard: Shard::WHOLE,
            header,
            ledger: None,
            pgn: None,
            end: None,
        }
    }

    fn count(&mut self, line: &GameLine) {
        self.played.insert(line.number);
        self.board.add(line);
    }

    /// Opens the PGN file, and makes it agree with the journal.
    fn open_pgn(&mut self, kind: GameId, path: &Path) -> Result<(), LedgerError> {
        let failed = |error| LedgerError::Io(path.display().to_string(), error);
        let writer = PgnWriter::new(kind, &self.header);
        let (mut file, missing) =
            PgnFile::resume(path, writer.event(), &self.played).map_err(failed)?;
        if let Some(ledger) = &self.ledger
            && !missing.is_empty()
        {
            let mut result = Ok(());
            let mut text = String::new();
            ledger.for_each(only_games(|line| {
                if result.is_ok() && missing.contains(&line.number) {
                    text.clear();
                    writer.write(line, &mut text);
                    result = file.write(text.as_bytes());
                }
            }))?;
            result.map_err(failed)?;
        }
        self.pgn = Some((file, writer));
        Ok(())
    }

    /// Plays only the pairs of games of a shard.
    pub const fn set_shard(&mut self, shard: Shard) {
        self.shard = shard;
    }

    /// Returns the games of the shard that are not played yet.
    #[must_use]
    pub fn left(&self) -> Vec<Scheduled> {
        let schedule = self.header.plan.schedule();
        let is_ours = |game: &Scheduled| self.shard.has((game.number - 1) / 2);
        let is_left = |game: &Scheduled| is_ours(game) && !self.played.contains(&game.number);
        schedule.iter().filter(is_left).collect()
    }

    /// Returns the first line of the journal.
    #[must_use]
    pub const fn header(&self) -> &JournalHeader {
        &self.header
    }

    /// Returns the standing.
    #[must_use]
    pub const fn board(&self) -> &Scoreboard {
        &self.board
    }

    /// Plays the remaining games until all are played, the test is decided, or `stop` is true. Calls `watch` after each
    /// game and at least ten times a second.
    pub fn run<G: BoardGame>(
        &mut self,
        contest: &Contest<'_, G>,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Scoreboard),
    ) -> Result<(), LedgerError> {
        if self.board.is_decided() {
            return Ok(());
        }
        let left = self.left();
        // The threads share the PGN writer; only this thread writes files.
        let (mut file, writer) = match self.pgn.take() {
            Some((file, writer)) => (Some(file), Some(writer)),
            None => (None, None),
        };
        // A separate flag, since the caller's must not be set.
        let halt = Arc::new(AtomicBool::new(false));
        let mut result = Ok(());
        // A stop also ends the games in progress. Without threads nothing else checks it before a game ends.
        let watch_move = |scheduled: &Scheduled, record: Option<&Record<G>>| {
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            if let Some(watch) = contest.watch {
                watch(scheduled, record);
            }
        };
        let contest = Contest {
            watch: Some(&watch_move),
            ..*contest
        };
        contest.run(&left, threads, writer.as_ref(), &halt, |ended| {
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            if result.is_ok() && !ended.is_empty() {
                let json: Vec<u8> = ended.iter().flat_map(|game| &game.json).copied().collect();
                let pgn: String = ended.iter().map(|game| game.pgn.as_str()).collect();
                // The journal first: the PGN file can be restored from it.
                result = write(self.ledger.as_mut(), file.as_mut(), &json, &pgn);
                if result.is_err() {
                    halt.store(true, Ordering::Relaxed);
                    return;
                }
                for game in ended {
                    self.played.insert(game.line.number);
                    self.board.add(&game.line);
                }
                if self.board.is_decided() {
                    halt.store(true, Ordering::Relaxed);
                }
            }
            watch(&self.board);
        });
        self.pgn = file.zip(writer);
        result
    }

    /// Returns when the match ended, or `None` if it is not over. The first call after the end writes the time and the
    /// report to the journal.
    pub fn finish(&mut self) -> Result<Option<String>, LedgerError> {
        let report = Report::new(&self.board);
        if !report.complete {
            return Ok(None);
        }
        if self.end.is_none() {
            let end = when::timestamp(when::now());
            let line = Entry::Finished {
                end: &end,
                result: &report,
            };
            if let Some(ledger) = &mut self.ledger {
                ledger.append(&line.to_bytes())?;
            }
            self.end = Some(end);
        }
        Ok(self.end.clone())
    }
}

fn write(
    ledger: Option<&mut Ledger>,
    pgn: Option<&mut PgnFile>,
    json: &[u8],
    text: &str,
) -> Result<(), LedgerError> {
    if let Some(ledger) = ledger {
        ledger.append(json)?;
    }
    if let Some(file) = pgn {
        file.write(text.as_bytes())
            .map_err(|error| LedgerError::Io(file.path().display().to_string(), error))?;
    }
    Ok(())
}
