//! How a desk is set up.

use std::sync::Arc;
use std::time::Duration;

use contest::Program;
use lab::lesson::{self, Lesson};

use crate::budget::Budget;
use crate::caps;
use crate::spawn::{Spawn, Threads};
use crate::store::Store;
use crate::wanted::Allowed;

/// What a desk has to give, and how patient it is.
#[derive(Clone)]
pub struct Config {
    /// Pages at once.
    pub pages: usize,
    /// What one page has.
    pub page: Budget,
    /// What all pages have together.
    pub all: Budget,
    /// How long a job may go on after a stop before it is answered for and counted as lost.
    pub grace: Duration,
    /// How long a page may leave its messages unread before its jobs are stopped.
    pub patience: Duration,
    /// Lost jobs of one page at which it gets no new ones.
    pub lost_of_a_page: usize,
    /// Lost jobs in all; more keep what they take until they end.
    pub lost_of_all: usize,
    /// Where jobs are done.
    pub spawn: Arc<dyn Spawn>,
    /// Where matches are kept; without one they are played and forgotten.
    pub store: Option<Arc<dyn Store>>,
    /// The programs that pages may use; none unless whoever started the server said so.
    pub allowed: Allowed,
    /// The lessons, in their order.
    pub lessons: Arc<Vec<Lesson>>,
    /// The program, as the journals of matches name it.
    pub program: Program,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            pages: caps::SOCKETS,
            page: Budget::of_a_page(),
            all: Budget::of_all(),
            grace: Duration::from_secs(2),
            patience: Duration::from_secs(5),
            lost_of_a_page: 2,
            lost_of_all: 8,
            spawn: Arc::new(Threads),
            store: None,
            allowed: Allowed::default(),
            // A test sees to it that those that are built in can be read.
            lessons: Arc::new(lesson::lessons().unwrap_or_default()),
            program: Program {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                commit: None,
            },
        }
    }
}
