//! The tests of external programs, in one program.

mod examples;
mod external;
mod isolation;
mod limits;
mod minichess_files;
mod support;
