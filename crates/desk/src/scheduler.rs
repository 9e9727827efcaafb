//! Which jobs run, which wait, and which have to go.
//!
//! A job gets a number of its own and is written down with what it takes. It begins as soon as that fits into what its
//! page and all pages have left, in the order of the questions; a small one overtakes a large one that does not fit yet.
//! It ends when its work does. If it is to end earlier (the page says so, is gone, or does not read; its time is up), its
//! stop becomes true, and after a time of grace it is answered for and counted as lost: its thread may go on, but holds
//! nothing that others need.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::budget::Needs;
use crate::config::Config;
use crate::job::Job;
use crate::outbox::Outbox;
use crate::page::Page;
use crate::protocol::{Say, StopCause};

/// What a job does.
pub(crate) type Work = Box<dyn FnOnce(Job) -> Result<Say, String> + Send>;

/// How often deadlines and graces are looked at.
const BEAT: Duration = Duration::from_millis(50);

/// All pages and all jobs.
pub(crate) struct Scheduler {
    pub(crate) config: Arc<Config>,
    books: Mutex<Books>,
}

#[derive(Default)]
struct Books {
    /// The last number given to a page or job.
    last: u64,
    pages: BTreeMap<u64, Arc<Page>>,
    /// In the order they were asked for.
    jobs: BTreeMap<u64, Entry>,
    /// Whether somebody looks at the clock.
    is_watched: bool,
}

/// A job in the books.
struct Entry {
    job: Job,
    needs: Needs,
    state: State,
}

enum State {
    Waiting(Work),
    Running {
        since: Instant,
        stopping: Option<Instant>,
    },
    /// Answered for, though its thread goes on.
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

/// A job that may begin.
struct Ready {
    id: u64,
    job: Job,
    work: Work,
}

impl Books {
    fn number(&mut self) -> u64 {
        self.last += 1;
        self.last
    }

    /// How many jobs of a page, or of all, and what they take together.
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

/// Mebibytes that are kept between jobs.
fn kept<'a>(pages: impl Iterator<Item = &'a Arc<Page>>) -> Needs {
    Needs {
        mebibytes: pages.map(|page| page.mebibytes()).sum(),
        ..Needs::default()
    }
}

impl Scheduler {
    pub(crate) fn new(config: Config) -> Self {
        Self {
            config: Arc::new(config),
            books: Mutex::default(),
        }
    }

    fn books(&self) -> MutexGuard<'_, Books> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new page, or a sentence if there are too many.
    pub(crate) fn open(&self, outbox: Arc<Outbox>) -> Result<Arc<Page>, String> {
        let mut books = self.books();
        if books.pages.len() >= self.config.pages {
            return Err("Too many pages are open: close one and try again.".to_owned());
        }
        let id = books.number();
        let page = Arc::new(Page::new(id, outbox, Arc::clone(&self.config)));
        books.pages.insert(id, Arc::clone(&page));
        Ok(page)
    }

    /// A page is gone: its jobs are stopped, and what it had is forgotten.
    pub(crate) fn close(self: &Arc<Self>, page: &Page) {
        let mut books = self.books();
        books.pages.remove(&page.id);
        books.jobs.retain(|_, entry| {
            let is_its = entry.job.page.id == page.id;
            if is_its {
                entry.job.cancel(StopCause::Closed);
            }
            !(is_its && entry.is_waiting())
        });
        drop(books);
        page.close();
        let ready = self.ready(&mut self.books());
        self.start(ready);
    }

    /// Begins a job, lets it wait, or refuses it.
    pub(crate) fn begin(self: &Arc<Self>, job: &Job, needs: Needs, work: Work) {
        let mut books = self.books();
        if let Some(reason) = self.refusal(&books, &job.page, needs) {
            drop(books);
            job.end(Err(reason));
            return;
        }
        let id = books.number();
        let entry = Entry {
            job: job.clone(),
            needs,
            state: State::Waiting(work),
        };
        books.jobs.insert(id, entry);
        self.watch(&mut books);
        let ready = self.ready(&mut books);
        if books.jobs.get(&id).is_some_and(Entry::is_waiting) {
            let before = books.jobs.range(..id);
            let ahead = before.filter(|(_, entry)| entry.is_waiting()).count();
            job.news(Say::Waiting { ahead });
        }
        drop(books);
        self.start(ready);
    }

    /// Why a job cannot be taken on, if so. What is being stopped does not count: it will make room.
    fn refusal(&self, books: &Books, page: &Page, needs: Needs) -> Option<String> {
        let lost = books.lost(Some(page.id));
        if lost >= self.config.lost_of_a_page {
            return Some(format!(
                "{lost} jobs of this page were stopped and have not ended yet: wait for them, or start the program again"
            ));
        }
        let budget = &self.config.page;
        let nothing = Needs::default();
        let alone = budget.lacks(0, nothing, needs);
        let alone = alone.or_else(|| self.config.all.lacks(0, nothing, needs));
        alone.or_else(|| {
            let wanted = |entry: &Entry| !entry.job.is_stopped();
            let (jobs, used) = books.used(Some(page.id), wanted);
            let tree = Needs {
                mebibytes: page.tree_mebibytes(),
                ..nothing
            };
            budget.lacks(jobs, used.and(tree), needs)
        })
    }

    /// The jobs that can begin now. They are running from here on.
    fn ready(&self, books: &mut Books) -> Vec<Ready> {
        let waiting = books.jobs.iter().filter(|(_, entry)| entry.is_waiting());
        let ids: Vec<u64> = waiting.map(|(&id, _)| id).collect();
        let mut ready = Vec::new();
        for id in ids {
            if !self.fits(books, id) {
                continue;
            }
            let Some(entry) = books.jobs.get_mut(&id) else {
                continue;
            };
            let running = State::Running {
                since: Instant::now(),
                stopping: None,
            };
            if let State::Waiting(work) = std::mem::replace(&mut entry.state, running) {
                let job = entry.job.clone();
                ready.push(Ready { id, job, work });
            }
        }
        ready
    }

    /// Whether a job that waits can begin; players that only remember make room for it.
    fn fits(&self, books: &Books, id: u64) -> bool {
        let Some(Entry { job, needs, .. }) = books.jobs.get(&id) else {
            return false;
        };
        let page = &job.page;
        // What is lost takes memory still: that is the matter of its page.
        let (_, lost) = books.used(Some(page.id), Entry::is_lost);
        let lost = Needs {
            mebibytes: lost.mebibytes,
            ..Needs::default()
        };
        let (jobs, own) = books.used(Some(page.id), Entry::is_running);
        let (all_jobs, all) = books.used(None, Entry::is_running);
        let own_fits = || {
            let used = own.and(lost).and(kept(std::iter::once(page)));
            self.config.page.lacks(jobs, used, *needs).is_none()
        };
        let all_fits = || {
            let used = all.and(kept(books.pages.values()));
            self.config.all.lacks(all_jobs, used, *needs).is_none()
        };
        if !own_fits() || !all_fits() {
            page.clear_seats();
        }
        if !own_fits() {
            return false;
        }
        if !all_fits() {
            for other in books.pages.values() {
                other.clear_seats();
            }
        }
        all_fits()
    }

    fn start(self: &Arc<Self>, ready: Vec<Ready>) {
        for Ready { id, job, work } in ready {
            let scheduler = Arc::clone(self);
            let task = move || {
                let outcome = guarded(|| work(job));
                scheduler.finish(id, outcome);
            };
            if !self.config.spawn.spawn(Box::new(task)) {
                let reason = "the system has no thread to give: try again later";
                self.finish(id, Err(reason.to_owned()));
            }
        }
    }

    /// A job has ended. What it took is free before its page knows.
    fn finish(self: &Arc<Self>, id: u64, outcome: Result<Say, String>) {
        let mut books = self.books();
        let entry = books.jobs.remove(&id);
        let ready = self.ready(&mut books);
        drop(books);
        if let Some(entry) = entry {
            entry.job.end(outcome);
        }
        self.start(ready);
    }

    /// Stops all jobs of a page that it gave this number, and says how many there were. Those that wait end at once.
    pub(crate) fn stop(&self, page: &Page, echo: u32) -> usize {
        let mut books = self.books();
        let is_meant = |entry: &Entry| {
            entry.job.page.id == page.id && entry.job.echo() == echo && !entry.is_lost()
        };
        let ended: Vec<Entry> = books
            .jobs
            .extract_if(.., |_, entry| is_meant(entry) && entry.is_waiting())
            .map(|(_, entry)| entry)
            .collect();
        let running = books.jobs.values().filter(|entry| is_meant(entry));
        let running = running.map(|entry| entry.job.cancel(StopCause::Asked));
        let stopped = ended.len() + running.count();
        drop(books);
        for entry in ended {
            entry.job.cancel(StopCause::Asked);
            entry
                .job
                .end(Err("it was stopped before it began".to_owned()));
        }
        stopped
    }

    /// Lets somebody look at the clock as long as there are jobs.
    fn watch(self: &Arc<Self>, books: &mut Books) {
        if books.is_watched {
            return;
        }
        let scheduler = Arc::clone(self);
        let task = move || {
            while scheduler.has_work() {
                std::thread::sleep(BEAT);
                scheduler.tick(Instant::now());
            }
        };
        books.is_watched = self.config.spawn.spawn(Box::new(task));
    }

    fn has_work(&self) -> bool {
        let mut books = self.books();
        books.is_watched = !books.jobs.values().all(Entry::is_lost);
        books.is_watched
    }

    /// Does what is due.
    pub(crate) fn tick(self: &Arc<Self>, now: Instant) {
        let mut books = self.books();
        let mut lost = books.lost(None);
        let mut ended = Vec::new();
        for entry in books.jobs.values_mut() {
            let State::Running { since, stopping } = &mut entry.state else {
                continue;
            };
            let job = &entry.job;
            job.ring(now);
            if now.saturating_duration_since(*since) >= entry.needs.time {
                job.cancel(StopCause::Deadline);
            }
            if job.page.outbox.is_stuck(now, self.config.patience) {
                job.cancel(StopCause::Slow);
            }
            if !job.is_stopped() {
                continue;
            }
            let stopping = *stopping.get_or_insert(now);
            let is_over = now.saturating_duration_since(stopping) >= self.config.grace;
            if is_over && lost < self.config.lost_of_all {
                lost += 1;
                ended.push(job.clone());
                entry.state = State::Lost;
            }
        }
        let ready = self.ready(&mut books);
        drop(books);
        for job in ended {
            let reason = "it was stopped; what it had begun takes a while to end";
            job.end(Err(reason.to_owned()));
        }
        self.start(ready);
    }
}

/// The answer of some work; a panic in it is a mistake of this program, and of this question only.
pub(crate) fn guarded(work: impl FnOnce() -> Result<Say, String>) -> Result<Say, String> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let reason = "something went wrong inside, which is a mistake of this program: please report what you did";
        Err(reason.to_owned())
    })
}
