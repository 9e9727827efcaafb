//! The tests of matches.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod before;
mod book;
mod contest;
#[path = "../../../programs/tests/it/examples.rs"]
mod examples;
mod full_store;
mod manifest;
mod outsiders;
mod ponder;
mod stats;
mod support;
