//! Networks, held against themselves: every kernel, every way to come to a position, every kind of damage.
//!
//! One program for all of them: a program of its own for each file would take longer to link than to run.

mod common;
mod format;
mod kernels;
mod moves;
mod symmetry;
mod vectors;
