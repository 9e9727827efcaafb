//! The grading of a program that the page runs, for example Python in a browser.
//!
//! The page cannot wait for its program while the grader computes, so the conversation is turned around: each request brings the
//! reply to the last question, and the answer is the next question or the sheet. The grader is run again for each reply, with the
//! replies so far; its questions and simulations are computed once.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use players::{Answering, Connection, Fault, PlayerSpec, Submission, builtin};
use teaching::grade::{Assignment, Exam};

use crate::protocol::{ProgramReply, ProgramStep, Reply};

/// A program that is being graded.
pub(crate) struct Grading {
    exam: Exam<'static>,
    program: Program,
}

impl Grading {
    /// Begins to grade a program of this name.
    pub(crate) fn new(
        assignment: &'static Assignment,
        seed: u64,
        program: String,
    ) -> Result<Self, String> {
        let spec = builtin("random").map_err(|error| error.to_string())?;
        let exam = Exam::new(assignment, seed).map_err(|error| error.to_string())?;
        let program = Program {
            name: program,
            spec,
            talk: Arc::default(),
        };
        Ok(Self { exam, program })
    }

    /// Adds the reply to the last question.
    pub(crate) fn reply(&self, reply: ProgramReply) -> Result<(), String> {
        let mut talk = self.program.talk();
        let step = talk.asked.take();
        let step = step.ok_or("the program was not asked")?;
        talk.log.push((step, reply));
        Ok(())
    }

    /// Runs the grader with the replies so far. Returns the next question or the sheet, and whether it is the sheet.
    pub(crate) fn run(&self) -> Result<(Reply, bool), String> {
        {
            let mut talk = self.program.talk();
            *talk = Talk {
                log: mem::take(&mut talk.log),
                ..Talk::default()
            };
        }
        let mut of = 0;
        let sheet = self.exam.grade(&self.program, &mut |done| of = done.of);
        let talk = self.program.talk();
        if let Some(step) = &talk.asked {
            let reply = Reply::ProgramStep {
                step: step.clone(),
                done: talk.read.min(of),
                of,
            };
            return Ok((reply, false));
        }
        let sheet = sheet.map_err(|error| error.to_string())?;
        let html = sheet.to_html();
        let sheet = Box::new(sheet);
        Ok((Reply::Graded { sheet, html }, true))
    }
}

/// The conversation with a program.
#[derive(Default)]
struct Talk {
    /// The questions with their replies.
    log: Vec<(ProgramStep, ProgramReply)>,
    /// The number of replies that the grader has read.
    read: usize,
    /// The question without a reply.
    asked: Option<ProgramStep>,
    restart: bool,
    lines: Option<String>,
}

/// A program that answers by the log of its conversation. After the log it does not answer.
#[derive(Clone)]
struct Program {
    name: String,
    /// The player of its games, of which there are none.
    spec: PlayerSpec,
    talk: Arc<Mutex<Talk>>,
}

impl Program {
    fn talk(&self) -> MutexGuard<'_, Talk> {
        self.talk.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Submission for Program {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn spec(&self) -> &PlayerSpec {
        &self.spec
    }

    /// The browser limits the program.
    fn limited(&self, _: Option<u64>, _: Option<u64>) -> Box<dyn Submission> {
        Box::new(self.clone())
    }

    fn connect(&self) -> Connection {
        Connection::Questions(Box::new(self.clone()))
    }
}

impl Answering for Program {
    fn send(&mut self, lines: &str) -> Result<(), Fault> {
        self.talk().lines = Some(lines.to_owned());
        Ok(())
    }

    fn receive(&mut self, time: Duration) -> Result<String, Fault> {
        let mut talk = self.talk();
        let silent = || Fault::Stall("it was not asked".to_owned());
        if talk.asked.is_some() {
            return Err(silent());
        }
        let seconds = time.as_secs_f64();
        let step = ProgramStep {
            restart: mem::take(&mut talk.restart),
            lines: talk.lines.take(),
            seconds,
        };
        let known = talk.log.get(talk.read).filter(|(asked, _)| *asked == step);
        let Some((_, reply)) = known else {
            let read = talk.read;
            talk.log.truncate(read);
            talk.asked = Some(step);
            return Err(silent());
        };
        let answer = match reply {
            ProgramReply::Line(line) => Ok(line.clone()),
            ProgramReply::Ended(reason) => Err(Fault::Crash(reason.clone())),
            ProgramReply::Late => Err(Fault::Stall(format!("no answer within {seconds:.1} s"))),
            ProgramReply::Silent => Err(Fault::Stall(
                "it waits for the next question without an answer".to_owned(),
            )),
        };
        talk.read += 1;
        // A program with a fault is ended.
        talk.restart = answer.is_err();
        answer
    }

    fn restart(&mut self) -> bool {
        let mut talk = self.talk();
        talk.restart = true;
        talk.lines = None;
        true
    }
}
