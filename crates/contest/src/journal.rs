//! The journal of a match: one line of JSON for each thing that happened, never changed, only added to.
//!
//! The first line is the [`Manifest`], then comes a line for each game that was finished, one for each time the match was
//! gone on with, and one when it is over. Whatever is said about a match is computed from these lines. A program that is killed can
//! leave one line unfinished; it is cut off, and its game is played again.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use games::{GameResult, Reason};
use serde::{Deserialize, Serialize};

use super::manifest::{Manifest, Plan};
use super::ponder::PonderCount;
use super::report::Report;
use crate::sitting::Sitting;
use gametree::Value;
use players::Answer;

/// What was noted about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Note {
    /// Milliseconds it took.
    #[serde(skip_serializing_if = "is_zero")]
    pub ms: u64,
    /// Chess: the value for the side that moved, in hundredths of a pawn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Chess: mate in so many moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    /// Other games: the value in the evaluator's units.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
    /// Depth.
    #[serde(rename = "d", skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Plies of the longest line.
    #[serde(rename = "sd", skip_serializing_if = "Option::is_none")]
    pub seldepth: Option<u32>,
    /// Nodes.
    #[serde(rename = "n", skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

impl Note {
    /// A note from what was answered and how long it took.
    #[must_use]
    pub fn new<M>(answer: &Answer<M>, spent: Duration) -> Self {
        // Who looked at nothing has nothing to say.
        let looked = answer.value.is_some() || answer.stats.nodes > 1;
        let told = |number: u32| (looked && number > 0).then_some(number);
        let mut note = Self {
            ms: spent.as_millis() as u64,
            depth: told(answer.depth),
            seldepth: told(answer.stats.selective_depth),
            nodes: Some(answer.stats.nodes).filter(|&nodes| looked && nodes > 0),
            ..Self::default()
        };
        match answer.value {
            Some(Value::Centipawns(score)) => note.cp = Some(score),
            Some(value @ Value::Proved(_)) => note.cp = Some(value.score()),
            Some(Value::Mate(moves)) => note.mate = Some(moves),
            Some(Value::Points(score) | Value::Printed(score)) => note.value = Some(score),
            None => {}
        }
        note
    }
}

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameLine {
    /// Its number in the schedule, from 1.
    pub number: u64,
    /// Its round, from 1: which opening it had.
    pub round: u64,
    /// The players by their place in the plan, who has the first move from the usual start before the other.
    pub players: [usize; 2],
    /// The first position, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// How many of the moves were the opening's.
    pub book: usize,
    /// The moves in the notation of the game, with spaces between them.
    pub moves: String,
    /// How it ended.
    #[serde(with = "crate::names::result")]
    pub result: GameResult,
    /// Why.
    #[serde(with = "crate::names::reason")]
    pub reason: Reason,
    /// More about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// When it began, in milliseconds since 1970.
    pub began: u64,
    /// How long it took, in milliseconds.
    pub ms: u64,
    /// What was wrong with what a player said: which player, and what.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<(usize, String)>,
    /// How often each player thought on its opponent's time; only where they may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ponder: Option<[PonderCount; 2]>,
    /// Notes about the moves after the opening; none at all if there is nothing to say about any of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// A line to be written.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Entry<'a> {
    Manifest(&'a Manifest),
    Resumed(&'a Sitting),
    Game(&'a GameLine),
    Finished { end: &'a str, result: &'a Report },
}

impl Entry<'_> {
    /// The line, with its line break.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // Writing to memory cannot fail, and these types have only text keys.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }
}

/// A line that was read.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Manifest(Box<Manifest>),
    Resumed {},
    Game(Box<GameLine>),
    Finished { end: String },
}

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum JournalError {
    /// It cannot be read or written.
    Io(PathBuf, io::Error),
    /// It is not a journal, or not one of this match. The text says why.
    Wrong(PathBuf, String),
}

impl fmt::Display for JournalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "cannot use {}: {error}", path.display()),
            Self::Wrong(path, reason) => {
                write!(f, "cannot go on from {}: {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for JournalError {}

/// A journal that is open for writing.
pub struct Journal {
    file: File,
    path: PathBuf,
    manifest: Manifest,
    /// When the match was over.
    end: Option<String>,
}

impl Journal {
    /// Opens the journal of a match, or begins one. `each` is shown every game that it has already; each game is
    /// checked to be one of the schedule and to be there once.
    pub fn open(
        path: &Path,
        manifest: Manifest,
        mut each: impl FnMut(&GameLine),
    ) -> Result<Self, JournalError> {
        let io = |error| JournalError::Io(path.to_owned(), error);
        let file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path);
        let mut journal = Self {
            file: file.map_err(io)?,
            path: path.to_owned(),
            manifest,
            end: None,
        };
        // Two programs that write the same journal would play each game twice.
        if journal.file.try_lock().is_err() {
            return Err(journal.wrong("another program is writing it"));
        }
        let (complete, begun) = journal.read(&mut each)?;
        if begun.is_none() && !journal.is_cut_manifest().map_err(io)? {
            return Err(journal.wrong("it is not a journal"));
        }
        journal.file.set_len(complete).map_err(io)?;
        let line = match begun {
            Some(before) => {
                let sitting = std::mem::replace(&mut journal.manifest, before).sitting;
                Entry::Resumed(&sitting).to_bytes()
            }
            None => Entry::Manifest(&journal.manifest).to_bytes(),
        };
        journal.append(&line)?;
        Ok(journal)
    }

    /// The manifest: that of the file, if it was there.
    #[must_use]
    pub const fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// When the match was over; `None` if it is not.
    #[must_use]
    pub fn end(&self) -> Option<&str> {
        self.end.as_deref()
    }

    /// Adds whole lines.
    pub fn append(&mut self, lines: &[u8]) -> Result<(), JournalError> {
        let io = |error| JournalError::Io(self.path.clone(), error);
        self.file.write_all(lines).map_err(io)
    }

    fn wrong(&self, reason: impl Into<String>) -> JournalError {
        JournalError::Wrong(self.path.clone(), reason.into())
    }

    /// Whether a file without a complete line is empty or the beginning of a manifest. Any other file is somebody's, and
    /// is not to be touched.
    fn is_cut_manifest(&self) -> io::Result<bool> {
        const BEGINNING: &[u8] = b"{\"manifest\":{";
        let mut start = Vec::new();
        File::open(&self.path)?
            .take(BEGINNING.len() as u64)
            .read_to_end(&mut start)?;
        Ok(BEGINNING.starts_with(&start))
    }

    /// Reads what is there. Gives the length of the complete lines and the manifest.
    fn read(
        &mut self,
        each: &mut impl FnMut(&GameLine),
    ) -> Result<(u64, Option<Manifest>), JournalError> {
        let schedule = self.manifest.plan.schedule();
        let mut seen = vec![false; schedule.games() as usize + 1];
        let (mut begun, mut ended) = (None, None);
        let io = |error| JournalError::Io(self.path.clone(), error);
        let reader = BufReader::new(File::open(&self.path).map_err(io)?);
        let complete = lines(reader, &self.path, |number, line| {
            match (line, &begun) {
                (Line::Manifest(manifest), None) => {
                    check(&manifest, &self.manifest.plan)?;
                    begun = Some(*manifest);
                }
                (Line::Manifest(_), Some(_)) => {
                    return Err(format!("line {number} is a second manifest"));
                }
                (_, None) => return Err("its first line is no manifest".to_owned()),
                (Line::Resumed {}, _) => {}
                (Line::Finished { end }, _) => ended = Some(end),
                (Line::Game(game), _) => {
                    let planned = schedule
                        .get(game.number)
                        .filter(|planned| planned.players == game.players);
                    if planned.is_none() {
                        return Err(format!(
                            "line {number}: game {} is not in the schedule",
                            game.number
                        ));
                    }
                    if std::mem::replace(&mut seen[game.number as usize], true) {
                        return Err(format!(
                            "line {number}: game {} is there twice",
                            game.number
                        ));
                    }
                    each(&game);
                }
            }
            Ok(())
        })?;
        self.end = ended;
        Ok((complete, begun))
    }
}

/// Whether the match of this manifest is the one that is planned now.
fn check(manifest: &Manifest, plan: &Plan) -> Result<(), String> {
    if manifest.format != Manifest::FORMAT {
        return Err(format!(
            "it has format {}, not {}",
            manifest.format,
            Manifest::FORMAT
        ));
    }
    match manifest.plan.difference(plan) {
        Some(difference) => Err(format!("it is of another match: {difference}")),
        None => Ok(()),
    }
}

/// Shows every game of a journal to `each`.
pub fn for_each_game(path: &Path, each: impl FnMut(&GameLine)) -> Result<(), JournalError> {
    let file = File::open(path).map_err(|error| JournalError::Io(path.to_owned(), error))?;
    games_in(BufReader::new(file), path, each)
}

/// The same from any reader; `path` is only for what is said about it.
pub fn games_in(
    reader: impl BufRead,
    path: &Path,
    mut each: impl FnMut(&GameLine),
) -> Result<(), JournalError> {
    lines(reader, path, |_, line| {
        if let Line::Game(game) = line {
            each(&game);
        }
        Ok(())
    })
    .map(|_| ())
}

/// Reads the complete lines of a journal, and says how long they are together. What follows the last line break was being
/// written when the program was killed.
fn lines(
    mut reader: impl BufRead,
    path: &Path,
    mut each: impl FnMut(usize, Line) -> Result<(), String>,
) -> Result<u64, JournalError> {
    let io = |error| JournalError::Io(path.to_owned(), error);
    let wrong = |reason| JournalError::Wrong(path.to_owned(), reason);
    let (mut complete, mut bytes) = (0, Vec::new());
    for number in 1.. {
        bytes.clear();
        let length = reader.read_until(b'\n', &mut bytes).map_err(io)?;
        if bytes.last() != Some(&b'\n') {
            break;
        }
        let line = serde_json::from_slice(&bytes)
            .map_err(|error| wrong(format!("line {number} is not one of a journal: {error}")))?;
        each(number, line).map_err(wrong)?;
        complete += length as u64;
    }
    Ok(complete)
}
