//! Classes: every student program is graded, then all play a round-robin tournament with some players of this program.
//!
//! A killed run continues from its journals. `file` is the class file, `grades` the journal of the grades; `report`, `text` and
//! `page` are the results.

mod file;
mod grades;
mod page;
mod report;
mod text;

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use contest::pool::{self, Done};
use contest::{
    Adjudication, Contest, Format, JournalHeader, Openings, Participant, Plan, PlayerLimit,
    RunInfo, Scoreboard, Session, Shard,
};
use games::{BoardGame, WithGame};
use gametree::hash::fnv1a;
use players::{PlayerSpec, Seat, Submission, Submissions, builtin};

use crate::Error;
use crate::grade::{Assignment, Exam, GradeError};

pub use file::{Class, ClassLimits, Student, Tournament};
pub use grades::{Outcome, UNITS};
pub use report::{ClassReport, FaultReport, StudentReport};

use grades::{Entry, Grades, Header};

/// The margin of a move in milliseconds. The machine may be busy with another game.
const TIME_MARGIN: u64 = 1_000;

/// The progress of a class.
pub enum Stage<'a> {
    /// Students are graded.
    Grading(Done),
    /// Games are played.
    Playing(&'a Scoreboard),
}

/// A run of a class.
pub struct ClassRun<'a> {
    /// The class.
    pub class: &'a Class,
    /// Opens the programs of the students.
    pub submissions: &'a dyn Submissions,
    /// The folder for journals, games and compiled programs.
    pub folder: &'a Path,
    /// The date, the machine and the command.
    pub run_info: RunInfo,
    /// The number of programs graded, and games played, at the same time.
    pub threads: NonZeroUsize,
    /// The students to grade, by their number, and the pairs of games to play.
    pub shard: Shard,
    /// Stops the run when it becomes true.
    pub stop: &'a AtomicBool,
}

/// Returns the PGN file of the tournament.
#[must_use]
pub fn pgn_file(folder: &Path) -> PathBuf {
    folder.join("games.pgn")
}

/// A program of a student, or the reason why it does not run.
type Opened = Result<Box<dyn Submission>, String>;

impl ClassRun<'_> {
    /// Grades the remaining students, plays the remaining games, and returns the results, which are incomplete after a stop and if
    /// another shard has students or games. Games need the grades of all students, because a program that does not run does not play.
    pub fn run(&self, watch: &mut dyn FnMut(Stage<'_>)) -> Result<ClassReport, Error> {
        let class = self.class;
        let assignment = class.assignment.as_deref().map(Assignment::find);
        let assignment = assignment.transpose().map_err(Error::new)?;
        let assignment = assignment.map(|assignment| match class.baseline_movetime {
            Some(milliseconds) => assignment.with_movetime(milliseconds),
            None => assignment,
        });
        let folder = self.folder;
        fs::create_dir_all(folder).map_err(|error| {
            Error::new(format_args!("cannot create {}: {error}", folder.display()))
        })?;
        let header = self.header(assignment.as_ref());
        let grades = Grades::open(&folder.join("grades.jsonl"), &header);
        let mut grades = grades.map_err(Error::new)?;
        let students = 0..class.students.len();
        let programs: Vec<Opened> = students.map(|student| self.open(student)).collect();
        self.grade(assignment.as_ref(), &programs, &mut grades, watch)?;
        let mut report = ClassReport::new(class, assignment.as_ref(), &grades.outcomes);
        let is_graded = grades.outcomes.iter().all(Option::is_some);
        if let (Some(tournament), true) = (&class.tournament, is_graded) {
            tournament.game.with(Games {
                run: self,
                tournament,
                programs: &programs,
                outcomes: &grades.outcomes,
                report: &mut report,
                watch,
            })?;
        }
        report.complete = is_graded && (class.tournament.is_none() || report.is_played());
        Ok(report)
    }

    fn header(&self, assignment: Option<&Assignment>) -> Header {
        let students = self.class.students.iter().map(|student| Entry {
            name: student.name.trim().to_owned(),
            program: student.program.clone(),
            hash: format!("{:016x}", self.submissions.hash(&student.program)),
        });
        Header {
            format: Header::FORMAT,
            assignment: assignment.map(|assignment| {
                let text = format!("{assignment:?}");
                format!("{} {:016x}", assignment.name, fnv1a(text.as_bytes()))
            }),
            seed: self.class.seed,
            students: students.collect(),
            program: Some(self.run_info.program.to_string()),
        }
    }

    /// Opens the program of a student, and compiles it if it is a source.
    fn open(&self, student: usize) -> Opened {
        let Student {
            program: text,
            refused,
            ..
        } = &self.class.students[student];
        if let Some(reason) = refused {
            return Err(reason.clone());
        }
        let folder = self.folder.join("programs").join((student + 1).to_string());
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let program = self.submissions.open(text, &folder);
        let program = program.map_err(|error| error.to_string())?;
        let limits = self.class.limits;
        Ok(program.limited(limits.memory, limits.processes))
    }

    /// Grades the remaining students, and writes each result when it is known.
    fn grade(
        &self,
        assignment: Option<&Assignment>,
        programs: &[Opened],
        grades: &mut Grades,
        watch: &mut dyn FnMut(Stage<'_>),
    ) -> Result<(), Error> {
        let left: Vec<usize> = (0..programs.len())
            .filter(|&student| grades.outcomes[student].is_none() && self.shard.has(student as u64))
            .collect();
        let exam = match assignment {
            Some(assignment) if !left.is_empty() => {
                Some(Exam::new(assignment, self.class.seed).map_err(Error::new)?)
            }
            _ => None,
        };
        let mut result = Ok(());
        let has_failed = AtomicBool::new(false);
        let job = |(): &mut (), index: usize| {
            let is_stopped = [self.stop, &has_failed].map(|it| it.load(Ordering::Relaxed));
            let student = left[index];
            (is_stopped == [false; 2])
                .then(|| (student, outcome(exam.as_ref(), &programs[student])))
        };
        pool::stream(
            self.threads,
            left.len(),
            || (),
            job,
            |outcomes| {
                for (student, outcome) in outcomes {
                    if result.is_ok() {
                        result = grades.add(student, outcome).map_err(Error::new);
                        has_failed.store(result.is_err(), Ordering::Relaxed);
                    }
                    watch(Stage::Grading(Done {
                        jobs: grades.outcomes.iter().flatten().count(),
                        of: programs.len(),
                    }));
                }
            },
        );
        result
    }
}

/// Grades a program.
fn outcome(exam: Option<&Exam<'_>>, program: &Opened) -> Outcome {
    let (exam, program) = match (exam, program) {
        (_, Err(reason)) => return Outcome::Refused(reason.clone()),
        (None, Ok(_)) => return Outcome::Sheet(None),
        (Some(exam), Ok(program)) => (exam, program),
    };
    match exam.grade(&**program, &mut |_| {}) {
        Ok(sheet) => Outcome::Sheet(Some(Box::new(sheet))),
        Err(GradeError::Program(error)) => Outcome::Refused(error.to_string()),
        Err(GradeError::Assignment(reason)) => Outcome::Ungraded(reason),
    }
}

/// The tournament, in its game.
struct Games<'a, 'b> {
    run: &'a ClassRun<'a>,
    tournament: &'a Tournament,
    programs: &'a [Opened],
    outcomes: &'a [Option<Outcome>],
    report: &'a mut ClassReport,
    watch: &'a mut (dyn FnMut(Stage<'_>) + 'b),
}

impl WithGame for Games<'_, '_> {
    type Output = Result<(), Error>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let (run, tournament) = (self.run, self.tournament);
        let limit = PlayerLimit {
            movetime: Some(tournament.movetime),
            depth: tournament.depth,
            ..PlayerLimit::default()
        };
        let mut players: Vec<Participant> = Vec::new();
        let mut specs: Vec<PlayerSpec> = Vec::new();
        for (student, program) in self.programs.iter().enumerate() {
            let can_run = !matches!(self.outcomes[student], Some(Outcome::Refused(_)));
            let (true, Ok(program)) = (can_run, program) else {
                continue;
            };
            let student = &mut self.report.students[student];
            if let Err(error) = Seat::<G>::new(program.spec()) {
                student.absent = Some(error.to_string());
                continue;
            }
            student.place = Some(players.len());
            players.push(Participant {
                name: Some(student.name.clone()),
                spec: program.spec().to_string(),
                limit,
            });
            specs.push(program.spec().clone());
        }
        for spec in tournament.baselines() {
            let parsed = builtin(&spec).map_err(Error::new)?;
            Seat::<G>::new(&parsed).map_err(Error::new)?;
            players.push(Participant {
                name: None,
                spec,
                limit,
            });
            specs.push(parsed);
        }
        if players.len() < 2 {
            return Err(Error::new(
                "a tournament needs two players: programs that run, or baselines",
            ));
        }
        let openings = Openings::<G>::usual(game, run.class.seed);
        let plan = Plan {
            format: Format::RoundRobin,
            game: tournament.game.name().to_owned(),
            players,
            games: tournament.games,
            openings: openings.source().clone(),
            seed: run.class.seed,
            time_margin: TIME_MARGIN,
            ponder: false,
            adjudication: Adjudication {
                max_plies: Some(tournament.max_plies),
                ..Adjudication::default()
            },
            sprt: None,
        };
        let header = JournalHeader::new(plan.clone(), run.run_info.clone());
        let journal = run.folder.join("games.jsonl");
        let pgn = pgn_file(run.folder);
        let session = Session::open(header, G::ID, Some(&journal), Some(&pgn));
        let mut session = session.map_err(Error::new)?;
        session.set_shard(run.shard);
        let contest = Contest {
            game,
            plan: &plan,
            openings: &openings,
            make_seat: &|index| Seat::new(&specs[index]),
            watch: None,
        };
        let watch = self.watch;
        session
            .run(&contest, run.threads.get(), run.stop, &mut |board| {
                watch(Stage::Playing(board));
            })
            .map_err(Error::new)?;
        session.finish().map_err(Error::new)?;
        self.report.add_games(session.board(), &journal)
    }
}
