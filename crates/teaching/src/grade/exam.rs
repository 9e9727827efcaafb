//! The questions of an assignment, and the grading of a program by them.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use contest::pool::Done;
use players::{Fault, SpecError, Submission};

use super::assignment::{Assignment, Check, Criterion, QuestionGame};
use super::common::common;
use super::diagnosis::diagnose;
use super::explain::{KEEPS_STATE, keeps_state, named, notes, unexplained};
use super::question::Question;
use super::session::{Reply, Session};
use super::sheet::Sheet;
use super::simulate::Simulations;
use super::truth::Truth;
use super::{boards, checks, make};

/// The reason why a program cannot be graded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GradeError {
    /// The program cannot be started.
    Program(SpecError),
    /// The assignment does not fit the program, or is too difficult.
    Assignment(String),
}

impl fmt::Display for GradeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(error) => error.fmt(f),
            Self::Assignment(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for GradeError {}

/// Grades one program. The same seed gives the same sheet. `progress` counts questions and games.
pub fn grade(
    submission: &dyn Submission,
    assignment: &Assignment,
    seed: u64,
    progress: &mut dyn FnMut(Done),
) -> Result<Sheet, GradeError> {
    Exam::new(assignment, seed)?.grade(submission, progress)
}

/// A question with its right answer.
pub(super) struct Item {
    /// Its index.
    pub number: usize,
    /// The set that it belongs to.
    pub set: String,
    /// Whether the sheet may not show it.
    pub hidden: bool,
    /// Whether a criterion grades its move. A player with its own evaluator has its own best moves.
    pub has_graded_move: bool,
    pub question: Question,
    pub truth: Truth,
}

/// A question with the reply of the program.
pub(super) struct Answered<'a> {
    pub item: &'a Item,
    /// Whether the question was asked. After several faults the rest of a set is not, and has the last fault as its reply.
    pub asked: bool,
    pub reply: Result<Reply, Fault>,
}

/// The questions of an assignment and a seed. It grades any number of programs.
pub struct Exam<'a> {
    assignment: &'a Assignment,
    seed: u64,
    items: Vec<Item>,
    /// The answers of known searches.
    simulations: Mutex<Simulations>,
}

impl<'a> Exam<'a> {
    /// Creates the questions.
    pub fn new(assignment: &'a Assignment, seed: u64) -> Result<Self, GradeError> {
        let mut items = Vec::new();
        for (name, set) in &assignment.questions {
            if let (QuestionGame::Board(kind), Some(eval)) = (set.game, &set.eval)
                && !boards::has_evaluator(kind, eval)
            {
                return Err(GradeError::Assignment(format!(
                    "the questions {name} use the evaluator {eval}, which {kind} does not have (`espalier players` lists them)"
                )));
            }
            let before = items.len();
            let grades_moves = |it: &&Criterion| it.check == Check::Move;
            let mut graders = assignment.criteria.iter().filter(grades_moves);
            let has_graded_move = graders.any(|it| assignment.sets(it).contains(&name.as_str()));
            for question in make::questions(name, set, seed) {
                if let Some(truth) = boards::truth(&question) {
                    items.push(Item {
                        number: items.len(),
                        set: name.clone(),
                        hidden: set.hidden,
                        has_graded_move,
                        question,
                        truth,
                    });
                }
            }
            if items.len() == before {
                return Err(GradeError::Assignment(format!(
                    "the questions {name} are too difficult for the reference search: reduce their depth"
                )));
            }
        }
        Ok(Self {
            assignment,
            seed,
            items,
            simulations: Mutex::default(),
        })
    }

    /// Grades a program.
    pub fn grade(
        &self,
        submission: &dyn Submission,
        progress: &mut dyn FnMut(Done),
    ) -> Result<Sheet, GradeError> {
        let assignment = self.assignment;
        let (submission, mut session) = self.open(submission)?;
        let answered = self.ask(&mut session, progress);
        let plays = assignment.criteria.iter().any(|it| it.matches.is_some());
        if answered.is_empty() && !plays {
            return Err(GradeError::Assignment(format!(
                "the assignment {} asks nothing that {} can answer: its questions are about {}",
                assignment.name,
                submission.name(),
                self.games().join(", ")
            )));
        }
        let keeps_state = keeps_state(&answered, &mut session);
        let diagnosis = match keeps_state {
            // The search itself is right.
            true => None,
            false => diagnose(&answered, &mut self.simulations()),
        };
        let (mut done, of) = (self.items.len(), self.steps());
        let marks = checks::Grader {
            assignment,
            submission: &*submission,
            seed: self.seed,
            answered: &answered,
            session: &mut session,
            diagnosis: diagnosis.as_ref(),
            played: &mut || {
                done += 1;
                progress(Done { jobs: done, of });
            },
        }
        .marks();
        let bug = diagnosis
            .as_ref()
            .map(|found| named(found, &answered, &mut session));
        let failing = match bug {
            None if !keeps_state => unexplained(&answered, &mut session),
            _ => None,
        };
        let mut notes = notes(&answered, bug.as_ref());
        if keeps_state {
            notes.push(KEEPS_STATE.to_owned());
        } else if bug.is_none() {
            notes.splice(0..0, common(&answered));
        }
        Ok(Sheet {
            student: None,
            total: 0.0,
            maximum: 0.0,
            passed: false,
            program: submission.name(),
            assignment: assignment.name.clone(),
            title: assignment.title.clone(),
            seed: self.seed,
            notes,
            marks,
            bug,
            failing,
            isolation: submission.isolation().map(str::to_owned),
        }
        .totalled())
    }

    /// Returns only the name of the bug that explains the answers of a program.
    pub fn bug(&self, submission: &dyn Submission) -> Result<Option<&'static str>, GradeError> {
        let (_, mut session) = self.open(submission)?;
        let answered = self.ask(&mut session, &mut |_| {});
        let found = diagnose(&answered, &mut self.simulations());
        Ok(found.map(|found| found.suspect.mistake().name()))
    }

    /// Returns the submission within the limits of the assignment, and a session with it.
    fn open(
        &self,
        submission: &dyn Submission,
    ) -> Result<(Box<dyn Submission>, Session), GradeError> {
        let limits = self.assignment.limits;
        let submission = submission.limited(limits.mebibytes, limits.processes);
        let session = Session::new(&*submission, limits).map_err(GradeError::Program)?;
        Ok((submission, session))
    }

    /// Asks every question that the program can answer.
    fn ask(&self, session: &mut Session, progress: &mut dyn FnMut(Done)) -> Vec<Answered<'_>> {
        let mut answered = Vec::new();
        for (done, item) in self.items.iter().enumerate() {
            let of = self.steps();
            progress(Done { jobs: done, of });
            if session.can_answer(&item.question) {
                session.begin(&item.set);
                let asked = !session.is_given_up();
                let reply = session.ask(&item.question);
                answered.push(Answered { item, asked, reply });
            }
        }
        answered
    }

    /// Returns the number of questions and games.
    fn steps(&self) -> usize {
        self.items.len() + self.assignment.games()
    }

    fn simulations(&self) -> MutexGuard<'_, Simulations> {
        // Each entry is complete, even after a panic.
        self.simulations
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Lists every question with its right answer.
    pub fn reference(&self) -> impl Iterator<Item = (&Question, &Truth)> {
        self.items.iter().map(|item| (&item.question, &item.truth))
    }

    fn games(&self) -> Vec<&'static str> {
        let names = self.items.iter().map(|item| item.question.game().name());
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}
