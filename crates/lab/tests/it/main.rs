//! The tests of the experiments.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod analyse;
mod compare;
mod datagen;
mod grade;
mod ladder;
mod lessons;
mod manifest;
mod spsa;
mod suite;
