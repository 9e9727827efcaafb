//! A match from its files to its end: what is played already, what is left, and everything written as it happens.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fmt, io};

use games::{BoardGame, GameKind};

use super::journal::{Entry, Journal, JournalError, for_each_game};
use super::manifest::Manifest;
use super::pgn_file::PgnFile;
use super::pgn_text::PgnWriter;
use super::report::Report;
use super::runner::Contest;
use super::schedule::Scheduled;
use super::scoreboard::Scoreboard;
use crate::when;

/// The files of a match, and how it stands.
pub struct Session {
    manifest: Manifest,
    journal: Option<Journal>,
    pgn: Option<(PgnFile, PgnWriter)>,
    played: BTreeSet<u64>,
    board: Scoreboard,
    /// When it was over.
    end: Option<String>,
}

/// Why the files of a match cannot be used.
#[derive(Debug)]
pub enum SessionError {
    /// The journal.
    Journal(JournalError),
    /// The PGN file.
    Pgn(String, io::Error),
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => error.fmt(f),
            Self::Pgn(path, error) => write!(f, "cannot use {path}: {error}"),
        }
    }
}

impl std::error::Error for SessionError {}

impl From<JournalError> for SessionError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

impl Session {
    /// Begins a match, or goes on with it if the journal exists.
    pub fn open(
        manifest: Manifest,
        kind: GameKind,
        journal: Option<&Path>,
        pgn: Option<&Path>,
    ) -> Result<Self, SessionError> {
        let mut played = BTreeSet::new();
        let mut board = Scoreboard::new(&manifest.plan);
        let (manifest, open_journal) = match journal {
            Some(path) => {
                let open = Journal::open(path, manifest, |line| {
                    played.insert(line.number);
                    board.add(line);
                })?;
                (open.manifest().clone(), Some(open))
            }
            None => (manifest, None),
        };
        let end = open_journal.as_ref().and_then(Journal::end);
        let mut session = Self {
            end: end.map(str::to_owned),
            manifest,
            journal: open_journal,
            pgn: None,
            played,
            board,
        };
        if let Some(path) = pgn {
            session.open_pgn(kind, path, journal)?;
        }
        Ok(session)
    }

    /// Puts the PGN file in step with the journal.
    fn open_pgn(
        &mut self,
        kind: GameKind,
        path: &Path,
        journal: Option<&Path>,
    ) -> Result<(), SessionError> {
        let failed = |error| SessionError::Pgn(path.display().to_string(), error);
        let writer = PgnWriter::new(kind, &self.manifest);
        let (mut file, missing) =
            PgnFile::resume(path, writer.event(), &self.played).map_err(failed)?;
        if let Some(journal) = journal
            && !missing.is_empty()
        {
            let mut result = Ok(());
            let mut text = String::new();
            for_each_game(journal, |line| {
                if result.is_ok() && missing.contains(&line.number) {
                    text.clear();
                    writer.write(line, &mut text);
                    result = file.write(text.as_bytes());
                }
            })?;
            result.map_err(failed)?;
        }
        self.pgn = Some((file, writer));
        Ok(())
    }

    /// What is played, and with what it was begun.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// How it stands.
    #[must_use]
    pub const fn board(&self) -> &Scoreboard {
        &self.board
    }

    /// Plays what is left: until all games are played, the test has an answer, or `stop` is true. `watch` is told after
    /// each game, and ten times a second.
    pub fn run<G: BoardGame>(
        &mut self,
        contest: &Contest<'_, G>,
        threads: usize,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&Scoreboard),
    ) -> Result<(), SessionError> {
        if self.board.is_decided() {
            return Ok(());
        }
        let schedule = contest.plan.schedule();
        let left: Vec<Scheduled> = schedule
            .iter()
            .filter(|game| !self.played.contains(&game.number))
            .collect();
        // The writer of PGN is shared with the threads; the files are ours.
        let (mut file, writer) = match self.pgn.take() {
            Some((file, writer)) => (Some(file), Some(writer)),
            None => (None, None),
        };
        // Our own reason to stop does not touch the caller's.
        let halt = Arc::new(AtomicBool::new(false));
        let mut result = Ok(());
        contest.run(&left, threads, writer.as_ref(), &halt, |ended| {
            if stop.load(Ordering::Relaxed) {
                halt.store(true, Ordering::Relaxed);
            }
            if result.is_ok() && !ended.is_empty() {
                let json: Vec<u8> = ended.iter().flat_map(|game| &game.json).copied().collect();
                let pgn: String = ended.iter().map(|game| game.pgn.as_str()).collect();
                // The journal first: the other file can be mended from it.
                result = write(self.journal.as_mut(), file.as_mut(), &json, &pgn);
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

    /// If the match is over, gives when it ended; the first time, this is now, and the journal is told, with the report.
    pub fn finish(&mut self) -> Result<Option<String>, SessionError> {
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
            if let Some(journal) = &mut self.journal {
                journal.append(&line.to_bytes())?;
            }
            self.end = Some(end);
        }
        Ok(self.end.clone())
    }
}

fn write(
    journal: Option<&mut Journal>,
    pgn: Option<&mut PgnFile>,
    json: &[u8],
    text: &str,
) -> Result<(), SessionError> {
    if let Some(journal) = journal {
        journal.append(json)?;
    }
    if let Some(file) = pgn {
        file.write(text.as_bytes())
            .map_err(|error| SessionError::Pgn(file.path().display().to_string(), error))?;
    }
    Ok(())
}
