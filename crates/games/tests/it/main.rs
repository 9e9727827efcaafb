//! The tests of the games.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod board_game;
mod book;
mod chess;
mod exactness;
mod figures;
mod notation;
mod perft;
mod playing;
mod solver;
mod support;
mod tables;
