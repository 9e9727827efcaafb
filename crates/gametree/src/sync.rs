//! The synchronisation types of this crate, in one place so that a model checker can replace them.

pub use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
pub use std::sync::{Arc, Condvar, Mutex, MutexGuard};
