//! The tests of the players.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod alternatives;
mod dynamic;
mod engine;
mod minichess_tables;
mod othello_solver;
mod parallel;
mod punctual;
mod random;
mod registry;
mod spec;
