//! Programs that answer one JSON object with another, a line each: what a student writes in an afternoon.
//!
//! In goes `{"game":"chess","position":"...","depth":3,"search":"alphabeta","eval":"material"}`, out comes
//! `{"move":"e2e4","value":100,"nodes":812}`. `depth`, `nodes` and `movetime` are there if the search is limited so, `search`
//! and `eval` if the spec says so; of the answer only `move` must be there. The value is in hundredths of a pawn, or the
//! points of the game, for the side to move; beyond [`DECIDED`] the game is won or lost, however soon.

use std::time::Instant;

use games::nearest::quote;
use games::{BoardGame, value_of};
use gametree::{Stats, Value};
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

    /// Asks the running program, or a new one.
    fn ask(&mut self, line: &str, deadline: Instant) -> Result<String, Silence> {
        let process = match &mut self.process {
            Some(process) => process,
            None => {
                let started = Process::start(&self.program)
                    .map_err(|error| Silence::Gone(format!("it does not start: {error}")))?;
                self.process.insert(started)
            }
        };
        process.forget_lines()?;
        process.write(line, self.patience.grace)?;
        loop {
            let said = process.line(deadline)?;
            // Who prints a remark does no harm.
            if said.trim_start().starts_with('{') {
                return Ok(said);
            }
        }
    }
}

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
        let line = format!("{}\n", question(&self.program, task));
        let said = self.ask(&line, Instant::now() + time).map_err(|silence| {
            // Whoever is late or gone is started again for the next question.
            self.process = None;
            match silence {
                Silence::Late => {
                    Fault::Stall(format!("no answer within {:.1} s", time.as_secs_f64()))
                }
                Silence::Gone(how) => Fault::Crash(how),
            }
        })?;
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

    fn new_game(&mut self) -> Result<(), Fault> {
        Ok(())
    }
}

/// A value as a player of the game would say it; a decided game is large, and not so many moves away.
fn worth<G: BoardGame>(value: i64) -> Value {
    value_of(G::KIND, value.clamp(-DECIDED, DECIDED) as i32)
}
