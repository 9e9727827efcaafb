//! The tests of matches.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod book;
mod contest;
mod external;
mod limits;
mod minichess_files;
mod outsiders;
mod ponder;
mod stats;
mod support;
