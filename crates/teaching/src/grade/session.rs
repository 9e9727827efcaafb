//! The conversation with a submission: each question gets a reply or a fault.

use std::collections::BTreeMap;
use std::time::Duration;

use games::{BoardGame, Chess, MiniChess, Record};
use gametree::{Limits, Request, Score};
use players::{Answering, Connection, Fault, Seat, SpecError, Submission};
use serde_json::{Value as Json, json};

use super::assignment::{ProgramLimits, QuestionGame};
use super::question::{Problem, Question};
use super::responder::Responder;
use super::truth::flat;

/// A reply of a submission. Every field is optional.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// The move.
    pub best: Option<String>,
    /// The value for the side to move. All wins are equal.
    pub value: Option<Score>,
    /// The nodes entered.
    pub nodes: Option<u64>,
    /// The leaves of a tree in the order of the visits.
    pub leaves: Option<Vec<Score>>,
    /// An error message.
    pub error: Option<String>,
}

impl Reply {
    /// Returns whether it has a move or a value.
    #[must_use]
    pub const fn is_answer(&self) -> bool {
        self.best.is_some() || self.value.is_some()
    }

    /// Parses a line. Fields of a wrong type are ignored.
    pub(super) fn read(line: &str) -> Result<Self, Fault> {
        let json: Json = serde_json::from_str(&finite(line)).map_err(|error| {
            let shown: String = line.chars().take(80).collect();
            let shown = games::nearest::quote(&shown);
            Fault::Crash(format!("it printed {shown}, which is no JSON: {error}"))
        })?;
        let best = match &json["move"] {
            Json::String(text) => Some(text.clone()),
            Json::Number(number) => Some(number.to_string()),
            _ => None,
        };
        // Accepts 3.0 for 3.
        let whole = |value: &Json| {
            let number = value.as_f64().filter(|number| number.fract() == 0.0);
            number.map(|number| number.clamp(-1e9, 1e9) as Score)
        };
        let leaves = json["leaves"].as_array();
        Ok(Self {
            best,
            value: whole(&json["value"]).map(flat),
            nodes: json["nodes"].as_u64(),
            leaves: leaves.and_then(|leaves| leaves.iter().map(whole).collect()),
            error: json["error"]
                .as_str()
                .map(|text| text.chars().take(200).collect()),
        })
    }
}

/// Replaces `Infinity`, `-Infinity` and `NaN`, which Python writes and JSON does not have, outside of strings.
fn finite(line: &str) -> String {
    let mut parts: Vec<String> = line.split('"').map(str::to_owned).collect();
    for outside in parts.iter_mut().step_by(2) {
        *outside = outside.replace("Infinity", "1e9").replace("NaN", "null");
    }
    parts.join("\"")
}

/// The conversation with a submission.
pub struct Session {
    way: Way,
    time: Duration,
    /// Whether it has not answered since its start, which takes extra time.
    is_new: bool,
    /// The set of the questions being asked.
    set: String,
    /// The faults in each set.
    faults: BTreeMap<String, Faults>,
}

/// The faults in a set of questions.
#[derive(Default)]
struct Faults {
    stalls: u32,
    crashes: u32,
    last: Option<Fault>,
}

enum Way {
    Questions(Box<dyn Answering>),
    Chess(Box<Seat<Chess>>),
    MiniChess(Box<Seat<MiniChess>>),
}

/// After this many time-outs, or crashes, the rest of a set is not asked.
const MOST_STALLS: u32 = 2;
const MOST_CRASHES: u32 = 6;

/// The most time for the start of a program, which otherwise has ten times the time of an answer.
const START: Duration = Duration::from_secs(5);

/// The time of a move for a program that uses the course's files. It runs until its time is up.
const FILE_TIME: Duration = Duration::from_secs(1);

impl Session {
    /// Opens a conversation.
    pub fn new(submission: &dyn Submission, limits: ProgramLimits) -> Result<Self, SpecError> {
        let spec = submission.spec();
        let way = match submission.connect() {
            Connection::Questions(program) => Way::Questions(program),
            Connection::Builtin => Way::Questions(Box::new(Responder::new(spec.clone()))),
            Connection::Moves(game) if game == MiniChess::ID => {
                Way::MiniChess(Box::new(Seat::new(spec)?))
            }
            Connection::Moves(_) => Way::Chess(Box::new(Seat::new(spec)?)),
        };
        Ok(Self {
            way,
            time: Duration::from_secs_f64(limits.seconds),
            is_new: true,
            set: String::new(),
            faults: BTreeMap::new(),
        })
    }

    /// Returns whether the submission can answer a question. A program that only plays is asked for moves.
    #[must_use]
    pub fn can_answer(&self, question: &Question) -> bool {
        let kind = match &self.way {
            Way::Questions(_) => return true,
            Way::Chess(_) => Chess::ID,
            Way::MiniChess(_) => MiniChess::ID,
        };
        question.game() == QuestionGame::Board(kind)
            && question.depth > 0
            && question.search != "perft"
    }

    /// Begins or continues a set of questions. A set begins in a new process, so that no set depends on the sets before it.
    pub fn begin(&mut self, set: &str) {
        if self.set != set {
            self.restart();
            set.clone_into(&mut self.set);
        }
    }

    /// Returns whether the submission had too many faults in this set and is not asked again.
    #[must_use]
    pub fn is_given_up(&self) -> bool {
        let faults = self.faults.get(&self.set);
        faults.is_some_and(|it| it.stalls >= MOST_STALLS || it.crashes >= MOST_CRASHES)
    }

    /// Asks a question.
    pub fn ask(&mut self, question: &Question) -> Result<Reply, Fault> {
        if self.is_given_up()
            && let Some(fault) = self.faults.get(&self.set).and_then(|it| it.last.as_ref())
        {
            return Err(fault.clone());
        }
        let time = self.time;
        let first = if self.is_new {
            self.time_to_start()
        } else {
            time
        };
        let reply = match &mut self.way {
            Way::Questions(program) => program
                .send(&question.line())
                .and_then(|()| program.receive(first))
                .and_then(|line| Reply::read(&line)),
            Way::Chess(seat) => ask_for_move(seat, &Chess::default(), question, time),
            Way::MiniChess(seat) => {
                ask_for_move(seat, &MiniChess::default(), question, time.min(FILE_TIME))
            }
        };
        self.is_new = reply.is_err();
        if let Err(fault) = &reply {
            let faults = self.faults.entry(self.set.clone()).or_default();
            match fault {
                Fault::Stall(_) => faults.stalls += 1,
                Fault::Start(_) | Fault::Crash(_) => faults.crashes += 1,
                _ => {}
            }
            faults.last = Some(fault.clone());
        }
        reply
    }

    /// Returns the time for the start and the first answer.
    fn time_to_start(&self) -> Duration {
        self.time + START.min(10 * self.time)
    }

    /// Starts the program again, without memory of earlier questions. Returns `false` if it has no such memory.
    pub fn restart(&mut self) -> bool {
        let Way::Questions(program) = &mut self.way else {
            return false;
        };
        let is_restarted = program.restart();
        self.is_new |= is_restarted;
        is_restarted
    }

    /// Sends invalid lines and then a question, and returns whether the program still answers. Returns `None` if the
    /// submission does not read lines.
    pub fn survives(
        &mut self,
        nonsense: &[&str],
        question: &Question,
    ) -> Option<Result<(), Fault>> {
        let time = self.time_to_start();
        let Way::Questions(program) = &mut self.way else {
            return None;
        };
        let lines = format!("{}\n{}", nonsense.join("\n"), question.line());
        let result = program.send(&lines).and_then(|()| {
            // The program may reply to each invalid line.
            for _ in 0..=nonsense.len() {
                if Reply::read(&program.receive(time)?)?.is_answer() {
                    return Ok(());
                }
            }
            Err(Fault::NoMove)
        });
        self.restart();
        Some(result)
    }
}

/// Asks a program that plays for a move.
fn ask_for_move<G: BoardGame>(
    seat: &mut Seat<G>,
    game: &G,
    question: &Question,
    time: Duration,
) -> Result<Reply, Fault> {
    let Problem::Board(_, position) = &question.problem else {
        return Err(Fault::NoMove);
    };
    let state = game
        .read_position(position)
        .map_err(|error| Fault::Start(error.to_string()))?;
    let limits = Limits {
        depth: Some(question.depth),
        time: Some(time),
        ..Limits::default()
    };
    seat.new_game()?;
    let answer = match seat.answer(game, &Record::new(state), &Request::new(limits)) {
        // The check of legal moves rejects it.
        Err(Fault::IllegalMove(text)) => {
            return Reply::read(&json!({ "move": text }).to_string());
        }
        other => other?,
    };
    Ok(Reply {
        best: answer.best.map(|mv| game.write_move(mv)),
        value: answer.value.map(|value| flat(value.score())),
        nodes: Some(answer.stats.nodes).filter(|&nodes| nodes > 0),
        ..Reply::default()
    })
}
