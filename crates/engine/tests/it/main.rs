//! The tests of the engine.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod endings;
mod eval;
mod limits;
mod network;
mod numbers;
mod pathological;
mod same_nodes;
mod strength;
mod syzygy;
mod techniques;
mod threads;
mod tune;
