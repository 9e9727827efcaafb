//! The program as its users run it.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod analyse;
mod class;
mod common;
mod courses;
mod datagen;
mod documents;
mod front_ends;
mod grade;
mod kills;
mod lab;
mod lessons;
mod manifests;
mod matches;
mod minichess;
mod outsiders;
mod perft;
mod play;
mod players;
mod punctual;
mod scripts;
mod serve;
mod session;
mod spsa;
mod trainer;
mod uci;
mod uci_engine;
mod uci_lines;
mod uci_python;
mod uci_races;
#[cfg(unix)]
mod web_match;
