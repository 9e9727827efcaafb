//! The entry points: a page connects, sends requests and disconnects.

use std::sync::Arc;

use crate::answer::{answer, is_long};
use crate::budget::Needs;
use crate::config::Config;
use crate::job::Job;
use crate::needs;
use crate::outbox::Outbox;
use crate::page::Page;
use crate::protocol::{Reply, Request, RequestMessage};
use crate::scheduler::{Scheduler, catch_panic};

/// Answers the requests of many pages.
///
/// ```
/// use std::sync::Arc;
/// use web_api::{Config, WebApi, Outbox};
/// let api = WebApi::new(Config::default());
/// let page = api.page(Arc::new(Outbox::new(|| ()))).unwrap();
/// page.receive(r#"{"id":1,"ask":"chess960","number":518}"#);
/// let reply = page.outbox().take().unwrap();
/// assert!(reply.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
/// ```
#[derive(Clone)]
pub struct WebApi {
    scheduler: Arc<Scheduler>,
}

impl WebApi {
    /// Creates an instance without pages.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self {
            scheduler: Arc::new(Scheduler::new(config)),
        }
    }

    /// Connects a page, whose replies go to the outbox. Returns an error message if too many pages are connected.
    pub fn page(&self, outbox: Arc<Outbox>) -> Result<PageHandle, String> {
        Ok(PageHandle {
            page: self.scheduler.open(outbox)?,
            scheduler: Arc::clone(&self.scheduler),
        })
    }
}

/// A connected page. Dropping it disconnects the page and cancels its jobs.
pub struct PageHandle {
    page: Arc<Page>,
    scheduler: Arc<Scheduler>,
}

impl PageHandle {
    /// The queue of replies.
    #[must_use]
    pub fn outbox(&self) -> &Arc<Outbox> {
        &self.page.outbox
    }

    /// Handles a message. When this returns, a short request has been answered; a long one runs, waits, or was rejected.
    pub fn receive(&self, text: &str) {
        match RequestMessage::parse(text) {
            Ok(RequestMessage { id, request }) => self.handle(id, request),
            Err((id, reason)) => self.reject(id, reason),
        }
    }

    /// Answers a request with an error message.
    pub fn reject(&self, id: u32, reason: String) {
        Job::new(id, Arc::clone(&self.page)).finish(Err(reason));
    }

    fn handle(&self, id: u32, request: Request) {
        if let Request::Stop { job } = request {
            let jobs = self.scheduler.stop(&self.page, job);
            Job::new(id, Arc::clone(&self.page)).finish(Ok(Reply::Stopping { jobs }));
        } else if is_long(&request) {
            match needs::of(&request, &self.page.config) {
                Ok(needs) => self.submit(id, needs, move |job| answer(request, job)),
                Err(reason) => self.reject(id, reason),
            }
        } else {
            let job = Job::new(id, Arc::clone(&self.page));
            let outcome = catch_panic(|| answer(request, job.clone()));
            job.finish(outcome);
        }
    }

    /// Submits a job as if the page had requested it with this id.
    pub fn submit(
        &self,
        id: u32,
        needs: Needs,
        work: impl FnOnce(Job) -> Result<Reply, String> + Send + 'static,
    ) {
        let job = Job::new(id, Arc::clone(&self.page));
        self.scheduler.submit(&job, needs, Box::new(work));
    }
}

impl Drop for PageHandle {
    fn drop(&mut self) {
        self.scheduler.close(&self.page);
    }
}
