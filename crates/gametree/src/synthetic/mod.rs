//! Synthetic games for testing and teaching searches: trees and graphs with known values.

mod graph;
mod number_text;
mod number_tree;
mod uniform;

pub use graph::{GraphError, GraphGame, GraphState, VertexValue};
pub use number_text::{TreeError, TreeLimits};
pub use number_tree::NumberTree;
pub use uniform::{Arrangement, NodeValue, TreeState, UniformTree};
