//! Parallel searches on simulated processors.

use serde::Serialize;

/// The search of a number tree by simulated processors, with its drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ParallelTree {
    /// The width and the height of the drawing in pixels.
    pub size: (f64, f64),
    /// The parts of the SVG before the first tick, from back to front.
    pub parts: Vec<String>,
    /// The ticks. The last one says the value.
    pub steps: Vec<ParallelStep>,
    /// The value of the root for MAX.
    pub value: i32,
    /// The nodes that all processors entered.
    pub nodes: u64,
    /// The ticks of one processor, which are the nodes of alpha-beta.
    pub alone: u64,
    /// The longest chain of nodes of which each one has to wait for the one before it.
    pub critical_path: u64,
    /// The color of each processor.
    pub colors: Vec<&'static str>,
}

/// A tick of the search of a number tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ParallelStep {
    /// A sentence about the tick.
    pub text: String,
    /// The name of the node that each processor enters; none if it waits.
    pub at: Vec<Option<String>>,
    /// The parts of the SVG that change, with their indices.
    pub changes: Vec<(usize, String)>,
}
