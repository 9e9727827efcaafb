//! A player of this program that answers questions as a student program does.
//!
//! The tests grade the right searches and the known bugs with it, and `espalier script PLAYER` serves it by the script protocol.

use std::collections::VecDeque;
use std::time::Duration;

use games::GameId;
use gametree::Limits;
use gametree::bugs::{Bug, Returns, TableUse};
use players::{Answering, Fault, Group, PlayerSpec, Registry};
use serde_json::{Value as Json, json};

use super::boards;
use super::question::Question;
use super::simulate::{DEEPENING, KnownSearch, simulate_graph};
use super::truth::flat;

/// A player that answers questions.
#[derive(Clone, Debug)]
pub struct Responder {
    spec: PlayerSpec,
    /// Replies that were not received yet.
    replies: VecDeque<String>,
}

impl Responder {
    /// Creates a responder with the player of a spec.
    #[must_use]
    pub const fn new(spec: PlayerSpec) -> Self {
        Self {
            spec,
            replies: VecDeque::new(),
        }
    }

    /// Answers a line with an object. The answer to an invalid line has an `error`.
    #[must_use]
    pub fn answer(&self, line: &str) -> Json {
        let answer = match serde_json::from_str::<Json>(line) {
            Ok(question) => self.answer_question(&question),
            Err(error) => Err(format!("no JSON: {error}")),
        };
        answer.unwrap_or_else(|reason| json!({ "error": reason }))
    }

    fn answer_question(&self, question: &Json) -> Result<Json, String> {
        match question["game"].as_str() {
            Some("tree" | "graph") => {
                let question = Question::try_from(question.clone())?;
                self.search_graph(&question)
            }
            Some(name) => self.answer_board(name, question),
            None => Err("a question needs a \"game\"".to_owned()),
        }
    }

    /// Answers a question about a position of a game.
    fn answer_board(&self, game: &str, question: &Json) -> Result<Json, String> {
        let text = |key: &str| question[key].as_str();
        let number = |key: &str| question[key].as_u64();
        let kind: GameId = game.parse().map_err(|error| format!("{error}"))?;
        let position = text("position").ok_or("a question about a game needs a \"position\"")?;
        let board = boards::open(kind, position)?;
        let depth = number("depth").map(|depth| depth.min(u64::from(u32::MAX)) as u32);
        if text("search") == Some("perft") {
            let depth = depth.ok_or("perft needs a \"depth\"")?;
            return Ok(json!({ "nodes": board.perft(depth.min(DEEPEST_COUNT)) }));
        }
        let mut spec = self.player_for(text("search").unwrap_or_default());
        if let Some(eval) = text("eval")
            && spec.entry().setting("eval").is_some()
            && !spec.gives("eval")
        {
            spec = spec.with("eval", eval).map_err(|error| error.to_string())?;
        }
        if depth == Some(0) && spec.entry().group == Group::Textbook {
            let value = board.evaluate(spec.text("eval"))?;
            return Ok(json!({ "move": Json::Null, "value": sent(value), "nodes": 1 }));
        }
        let limits = Limits {
            depth,
            nodes: number("nodes"),
            time: number("movetime").map(Duration::from_millis),
            ..Limits::default()
        };
        let played = board.play(&spec, limits)?;
        let mut reply = json!({ "move": played.best });
        if let Some(score) = played.score {
            reply["value"] = json!(sent(score));
        }
        if played.nodes > 0 {
            reply["nodes"] = json!(played.nodes);
        }
        Ok(reply)
    }

    /// Returns the search of trees and graphs that the player and the name in the question select.
    fn known_search(&self, search: &str) -> Option<KnownSearch> {
        let spec = &self.spec;
        Some(match (spec.name(), search) {
            ("minimax" | "negamax", _) | ("alphabeta", "minimax") => KnownSearch::Minimax,
            ("pvs", _) => KnownSearch::Pvs,
            ("alphabeta", _) => match (bug(spec), spec.text("form")) {
                (Some(bug), _) => KnownSearch::Bug(bug, Returns::Best, TableUse::default()),
                (None, Some("hard")) => KnownSearch::FailHard,
                (None, Some("maxmin")) => KnownSearch::MaxMin,
                _ if matches!(search, "table" | DEEPENING) => KnownSearch::Table,
                _ if search == "ordered" => KnownSearch::Ordered,
                _ => KnownSearch::AlphaBeta,
            },
            _ => return None,
        })
    }

    fn search_graph(&self, question: &Question) -> Result<Json, String> {
        let name = self.spec.name();
        let known = self.known_search(&question.search).ok_or_else(|| {
            format!("{name} does not search trees; minimax, negamax, alphabeta and pvs do")
        })?;
        let game = question
            .problem
            .graph_game()
            .ok_or("the question has no tree and no graph")?;
        let found = simulate_graph(&game, question.depth, &question.search, known);
        let found = found.ok_or("the search has no answer")?;
        Ok(json!({
            "move": found.best.and_then(|mv| mv.parse::<u32>().ok()),
            "value": found.value,
            "nodes": found.nodes,
            "leaves": found.leaves,
        }))
    }

    /// Returns the player for the search in a question. Alpha-beta also searches with less or more than its spec has, as a
    /// student program does.
    fn player_for(&self, search: &str) -> PlayerSpec {
        let spec = self.spec.clone();
        if spec.name() != "alphabeta" {
            return spec;
        }
        let is_bare = bug(&spec).is_some() || spec.gives("form");
        // These settings exist for this player and take these values, so `with` returns a spec.
        let set = |spec: PlayerSpec, key: &str, value: &str| match spec.gives(key) {
            true => spec,
            false => spec.with(key, value).unwrap_or(spec),
        };
        match search {
            "minimax" => match Registry::builtin().find("minimax") {
                Some(minimax) => (spec.keeping(&["eval", "depth"])).with_player(&minimax),
                None => spec,
            },
            "alphabeta" => spec.without("tt").without("order"),
            "table" | DEEPENING => {
                let mut spec = spec;
                if !is_bare {
                    spec = set(spec, "tt", "1");
                }
                if search == DEEPENING {
                    spec = set(spec, "id", "on");
                }
                spec
            }
            "ordered" if !is_bare => set(spec, "order", "static"),
            _ => spec,
        }
    }
}

impl Answering for Responder {
    fn send(&mut self, lines: &str) -> Result<(), Fault> {
        self.replies = lines
            .lines()
            .map(|line| self.answer(line).to_string())
            .collect();
        Ok(())
    }

    fn receive(&mut self, _: Duration) -> Result<String, Fault> {
        self.replies.pop_front().ok_or(Fault::NoMove)
    }

    fn restart(&mut self) -> bool {
        false
    }
}

fn bug(spec: &PlayerSpec) -> Option<Bug> {
    spec.text("bug").and_then(|name| name.parse().ok())
}

/// Returns a value of the script protocol. A forced win is beyond `DECIDED`.
fn sent(score: i32) -> i32 {
    const DECIDED: i32 = 1_000_000;
    match flat(score) {
        flat if flat == score => score,
        flat => DECIDED * flat.signum(),
    }
}

/// The greatest depth of perft.
const DEEPEST_COUNT: u32 = 6;
