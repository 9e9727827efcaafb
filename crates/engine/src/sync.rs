//! Atomics: the standard ones, or those of loom in a model build.
//!
//! Loom runs a test once for every interleaving of its threads and for every value that a relaxed load may return. The slots of
//! the transposition table, which threads share, use the types of this file, so that `tests/loom.rs` tests the production
//! code. (The signals are in `gametree`, and are modelled there.)

#[cfg(loom)]
pub use loom::sync::atomic::{AtomicU8, AtomicU64, Ordering};
#[cfg(not(loom))]
pub use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
