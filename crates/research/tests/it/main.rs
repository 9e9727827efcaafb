//! The tests of the experiments.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod compare;
mod ladder;
mod spsa;
mod suite;
