//! A player of this program that answers the questions of a grader, as a student's program would.
//!
//! It is how the right searches and the classic mistakes are graded themselves, and what `espalier script PLAYER` puts behind
//! the script protocol.

use std::time::Duration;

use games::{BoardGame, GameKind, Record, WithGame};
use gametree::bugs::{Bug, Returns};
use gametree::{Limits, Request};
use players::registry::{self, Kind};
use players::{Seat, Spec, SpecError, evaluators};
use serde_json::{Value as Json, json};

use super::question::Question;
use super::shadow::{self, DEEPENING, Which, with_game};
use super::small::SmallGame;
use super::truth::flat;

/// A player that answers.
#[derive(Clone, Debug)]
pub struct Resident {
    spec: Spec,
}

impl Resident {
    /// The player of a spec of the registry.
    pub fn new(spec: &str) -> Result<Self, SpecError> {
        registry::parse(spec).map(|spec| Self { spec })
    }

    /// Answers one line with one object. Nonsense is answered with an `error`.
    #[must_use]
    pub fn answer(&self, line: &str) -> Json {
        let answer = match serde_json::from_str::<Json>(line) {
            Ok(question) => self.consider(&question),
            Err(error) => Err(format!("no JSON: {error}")),
        };
        answer.unwrap_or_else(|reason| json!({ "error": reason }))
    }

    fn consider(&self, question: &Json) -> Result<Json, String> {
        match question["game"].as_str() {
            Some("tree" | "graph") => {
                let question = Question::try_from(question.clone())?;
                self.about_small(&question)
            }
            Some(name) => {
                let kind: GameKind = name.parse().map_err(|error| format!("{error}"))?;
                let job = About {
                    spec: &self.asked_for(question["search"].as_str().unwrap_or_default()),
                    question,
                };
                with_game(kind, job)
            }
            None => Err("a question has a \"game\"".to_owned()),
        }
    }

    /// The search of trees and graphs that the spec and the question mean together.
    fn which(&self, search: &str) -> Option<Which> {
        let spec = &self.spec;
        Some(match (spec.name.as_str(), search) {
            ("minimax" | "negamax", _) | ("alphabeta", "minimax") => Which::Minimax,
            ("pvs", _) => Which::Pvs,
            ("alphabeta", _) => match (bug(spec), spec.get("form")) {
                (Some(bug), _) => Which::Bug(bug, Returns::Best),
                (None, Some("hard")) => Which::FailHard,
                (None, Some("maxmin")) => Which::MaxMin,
                _ if matches!(search, "table" | DEEPENING) => Which::Table,
                _ if search == "ordered" => Which::Ordered,
                _ => Which::AlphaBeta,
            },
            _ => return None,
        })
    }

    fn about_small(&self, question: &Question) -> Result<Json, String> {
        let name = &self.spec.name;
        let which = self.which(&question.search).ok_or_else(|| {
            format!("{name} does not search trees; minimax, negamax, alphabeta and pvs do")
        })?;
        let game = SmallGame::new(&question.setting).ok_or("this is no tree")?;
        let said = shadow::of_small(&game, question.depth, &question.search, which);
        Ok(json!({
            "move": said.best.and_then(|mv| mv.parse::<u32>().ok()),
            "value": said.value,
            "nodes": said.nodes,
            "leaves": said.leaves,
        }))
    }

    /// The spec that does what is asked for: alpha-beta can also be asked for less or more than it has, as a student's can.
    fn asked_for(&self, search: &str) -> Spec {
        let mut spec = self.spec.clone();
        if spec.name != "alphabeta" {
            return spec;
        }
        let is_bare = bug(&spec).is_some() || spec.get("form").is_some();
        match search {
            "minimax" => {
                spec.name = "minimax".to_owned();
                spec.settings
                    .retain(|(key, _)| key == "eval" || key == "depth");
            }
            "alphabeta" => spec
                .settings
                .retain(|(key, _)| key != "tt" && key != "order"),
            "table" | DEEPENING => {
                let mut set = |key: &str, value: &str| {
                    if spec.get(key).is_none() {
                        spec.settings.push((key.to_owned(), Some(value.to_owned())));
                    }
                };
                if !is_bare {
                    set("tt", "1");
                }
                if search == DEEPENING {
                    set("id", "on");
                }
            }
            "ordered" if !is_bare && spec.get("order").is_none() => {
                let order = ("order".to_owned(), Some("static".to_owned()));
                spec.settings.push(order);
            }
            _ => {}
        }
        spec
    }
}

fn bug(spec: &Spec) -> Option<Bug> {
    spec.get("bug").and_then(|name| name.parse().ok())
}

/// A question about a position.
struct About<'a> {
    spec: &'a Spec,
    question: &'a Json,
}

impl WithGame for About<'_> {
    type Output = Result<Json, String>;

    fn run<G: BoardGame>(self, game: &G) -> Self::Output {
        let text = |key: &str| self.question[key].as_str();
        let number = |key: &str| self.question[key].as_u64();
        let position = text("position").ok_or("a question has a \"position\"")?;
        let state = game
            .read_position(position)
            .map_err(|error| error.to_string())?;
        let depth = number("depth").map(|depth| depth.min(u64::from(u32::MAX)) as u32);
        if text("search") == Some("perft") {
            let depth = depth.ok_or("counting needs a \"depth\"")?;
            return Ok(json!({ "nodes": lines(game, &state, depth.min(DEEPEST_COUNT)) }));
        }
        let entry = registry::find(&self.spec.name).ok_or("there is no such player")?;
        let mut spec = self.spec.clone();
        if let Some(eval) = text("eval")
            && entry.key("eval").is_some()
            && spec.get("eval").is_none()
        {
            spec.settings
                .push(("eval".to_owned(), Some(eval.to_owned())));
        }
        let mut seat = Seat::<G>::sit_spec(&spec).map_err(|error| error.to_string())?;
        if depth == Some(0) && matches!(entry.kind, Kind::Textbook) {
            return valued(game, &state, spec.get("eval"));
        }
        let limits = Limits {
            depth,
            nodes: number("nodes"),
            time: number("movetime").map(Duration::from_millis),
            ..Limits::default()
        };
        let answer = seat
            .answer(game, &Record::new(state), &Request::new(limits))
            .map_err(|fault| fault.to_string())?;
        let mut said = json!({ "move": answer.best.map(|mv| game.write_move(mv)) });
        if let Some(value) = answer.value {
            said["value"] = json!(told(value.score()));
        }
        if answer.stats.nodes > 0 {
            said["nodes"] = json!(answer.stats.nodes);
        }
        Ok(said)
    }
}

/// A value as the script protocol has it: what is decided is beyond the border.
fn told(score: i32) -> i32 {
    const DECIDED: i32 = 1_000_000;
    match flat(score) {
        flat if flat == score => score,
        flat => DECIDED * flat.signum(),
    }
}

/// Depth 0: the evaluation, or the result of a game that is over.
fn valued<G: BoardGame>(game: &G, state: &G::State, eval: Option<&str>) -> Result<Json, String> {
    let name = eval
        .or(G::EVALUATORS.first().map(|(name, _)| *name))
        .unwrap_or_default();
    let mut eval = evaluators::find::<G>(name).ok_or_else(|| format!("no evaluator {name}"))?;
    let value = match game.terminal(state) {
        Some(score) => score,
        None => eval.evaluate(game, state),
    };
    Ok(json!({ "move": Json::Null, "value": told(value), "nodes": 1 }))
}

/// Counting deeper takes longer than anybody waits.
const DEEPEST_COUNT: u32 = 6;

/// The lines of exactly so many plies.
pub(super) fn lines<G: BoardGame>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = game.legal_moves(state);
    if depth == 1 {
        return moves.len() as u64;
    }
    let after = moves.into_iter().map(|mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        lines(game, &next, depth - 1)
    });
    after.sum()
}
