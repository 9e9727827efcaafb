//! The queue of long requests: starts, cancels and counts jobs.
//!
//! A job starts as soon as its budget fits into what its page and all pages together have free, in the order of the
//! requests; a small job overtakes a large one that does not fit yet. A job is cancelled if the page requests it,
//! disconnects or does not read its messages, or at the job's deadline. A job that has not ended after a grace period is
//! reported as lost: the scheduler answers for it and frees its threads, although its thread still runs.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gametree::clock;

use crate::budget::Needs;
use crate::config::Config;
use crate::job::Job;
use crate::outbox::Outbox;
use crate::page::Page;
use crate::protocol::{Reply, StopCause};

/// The function that a job runs.
pub(crate) type Work = Box<dyn FnOnce(Job) -> Result<Reply, String> + Send>;

/// The time between two checks of deadlines.
const TICK: Duration = Duration::from_millis(50);

/// All pages and all jobs.
pub(crate) struct Scheduler {
    pub(crate) config: Arc<Config>,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    /// The last id given to a page or a job.
    last_id: u64,
    pages: BTreeMap<u64, Arc<Page>>,
    /// By id, which is the order of the requests.
    jobs: BTreeMap<u64, Entry>,
    /// Whether the timer runs.
    has_timer: bool,
}

/// A job in the queue.
struct Entry {
    job: Job,
    needs: Needs,
    state: State,
}

enum State {
    Waiting(Work),
    Running {
        since: Duration,
        stopping: Option<Duration>,
    },
    /// Its last reply was sent, but its thread still runs.
    Lost,
}

impl Entry {
    const fn is_waiting(&self) -> bool {
        matches!(self.state, State::Waiting(_))
    }

    const fn is_running(&self) -> bool {
        matches!(self.state, State::Running { .. })
    }

    const fn is_lost(&self) -> bool {
        matches!(self.state, State::Lost)
    }
}

/// A job to start.
struct Ready {
    id: u64,
    job: Job,
    work: Work,
}

impl Queue {
    fn next_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    /// Counts the jobs of a page, or of all pages, that match, and adds up their needs.
    fn used(&self, page: Option<u64>, counts: impl Fn(&Entry) -> bool) -> (usize, Needs) {
        let of_page = |entry: &&Entry| page.is_none_or(|page| entry.job.page.id == page);
        let entries = self.jobs.values().filter(of_page);
        entries
            .filter(|entry| counts(entry))
            .fold((0, Needs::default()), |(jobs, sum), entry| {
                (jobs + 1, sum.and(entry.needs))
            })
    }

    fn lost(&self, page: Option<u64>) -> usize {
        self.used(page, Entry::is_lost).0
    }
}

/// Returns the memory that pages keep between jobs.
fn kept<'a>(pages: impl Iterator<Item = &'a Arc<Page>>) -> Needs {
    Needs::of_memory(pages.map(|page| page.mebibytes()).sum())
}

impl Scheduler {
    pub(crate) fn new(config: Config) -> Self {
        Self {
            config: Arc::new(config),
            queue: Mutex::default(),
        }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Connects a page. Returns an error message if too many are connected.
    pub(crate) fn open(&self, outbox: Arc<Outbox>) -> Result<Arc<Page>, String> {
        let mut queue = self.queue();
        if queue.pages.len() >= self.config.pages {
            return Err("Too many pages are open: close one and try again.".to_owned());
        }
        let id = queue.next_id();
        let page = Arc::new(Page::new(id, outbox, Arc::clone(&self.config)));
        queue.pages.insert(id, Arc::clone(&page));
        Ok(page)
    }

    /// Disconnects a page: cancels its jobs and drops its state.
    pub(crate) fn close(self: &Arc<Self>, page: &Page) {
        let mut queue = self.queue();
        queue.pages.remove(&page.id);
        queue.jobs.retain(|_, entry| {
            let is_of_page = entry.job.page.id == page.id;
            if is_of_page {
                entry.job.cancel(StopCause::Closed);
            }
            !(is_of_page && entry.is_waiting())
        });
        drop(queue);
        page.close();
        let now = clock::now();
        let ready = self.ready(&mut self.queue(), now);
        self.start(ready);
    }

    /// Starts a job, queues it, or rejects it.
    pub(crate) fn submit(self: &Arc<Self>, job: &Job, needs: Needs, work: Work) {
        let now = clock::now();
        let mut queue = self.queue();
        if let Some(reason) = self.rejection(&queue, &job.page, needs) {
            drop(queue);
            job.finish(Err(reason));
            return;
        }
        let id = queue.next_id();
        let entry = Entry {
            job: job.clone(),
            needs,
            state: State::Waiting(work),
        };
        queue.jobs.insert(id, entry);
        self.start_timer(&mut queue);
        let ready = self.ready(&mut queue, now);
        if queue.jobs.get(&id).is_some_and(Entry::is_waiting) {
            let before = queue.jobs.range(..id);
            let ahead = before.filter(|(_, entry)| entry.is_waiting()).count();
            job.try_send(Reply::Waiting { ahead });
        }
        drop(queue);
        self.start(ready);
    }

    /// Returns why a job is rejected, or `None`. Cancelled jobs do not count, because they will free their budget.
    fn rejection(&self, queue: &Queue, page: &Page, needs: Needs) -> Option<String> {
        let lost = queue.lost(Some(page.id));
        if lost >= self.config.lost_per_page {
            return Some(format!(
                "{lost} cancelled jobs of this page have not ended yet: wait for them, or restart the program"
            ));
        }
        let budget = &self.config.per_page;
        let nothing = Needs::default();
        let alone = budget.shortage(0, nothing, needs);
        let alone = alone.or_else(|| self.config.total.shortage(0, nothing, needs));
        alone.or_else(|| {
            let is_active = |entry: &Entry| !entry.job.is_stopped();
            let (jobs, used) = queue.used(Some(page.id), is_active);
            let tree = Needs::of_memory(page.tree_mebibytes());
            budget.shortage(jobs, used.and(tree), needs)
        })
    }

    /// Marks the waiting jobs that fit as running and returns them. The clock is read before the queue is locked: without threads,
    /// reading it runs [`Scheduler::tick`].
    fn ready(&self, queue: &mut Queue, now: Duration) -> Vec<Ready> {
        let waiting = queue.jobs.iter().filter(|(_, entry)| entry.is_waiting());
        let ids: Vec<u64> = waiting.map(|(&id, _)| id).collect();
        let mut ready = Vec::new();
        for id in ids {
            if !self.fits(queue, id) {
                continue;
            }
            let Some(entry) = queue.jobs.get_mut(&id) else {
                continue;
            };
            let running = State::Running {
                since: now,
                stopping: None,
            };
            if let State::Waiting(work) = std::mem::replace(&mut entry.state, running) {
                let job = entry.job.clone();
                ready.push(Ready { id, job, work });
            }
        }
        ready
    }

    /// Returns whether a waiting job fits into the budgets. Drops kept players if that makes it fit.
    fn fits(&self, queue: &Queue, id: u64) -> bool {
        let Some(Entry { job, needs, .. }) = queue.jobs.get(&id) else {
            return false;
        };
        let page = &job.page;
        // A lost job still uses memory, which counts for its page only.
        let (_, lost) = queue.used(Some(page.id), Entry::is_lost);
        let lost = Needs::of_memory(lost.mebibytes);
        let (jobs, own) = queue.used(Some(page.id), Entry::is_running);
        let (all_jobs, all) = queue.used(None, Entry::is_running);
        let own_fits = || {
            let used = own.and(lost).and(kept(std::iter::once(page)));
            self.config.per_page.shortage(jobs, used, *needs).is_none()
        };
        let all_fits = || {
            let used = all.and(kept(queue.pages.values()));
            self.config.total.shortage(all_jobs, used, *needs).is_none()
        };
        if !own_fits() || !all_fits() {
            page.clear_seats();
        }
        if !own_fits() {
            return false;
        }
        if !all_fits() {
            for other in queue.pages.values() {
                other.clear_seats();
            }
        }
        all_fits()
    }

    fn start(self: &Arc<Self>, ready: Vec<Ready>) {
        for Ready { id, job, work } in ready {
            let scheduler = Arc::clone(self);
            let task = move || {
                let outcome = catch_panic(|| work(job));
                scheduler.finish(id, outcome);
            };
            if !self.config.spawn.spawn(Box::new(task)) {
                let reason = "the system cannot start another thread: try again later";
                self.finish(id, Err(reason.to_owned()));
            }
        }
    }

    /// Removes a job, starts those that fit now, and sends its last reply. The budget is free before the page gets the reply.
    fn finish(self: &Arc<Self>, id: u64, outcome: Result<Reply, String>) {
        let now = clock::now();
        let mut queue = self.queue();
        let entry = queue.jobs.remove(&id);
        let ready = self.ready(&mut queue, now);
        drop(queue);
        if let Some(entry) = entry {
            entry.job.finish(outcome);
        }
        self.start(ready);
    }

    /// Cancels all jobs of a page with this request id and returns their number. Waiting jobs end at once.
    pub(crate) fn stop(&self, page: &Page, request_id: u32) -> usize {
        let mut queue = self.queue();
        let matches = |entry: &Entry| {
            let job = &entry.job;
            job.page.id == page.id && job.request_id() == request_id && !entry.is_lost()
        };
        let ended: Vec<Entry> = queue
            .jobs
            .extract_if(.., |_, entry| matches(entry) && entry.is_waiting())
            .map(|(_, entry)| entry)
            .collect();
        let running = queue.jobs.values().filter(|entry| matches(entry));
        let running = running.map(|entry| entry.job.cancel(StopCause::Asked));
        let stopped = ended.len() + running.count();
        drop(queue);
        for Entry { job, .. } in ended {
            job.cancel(StopCause::Asked);
            job.finish(Err("the job was cancelled before it started".to_owned()));
        }
        stopped
    }

    /// Starts the timer, which runs while there are jobs.
    fn start_timer(self: &Arc<Self>, queue: &mut Queue) {
        if queue.has_timer {
            return;
        }
        let scheduler = Arc::clone(self);
        let tick = move || {
            let has_work = scheduler.has_work();
            if has_work {
                scheduler.tick(clock::now());
            }
            has_work
        };
        queue.has_timer = self.config.spawn.every(TICK, Box::new(tick));
    }

    fn has_work(&self) -> bool {
        let mut queue = self.queue();
        queue.has_timer = !queue.jobs.values().all(Entry::is_lost);
        queue.has_timer
    }

    /// Cancels jobs at their deadline, and answers for cancelled jobs after the grace period.
    pub(crate) fn tick(self: &Arc<Self>, now: Duration) {
        let mut queue = self.queue();
        let mut lost = queue.lost(None);
        let mut ended = Vec::new();
        for entry in queue.jobs.values_mut() {
            let State::Running { since, stopping } = &mut entry.state else {
                continue;
            };
            let job = &entry.job;
            job.fire_timeouts(now);
            if now.saturating_sub(*since) >= entry.needs.time {
                job.cancel(StopCause::Deadline);
            }
            if job.page.outbox.is_stuck(now, self.config.read_timeout) {
                job.cancel(StopCause::Slow);
            }
            if !job.is_stopped() {
                continue;
            }
            let stopping = *stopping.get_or_insert(now);
            let is_over = now.saturating_sub(stopping) >= self.config.grace;
            if is_over && lost < self.config.lost_total {
                lost += 1;
                ended.push(job.clone());
                entry.state = State::Lost;
            }
        }
        let ready = self.ready(&mut queue, now);
        drop(queue);
        for job in ended {
            let reason = "the job was cancelled, but its thread has not ended yet";
            job.finish(Err(reason.to_owned()));
        }
        self.start(ready);
    }
}

/// Runs `work`. Turns a panic into an error message for this request.
pub(crate) fn catch_panic(work: impl FnOnce() -> Result<Reply, String>) -> Result<Reply, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let reason = "internal error: please report this as a bug, with what you did";
        Err(reason.to_owned())
    })
}
