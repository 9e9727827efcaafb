//! Watches the programs that have limits, twenty times a second, and ends those that take more.
//!
//! The system itself can limit a process, and a shell that becomes the program sets such limits (see [`super::system`]). But it
//! counts the processes of a whole user, and memory for each process alone; so these two are counted here, for the program and
//! all it started together.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::census::{Census, Family, start_of};
use super::confinement::Caps;
use super::system::{end_process, page_size};

/// How often to look.
const PERIOD: Duration = Duration::from_millis(50);

/// A program that is watched, from its start until this is dropped.
pub(super) struct Guard(Arc<Watched>);

struct Watched {
    family: Family,
    caps: Caps,
    /// What it did, if it was ended for it.
    verdict: Mutex<Option<String>>,
}

/// A mark for the next program: who we are, and a number.
pub(super) fn next_mark() -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let us = std::process::id();
    format!("{us}.{}.{number}", start_of(us))
}

impl Guard {
    /// Begins to watch a program that was just started with this mark.
    pub fn new(leader: u32, mark: String, caps: Caps) -> Self {
        let watched = Arc::new(Watched {
            family: Family {
                leader: leader as i32,
                mark,
                start: start_of(leader),
            },
            caps,
            verdict: Mutex::new(None),
        });
        watch(&watched);
        Self(watched)
    }

    /// What it was ended for.
    pub fn verdict(&self) -> Option<String> {
        locked(&self.0.verdict).clone()
    }

    /// Waits until the program has started and waits for something: everyone of it sleeps, and has done nothing since the last
    /// look. A script says nothing when it is ready, and how long an interpreter needs to start is not its author's fault.
    pub fn wait_until_idle(&self, patience: Duration) {
        const LOOK_AGAIN: Duration = Duration::from_millis(3);
        let deadline = Instant::now() + patience;
        let mut before = None;
        while Instant::now() < deadline {
            let members = Census::take().members(&self.0.family);
            let all_sleep = members.iter().all(|member| member.sleeps);
            let now = all_sleep.then(|| members.iter().map(|member| member.ticks).sum::<u64>());
            if now.is_some() && now == before {
                return;
            }
            before = now;
            thread::sleep(LOOK_AGAIN);
        }
    }

    /// Ends everyone who belongs to the program, wherever they went.
    pub fn end_family(&self) {
        // Who starts others faster than they are ended is met again, not without end.
        const ROUNDS: u32 = 50;
        for round in 0..ROUNDS {
            let members = Census::take().members(&self.0.family);
            if members.is_empty() {
                return;
            }
            for member in members {
                end_process(member.id);
            }
            thread::sleep(Duration::from_millis(u64::from(round)));
        }
    }
}

impl Watched {
    /// What is wrong with what the program takes.
    fn judge(&self, census: &Census) -> Option<String> {
        const KIB_IN_MIB: u64 = 1_024;
        let members = census.members(&self.family);
        if let Some(most) = self.caps.processes
            && members.len() as u64 > most
        {
            let count = members.len();
            return Some(format!(
                "it ran {count} processes at a time where {most} are allowed, and was ended"
            ));
        }
        let most = self.caps.memory?;
        let pages: u64 = members.iter().map(|member| member.pages).sum();
        let kib = pages * (page_size() / 1_024);
        if kib <= most * KIB_IN_MIB {
            return None;
        }
        // Several processes may share what they have; that takes longer to find out.
        let kib = match &members[..] {
            [_] => kib,
            several => several.iter().filter_map(|member| member.share()).sum(),
        };
        (kib > most * KIB_IN_MIB).then(|| {
            let found = kib / KIB_IN_MIB;
            format!("it used {found} MiB of memory where {most} are allowed, and was ended")
        })
    }
}

/// Who is watched, and whether a thread does it.
struct Round {
    watched: Vec<Weak<Watched>>,
    has_thread: bool,
}

static ROUND: Mutex<Round> = Mutex::new(Round {
    watched: Vec::new(),
    has_thread: false,
});

fn watch(watched: &Arc<Watched>) {
    let mut round = locked(&ROUND);
    round.watched.push(Arc::downgrade(watched));
    if !round.has_thread {
        let thread = thread::Builder::new().name("program warden".to_owned());
        // Without it the limits of the system still hold.
        round.has_thread = thread.spawn(go_round).is_ok();
    }
}

/// Looks again and again, as long as there is somebody to watch.
fn go_round() {
    for orphan in Census::take().orphans() {
        end_process(orphan);
    }
    loop {
        let all: Vec<Arc<Watched>> = {
            let mut round = locked(&ROUND);
            round.watched.retain(|one| one.strong_count() > 0);
            if round.watched.is_empty() {
                round.has_thread = false;
                return;
            }
            round.watched.iter().filter_map(Weak::upgrade).collect()
        };
        let census = Census::take();
        for watched in all {
            if locked(&watched.verdict).is_some() {
                continue;
            }
            if let Some(verdict) = watched.judge(&census) {
                // First what it did, then the end: who sees that it ended asks why.
                *locked(&watched.verdict) = Some(verdict);
                Guard(watched).end_family();
            }
        }
        thread::sleep(PERIOD);
    }
}

/// Nothing is left half done by whoever panicked with one of these locks.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
