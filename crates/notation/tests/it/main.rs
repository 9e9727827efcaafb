//! Integration tests of game records.
//!
//! They are one test program, because linking one program for each file would take longer than the tests.

mod games;
mod other_games;
mod round_trip;
