//! Integration tests: kernels, incremental updates, symmetry, files, and values of the trainer.
//!
//! They are one test program, because linking one program for each file would take longer than the tests.

mod common;
mod format;
mod kernels;
mod moves;
mod symmetry;
mod vectors;
