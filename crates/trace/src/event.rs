//! The events of a recorded search.

use gametree::observer::{Cut, Enter, Leave, Probe, Try};
use gametree::ordering::Source;
use gametree::{Bound, Marked, Score};
use serde::Serialize;

/// An event. `M` is the game's move type, an index into a list of names, or a name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "e", rename_all = "lowercase")]
pub enum Event<M> {
    /// The search entered a node.
    Enter(Entered<M>),
    /// A look-up in the transposition table; `None` is a miss.
    #[serde(rename = "tt")]
    Probe(#[serde(serialize_with = "crate::json::probe")] Option<Probe>),
    /// The moves in search order.
    Order {
        /// Each with its score and the piece that ranked it.
        moves: Vec<Ranked<M>>,
    },
    /// The search cut the node or skipped moves.
    Cut {
        /// The reason.
        reason: Cut,
        /// The skipped moves.
        skipped: Vec<M>,
    },
    /// Numbers besides the value.
    Marks {
        /// The move to the child that they belong to; `None`: the open node.
        #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
        child: Option<M>,
        /// The numbers.
        #[serde(flatten, serialize_with = "crate::json::marks")]
        marks: Vec<Marked>,
    },
    /// The search left a node.
    Leave(Left<M>),
    /// A deepening search completed an iteration.
    Iteration(Completed<M>),
    /// A limit ended the search.
    Stopped,
}

/// The event of entering a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Entered<M> {
    /// Its number.
    pub id: u32,
    /// The number of the parent. The root of each search or iteration has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// The move that led here; `None` for a root or a null move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<M>,
    /// The reason for searching that move; `None` for a root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<Try>,
    /// Ply, depth and window.
    #[serde(flatten)]
    pub node: Enter,
}

/// A move in search order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Ranked<M> {
    /// The move.
    #[serde(rename = "move")]
    pub mv: M,
    /// The score by the piece that ranked it.
    pub score: i32,
    /// That piece.
    pub source: Source,
}

/// The event of leaving a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Left<M> {
    /// Its number.
    pub id: u32,
    /// Its value, best move and where the value comes from.
    #[serde(flatten)]
    pub node: Leave<M>,
    /// The nodes of its subtree, itself included, whether recorded or not.
    pub nodes: u64,
}

/// A completed iteration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Completed<M> {
    /// Its depth.
    pub depth: u32,
    /// Its value.
    pub score: Score,
    /// Its bound.
    pub bound: Bound,
    /// Its principal variation.
    pub pv: Vec<M>,
    /// Nodes since the start of the search.
    pub nodes: u64,
}

impl<M> Event<M> {
    /// Returns the same event with other move names.
    pub fn map<N>(self, mut name: impl FnMut(M) -> N) -> Event<N> {
        match self {
            Self::Enter(entered) => Event::Enter(Entered {
                id: entered.id,
                parent: entered.parent,
                mv: entered.mv.map(name),
                why: entered.why,
                node: entered.node,
            }),
            Self::Probe(found) => Event::Probe(found),
            Self::Order { moves } => {
                let ranked = moves.into_iter().map(|ranked| Ranked {
                    mv: name(ranked.mv),
                    score: ranked.score,
                    source: ranked.source,
                });
                Event::Order {
                    moves: ranked.collect(),
                }
            }
            Self::Cut { reason, skipped } => Event::Cut {
                reason,
                skipped: skipped.into_iter().map(name).collect(),
            },
            Self::Marks { child, marks } => Event::Marks {
                child: child.map(name),
                marks,
            },
            Self::Leave(left) => Event::Leave(Left {
                id: left.id,
                node: Leave {
                    score: left.node.score,
                    bound: left.node.bound,
                    best: left.node.best.map(name),
                    how: left.node.how,
                },
                nodes: left.nodes,
            }),
            Self::Iteration(completed) => Event::Iteration(Completed {
                depth: completed.depth,
                score: completed.score,
                bound: completed.bound,
                pv: completed.pv.into_iter().map(name).collect(),
                nodes: completed.nodes,
            }),
            Self::Stopped => Event::Stopped,
        }
    }
}

/// A finished recording, independent of the types of its game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The name of the game.
    pub game: String,
    /// The root position, in the notation of the game.
    pub position: String,
    /// The search, as a player spec.
    pub search: String,
    /// Whether nodes were omitted because of a limit.
    pub truncated: bool,
    /// The names of the moves; events refer to them by index.
    pub moves: Vec<String>,
    /// The events in order.
    pub events: Vec<Event<u32>>,
}
