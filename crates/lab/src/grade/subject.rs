//! The one who is graded: asked a question, it gives a reply or is at fault.

use std::time::Duration;

use games::{BoardGame, Chess, GameKind, MiniChess, Record};
use gametree::{Limits, Request, Score};
use players::program::{Protocol, ScriptPlayer};
use players::{Fault, Seat, SpecError};
use serde_json::{Value as Json, json};

use super::assignment::{Ground, ProgramLimits};
use super::program::{Kind, ProgramSpec};
use super::question::{Question, Setting};
use super::resident::Resident;
use super::truth::flat;

/// What a program says. All of it may be left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reply {
    /// The move.
    pub best: Option<String>,
    /// The value for the side to move; a decided game is flat.
    pub value: Option<Score>,
    /// Positions entered.
    pub nodes: Option<u64>,
    /// The leaves of a tree in the order they were looked at.
    pub leaves: Option<Vec<Score>>,
    /// What it complains about.
    pub error: Option<String>,
}

impl Reply {
    /// Whether there is a move or a value in it.
    #[must_use]
    pub const fn says_something(&self) -> bool {
        self.best.is_some() || self.value.is_some()
    }

    /// What a line says. Whatever cannot be read is left out.
    fn read(line: &str) -> Result<Self, Fault> {
        let json: Json = serde_json::from_str(line).map_err(|error| {
            let shown: String = line.chars().take(80).collect();
            Fault::Crash(format!(
                "{} is no JSON: {error}",
                games::nearest::quote(&shown)
            ))
        })?;
        let best = match &json["move"] {
            Json::String(text) => Some(text.clone()),
            Json::Number(number) => Some(number.to_string()),
            _ => None,
        };
        // A student may write 3.0 where 3 is meant.
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

/// The one who is graded.
pub struct Subject {
    way: Way,
    time: Duration,
    /// It has not answered since it was started: it may take a while to start.
    is_new: bool,
    stalls: u32,
    crashes: u32,
    last_fault: Option<Fault>,
}

enum Way {
    Script(Box<ScriptPlayer>),
    Resident(Resident),
    Chess(Box<Seat<Chess>>),
    MiniChess(Box<Seat<MiniChess>>),
}

/// Nobody is waited for more often than this, nor started again more often.
const MOST_STALLS: u32 = 2;
const MOST_CRASHES: u32 = 6;

/// How long a program may take to start, besides the time for its first answer: ten times that time, up to this.
const START: Duration = Duration::from_secs(5);

/// A program by the files of the course runs until its time is up, whatever it is asked.
const FILE_TIME: Duration = Duration::from_secs(1);

impl Subject {
    /// Sits a program down.
    pub fn new(program: &ProgramSpec, limits: ProgramLimits) -> Result<Self, SpecError> {
        let way = match &program.kind {
            Kind::Script(script) => Way::Script(Box::new(ScriptPlayer::new(script.clone()))),
            Kind::Player => Way::Resident(Resident::new(program.spec())?),
            Kind::Plays(it) if it.protocol == Protocol::Uci => {
                Way::Chess(Box::new(Seat::sit(program.spec())?))
            }
            Kind::Plays(_) => Way::MiniChess(Box::new(Seat::sit(program.spec())?)),
        };
        Ok(Self {
            way,
            time: Duration::from_secs_f64(limits.seconds),
            is_new: true,
            stalls: 0,
            crashes: 0,
            last_fault: None,
        })
    }

    /// Whether it can be asked about this at all.
    #[must_use]
    pub fn can_be_asked(&self, ground: Ground) -> bool {
        match &self.way {
            Way::Script(_) | Way::Resident(_) => true,
            Way::Chess(_) => ground == Ground::Board(GameKind::Chess),
            Way::MiniChess(_) => ground == Ground::Board(GameKind::MiniChess),
        }
    }

    /// Whether a question can be put to it: a program that only plays is asked for moves.
    #[must_use]
    pub fn can_answer(&self, question: &Question) -> bool {
        let plays = matches!(self.way, Way::Chess(_) | Way::MiniChess(_));
        self.can_be_asked(question.ground())
            && !(plays && (question.depth == 0 || question.search == "perft"))
    }

    /// Whether it has been at fault so often that it is not asked any more.
    #[must_use]
    pub const fn is_given_up(&self) -> bool {
        self.stalls >= MOST_STALLS || self.crashes >= MOST_CRASHES
    }

    /// Asks.
    pub fn ask(&mut self, question: &Question) -> Result<Reply, Fault> {
        if self.is_given_up()
            && let Some(fault) = &self.last_fault
        {
            return Err(fault.clone());
        }
        let time = self.time;
        let start = START.min(10 * time);
        let first = if self.is_new { time + start } else { time };
        let reply = match &mut self.way {
            Way::Resident(resident) => Reply::read(&resident.answer(&question.line()).to_string()),
            Way::Script(script) => script
                .say(&question.line())
                .and_then(|()| script.hear(first))
                .and_then(|line| Reply::read(&line)),
            Way::Chess(seat) => seated(seat, &Chess::default(), question, Some(time)),
            Way::MiniChess(seat) => seated(
                seat,
                &MiniChess::default(),
                question,
                Some(time.min(FILE_TIME)),
            ),
        };
        self.is_new = reply.is_err();
        match &reply {
            Err(Fault::Stall(_)) => self.stalls += 1,
            Err(Fault::Start(_) | Fault::Crash(_)) => self.crashes += 1,
            _ => {}
        }
        if let Err(fault) = &reply {
            self.last_fault = Some(fault.clone());
        }
        reply
    }

    /// Starts it anew: whatever it remembers is gone. `false` if nothing is remembered from one question to the next.
    pub fn forget(&mut self) -> bool {
        let Way::Script(script) = &mut self.way else {
            return false;
        };
        script.end();
        self.is_new = true;
        true
    }

    /// Says nonsense, then asks: is there still an answer? `None` if nonsense cannot be said to it.
    pub fn survives(
        &mut self,
        nonsense: &[&str],
        question: &Question,
    ) -> Option<Result<(), Fault>> {
        let time = self.time;
        match &mut self.way {
            Way::Resident(resident) => {
                let replies = nonsense.iter().map(|line| resident.answer(line));
                let quiet = replies
                    .into_iter()
                    .all(|reply| reply.get("error").is_some());
                Some(quiet.then_some(()).ok_or(Fault::NoMove))
            }
            Way::Script(script) => {
                let lines = format!("{}\n{}", nonsense.join("\n"), question.line());
                let mut survived = script.say(&lines).and(Err(Fault::NoMove));
                // It may have said something to each line of nonsense.
                for _ in 0..=nonsense.len() {
                    match script
                        .hear(time + START.min(10 * time))
                        .and_then(|line| Reply::read(&line))
                    {
                        Ok(reply) if reply.says_something() => {
                            survived = Ok(());
                            break;
                        }
                        Ok(_) => {}
                        Err(fault) => {
                            survived = Err(fault);
                            break;
                        }
                    }
                }
                script.end();
                self.is_new = true;
                Some(survived)
            }
            Way::Chess(_) | Way::MiniChess(_) => None,
        }
    }
}

/// Asks a program that plays.
fn seated<G: BoardGame>(
    seat: &mut Seat<G>,
    game: &G,
    question: &Question,
    time: Option<Duration>,
) -> Result<Reply, Fault> {
    let Setting::Board(_, position) = &question.setting else {
        return Err(Fault::NoMove);
    };
    let state = game
        .read_position(position)
        .map_err(|error| Fault::Start(error.to_string()))?;
    let limits = Limits {
        depth: Some(question.depth),
        time,
        ..Limits::default()
    };
    seat.new_game()?;
    let answer = match seat.answer(game, &Record::new(state), &Request::new(limits)) {
        // What it said is looked at by the grader, which finds it illegal.
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
