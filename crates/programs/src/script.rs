//! Programs that answer a JSON object with a JSON object, one per line: a protocol for student programs.
//!
//! In goes `{"game":"chess","position":"...","depth":3,"search":"alphabeta","eval":"material"}`, out comes
//! `{"move":"e2e4","value":100,"nodes":812}`. `depth`, `nodes` and `movetime` are the limits of the search, `search` and
//! `eval` come from the spec; in the answer only `move` is required. The value is in hundredths of a pawn, or the
//! points of the game, for the side to move; beyond [`DECIDED`] the game is won or lost.

use std::time::{Duration, Instant};

use games::BoardGame;
use games::nearest::quote;
use gametree::{Signal, Stats, Value};
use players::{Answer, DECIDED, Fault, Listener, Player, Task};
use serde_json::{Map, Value as Json, json};

use super::process::{Process, Silence};
use super::{LONGEST_MOVE, Patience, Program};

/// A program that searches one position after another. Its process runs for the whole game.
pub(super) struct ScriptPlayer {
    program: Program,
    process: Option<Process>,
    patience: Patience,
}

impl ScriptPlayer {
    /// Returns the player of a program.
    pub const fn new(program: Program) -> Self {
        Self {
            program,
            process: None,
            patience: Patience::DEFAULT,
        }
    }

    /// Returns the running process, or starts one.
    fn running(&mut self) -> Result<&mut Process, Fault> {
        let process = match self.process.take() {
            Some(process) => process,
            None => Process::start(&self.program)
                .map_err(|error| Fault::Crash(format!("it does not start: {error}")))?,
        };
        Ok(self.process.insert(process))
    }

    /// Sends lines, without the last line break, to the running process or a new one. Discards earlier output.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        let grace = self.patience.grace;
        let process = self.running()?;
        let sent = process
            .discard_lines()
            .and_then(|()| process.write(&format!("{line}\n"), grace));
        sent.map_err(|silence| self.broken(silence.into()))
    }

    /// Returns the next line that begins with a brace, within this time. Ignores other lines.
    pub fn receive(&mut self, time: Duration) -> Result<String, Fault> {
        self.receive_unless_stopped(&Signal::default(), time)
    }

    /// Receives a line, until the signal is stopped.
    fn receive_unless_stopped(&mut self, signal: &Signal, time: Duration) -> Result<String, Fault> {
        let deadline = Instant::now() + time.min(LONGEST_MOVE);
        let Some(process) = &mut self.process else {
            return Err(Fault::Crash("it does not run".to_owned()));
        };
        let mut ignored: Option<String> = None;
        let fault = loop {
            if signal.is_stopped() {
                break Fault::Stall("it was stopped before it answered".to_owned());
            }
            match process.line(deadline.min(Instant::now() + INTERVAL)) {
                Ok(line) if line.trim_start().starts_with('{') => return Ok(line),
                Ok(line) => ignored = ignored.or(Some(line)),
                Err(Silence::Late) => {}
                Err(gone) => break gone.into(),
            }
            // The ignored lines may be endless.
            if Instant::now() >= deadline {
                let seconds = time.as_secs_f64();
                break Fault::Stall(match ignored {
                    None => format!("no answer within {seconds:.1} s"),
                    Some(line) => {
                        let line: String = line.chars().take(80).collect();
                        format!(
                            "no answer within {seconds:.1} s; the first line was {}, not a JSON object: print only answers",
                            quote(&line)
                        )
                    }
                });
            }
        };
        Err(self.broken(fault))
    }

    /// Ends the process. The next request starts it again.
    pub fn end(&mut self) {
        self.process = None;
    }

    /// Ends the process after a fault. The next request starts it again.
    fn broken(&mut self, fault: Fault) -> Fault {
        self.end();
        fault
    }
}

/// Time between checks of the signal.
const INTERVAL: Duration = Duration::from_millis(10);

/// Returns the request as a JSON object.
fn request<G: BoardGame>(program: &Program, task: &Task<'_, G>) -> Json {
    let limits = &task.request.limits;
    let mut object = Map::new();
    object.insert("game".to_owned(), json!(G::ID.name()));
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
        self.send(&request(&self.program, task).to_string())?;
        let text = self.receive_unless_stopped(task.signal, time)?;
        let answer: Json = serde_json::from_str(&text)
            .map_err(|error| Fault::Crash(format!("{} is no JSON: {error}", quote(&text))))?;
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

    /// Starts the process before its clock runs.
    fn new_game(&mut self) -> Result<(), Fault> {
        if self.process.is_none() {
            let patience = self.patience.start;
            self.running()?.wait_until_idle(patience);
        }
        Ok(())
    }
}

/// Returns a value in the units of the game. A decided game has a large value, not a distance.
fn worth<G: BoardGame>(value: i64) -> Value {
    G::value(value.clamp(-DECIDED, DECIDED) as i32)
}
