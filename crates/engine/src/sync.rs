//! Atomics: the standard ones, or those of loom when the program is built to be modelled.
//!
//! Loom runs a piece of code once for every way in which its threads can interleave, and every value that a relaxed
//! load may see. What is shared between threads here (the table's slots) takes its types from this
//! file, so that `tests/loom.rs` runs the very code that plays. (The signals are in `gametree`, and modelled there too.)

#[cfg(loom)]
pub use loom::sync::atomic::{AtomicU8, AtomicU64, Ordering};
#[cfg(not(loom))]
pub use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
