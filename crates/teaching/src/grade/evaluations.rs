//! A submission as an evaluation function: alpha-beta at a fixed depth asks it for the value of every leaf.

use std::time::Duration;

use games::BoardGame;
use gametree::searches::AlphaBeta;
use gametree::{Evaluator, Limits, Score, Searcher, Value};
use players::{Answer, Answering, Connection, Fault, Listener, Player, Submission, Task};

use super::question::{EVALUATE, Problem, Question};
use super::responder::Responder;
use super::session::Reply;
use super::truth::WON;

/// Alpha-beta with the evaluations of a submission.
pub(super) struct EvaluationPlayer {
    program: Box<dyn Answering>,
    depth: u32,
    /// The time of an evaluation.
    time: Duration,
    is_new: bool,
    /// The first fault of the current search. After it every position is worth 0.
    fault: Option<Fault>,
}

impl EvaluationPlayer {
    /// Opens a connection to a submission.
    pub fn new(submission: &dyn Submission, depth: u32, time: Duration) -> Result<Self, String> {
        let program: Box<dyn Answering> = match submission.connect() {
            Connection::Questions(program) => program,
            Connection::Builtin => Box::new(Responder::new(submission.spec().clone())),
            Connection::Moves(_) => {
                return Err("the program plays moves and does not answer questions".to_owned());
            }
        };
        Ok(Self {
            program,
            depth,
            time,
            is_new: true,
            fault: None,
        })
    }

    /// Asks for the value of a position for the side to move.
    fn ask(&mut self, question: &Question) -> Result<Score, Fault> {
        self.program.send(&question.line())?;
        // The start of a program takes longer.
        let time = match std::mem::take(&mut self.is_new) {
            true => self.time + Duration::from_secs(5),
            false => self.time,
        };
        let reply = Reply::read(&self.program.receive(time)?)?;
        match (reply.value, reply.error) {
            (Some(value), _) => Ok(value.clamp(1 - WON, WON - 1)),
            (None, Some(error)) => Err(Fault::Stall(format!("it reports {error}"))),
            (None, None) => Err(Fault::Stall(format!("no value for {}", question.line()))),
        }
    }
}

/// The evaluator of a search.
struct Asked<'a>(&'a mut EvaluationPlayer);

impl<G: BoardGame> Evaluator<G> for Asked<'_> {
    fn evaluate(&mut self, game: &G, state: &G::State) -> Score {
        if self.0.fault.is_some() {
            return 0;
        }
        let question = Question {
            problem: Problem::Board(G::ID, game.write_position(state)),
            depth: 0,
            search: EVALUATE.to_owned(),
            eval: None,
        };
        self.0.ask(&question).unwrap_or_else(|fault| {
            self.0.fault = Some(fault);
            0
        })
    }
}

impl<G: BoardGame> Player<G> for EvaluationPlayer {
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        _: &mut Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        let limits = Limits::depth(self.depth);
        let found = AlphaBeta::new(Asked(self)).search(task.game, task.record.state(), &limits);
        if let Some(fault) = self.fault.take() {
            self.is_new = true;
            return Err(fault);
        }
        Ok(Answer {
            value: Some(Value::Printed(found.score)),
            depth: found.depth,
            line: found.pv,
            stats: found.stats,
            ..Answer::unvalued(found.best.or_else(|| task.moves().first().copied()))
        })
    }
}
