//! The watchdog: checks the memory and the processes of limited programs every 50 ms, and kills those that exceed a limit.
//!
//! The operating system limits single processes (see [`super::os`]). But it counts processes per user and memory per process. The
//! watchdog counts both for the whole process tree of a program.

use std::process::ExitStatus;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use super::confinement::Caps;
use super::os::{ended_by_signal, kill, page_size};
use tempfile::TempDir;

use super::process_tree::{ProcessTree, Snapshot, start_of};

/// Time between two checks.
const PERIOD: Duration = Duration::from_millis(50);

/// Watches a program until it is dropped.
pub(super) struct Watchdog(Arc<Watched>);

struct Watched {
    tree: ProcessTree,
    caps: Caps,
    /// The processes in the tree that isolate the program.
    helpers: u64,
    /// The working folder of the program, deleted at its end.
    _folder: Option<TempDir>,
    /// The exceeded limit, if the program was killed.
    verdict: Mutex<Option<String>>,
}

/// Returns the mark of the next program: our process id and start time, and a number.
pub(super) fn next_mark() -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let us = std::process::id();
    format!("{us}.{}.{number}", start_of(us))
}

impl Watchdog {
    /// Starts to watch a new program with this mark.
    pub fn new(
        leader: u32,
        mark: String,
        caps: Caps,
        helpers: u64,
        folder: Option<TempDir>,
    ) -> Self {
        let watched = Arc::new(Watched {
            tree: ProcessTree {
                leader: leader as i32,
                mark,
                start: start_of(leader),
            },
            caps,
            helpers,
            _folder: folder,
            verdict: Mutex::new(None),
        });
        watch(&watched);
        Self(watched)
    }

    /// Returns how the program itself ended: bubblewrap reports a signal as an exit status above 128.
    pub fn status_of_program(&self, status: ExitStatus) -> ExitStatus {
        match status.code() {
            Some(code @ 129..=192) if self.0.helpers > 0 => ended_by_signal(code - 128, status),
            _ => status,
        }
    }

    /// Returns the exceeded limit, if the program was killed.
    pub fn verdict(&self) -> Option<String> {
        locked(&self.0.verdict).clone()
    }

    /// Waits until the program is idle: all its processes sleep and have used no processor time since the last check. A script
    /// does not report that it is ready, and the start-up time of its interpreter does not count as thinking time.
    pub fn wait_until_idle(&self, patience: Duration) {
        const INTERVAL: Duration = Duration::from_millis(3);
        let deadline = Instant::now() + patience;
        let mut before = None;
        while Instant::now() < deadline {
            let members = Snapshot::take().members(&self.0.tree);
            let all_sleep = members.iter().all(|member| member.sleeps);
            let now = all_sleep.then(|| members.iter().map(|member| member.ticks).sum::<u64>());
            if now.is_some() && now == before {
                return;
            }
            before = now;
            thread::sleep(INTERVAL);
        }
    }

    /// Kills every process of the tree.
    pub fn kill_tree(&self) {
        // A program may start processes faster than they are killed. The number of attempts is limited.
        const ROUNDS: u32 = 50;
        for round in 0..ROUNDS {
            let mut members = Snapshot::take().members(&self.0.tree);
            if members.is_empty() {
                return;
            }
            // A namespace ends with the process that created it.
            members.sort_by_key(|member| member.id != self.0.tree.leader);
            for member in members {
                kill(member.id);
            }
            thread::sleep(Duration::from_millis(u64::from(round)));
        }
    }
}

impl Watched {
    /// Returns the limit that the program exceeds.
    fn exceeded(&self, all: &Snapshot) -> Option<String> {
        const KIB_IN_MIB: u64 = 1_024;
        let members = all.members(&self.tree);
        if let Some(most) = self.caps.processes
            && members.len() as u64 > most + self.helpers
        {
            // A snapshot is not read at one moment: a process that ends meanwhile may be counted with its successor. Only an excess
            // that a second snapshot confirms is one.
            let again = Snapshot::take().members(&self.tree);
            let count = (members.len().min(again.len()) as u64).saturating_sub(self.helpers);
            if count <= most {
                return None;
            }
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
        // Processes may share memory. The exact size takes longer to read.
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

/// The watched programs, and whether the thread runs.
struct Watch {
    watched: Vec<Weak<Watched>>,
    has_thread: bool,
}

static WATCH: Mutex<Watch> = Mutex::new(Watch {
    watched: Vec::new(),
    has_thread: false,
});

fn watch(watched: &Arc<Watched>) {
    let mut watch = locked(&WATCH);
    watch.watched.push(Arc::downgrade(watched));
    if !watch.has_thread {
        let thread = thread::Builder::new().name("program watchdog".to_owned());
        // Without the thread the limits of the operating system still hold.
        watch.has_thread = thread.spawn(run).is_ok();
    }
}

/// Checks all watched programs in turn, until there is none.
fn run() {
    for orphan in Snapshot::take().orphans() {
        kill(orphan);
    }
    loop {
        let all: Vec<Arc<Watched>> = {
            let mut watch = locked(&WATCH);
            watch.watched.retain(|one| one.strong_count() > 0);
            if watch.watched.is_empty() {
                watch.has_thread = false;
                return;
            }
            watch.watched.iter().filter_map(Weak::upgrade).collect()
        };
        let snapshot = Snapshot::take();
        for watched in all {
            if locked(&watched.verdict).is_some() {
                continue;
            }
            if let Some(verdict) = watched.exceeded(&snapshot) {
                // The reason is set first: the reader of the closed pipe reads it.
                *locked(&watched.verdict) = Some(verdict);
                Watchdog(watched).kill_tree();
            }
        }
        thread::sleep(PERIOD);
    }
}

/// Locks. A panic with one of these locks leaves no invalid state.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
