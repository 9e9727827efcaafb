//! The tests of games written down.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod games;
mod other_games;
mod round_trip;
