//! The rules of chess, held against other programs and themselves.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod common;
mod differential;
mod epd;
mod fen;
mod moves;
mod perft;
mod round_trip;
mod san;
