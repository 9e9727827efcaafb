//! `grade`: a Python function as a submission.

use std::collections::VecDeque;
use std::panic;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use games::BoardGame;
use games::nearest::quote;
use gametree::{Stats, Value};
use players::{
    Answer, Answering, BuildAny, Connection, DECIDED, Fault, Listener, Player, PlayerSpec,
    Settings, SpecError, Submission, Task,
};
use programs::StudentProgram;
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::{Map, Value as Json};
use teaching::grade::{Assignment, GradeError, Sheet, grade as grade_submission};

use crate::error::{json, spec_error, value_error};
use crate::job::{self, Job};
use crate::player::{class_name, own_spec};

/// The time of a move in a game, beyond its limit.
const MARGIN: Duration = Duration::from_secs(1);

/// The time of a move without a limit.
const UNTIMED: Duration = Duration::from_secs(60);

/// Grades a text that names a program, or an `espalier._grade.Student`. Returns the sheet as JSON.
#[pyfunction]
pub fn grade(
    py: Python<'_>,
    program: &Bound<'_, PyAny>,
    assignment: &str,
    seed: u64,
    movetime: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let mut assignment = Assignment::find(assignment).map_err(value_error)?;
    if let Some(milliseconds) = movetime {
        assignment = assignment.with_movetime(milliseconds);
    }
    let named = program.extract::<String>().ok();
    let student = program.clone().unbind();
    job::run(py, progress.as_ref(), move |job| {
        let submission: Box<dyn Submission> = match named {
            Some(text) => Box::new(StudentProgram::read(&text).map_err(spec_error)?),
            None => Box::new(Function::new(student, job).map_err(spec_error)?),
        };
        let sheet = grade_submission(&*submission, &assignment, seed, &mut |done| {
            if job.stop.load(Ordering::Relaxed) {
                // The grader has no other way to end between two questions. The job is over, so the payload is not read.
                panic::resume_unwind(Box::new(()));
            }
            job.report(done.jobs, done.of);
        });
        json(&Graded::new(sheet.map_err(|error| match error {
            GradeError::Program(error) => spec_error(error),
            GradeError::Assignment(reason) => value_error(reason),
        })?))
    })
}

#[derive(Serialize)]
struct Graded {
    text: String,
    html: String,
    sheet: Sheet,
}

impl Graded {
    fn new(sheet: Sheet) -> Self {
        Self {
            text: sheet.to_string(),
            html: sheet.to_html(),
            sheet,
        }
    }
}

/// A Python function that answers questions.
struct Function {
    student: Arc<Py<PyAny>>,
    job: Arc<Job>,
    name: String,
    spec: PlayerSpec,
}

impl Function {
    fn new(student: Py<PyAny>, job: &Arc<Job>) -> Result<Self, SpecError> {
        let name = Python::attach(|py| class_name(student.bind(py)));
        let student = Arc::new(student);
        let build = Mover {
            student: Arc::clone(&student),
            job: Arc::clone(job),
        };
        Ok(Self {
            spec: own_spec(&name, build)?,
            student,
            job: Arc::clone(job),
            name,
        })
    }
}

impl Submission for Function {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// The process of the caller is not limited.
    fn limited(&self, _: Option<u64>, _: Option<u64>) -> Box<dyn Submission> {
        Box::new(Self {
            student: Arc::clone(&self.student),
            job: Arc::clone(&self.job),
            name: self.name.clone(),
            spec: self.spec.clone(),
        })
    }

    fn connect(&self) -> Connection {
        Connection::Questions(Box::new(Conversation {
            student: Arc::clone(&self.student),
            job: Arc::clone(&self.job),
            lines: VecDeque::new(),
        }))
    }
}

/// Questions to a function, answered when the answer is received.
struct Conversation {
    student: Arc<Py<PyAny>>,
    job: Arc<Job>,
    lines: VecDeque<String>,
}

impl Answering for Conversation {
    fn send(&mut self, lines: &str) -> Result<(), Fault> {
        self.lines = lines.lines().map(str::to_owned).collect();
        Ok(())
    }

    fn receive(&mut self, time: Duration) -> Result<String, Fault> {
        let Some(line) = self.lines.pop_front() else {
            return Err(Fault::Crash("it was asked nothing".to_owned()));
        };
        let answer = ask(&self.student, &self.job, &line, time);
        if answer.is_err() {
            self.restart();
        }
        answer
    }

    fn restart(&mut self) -> bool {
        self.lines.clear();
        self.job
            .call(|py| self.student.call_method0(py, "restart"))
            .is_some()
    }
}

/// Asks a function for the answer to a line of JSON.
fn ask(student: &Py<PyAny>, job: &Job, line: &str, time: Duration) -> Result<String, Fault> {
    let seconds = time.as_secs_f64();
    let answer: PyResult<Option<String>> = Python::attach(|py| {
        job.guarded(py, |py| {
            let answer = student.call_method1(py, "answer", (line, seconds))?;
            answer.extract(py)
        })
    });
    match answer {
        Ok(Some(answer)) => Ok(answer),
        Ok(None) => Err(Fault::Stall(format!("no answer within {seconds:.1} s"))),
        // Other exceptions are answers: this one ends a program.
        Err(error) => Err(Fault::Crash(error.to_string())),
    }
}

/// Plays games with the moves of a function.
struct Mover {
    student: Arc<Py<PyAny>>,
    job: Arc<Job>,
}

impl BuildAny for Mover {
    fn build<G: BoardGame>(
        &self,
        _: &PlayerSpec,
        _: &Settings,
    ) -> Result<Box<dyn Player<G>>, SpecError> {
        Ok(Box::new(Self {
            student: Arc::clone(&self.student),
            job: Arc::clone(&self.job),
        }))
    }
}

impl<G: BoardGame> Player<G> for Mover {
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        _: &mut Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        let (game, state) = (task.game, task.record.state());
        let limits = &task.request.limits;
        let mut question = Map::new();
        question.insert("game".to_owned(), G::ID.name().into());
        question.insert("position".to_owned(), game.write_position(state).into());
        let milliseconds = limits.time.map(|time| time.as_millis() as u64);
        for (name, value) in [
            ("depth", limits.depth.map(u64::from)),
            ("nodes", limits.nodes),
            ("movetime", milliseconds),
        ] {
            if let Some(value) = value {
                question.insert(name.to_owned(), value.into());
            }
        }
        let time = limits.time.map_or(UNTIMED, |time| time + MARGIN);
        let line = Json::Object(question).to_string();
        let text = ask(&self.student, &self.job, &line, time)?;
        let answer: Json = serde_json::from_str(&text)
            .map_err(|error| Fault::Crash(format!("{} is no JSON: {error}", quote(&text))))?;
        let Some(text) = answer["move"].as_str() else {
            return Err(Fault::NoMove);
        };
        let best = game
            .read_move(state, text)
            .map_err(|_| Fault::IllegalMove(quote(text)))?;
        let value = answer["value"].as_i64();
        let value = value.map(|value| value.clamp(-DECIDED, DECIDED) as i32);
        Ok(Answer {
            value: value.map(|value| -> Value { G::value(value) }),
            stats: Stats {
                nodes: answer["nodes"].as_u64().unwrap_or(0),
                ..Stats::default()
            },
            ..Answer::unvalued(Some(best))
        })
    }
}
