//! Recorded searches: recorder, file format, index, explanation in words and in pseudo-code.
//!
//! A [`Recorder`] is an [`Observer`](gametree::Observer) that records a search up to a limit of depth or nodes. [`Counters`] only
//! count. A recording becomes a [`Trace`], a file independent of the types of its game, in a compact binary form or as JSON; or a
//! [`Recorded`] tree, an index that answers questions about nodes and events. [`AnyTree`] is the same for a game chosen at run time.
//!
//! ```
//! use gametree::searches::AlphaBeta;
//! use gametree::synthetic::NumberTree;
//! use gametree::{Limits, Searcher, Zero};
//! use trace::{Recorder, Trace};
//!
//! let tree: NumberTree = "[[3 5] [2 12]]".parse().unwrap();
//! let mut recorder = Recorder::new();
//! AlphaBeta::new(Zero).search_watched(&tree, &tree.root(), &Limits::depth(2), &mut recorder);
//!
//! let trace = recorder.into_trace("tree", "[[3 5] [2 12]]", "alphabeta:depth=2", |mv| mv.to_string());
//! let bytes = trace.to_bytes();
//! assert_eq!(Trace::from_bytes(&bytes).unwrap(), trace);
//! // Alpha-beta skips only the 12.
//! assert!(trace.to_json().contains(r#"{"e":"cut","reason":"beta","skipped":["1"]}"#));
//! ```
#![forbid(unsafe_code)]

mod answers;
mod binary;
mod charts;
mod code;
mod counters;
mod event;
mod growing;
mod index;
mod json;
mod recorder;
mod shown;
mod words;

pub use answers::AnyTree;
pub use binary::{ReadError, VERSION};
pub use counters::Counters;
pub use event::{Completed, Entered, Event, Left, Ranked, Trace};
pub use index::Recorded;
pub use recorder::Recorder;
pub use shown::{
    Bar, Child, Grown, GrownNode, Inspected, Iteration, Meeting, Meetings, Ordered, Probed, Same,
    SeekKind, TraceSummary, TreeCharts, TreeEvent, TreeMark, TreeNode,
};
