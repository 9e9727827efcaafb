//! The journal of a match: an append-only text with one JSON object on each line.
//!
//! The first line is the [`JournalHeader`]. Then there is a line for each finished game, one for each time the match was
//! resumed, and one for its end. All results are computed from these lines. A killed program can leave the last line
//! unfinished; it is cut off and its game is played again. Where the text is stored is decided by a [`LineStore`].

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::time::Duration;

use games::{GameResult, Reason};
use serde::{Deserialize, Serialize};

use super::plan::{JournalHeader, Plan};
use super::ponder::PonderCount;
use super::report::Report;
use crate::ledger::{Ledger, LedgerError, read_lines, to_line};
use crate::run_info::RunInfo;
use crate::store::LineStore;
use gametree::Value;
use players::Answer;

/// Data about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Note {
    /// The time in milliseconds.
    #[serde(skip_serializing_if = "is_zero")]
    pub ms: u64,
    /// Chess: the value for the side that moved, in centipawns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// Chess: the number of moves to mate.
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
    /// Creates a note from an answer and the time it took.
    #[must_use]
    pub fn new<M>(answer: &Answer<M>, spent: Duration) -> Self {
        // A player that did not search has no depth and no nodes.
        let has_searched = answer.value.is_some() || answer.stats.nodes > 1;
        let positive = |number: u32| (has_searched && number > 0).then_some(number);
        let mut note = Self {
            ms: spent.as_millis() as u64,
            depth: positive(answer.depth),
            seldepth: positive(answer.stats.selective_depth),
            nodes: Some(answer.stats.nodes).filter(|&nodes| has_searched && nodes > 0),
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
    /// Its round, from 1, which determines the opening.
    pub round: u64,
    /// The players by their index in the plan; the first one moves first from the usual starting position.
    pub players: [usize; 2],
    /// The first position, if it is not the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The number of moves of the opening.
    pub book: usize,
    /// The moves in the notation of the game, separated by spaces.
    pub moves: String,
    /// The result.
    #[serde(with = "crate::names::result")]
    pub result: GameResult,
    /// The reason of the result.
    #[serde(with = "crate::names::reason")]
    pub reason: Reason,
    /// Details of the reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The time of its beginning, in milliseconds since 1970.
    pub began: u64,
    /// Its duration in milliseconds.
    pub ms: u64,
    /// Warnings about invalid output of players: the player's index and the warning.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<(usize, String)>,
    /// The ponder counts of both players, if the match allows pondering.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ponder: Option<[PonderCount; 2]>,
    /// Notes about the moves after the opening; empty if all of them are empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<Note>,
}

/// A line to write.
#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Entry<'a> {
    Manifest(&'a JournalHeader),
    Resumed(&'a RunInfo),
    Game(&'a GameLine),
    Finished { end: &'a str, result: &'a Report },
}

impl Entry<'_> {
    /// Returns the line with its line break.
    pub(crate) fn to_bytes(&self) -> Vec<u8> {
        // Serialisation cannot fail: these types have only text keys.
        to_line(self).unwrap_or_default()
    }
}

/// A line that was read.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Line {
    Manifest(Box<JournalHeader>),
    Resumed {},
    Game(Box<GameLine>),
    Finished { end: String },
}

/// Resumes the match of a journal, or begins one if the store is empty. Calls `each` with every game of the journal,
/// after checking that the game is in the schedule and occurs once. Replaces `header` by the stored one. Returns when the
/// match ended, or `None` if it has not.
pub(crate) fn resume(
    store: Box<dyn LineStore>,
    header: &mut JournalHeader,
    mut each: impl FnMut(&GameLine),
) -> Result<(Ledger, Option<String>), LedgerError> {
    let mut ledger = Ledger::new(store);
    let schedule = header.plan.schedule();
    let mut seen = vec![false; schedule.games() as usize + 1];
    let (mut begun, mut end) = (None, None);
    ledger.resume(b"{\"manifest\":{", |number, line| {
        match (line, &begun) {
            (Line::Manifest(before), None) => {
                check(&before, &header.plan)?;
                begun = Some(*before);
            }
            (Line::Manifest(_), Some(_)) => {
                return Err(format!("line {number} is a second manifest"));
            }
            (_, None) => return Err("its first line is no manifest".to_owned()),
            (Line::Resumed {}, _) => {}
            (Line::Finished { end: at }, _) => end = Some(at),
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
    let line = match begun {
        Some(before) => {
            let run_info = std::mem::replace(header, before).run_info;
            Entry::Resumed(&run_info).to_bytes()
        }
        None => Entry::Manifest(header).to_bytes(),
    };
    ledger.append(&line)?;
    Ok((ledger, end))
}

/// Checks that a journal belongs to the planned match.
fn check(header: &JournalHeader, plan: &Plan) -> Result<(), String> {
    if header.format != JournalHeader::FORMAT {
        return Err(format!(
            "it has format {}, not {}",
            header.format,
            JournalHeader::FORMAT
        ));
    }
    match header.plan.difference(plan) {
        Some(difference) => Err(format!("it is of another match: {difference}")),
        None => Ok(()),
    }
}

/// Calls `each` with every game of the journal in a file.
pub fn for_each_game(path: &Path, each: impl FnMut(&GameLine)) -> Result<(), LedgerError> {
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => games_in(BufReader::new(file), &name, each),
        Err(error) => Err(LedgerError::Io(name, error)),
    }
}

/// Calls `each` with every game of a journal's text. `name` is its name in error messages.
pub fn games_in(
    reader: impl BufRead,
    name: &str,
    each: impl FnMut(&GameLine),
) -> Result<(), LedgerError> {
    let mut each = only_games(each);
    read_lines(reader, name, |_, line| {
        each(line);
        Ok(())
    })
    .map(drop)
}

/// Returns a callback for lines that calls `each` with every game.
pub(crate) fn only_games(mut each: impl FnMut(&GameLine)) -> impl FnMut(Line) {
    move |line| {
        if let Line::Game(game) = line {
            each(&game);
        }
    }
}
