//! Integration tests of the games.
//!
//! They are one test program, because linking one program for each file would take longer than the tests.

mod board_game;
mod book;
mod chess;
mod connect4;
mod exactness;
mod figures;
mod notation;
mod perft;
mod playing;
mod support;
