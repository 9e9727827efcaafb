//! A question to a program: the line of JSON that it reads.

use std::fmt;

use games::GameId;
use gametree::Score;
use gametree::synthetic::{GraphGame, NumberTree};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use super::assignment::QuestionGame;
use super::boards::{self, Board};

/// The search that is none: the answer is the program's own static evaluation, which has no right value.
pub const EVALUATE: &str = "evaluate";

/// One question: a problem to search, the search, and the depth.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Json", try_from = "Json")]
pub struct Question {
    /// The tree, graph or position to search.
    pub problem: Problem,
    /// The search depth in plies. A tree is searched to its leaves.
    pub depth: u32,
    /// The search: `minimax`, `alphabeta`, `table`, or another name that the assignment uses.
    pub search: String,
    /// The evaluator of a position. Trees and graphs contain their values.
    pub eval: Option<String>,
}

/// The tree, graph or position to search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Problem {
    /// A tree. MAX moves at the root.
    Tree(NumberTree),
    /// A graph. MAX moves at the first vertex.
    Graph(Graph),
    /// A position of a game, in the notation of the game.
    Board(GameId, String),
}

/// A directed graph. MAX and MIN move a token along its edges in turn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// The vertices that each vertex leads to. A vertex without edges ends the game.
    pub moves: Vec<Vec<usize>>,
    /// The value of each vertex for MAX, if a search ends there.
    pub values: Vec<Score>,
}

/// The largest value of a vertex. Larger values mean a won game.
const LARGEST: Score = 99_999;

/// The most vertices of a graph.
const MOST_NODES: usize = 100_000;

/// The greatest depth of a search of a graph.
const DEEPEST: u32 = 60;

impl Graph {
    /// Returns the game on the graph, or an error if the lists do not describe a graph.
    pub fn game(&self) -> Result<GraphGame, String> {
        if self.moves.len() > MOST_NODES {
            return Err(format!("a graph may have at most {MOST_NODES} vertices"));
        }
        if let Some(value) = self.values.iter().find(|value| value.abs() > LARGEST) {
            return Err(format!(
                "the values of a graph may be at most {LARGEST} or at least -{LARGEST}: found {value}"
            ));
        }
        GraphGame::from_lists(&self.moves, &self.values).map_err(|error| error.to_string())
    }
}

impl Problem {
    /// Returns a tree or a graph as a game, or `None` for a position of another game.
    #[must_use]
    pub fn graph_game(&self) -> Option<GraphGame> {
        match self {
            Self::Tree(tree) => Some(tree.into()),
            Self::Graph(graph) => graph.game().ok(),
            Self::Board(..) => None,
        }
    }

    /// Returns the position, or `None` for a tree or a graph and for an invalid position.
    #[must_use]
    pub fn board(&self) -> Option<Box<dyn Board>> {
        match self {
            Self::Board(kind, position) => boards::open(*kind, position).ok(),
            Self::Tree(_) | Self::Graph(_) => None,
        }
    }
}

impl Question {
    /// Returns the kind of problem.
    #[must_use]
    pub const fn game(&self) -> QuestionGame {
        match self.problem {
            Problem::Tree(_) => QuestionGame::Tree,
            Problem::Graph(_) => QuestionGame::Graph,
            Problem::Board(kind, _) => QuestionGame::Board(kind),
        }
    }

    /// Returns the position and the evaluator, or `None` for a tree or a graph.
    #[must_use]
    pub fn position(&self) -> Option<(&str, &str)> {
        match &self.problem {
            Problem::Board(_, position) => Some((position, self.eval.as_deref()?)),
            Problem::Tree(_) | Problem::Graph(_) => None,
        }
    }

    /// Returns the line that a program reads, without the line break.
    #[must_use]
    pub fn line(&self) -> String {
        Json::from(self.clone()).to_string()
    }
}

/// Returns the tree below a node as nested lists of numbers.
fn nested(tree: &NumberTree, node: usize) -> Json {
    match tree.value(node) {
        Some(value) => json!(value),
        None => {
            let children = tree.children(node).iter();
            children.map(|&child| nested(tree, child)).collect()
        }
    }
}

impl From<Question> for Json {
    fn from(question: Question) -> Self {
        let mut object = Map::new();
        let mut put = |key: &str, value: Self| object.insert(key.to_owned(), value);
        put("game", json!(question.game().name()));
        match &question.problem {
            Problem::Tree(tree) => _ = put("tree", nested(tree, tree.root())),
            Problem::Graph(graph) => {
                put("moves", json!(graph.moves));
                put("values", json!(graph.values));
            }
            Problem::Board(_, position) => _ = put("position", json!(position)),
        }
        if question.game() != QuestionGame::Tree {
            put("depth", json!(question.depth));
        }
        put("search", json!(question.search));
        if let Some(eval) = question.eval {
            put("eval", json!(eval));
        }
        Self::Object(object)
    }
}

impl TryFrom<Json> for Question {
    type Error = String;

    fn try_from(json: Json) -> Result<Self, String> {
        let text = |key: &str| json[key].as_str().map(str::to_owned);
        let depth = json["depth"].as_u64();
        let game = text("game").ok_or("a question needs a \"game\"")?;
        let part = |key: &str| json[key].clone();
        let (problem, depth) = match game.as_str() {
            "tree" => {
                let tree: NumberTree = part("tree")
                    .to_string()
                    .parse()
                    .map_err(|error| format!("wrong \"tree\": {error}"))?;
                let height = tree.height();
                (Problem::Tree(tree), height)
            }
            "graph" => {
                let lists = "a graph has \"moves\", a list of vertices for each vertex, and \"values\", a number for each vertex";
                let graph = Graph {
                    moves: serde_json::from_value(part("moves")).map_err(|_| lists)?,
                    values: serde_json::from_value(part("values")).map_err(|_| lists)?,
                };
                graph.game()?;
                let depth = depth.ok_or("a question about a graph needs a \"depth\"")?;
                (Problem::Graph(graph), depth.min(u64::from(DEEPEST)) as u32)
            }
            name => {
                let kind: GameId = name.parse().map_err(|error| format!("{error}"))?;
                let position =
                    text("position").ok_or("a question about a game needs a \"position\"")?;
                let depth = depth.ok_or("a question about a game needs a \"depth\"")?;
                (
                    Problem::Board(kind, position),
                    u32::try_from(depth).unwrap_or(u32::MAX),
                )
            }
        };
        Ok(Self {
            problem,
            depth,
            search: text("search").unwrap_or_default(),
            eval: text("eval"),
        })
    }
}

/// The question in words, for the grade sheet.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.problem {
            Problem::Tree(tree) => write!(f, "the tree {tree}"),
            Problem::Graph(graph) => write!(
                f,
                "the graph with moves {} and values {}, {} plies deep",
                json!(graph.moves),
                json!(graph.values),
                self.depth
            ),
            Problem::Board(kind, position) => {
                write!(f, "{kind} {position}, depth {}", self.depth)?;
                match &self.eval {
                    Some(eval) => write!(f, ", eval {eval}"),
                    None => Ok(()),
                }
            }
        }
    }
}
