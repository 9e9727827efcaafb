//! The tests of the five documents.
//!
//! One program for all of them: a separate program for each file would take longer to link than to run.

mod a4;
mod book;
mod courses;
mod i2p3;
mod orders;
mod players;
mod report;
mod reproduce;
mod stopping;
