//! The tests of the searches.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod alternatives;
mod bugs;
mod equality;
mod growing;
mod lectures;
mod marks;
mod monte_carlo;
mod opponents;
mod ordering;
mod proofs;
mod stopping;
mod textbook;
mod trace;
