//! How a class stands: the marks, the table, and who was at fault in which game. Computed from what is kept and from nothing
//! else.

use std::path::Path;

use contest::{GameLine, Report, Scoreboard, for_each_game};
use games::GameResult;
use serde::Serialize;

use super::file::{Class, ClassError};
use super::grades::Outcome;
use crate::grade::Sheet;

/// Everything that can be said about a class.
#[derive(Clone, Debug, Serialize)]
pub struct ClassReport {
    /// What it is called.
    pub title: String,
    /// Whether everybody is graded and all games are played.
    pub complete: bool,
    /// The students, as the class has them.
    pub students: Vec<StudentReport>,
    /// The tournament, if there is one and it has begun.
    pub tournament: Option<Report>,
    /// The games that were lost by a fault, in the order of their numbers.
    pub faults: Vec<FaultReport>,
}

/// A student.
#[derive(Clone, Debug, Serialize)]
pub struct StudentReport {
    /// Who.
    pub name: String,
    /// The program.
    pub program: String,
    /// How it was graded; nothing if it was not yet, or nobody is.
    pub sheet: Option<Sheet>,
    /// Why there is no sheet though the program can be run.
    pub ungraded: Option<String>,
    /// Why the program cannot be run.
    pub refused: Option<String>,
    /// Why it does not play though it can be run.
    pub absent: Option<String>,
    /// Points in the tournament.
    pub points: Option<f64>,
    /// Games in the tournament.
    pub games: u64,
    /// Games lost by a fault.
    pub faults: u64,
    #[serde(skip)]
    pub(super) place: Option<usize>,
}

/// A game that was lost by a fault.
#[derive(Clone, Debug, Serialize)]
pub struct FaultReport {
    /// Its number, which the PGN calls its round.
    pub game: u64,
    /// Who was at fault.
    pub player: String,
    /// Against whom.
    pub opponent: String,
    /// After so many moves of both.
    pub moves: usize,
    /// What kind of fault, such as `crash`.
    pub kind: String,
    /// What happened.
    pub what: String,
}

impl ClassReport {
    /// What is graded so far.
    pub(super) fn new(class: &Class, outcomes: &[Option<Outcome>]) -> Self {
        let students = class.students.iter().zip(outcomes);
        let students = students.map(|(student, outcome)| {
            let (sheet, ungraded, refused) = match outcome {
                Some(Outcome::Sheet(sheet)) => (sheet.as_deref().cloned(), None, None),
                Some(Outcome::Ungraded(reason)) => (None, Some(reason.clone()), None),
                Some(Outcome::Refused(reason)) => (None, None, Some(reason.clone())),
                None => (None, None, None),
            };
            StudentReport {
                name: student.name.trim().to_owned(),
                program: student.program.clone(),
                sheet,
                ungraded,
                refused,
                absent: None,
                points: None,
                games: 0,
                faults: 0,
                place: None,
            }
        });
        Self {
            title: class.title.clone(),
            complete: false,
            students: students.collect(),
            tournament: None,
            faults: Vec::new(),
        }
    }

    /// Adds how the tournament stands, with every fault out of its journal.
    pub(super) fn add_games(
        &mut self,
        board: &Scoreboard,
        journal: &Path,
    ) -> Result<(), ClassError> {
        let names = board.names();
        for student in &mut self.students {
            if let Some(place) = student.place {
                let total = board.total(place);
                student.points = Some(total.points());
                student.games = total.games();
                student.faults = board.conduct()[place].faults.values().sum();
            }
        }
        for_each_game(journal, |line| self.faults.extend(fault(names, line)))
            .map_err(ClassError::new)?;
        self.faults.sort_by_key(|fault| fault.game);
        self.tournament = Some(Report::new(board));
        Ok(())
    }

    /// Whether all games are played.
    pub(super) fn is_played(&self) -> bool {
        self.tournament
            .as_ref()
            .is_some_and(|report| report.complete)
    }
}

/// What a game tells about a fault.
fn fault(names: &[String], line: &GameLine) -> Option<FaultReport> {
    if !line.reason.is_fault() {
        return None;
    }
    let [first, second] = line.players;
    let (loser, other) = match line.result {
        GameResult::First => (second, first),
        _ => (first, second),
    };
    Some(FaultReport {
        game: line.number,
        player: names.get(loser)?.clone(),
        opponent: names.get(other)?.clone(),
        moves: line.moves.split_whitespace().count(),
        kind: line.reason.words().to_owned(),
        what: line
            .detail
            .clone()
            .unwrap_or_else(|| line.reason.words().to_owned()),
    })
}
