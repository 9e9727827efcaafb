//! The trace: what a search did, kept so that it can be looked at.
//!
//! Four levels of attention, all of them [`Observer`](crate::Observer)s:
//! nobody ([`Silent`](crate::Silent)), [`Counters`], a [`Recorder`] with a limit on
//! depth or nodes, and a `Recorder` without one. A recording becomes a [`Trace`], which
//! can be written in a compact binary form, read back, and exported as JSON.
//!
//! ```
//! use gametree::searches::AlphaBeta;
//! use gametree::synthetic::ExplicitTree;
//! use gametree::trace::{Recorder, Trace};
//! use gametree::{Limits, Searcher, Zero};
//!
//! let tree: ExplicitTree = "[[3 5] [2 12]]".parse().unwrap();
//! let mut recorder = Recorder::new();
//! AlphaBeta::new(Zero).search_watched(&tree, &tree.root(), &Limits::depth(2), &mut recorder);
//!
//! let trace = recorder.into_trace("tree", "[[3 5] [2 12]]", "alphabeta:depth=2", |mv| mv.to_string());
//! let bytes = trace.to_bytes();
//! assert_eq!(Trace::from_bytes(&bytes).unwrap(), trace);
//! // The twelve is the one move that was cut off.
//! assert!(trace.to_json().contains(r#"{"e":"cut","reason":"beta","skipped":["1"]}"#));
//! ```

mod binary;
mod counters;
mod json;
mod recorder;

pub use binary::{ReadError, VERSION};
pub use counters::Counters;
pub use recorder::Recorder;

use crate::mark::Marked;
use crate::observer::{Cut, How, Try, View};
use crate::ordering::Source;
use crate::result::Bound;
use crate::score::Score;

/// One thing that happened. Moves are `M`: the game's own, or numbers into a list of names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event<M> {
    /// A node was entered.
    Enter {
        /// Its number; the root of each search or iteration has none above it.
        id: u32,
        /// The node above.
        parent: Option<u32>,
        /// The move that led here; `None` for a root or a null move.
        mv: Option<M>,
        /// Why that move was searched; `None` for a root.
        why: Option<Try>,
        /// Plies from the root.
        ply: u32,
        /// Plies still to look ahead.
        depth: u32,
        /// Lower end of the window.
        alpha: Score,
        /// Upper end of the window.
        beta: Score,
        /// Whose window that is.
        view: View,
    },
    /// The transposition table was asked and had nothing.
    Miss,
    /// The transposition table had an entry.
    Hit {
        /// Its remaining depth.
        depth: u32,
        /// Its value.
        score: Score,
        /// What the value means.
        bound: Bound,
        /// May the value be used here, by its depth?
        deep_enough: bool,
    },
    /// The moves in the order they will be tried, each with its score and where that came from.
    Order(Vec<(M, i32, Source)>),
    /// The node was cut, or moves were passed over.
    Cut {
        /// Why.
        reason: Cut,
        /// The moves that were not looked at.
        skipped: Vec<M>,
    },
    /// Numbers that the search keeps besides the value.
    Marks {
        /// They belong to the child that this move leads to; `None`: to the open node.
        child: Option<M>,
        /// What they are.
        marks: Vec<Marked>,
    },
    /// A node was left.
    Leave {
        /// Its number.
        id: u32,
        /// The value it returned.
        score: Score,
        /// What that value means.
        bound: Bound,
        /// The best move, if known.
        best: Option<M>,
        /// Where the value came from.
        how: How,
        /// The nodes of its subtree, itself included, recorded or not.
        nodes: u64,
    },
    /// One iteration of a deepening search was completed.
    Iteration {
        /// Its depth.
        depth: u32,
        /// Its value.
        score: Score,
        /// What the value means.
        bound: Bound,
        /// Its best line.
        pv: Vec<M>,
        /// Nodes since the start of the search.
        nodes: u64,
    },
    /// A limit ended the search.
    Stopped,
}

impl<M> Event<M> {
    /// The same event with other names for the moves.
    pub fn map<N>(self, mut name: impl FnMut(M) -> N) -> Event<N> {
        match self {
            Self::Enter {
                id,
                parent,
                mv,
                why,
                ply,
                depth,
                alpha,
                beta,
                view,
            } => Event::Enter {
                id,
                parent,
                mv: mv.map(name),
                why,
                ply,
                depth,
                alpha,
                beta,
                view,
            },
            Self::Miss => Event::Miss,
            Self::Hit {
                depth,
                score,
                bound,
                deep_enough,
            } => Event::Hit {
                depth,
                score,
                bound,
                deep_enough,
            },
            Self::Order(moves) => Event::Order(
                moves
                    .into_iter()
                    .map(|(mv, score, source)| (name(mv), score, source))
                    .collect(),
            ),
            Self::Cut { reason, skipped } => Event::Cut {
                reason,
                skipped: skipped.into_iter().map(name).collect(),
            },
            Self::Marks { child, marks } => Event::Marks {
                child: child.map(name),
                marks,
            },
            Self::Leave {
                id,
                score,
                bound,
                best,
                how,
                nodes,
            } => Event::Leave {
                id,
                score,
                bound,
                best: best.map(name),
                how,
                nodes,
            },
            Self::Iteration {
                depth,
                score,
                bound,
                pv,
                nodes,
            } => Event::Iteration {
                depth,
                score,
                bound,
                pv: pv.into_iter().map(name).collect(),
                nodes,
            },
            Self::Stopped => Event::Stopped,
        }
    }
}

/// A finished recording, free of the types of its game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The name of the game.
    pub game: String,
    /// The root position, in the notation of the game.
    pub position: String,
    /// The search, as a player spec.
    pub search: String,
    /// Were nodes left out because a budget was used up?
    pub truncated: bool,
    /// The names of the moves; events use their places in this list.
    pub moves: Vec<String>,
    /// What happened, in order.
    pub events: Vec<Event<u32>>,
}
