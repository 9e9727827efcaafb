//! The tests of the engine, in one program because linking one for each file takes longer than running them.

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
