//! What threads share, in one place, so that a model checker can bring its own.

pub use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
pub use std::sync::{Arc, Condvar, Mutex, MutexGuard};
