//! Games made for looking at searches: no board, no rules to learn, values known.

mod explicit;
mod graph;
mod uniform;

pub use explicit::{ExplicitTree, TreeError};
pub use graph::{GraphGame, GraphState, VertexValue};
pub use uniform::{Arrangement, NodeValue, TreeState, UniformTree};
