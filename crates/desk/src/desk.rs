//! The desk itself: pages come, ask, and go.

use std::sync::Arc;

use crate::answer::{answer, is_long};
use crate::budget::Needs;
use crate::config::Config;
use crate::job::Job;
use crate::needs;
use crate::outbox::Outbox;
use crate::page::Page;
use crate::protocol::{Ask, Asked, Say};
use crate::scheduler::{Scheduler, guarded};

/// Answers the questions of any number of pages.
///
/// ```
/// use std::sync::Arc;
/// use desk::{Config, Desk, Outbox};
/// let desk = Desk::new(Config::default());
/// let page = desk.page(Arc::new(Outbox::new(|| ()))).unwrap();
/// page.hear(r#"{"id":1,"ask":"chess960","number":518}"#);
/// let said = page.outbox().take().unwrap();
/// assert!(said.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
/// ```
#[derive(Clone)]
pub struct Desk {
    scheduler: Arc<Scheduler>,
}

impl Desk {
    /// A desk with nobody at it.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            scheduler: Arc::new(Scheduler::new(config)),
        }
    }

    /// A page comes. What it is told goes to its outbox. An error is a sentence: there are too many.
    pub fn page(&self, outbox: Arc<Outbox>) -> Result<PageHandle, String> {
        Ok(PageHandle {
            page: self.scheduler.open(outbox)?,
            scheduler: Arc::clone(&self.scheduler),
        })
    }
}

/// A page at the desk. When this is dropped the page is gone, and all its jobs are stopped.
pub struct PageHandle {
    page: Arc<Page>,
    scheduler: Arc<Scheduler>,
}

impl PageHandle {
    /// What the page is told.
    #[must_use]
    pub fn outbox(&self) -> &Arc<Outbox> {
        &self.page.outbox
    }

    /// Hears a message: a short question is answered when this returns, a long one has been begun, waits, or is refused.
    pub fn hear(&self, text: &str) {
        match Asked::read(text) {
            Ok(Asked { id, ask }) => self.ask(id, ask),
            Err((id, reason)) => self.refuse(id, reason),
        }
    }

    /// Says that something cannot be done, and why.
    pub fn refuse(&self, id: u32, reason: String) {
        Job::new(id, Arc::clone(&self.page)).end(Err(reason));
    }

    /// Hears a question.
    pub fn ask(&self, id: u32, ask: Ask) {
        if let Ask::Stop { job } = ask {
            let jobs = self.scheduler.stop(&self.page, job);
            Job::new(id, Arc::clone(&self.page)).end(Ok(Say::Stopping { jobs }));
        } else if is_long(&ask) {
            match needs::of(&ask, &self.page.config) {
                Ok(needs) => self.begin(id, needs, move |job| answer(ask, job)),
                Err(reason) => self.refuse(id, reason),
            }
        } else {
            let job = Job::new(id, Arc::clone(&self.page));
            let outcome = guarded(|| answer(ask, job.clone()));
            job.end(outcome);
        }
    }

    /// Begins a job of any kind for the page: as if it had asked for it with this number.
    pub fn begin(
        &self,
        id: u32,
        needs: Needs,
        work: impl FnOnce(Job) -> Result<Say, String> + Send + 'static,
    ) {
        let job = Job::new(id, Arc::clone(&self.page));
        self.scheduler.begin(&job, needs, Box::new(work));
    }
}

impl Drop for PageHandle {
    fn drop(&mut self) {
        self.scheduler.close(&self.page);
    }
}
