//! A class: every student's program is graded, then all play each other and some players of this program. It can be killed at any
//! moment and goes on where it was.
//!
//! `file` is what a teacher writes, `grades` and the journal of a match are what is kept, `report`, `text` and `page` what comes
//! out.

mod file;
mod grades;
mod page;
mod report;
mod text;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use contest::hash::fnv1a;
use contest::{
    Adjudication, Contest, Entrant, Manifest, Openings, Plan, PlayerLimit, Scoreboard, Session,
    Sitting,
};
use games::{BoardGame, WithGame};
use players::Seat;
use players::program::{Program, locate};

use crate::grade::assignment::ProgramLimits;
use crate::grade::{Assignment, Exam, GradeError, ProgramSpec};

pub use file::{Class, ClassError, ClassLimits, Student, Tournament};
pub use grades::Outcome;
pub use report::{ClassReport, FaultReport, StudentReport};

use grades::{Entry, Grades, Header};

/// Milliseconds by which a move may be late: the machine may be busy with another game.
const TIME_MARGIN: u64 = 1_000;

/// How far a class has come.
pub enum Stage<'a> {
    /// So many of so many students are graded.
    Grading(usize, usize),
    /// Games are played.
    Playing(&'a Scoreboard),
}

/// A class that is held: where its files are kept, and with how much.
pub struct Holding<'a> {
    /// The class.
    pub class: &'a Class,
    /// The folder for journals, games and what is compiled.
    pub keep: &'a Path,
    /// When, where and by which command.
    pub sitting: Sitting,
    /// Programs that are graded, and games that are played, at once.
    pub threads: usize,
    /// Says stop.
    pub stop: &'a AtomicBool,
}

/// The files of a class, in the folder where they are kept.
#[must_use]
pub fn games_file(keep: &Path) -> PathBuf {
    keep.join("games.jsonl")
}

/// The games of a class as PGN.
#[must_use]
pub fn pgn_file(keep: &Path) -> PathBuf {
    keep.join("games.pgn")
}

impl Holding<'_> {
    /// Does what is left to do, and says how the class stands: at the end, or when somebody said stop.
    pub fn run(&self, watch: &mut dyn FnMut(Stage<'_>)) -> Result<ClassReport, ClassError> {
        let class = self.class;
        let assignment = class
            .assignment
            .as_deref()
            .map(Assignment::find)
            .transpose();
        let assignment = assignment.map_err(ClassError::new)?;
        let assignment = assignment.map(|assignment| match class.baseline_movetime {
            Some(milliseconds) => assignment.with_movetime(milliseconds),
            None => assignment,
        });
        fs::create_dir_all(self.keep).map_err(|error| {
            ClassError::new(format_args!("cannot make {}: {error}", self.keep.display()))
        })?;
        let header = self.header(assignment.as_ref());
        let mut grades = Grades::open(&self.keep.join("grades.jsonl"), &header)?;
        let programs: Vec<Result<ProgramSpec, String>> = (0..class.students.len())
            .map(|student| self.program(student))
            .collect();
        self.grade(assignment.as_ref(), &programs, &mut grades, watch)?;
        let mut report = ClassReport::new(class, &grades.outcomes);
        let is_graded = grades.outcomes.iter().all(Option::is_some);
        if let (Some(tournament), true) = (&class.tournament, is_graded) {
            tournament.game.with(Games {
                holding: self,
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
            hash: hash(&student.program),
        });
        Header {
            format: Header::FORMAT,
            assignment: assignment.map(|assignment| {
                let text = format!("{assignment:?}");
                format!("{} {:016x}", assignment.name, fnv1a(text.as_bytes()))
            }),
            seed: self.class.seed,
            students: students.collect(),
        }
    }

    /// The program of a student, ready to run, compiled where it is kept.
    fn program(&self, student: usize) -> Result<ProgramSpec, String> {
        let text = &self.class.students[student].program;
        let folder = self.keep.join("programs").join(format!("{}", student + 1));
        fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
        let program = ProgramSpec::read_in(text, &folder).map_err(|error| error.to_string())?;
        let limits = self.class.limits;
        Ok(program.within(ProgramLimits {
            mebibytes: limits.memory,
            processes: limits.processes,
            ..ProgramLimits::default()
        }))
    }

    /// Grades whoever is not graded yet, several at once. What came of each is written when it is known.
    fn grade(
        &self,
        assignment: Option<&Assignment>,
        programs: &[Result<ProgramSpec, String>],
        grades: &mut Grades,
        watch: &mut dyn FnMut(Stage<'_>),
    ) -> Result<(), ClassError> {
        let left: Vec<usize> = (0..programs.len())
            .filter(|&student| grades.outcomes[student].is_none())
            .collect();
        let all = programs.len();
        let exam = match assignment {
            Some(assignment) if !left.is_empty() => {
                Some(Exam::new(assignment, self.class.seed).map_err(ClassError::new)?)
            }
            _ => None,
        };
        let exam = exam.as_ref();
        let look = |student: usize| match &programs[student] {
            Err(reason) => Outcome::Refused(reason.clone()),
            Ok(program) => graded(exam, program),
        };
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.clamp(1, left.len().max(1)) {
                let (sender, left, look, next) = (sender.clone(), &left, &look, &next);
                scope.spawn(move || {
                    while !self.stop.load(Ordering::Relaxed) {
                        let student = left.get(next.fetch_add(1, Ordering::Relaxed));
                        let Some(&student) = student else { break };
                        if sender.send((student, look(student))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            for (student, outcome) in &receiver {
                if let Err(error) = grades.add(student, outcome) {
                    // Nobody begins another one; those who are at work go on to their end.
                    next.store(left.len(), Ordering::Relaxed);
                    return Err(error);
                }
                watch(Stage::Grading(
                    grades.outcomes.iter().flatten().count(),
                    all,
                ));
            }
            Ok(())
        })
    }
}

/// What comes of a program that can be run.
fn graded(exam: Option<&Exam<'_>>, program: &ProgramSpec) -> Outcome {
    let Some(exam) = exam else {
        return Outcome::Sheet(None);
    };
    match exam.grade(program, &mut |_| {}) {
        Ok(sheet) => Outcome::Sheet(Some(Box::new(sheet))),
        Err(GradeError::Program(error)) => Outcome::Refused(error.to_string()),
        Err(GradeError::Assignment(reason)) => Outcome::Ungraded(reason),
    }
}

/// The hash of a program and of the files among its arguments: whether it is the same when a class goes on.
fn hash(text: &str) -> String {
    let files: Vec<String> = match Program::parse(text) {
        Some(Ok(program)) => [program.path].into_iter().chain(program.args).collect(),
        _ => vec![text.trim().to_owned()],
    };
    let mut all = Vec::new();
    for file in files {
        let found = locate(&file).and_then(|path| fs::read(path).ok());
        all.extend(found.or_else(|| fs::read(&file).ok()).unwrap_or_default());
    }
    format!("{:016x}", fnv1a(&all))
}

/// The tournament, in its game.
struct Games<'a, 'b> {
    holding: &'a Holding<'a>,
    tournament: &'a Tournament,
    programs: &'a [Result<ProgramSpec, String>],
    outcomes: &'a [Option<Outcome>],
    report: &'a mut ClassReport,
    watch: &'a mut (dyn FnMut(Stage<'_>) + 'b),
}

impl WithGame for Games<'_, '_> {
    type Output = Result<(), ClassError>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let (holding, tournament) = (self.holding, self.tournament);
        let limit = PlayerLimit {
            movetime: Some(tournament.movetime),
            depth: tournament.depth,
            ..PlayerLimit::default()
        };
        let mut players = Vec::new();
        for (student, program) in self.programs.iter().enumerate() {
            let can_run = !matches!(self.outcomes[student], Some(Outcome::Refused(_)));
            let (true, Ok(program)) = (can_run, program) else {
                continue;
            };
            if let Err(error) = Seat::<G>::sit(program.spec()) {
                self.report.students[student].absent = Some(error.to_string());
                continue;
            }
            self.report.students[student].place = Some(players.len());
            players.push(Entrant {
                name: Some(holding.class.students[student].name.trim().to_owned()),
                spec: program.spec().to_owned(),
                limit,
            });
        }
        for spec in tournament.baselines() {
            Seat::<G>::sit(&spec).map_err(ClassError::new)?;
            players.push(Entrant {
                name: None,
                spec,
                limit,
            });
        }
        if players.len() < 2 {
            return Err(ClassError::new(
                "nobody is left to play: a tournament needs two programs that can be run, or a baseline",
            ));
        }
        let openings = Openings::<G>::usual(game, holding.class.seed);
        let plan = Plan {
            format: contest::Format::RoundRobin,
            game: tournament.game.name().to_owned(),
            players,
            games: tournament.games,
            openings: openings.source().clone(),
            seed: holding.class.seed,
            time_margin: TIME_MARGIN,
            ponder: false,
            adjudication: Adjudication {
                max_plies: Some(tournament.max_plies),
                ..Adjudication::default()
            },
            sprt: None,
        };
        let manifest = Manifest::new(plan.clone(), holding.sitting.clone());
        let journal = games_file(holding.keep);
        let pgn = pgn_file(holding.keep);
        let mut session = Session::open(manifest, G::KIND, Some(&journal), Some(&pgn))
            .map_err(ClassError::new)?;
        let contest = Contest {
            game,
            plan: &plan,
            openings: &openings,
            sit: &Seat::sit,
            watch: None,
        };
        let watch = self.watch;
        session
            .run(&contest, holding.threads, holding.stop, &mut |board| {
                watch(Stage::Playing(board));
            })
            .map_err(ClassError::new)?;
        session.finish().map_err(ClassError::new)?;
        self.report.add_games(session.board(), &journal)
    }
}
