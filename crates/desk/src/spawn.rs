//! Where work is done: threads of the system, or whatever there is instead.

use std::thread;

/// Something to do.
pub type Task = Box<dyn FnOnce() + Send>;

/// Does things at the same time as others.
pub trait Spawn: Send + Sync {
    /// Begins a task; `false` if there is no room for it.
    fn spawn(&self, task: Task) -> bool;
}

/// A thread of the system for each task.
pub struct Threads;

impl Spawn for Threads {
    fn spawn(&self, task: Task) -> bool {
        thread::Builder::new()
            .name("desk".to_owned())
            .spawn(task)
            .is_ok()
    }
}
