//! Grading: a student's program is asked questions made from a seed, its answers are compared with what is right, and if they
//! are wrong in the way of a classic mistake, the mistake is named.
//!
//! ```
//! use lab::grade::{Assignment, ProgramSpec, grade};
//! let assignment = Assignment::find("alphabeta").unwrap();
//! let program = ProgramSpec::read("alphabeta:bug=strict-cut").unwrap();
//! let sheet = grade(&program, &assignment, 1, &mut |_| {}).unwrap();
//! assert_eq!(sheet.bug.unwrap().name, "strict-cut");
//! ```
//!
//! `assignment` is what a teacher writes, `make` and `boards` turn it into questions, `truth` says what is right, `shadow`
//! what other searches would say, `subject` asks the program, `checks` gives the marks, `diagnosis` names the mistake,
//! `shrink` finds the smallest question that shows it, `sheet`, `text` and `html` are what comes out.

pub mod assignment;
mod baselines;
mod boards;
mod checks;
mod diagnosis;
mod html;
mod make;
mod picture;
mod program;
pub mod question;
mod resident;
mod shadow;
pub mod sheet;
mod shrink;
mod small;
mod subject;
mod text;
mod truth;

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gametree::bugs::Bug;
use players::{Fault, SpecError};

pub use assignment::{Assignment, AssignmentError};
pub use program::ProgramSpec;
pub use question::Question;
pub use resident::Resident;
pub use sheet::{Example, Mark, NamedBug, Sheet};

use assignment::Ground;
use boards::Facts;
use diagnosis::{Diagnosis, Seen, diagnose, shows};
use shadow::Shadows;
use subject::{Reply, Subject};

/// How far grading has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// Questions asked and games played.
    pub done: usize,
    /// Questions and games there are.
    pub of: usize,
}

/// Why a program cannot be graded so.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum GradeError {
    /// The program cannot be seated.
    Program(SpecError),
    /// The assignment asks for something that there is not.
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

/// Grades one program. The same seed gives the same sheet.
pub fn grade(
    program: &ProgramSpec,
    assignment: &Assignment,
    seed: u64,
    heard: &mut dyn FnMut(Progress),
) -> Result<Sheet, GradeError> {
    Exam::new(assignment, seed)?.grade(program, heard)
}

/// How many positions a search may enter, the first one included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nodes {
    /// No search without a table is sure of the value with fewer.
    pub least: u64,
    /// Minimax enters as many.
    pub minimax: u64,
}

/// A question, and what is right about it.
struct Item {
    /// Its place among all of them.
    number: usize,
    set: String,
    question: Question,
    facts: Facts,
}

/// A question, and what the program said.
struct Answered<'a> {
    item: &'a Item,
    reply: Result<Reply, Fault>,
}

/// The questions of an assignment and a seed, for as many programs as there are.
pub struct Exam<'a> {
    assignment: &'a Assignment,
    seed: u64,
    items: Vec<Item>,
    /// What other searches would say, computed when it is first needed.
    shadows: Mutex<Shadows>,
}

impl<'a> Exam<'a> {
    /// Makes the questions.
    pub fn new(assignment: &'a Assignment, seed: u64) -> Result<Self, GradeError> {
        let mut items = Vec::new();
        for (name, set) in &assignment.questions {
            if let (Ground::Board(kind), Some(eval)) = (set.game, &set.eval)
                && !boards::has_evaluator(kind, eval)
            {
                return Err(GradeError::Assignment(format!(
                    "the questions {name}: {kind} has no evaluator {eval} (`espalier players` lists them)"
                )));
            }
            let questions = make::questions(name, set, seed);
            let known = questions.into_iter().filter_map(|question| {
                let facts = boards::facts(&question)?;
                Some(Item {
                    number: 0,
                    set: name.clone(),
                    question,
                    facts,
                })
            });
            let before = items.len();
            items.extend(known);
            for (number, item) in items.iter_mut().enumerate().skip(before) {
                item.number = number;
            }
            if items.len() == before {
                return Err(GradeError::Assignment(format!(
                    "the questions {name} take too long to answer rightly: make their depth smaller"
                )));
            }
        }
        Ok(Self {
            assignment,
            seed,
            items,
            shadows: Mutex::default(),
        })
    }

    /// Grades a program.
    pub fn grade(
        &self,
        program: &ProgramSpec,
        heard: &mut dyn FnMut(Progress),
    ) -> Result<Sheet, GradeError> {
        let assignment = self.assignment;
        let program = &program.within(assignment.limits);
        let mut subject = Subject::new(program, assignment.limits).map_err(GradeError::Program)?;
        let answered = self.asked(&mut subject, heard);
        let plays = assignment.criteria.iter().any(|it| it.matches.is_some());
        if answered.is_empty() && !plays {
            return Err(GradeError::Assignment(format!(
                "the assignment {} asks nothing that {program} can be asked: it asks about {}",
                assignment.name,
                self.grounds().join(", ")
            )));
        }
        let keeps = keeps_something(&answered, &mut subject);
        let diagnosis = match keeps {
            // What is wrong is not in the search.
            true => None,
            false => diagnose(&answered, &mut self.shadows()),
        };
        let (mut done, of) = (self.items.len(), self.steps());
        let marks = checks::Grader {
            assignment,
            program,
            seed: self.seed,
            answered: &answered,
            subject: &mut subject,
            diagnosis: diagnosis.as_ref(),
            played: &mut || {
                done += 1;
                heard(Progress { done, of });
            },
        }
        .marks();
        let bug = diagnosis
            .as_ref()
            .map(|found| named(found, &answered, &mut subject));
        let failing = match bug {
            None if !keeps => unexplained(&answered, &mut subject),
            _ => None,
        };
        let mut notes = notes(&answered, bug.as_ref());
        if keeps {
            notes.push(KEEPS_SOMETHING.to_owned());
        }
        Ok(Sheet {
            program: program.to_string(),
            assignment: assignment.name.clone(),
            title: assignment.title.clone(),
            seed: self.seed,
            notes,
            marks,
            bug,
            failing,
        })
    }

    /// The name of the mistake that explains a program's answers, if one does, and nothing else: no marks, no example.
    pub fn bug(&self, program: &ProgramSpec) -> Result<Option<&'static str>, GradeError> {
        let limits = self.assignment.limits;
        let program = program.within(limits);
        let mut subject = Subject::new(&program, limits).map_err(GradeError::Program)?;
        let answered = self.asked(&mut subject, &mut |_| {});
        let found = diagnose(&answered, &mut self.shadows());
        Ok(found.map(|found| found.suspect.bug.name()))
    }

    /// Asks every question that can be put to the program.
    fn asked(&self, subject: &mut Subject, heard: &mut dyn FnMut(Progress)) -> Vec<Answered<'_>> {
        let mut answered = Vec::new();
        for (done, item) in self.items.iter().enumerate() {
            heard(Progress {
                done,
                of: self.steps(),
            });
            if subject.can_answer(&item.question) {
                let reply = subject.ask(&item.question);
                answered.push(Answered { item, reply });
            }
        }
        answered
    }

    /// Questions and games together.
    fn steps(&self) -> usize {
        self.items.len() + self.assignment.games()
    }

    fn shadows(&self) -> MutexGuard<'_, Shadows> {
        // Each entry is right by itself, whoever panicked.
        self.shadows.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Every question with the value that is right, and how many positions are entered at most and at least.
    pub fn reference(&self) -> impl Iterator<Item = (&Question, i32, Nodes)> {
        self.items.iter().map(|item| {
            let Facts {
                value,
                minimax,
                least,
                ..
            } = item.facts;
            (&item.question, value, Nodes { least, minimax })
        })
    }

    fn grounds(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = Vec::new();
        for item in &self.items {
            let name = item.question.ground().name();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

/// The known mistake as the sheet has it, with the smallest question that shows it.
fn named(found: &Diagnosis, answered: &[Answered<'_>], subject: &mut Subject) -> NamedBug {
    let size = |index: &&usize| answered[**index].item.facts.minimax;
    let start = found.explained.iter().min_by_key(size);
    let smallest = start.map(|&index| {
        let start = &answered[index].item.question;
        let suspect = found.suspect;
        let mut fails = |question: &Question| shows(question, suspect, found.seen);
        let question = shrink::smallest(start, MOST_SHADOWS, &mut fails);
        let reply = subject.ask(&question);
        if is_wrong(&question, &reply, found.seen) {
            return example(question, &reply, found.seen);
        }
        // It does much the same as this mistake, but not there: then it is asked itself.
        let mut fails =
            |question: &Question| is_wrong(question, &subject.ask(question), found.seen);
        let question = shrink::smallest(start, MOST_ASKED, &mut fails);
        let reply = subject.ask(&question);
        example(question, &reply, found.seen)
    });
    let (wrong, right) = found.suspect.bug.wrong_and_right();
    NamedBug {
        name: found.suspect.bug.name().to_owned(),
        about: found.suspect.bug.about().to_owned(),
        wrong: wrong.to_owned(),
        right: right.to_owned(),
        explains: found.explained.len() as u32,
        alike: found.alike.iter().map(Bug::to_string).collect(),
        of: found.wrong,
        seen_in: found.seen.name().to_owned(),
        smallest,
    }
}

/// So many smaller questions are tried in thought, and so many are asked.
const MOST_SHADOWS: u32 = 1_500;
const MOST_ASKED: u32 = 200;

/// Whether a reply is wrong, in what can be seen of it.
fn is_wrong(question: &Question, reply: &Result<Reply, Fault>, seen: Seen) -> bool {
    let (Some(facts), Ok(reply)) = (boards::facts(question), reply) else {
        return false;
    };
    let right = || shadow::of(question, shadow::Which::AlphaBeta);
    match seen {
        Seen::Values => {
            reply.value.is_some_and(|value| value != facts.value)
                || checks::is_illegal(question, reply)
        }
        Seen::Nodes => reply
            .nodes
            .zip(right())
            .is_some_and(|(nodes, right)| !diagnosis::same_nodes(nodes, right.nodes)),
        Seen::Leaves => {
            let leaves = reply.leaves.as_ref().zip(right());
            leaves.is_some_and(|(leaves, right)| *leaves != right.leaves)
        }
    }
}

/// What a student reads whose table is not emptied.
const KEEPS_SOMETHING: &str = "Asked alone, what was wrong is right: the program keeps something from one question to the next. \
    Each question is a new search, so begin it with an empty table.";

/// Whether wrong answers become right if the program is started anew before each of them.
fn keeps_something(answered: &[Answered<'_>], subject: &mut Subject) -> bool {
    const ASKED_AGAIN: usize = 3;
    let mut wrong = answered
        .iter()
        .filter(|it| is_wrong(&it.item.question, &it.reply, Seen::Values))
        .take(ASKED_AGAIN)
        .peekable();
    wrong.peek().is_some()
        && wrong.all(|it| {
            let question = &it.item.question;
            subject.forget() && {
                let again = subject.ask(question);
                let tells = again.as_ref().is_ok_and(|reply| reply.value.is_some());
                tells && !is_wrong(question, &again, Seen::Values)
            }
        })
}

/// Something wrong that nothing explains, as small as it can be.
fn unexplained(answered: &[Answered<'_>], subject: &mut Subject) -> Option<Example> {
    let failing = answered
        .iter()
        .filter(|it| is_wrong(&it.item.question, &it.reply, Seen::Values))
        .min_by_key(|it| it.item.facts.minimax)?;
    let mut fails = |question: &Question| is_wrong(question, &subject.ask(question), Seen::Values);
    let question = shrink::smallest(&failing.item.question, MOST_ASKED, &mut fails);
    let reply = subject.ask(&question);
    Some(example(question, &reply, Seen::Values))
}

/// A question with what is right and what was said, in words.
fn example(question: Question, reply: &Result<Reply, Fault>, seen: Seen) -> Example {
    let facts = boards::facts(&question);
    let value = facts.as_ref().map_or(0, |facts| facts.value);
    let right = shadow::of(&question, shadow::Which::AlphaBeta);
    let (expected, obtained) = match (seen, &right) {
        (Seen::Nodes, Some(right)) => (
            format!("value {}, {} nodes", text::score(value), right.nodes),
            text::reply(reply, &[Seen::Values, Seen::Nodes]),
        ),
        (Seen::Leaves, Some(right)) => (
            format!("value {}, leaves {:?}", text::score(value), right.leaves),
            text::reply(reply, &[Seen::Values, Seen::Leaves]),
        ),
        _ => (
            format!("value {}", text::score(value)),
            text::reply(reply, &[Seen::Values]),
        ),
    };
    Example {
        question,
        expected,
        obtained,
    }
}

/// What else the student should know.
fn notes(answered: &[Answered<'_>], bug: Option<&NamedBug>) -> Vec<String> {
    let mut notes: Vec<String> = Vec::new();
    for answer in answered {
        let note = match &answer.reply {
            Err(fault) => format!("The program {fault}."),
            Ok(Reply {
                error: Some(error), ..
            }) => format!("The program says: {error}"),
            Ok(_) => continue,
        };
        if !notes.contains(&note) && notes.len() < 5 {
            notes.push(note);
        }
    }
    let never_cuts = [Bug::CutAfterLoop, Bug::WindowNotNegated].map(Bug::name);
    if bug.is_some_and(|bug| never_cuts.contains(&bug.name.as_str())) {
        notes.push(
            "Nothing is ever cut. Look also whether alpha is raised at all, and handed down to the child turned round."
                .to_owned(),
        );
    }
    let mut trees = answered
        .iter()
        .filter(|it| it.item.question.ground() == Ground::Tree)
        .filter(|it| it.item.question.search == "alphabeta")
        .peekable();
    let tells = |it: &Answered<'_>| {
        let reply = it.reply.as_ref();
        reply.is_ok_and(|reply| reply.nodes.is_some() || reply.leaves.is_some())
    };
    if bug.is_none() && trees.peek().is_some() && !trees.any(tells) {
        notes.push(
            "Neither nodes nor leaves are told. Five classic mistakes only waste time and never change a value \
             (window-not-negated, alpha-is-last-value, alpha-is-best, cut-after-loop, strict-cut): they cannot be seen here."
                .to_owned(),
        );
    }
    notes
}
