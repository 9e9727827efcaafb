//! The configuration of the web API.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use contest::Program;
use engine::tablebase::Tablebase;
use teaching::lesson::{self, Lesson};

use crate::allowed::AllowedPlayers;
use crate::budget::Budget;
use crate::caps;
use crate::data;
use crate::spawn::{Spawn, Threads};
use crate::store::Store;

/// Budgets, time limits, storage and players.
#[derive(Clone)]
pub struct Config {
    /// The most connected pages.
    pub pages: usize,
    /// The budget of each page.
    pub per_page: Budget,
    /// The budget of all pages together.
    pub total: Budget,
    /// The time after a cancellation in which a job must end. Then it is reported as lost.
    pub grace: Duration,
    /// The time after which the jobs of a page that does not read its messages are cancelled.
    pub read_timeout: Duration,
    /// The number of lost jobs at which a page gets no new ones.
    pub lost_per_page: usize,
    /// The most lost jobs of all pages. Further ones keep their budget until they end.
    pub lost_total: usize,
    /// Runs the jobs.
    pub spawn: Arc<dyn Spawn>,
    /// Stores the files of matches. Without it matches are not stored.
    pub store: Option<Arc<dyn Store>>,
    /// The players that pages may use.
    pub allowed: AllowedPlayers,
    /// The endgame tablebases that the page *Analyse* shows, if there are any.
    pub tablebase: Option<Arc<dyn Tablebase>>,
    /// Returns a data file by its name in [`data`](crate::data).
    pub data: fn(&str) -> Option<Cow<'static, [u8]>>,
    /// The lessons, in order.
    pub lessons: Arc<Vec<Lesson>>,
    /// The program version in the journals of matches.
    pub program: Program,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            pages: caps::SOCKETS,
            per_page: Budget::per_page(),
            total: Budget::total(),
            grace: Duration::from_secs(2),
            read_timeout: Duration::from_secs(5),
            lost_per_page: 2,
            lost_total: 8,
            spawn: Arc::new(Threads),
            store: None,
            allowed: AllowedPlayers::default(),
            tablebase: None,
            data: data::built_in,
            // A test checks that the built-in lessons can be read.
            lessons: Arc::new(lesson::lessons().unwrap_or_default()),
            program: Program {
                version: env!("CARGO_PKG_VERSION").to_owned(),
                commit: None,
            },
        }
    }
}

impl Config {
    /// Returns a data file. The error is one sentence.
    pub(crate) fn data(&self, name: &str) -> Result<Cow<'static, [u8]>, String> {
        (self.data)(name).ok_or_else(|| format!("the file {name} could not be loaded"))
    }
}
