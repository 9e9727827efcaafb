//! Tests that run the program as its users do.
//!
//! All tests are one program: a program for each file would take longer to link than to run.

mod analyse;
mod architecture;
mod arguments;
mod autograder;
mod calibrate;
mod class;
mod common;
mod courses;
mod datagen;
mod documents;
mod eval;
mod every_game;
mod front_ends;
mod full_disk;
mod grade;
mod kills;
mod lab;
mod lessons;
mod manifests;
mod matches;
mod minichess;
mod outsiders;
mod own_game;
mod packaging;
mod perft;
mod play;
mod players;
mod practice;
mod punctual;
mod scripts;
mod serve;
mod shards;
mod spsa;
mod students;
mod train;
mod tune;
mod uci;
mod uci_engine;
mod uci_lines;
mod uci_python;
mod uci_races;
#[cfg(unix)]
mod web_match;
