//! The tests of the searches.
//!
//! One test program for all files, because linking one per file takes longer than running the tests.

mod alternatives;
mod bugs;
mod equality;
mod growing;
mod lectures;
mod monte_carlo;
mod opponents;
mod ordering;
mod parallel;
mod proofs;
mod reference;
mod simulation;
mod stopping;
mod textbook;
