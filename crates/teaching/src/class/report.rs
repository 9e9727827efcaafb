//! The results of a class: marks, tournament and faults, computed from its journals alone.

use std::path::Path;

use contest::{GameLine, Report, Scoreboard, for_each_game};
use games::GameResult;
use serde::Serialize;

use super::file::Class;
use super::grades::Outcome;
use crate::Error;
use crate::grade::{Assignment, Sheet};

/// The results of a class.
#[derive(Clone, Debug, Serialize)]
pub struct ClassReport {
    /// The title of the class.
    pub title: String,
    /// Whether all students are graded and all games are played.
    pub complete: bool,
    /// The students, in the order of the class file.
    pub students: Vec<StudentReport>,
    /// The tournament, if it has begun.
    pub tournament: Option<Report>,
    /// The games lost by a fault, in the order of their numbers.
    pub faults: Vec<FaultReport>,
}

/// The results of a student.
#[derive(Clone, Debug, Serialize)]
pub struct StudentReport {
    /// The name.
    pub name: String,
    /// The student's number.
    pub id: Option<String>,
    /// The e-mail address.
    pub email: Option<String>,
    /// The program.
    pub program: String,
    /// The grade sheet, without points if the program does not run.
    pub sheet: Option<Sheet>,
    /// The reason for a missing sheet, if the program runs.
    pub ungraded: Option<String>,
    /// The reason why the program does not run.
    pub refused: Option<String>,
    /// The reason why the program does not play, if it runs.
    pub absent: Option<String>,
    /// Points in the tournament.
    pub points: Option<f64>,
    /// Games in the tournament.
    pub games: u64,
    /// Games lost by a fault.
    pub faults: u64,
    /// The index in the class file.
    #[serde(skip)]
    pub(super) index: usize,
    /// The index of the player in the tournament.
    #[serde(skip)]
    pub(super) place: Option<usize>,
}

/// A game lost by a fault.
#[derive(Clone, Debug, Serialize)]
pub struct FaultReport {
    /// Its number, which is its round in the PGN.
    pub game: u64,
    /// The player at fault.
    pub player: String,
    /// The opponent.
    pub opponent: String,
    /// The number of moves of both players before it.
    pub moves: usize,
    /// The kind of fault, such as `crash`.
    pub kind: String,
    /// A description.
    pub what: String,
}

impl ClassReport {
    /// Creates the report on the grades so far.
    pub(super) fn new(
        class: &Class,
        assignment: Option<&Assignment>,
        outcomes: &[Option<Outcome>],
    ) -> Self {
        let students = class.students.iter().zip(outcomes).enumerate();
        let students = students.map(|(index, (student, outcome))| {
            let (mut sheet, ungraded, refused) = match outcome {
                Some(Outcome::Sheet(sheet)) => (sheet.as_deref().cloned(), None, None),
                Some(Outcome::Ungraded(reason)) => (None, Some(reason.clone()), None),
                Some(Outcome::Refused(reason)) => (None, None, Some(reason.clone())),
                None => (None, None, None),
            };
            let no_sheet = ungraded.as_ref().or(refused.as_ref()).zip(assignment);
            if let Some((reason, assignment)) = no_sheet {
                let program = &student.program;
                sheet = Some(Sheet::refused(program, assignment, class.seed, reason));
            }
            if let Some(sheet) = &mut sheet {
                sheet.student = Some(student.name.trim().to_owned());
            }
            StudentReport {
                name: student.name.trim().to_owned(),
                id: student.id.clone(),
                email: student.email.clone(),
                program: student.program.clone(),
                sheet,
                ungraded,
                refused,
                absent: None,
                points: None,
                games: 0,
                faults: 0,
                index,
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

    /// Adds the standings of the tournament, and the faults in its journal.
    pub(super) fn add_games(&mut self, board: &Scoreboard, journal: &Path) -> Result<(), Error> {
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
            .map_err(Error::new)?;
        self.faults.sort_by_key(|fault| fault.game);
        self.tournament = Some(Report::new(board));
        Ok(())
    }

    /// Returns whether all games are played.
    pub(super) fn is_played(&self) -> bool {
        self.tournament
            .as_ref()
            .is_some_and(|report| report.complete)
    }
}

impl StudentReport {
    /// Returns the file name of the sheet. Names of students may contain characters that file names cannot.
    pub(super) fn page(&self) -> String {
        format!("student-{}.html", self.index + 1)
    }
}

/// Returns the fault that decided a game.
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
