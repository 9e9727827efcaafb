//! Programs that answer one JSON object with another, a line each: what a student writes in an afternoon.
//!
//! In goes `{"game":"chess","position":"...","depth":3,"search":"alphabeta","eval":"material"}`, out comes
//! `{"move":"e2e4","value":100,"nodes":812}`. `depth`, `nodes` and `movetime` are there if the search is limited so, `search`
//! and `eval` if the spec says so; of the answer only `move` must be there. The value is in hundredths of a pawn, or the
//! points of the game, for the side to move; beyond [`DECIDED`] the game is won or lost, however soon.

use std::time::{Duration, Instant};

use games::nearest::quote;
use games::{BoardGame, value_of};
use gametree::{Signal, Stats, Value};
use serde_json::{Map, Value as Json, json};

use super::process::{Process, Silence};
use super::{LONGEST_MOVE, Patience, Program};
use crate::answer::{Answer, Listener};
use crate::fault::Fault;
use crate::player::{Player, Task};

/// A value beyond this is a forced win or loss, and says nothing else.
pub const DECIDED: i64 = 100_000;

/// A program that is asked position by position. It runs for the whole game.
pub struct ScriptPlayer {
    program: Program,
    process: Option<Process>,
    patience: Patience,
}

impl ScriptPlayer {
    /// A player by its program.
    #[must_use]
    pub const fn new(program: Program) -> Self {
        Self {
            program,
            process: None,
            patience: Patience::DEFAULT,
        }
    }

    /// The running program, or a new one.
    fn running(&mut self) -> Result<&mut Process, Fault> {
        let process = match self.process.take() {
            Some(process) => process,
            None => Process::start(&self.program)
                .map_err(|error| Fault::Crash(format!("it does not start: {error}")))?,
        };
        Ok(self.process.insert(process))
    }

    /// Says a line, or several, whose last end is left out, to the running program or a new one. What it said before and was
    /// never asked for is forgotten.
    pub fn say(&mut self, line: &str) -> Result<(), Fault> {
        let grace = self.patience.grace;
        let process = self.running()?;
        let said = process
            .forget_lines()
            .and_then(|()| process.write(&format!("{line}\n"), grace));
        said.map_err(|silence| self.broken(silence.into()))
    }

    /// The next line that begins with a brace, within this time. Who prints a remark does no harm.
    pub fn hear(&mut self, time: Duration) -> Result<String, Fault> {
        self.hear_unless(&Signal::default(), time)
    }

    /// The same, unless whoever asked says stop.
    fn hear_unless(&mut self, signal: &Signal, time: Duration) -> Result<String, Fault> {
        let deadline = Instant::now() + time.min(LONGEST_MOVE);
        let Some(process) = &mut self.process else {
            return Err(Fault::Crash("it does not run".to_owned()));
        };
        let mut remarks = 0_u64;
        let fault = loop {
            if signal.is_stopped() {
                break Fault::Stall("it was stopped before it answered".to_owned());
            }
            match process.line(deadline.min(Instant::now() + LOOK_AGAIN)) {
                Ok(said) if said.trim_start().starts_with('{') => return Ok(said),
                Ok(_) => remarks += 1,
                Err(Silence::Late) => {}
                Err(gone) => break gone.into(),
            }
            // There may be no end of remarks.
            if Instant::now() >= deadline {
                let seconds = time.as_secs_f64();
                break Fault::Stall(match remarks {
                    0 => format!("no answer within {seconds:.1} s"),
                    _ => format!(
                        "no answer within {seconds:.1} s, only {remarks} lines that are no JSON object"
                    ),
                });
            }
        };
        Err(self.broken(fault))
    }

    /// Ends the program; it starts again with the next question.
    pub fn end(&mut self) {
        self.process = None;
    }

    /// Whoever is late or gone is started again for the next question.
    fn broken(&mut self, fault: Fault) -> Fault {
        self.end();
        fault
    }
}

/// How often to look whether whoever asked has said something.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// The question as an object.
fn question<G: BoardGame>(program: &Program, task: &Task<'_, G>) -> Json {
    let limits = &task.request.limits;
    let mut object = Map::new();
    object.insert("game".to_owned(), json!(G::KIND.name()));
    let position = task.game.write_position(task.record.state());
    object.insert("position".to_owned(), json!(position));
    let mut limit = |name: &str, value: Option<u64>| {
        if let Some(value) = value {
            object.insert(name.to_owned(), json!(value));
        }
    };
    limit("depth", limits.depth.map(u64::from));
    limit("nodes", limits.nodes);
    let milliseconds = limits.time.map(|time| time.as_millis() as u64);
    limit("movetime", milliseconds);
    for (name, value) in &program.options {
        object.insert(name.clone(), json!(value.as_deref().unwrap_or_default()));
    }
    Json::Object(object)
}

impl<G: BoardGame> Player<G> for ScriptPlayer {
    fn choose(
        &mut self,
        task: &Task<'_, G>,
        _listener: &mut Listener<'_, G::Move>,
    ) -> Result<Answer<G::Move>, Fault> {
        let limits = &task.request.limits;
        let time = limits
            .time
            .map_or(self.patience.untimed, |time| time + self.patience.margin)
            .min(LONGEST_MOVE);
        self.say(&question(&self.program, task).to_string())?;
        let said = self.hear_unless(task.signal, time)?;
        let answer: Json = serde_json::from_str(&said)
            .map_err(|error| Fault::Crash(format!("{} is no JSON: {error}", quote(&said))))?;
        let Some(text) = answer["move"].as_str() else {
            return Err(Fault::NoMove);
        };
        let state = task.record.state();
        let best = task
            .game
            .read_move(state, text)
            .map_err(|_| Fault::IllegalMove(quote(text)))?;
        let depth = answer["depth"].as_u64().map(|depth| depth as u32);
        let depth = depth.or(limits.depth).unwrap_or(0);
        Ok(Answer {
            value: answer["value"].as_i64().map(|value| worth::<G>(value)),
            depth,
            stats: Stats {
                nodes: answer["nodes"].as_u64().unwrap_or(0),
                selective_depth: depth,
                ..Stats::default()
            },
            ..Answer::unvalued(Some(best))
        })
    }

    /// Whoever does not run yet starts now, and not when its clock runs.
    fn new_game(&mut self) -> Result<(), Fault> {
        if self.process.is_none() {
            let patience = self.patience.start;
            self.running()?.wait_until_idle(patience);
        }
        Ok(())
    }
}

/// A value as a player of the game would say it; a decided game is large, and not so many moves away.
fn worth<G: BoardGame>(value: i64) -> Value {
    value_of(G::KIND, value.clamp(-DECIDED, DECIDED) as i32)
}
