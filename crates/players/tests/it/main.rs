//! The tests of the players.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod alternatives;
mod registry;
