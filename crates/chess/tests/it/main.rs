//! Integration tests: comparisons with another implementation and consistency checks.
//!
//! They are one test program, because linking one program for each file would take longer than the tests.

mod common;
mod differential;
mod epd;
mod fen;
mod moves;
mod perft;
mod round_trip;
mod san;
