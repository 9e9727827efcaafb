//! A question to a program, as the line of JSON that it reads.

use std::fmt;

use games::GameKind;
use gametree::Score;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use super::assignment::Ground;

/// One question: something to search, how, and how deep.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Json", try_from = "Json")]
pub struct Question {
    /// What is searched.
    pub setting: Setting,
    /// Plies to look ahead. A tree is searched to its end.
    pub depth: u32,
    /// The search asked for: `minimax`, `alphabeta`, `table`, or whatever an assignment says.
    pub search: String,
    /// The evaluator; trees and graphs have their values in them.
    pub eval: Option<String>,
}

/// What is searched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// A tree. MAX moves at the root.
    Tree(Tree),
    /// A graph. MAX moves at the first vertex.
    Graph(Graph),
    /// A position of a game, in its notation.
    Board(GameKind, String),
}

/// A tree of numbers, each of them for MAX.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tree {
    /// The end of a line.
    Leaf(Score),
    /// A choice.
    Node(Vec<Self>),
}

/// A token is pushed along the edges of a graph, by MAX and MIN in turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Graph {
    /// Where one can go from each vertex. From a vertex without moves the game does not go on.
    pub moves: Vec<Vec<usize>>,
    /// What each vertex is worth to MAX, if a search ends there.
    pub values: Vec<Score>,
}

impl Tree {
    /// Plies to its deepest leaf.
    #[must_use]
    pub fn height(&self) -> u32 {
        match self {
            Self::Leaf(_) => 0,
            Self::Node(children) => 1 + children.iter().map(Self::height).max().unwrap_or(0),
        }
    }

    /// How many nodes it has.
    #[must_use]
    pub fn size(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::Node(children) => 1 + children.iter().map(Self::size).sum::<usize>(),
        }
    }

    /// Whether every node has a child.
    fn is_whole(&self) -> bool {
        match self {
            Self::Leaf(_) => true,
            Self::Node(children) => !children.is_empty() && children.iter().all(Self::is_whole),
        }
    }
}

/// Larger numbers would be taken for won games.
const LARGEST: Score = 99_999;

/// No more nodes than this are read: a question is a line.
const MOST_NODES: usize = 100_000;

/// Deeper trees are not read.
const DEEPEST: u32 = 60;

impl Graph {
    fn is_whole(&self) -> bool {
        let count = self.moves.len();
        (1..=MOST_NODES).contains(&count)
            && self.values.len() == count
            && self.moves.iter().flatten().all(|&to| to < count)
    }
}

impl Question {
    /// What is played on.
    #[must_use]
    pub const fn ground(&self) -> Ground {
        match self.setting {
            Setting::Tree(_) => Ground::Tree,
            Setting::Graph(_) => Ground::Graph,
            Setting::Board(kind, _) => Ground::Board(kind),
        }
    }

    /// The position and the evaluator, if it is about a position of a game.
    #[must_use]
    pub fn position(&self) -> Option<(&str, &str)> {
        match &self.setting {
            Setting::Board(_, position) => Some((position, self.eval.as_deref()?)),
            Setting::Tree(_) | Setting::Graph(_) => None,
        }
    }

    /// The line that a program reads, without its end.
    #[must_use]
    pub fn line(&self) -> String {
        Json::from(self.clone()).to_string()
    }
}

impl From<Question> for Json {
    fn from(question: Question) -> Self {
        let mut object = Map::new();
        let mut put = |key: &str, value: Self| object.insert(key.to_owned(), value);
        put("game", json!(question.ground().name()));
        match &question.setting {
            Setting::Tree(tree) => _ = put("tree", json!(tree)),
            Setting::Graph(graph) => {
                put("moves", json!(graph.moves));
                put("values", json!(graph.values));
            }
            Setting::Board(_, position) => _ = put("position", json!(position)),
        }
        if question.ground() != Ground::Tree {
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
        let game = text("game").ok_or("a question has a \"game\"")?;
        let part = |key: &str| json[key].clone();
        let (setting, depth) = match game.as_str() {
            "tree" => {
                let tree: Tree = serde_json::from_value(part("tree"))
                    .map_err(|_| "a \"tree\" is a number, or a list of trees")?;
                let height = tree.height();
                if !tree.is_whole() || height > DEEPEST || tree.size() > MOST_NODES {
                    return Err(
                        "every node of a tree has a child, and there are not too many".to_owned(),
                    );
                }
                (Setting::Tree(tree), height)
            }
            "graph" => {
                let read = "a graph has \"moves\", lists of vertices, and \"values\", a number for each vertex";
                let graph = Graph {
                    moves: serde_json::from_value(part("moves")).map_err(|_| read)?,
                    values: serde_json::from_value(part("values")).map_err(|_| read)?,
                };
                if !graph.is_whole() {
                    return Err(read.to_owned());
                }
                let depth = depth.ok_or("a graph is searched to a \"depth\"")?;
                (Setting::Graph(graph), depth.min(u64::from(DEEPEST)) as u32)
            }
            name => {
                let kind: GameKind = name.parse().map_err(|error| format!("{error}"))?;
                let position = text("position").ok_or("a question has a \"position\"")?;
                let depth = depth.ok_or("a question has a \"depth\"")?;
                (
                    Setting::Board(kind, position),
                    u32::try_from(depth).unwrap_or(u32::MAX),
                )
            }
        };
        Ok(Self {
            setting,
            depth,
            search: text("search").unwrap_or_default(),
            eval: text("eval"),
        })
    }
}

/// For people.
impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.setting {
            Setting::Tree(tree) => write!(f, "the tree {}", json!(tree)),
            Setting::Graph(graph) => write!(
                f,
                "the graph with moves {} and values {}, {} plies deep",
                json!(graph.moves),
                json!(graph.values),
                self.depth
            ),
            Setting::Board(kind, position) => {
                write!(f, "{kind} {position}, depth {}", self.depth)?;
                match &self.eval {
                    Some(eval) => write!(f, ", eval {eval}"),
                    None => Ok(()),
                }
            }
        }
    }
}

/// The largest number of a tree or a graph, either way.
pub(super) const fn clamped(value: Score) -> Score {
    if value > LARGEST {
        LARGEST
    } else if value < -LARGEST {
        -LARGEST
    } else {
        value
    }
}
