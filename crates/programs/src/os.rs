//! Operating-system functions that the standard library lacks: process groups, resource limits, non-blocking writes.
//!
//! A shell sets the limits and then executes the program. So they hold from the first instruction, without unsafe code between
//! fork and exec. On systems without process groups only the program itself is killed, a program that never reads its input can
//! block us, and there are no limits.

use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{PoisonError, RwLock};
use std::thread;
use std::time::{Duration, Instant};

use super::Program;
use super::confinement::Caps;
use super::isolation::{self, Files, Isolation};
use super::process_tree::{MARK, Snapshot, start_of};
use super::watchdog::{Watchdog, next_mark};
use super::{landlock, namespaces};
use tempfile::TempDir;

#[cfg(unix)]
pub(super) use unix::{ended_by_signal, kill, kill_group, page_size, set_nonblocking};

#[cfg(not(unix))]
pub(super) use other::{ended_by_signal, kill, kill_group, page_size, set_nonblocking};

/// The command of a program, with its limits.
pub(super) struct Start {
    /// The command, in a new process group. The caller may add arguments and pipes.
    pub command: Command,
    limits: Option<(String, Caps)>,
    isolation: Isolation,
    files: Files,
    /// The working folder of an isolated program, deleted with it.
    folder: Option<TempDir>,
}

impl Start {
    /// Prepares a start. `cpu` limits the seconds of processor time if the spec does not. An isolated program may use `files`
    /// besides its own.
    pub fn new(program: &Program, cpu: Option<u64>, files: Files) -> io::Result<Self> {
        let isolation = program.isolation().in_force();
        // An isolated program has a watchdog, which keeps its folder.
        let unlimited = (isolation != Isolation::Off).then(Caps::default);
        let limits = program.confinement.caps().or(unlimited).map(|caps| {
            let cpu = caps.cpu.or(cpu);
            (next_mark(), Caps { cpu, ..caps })
        });
        let caps = limits.as_ref().map(|(_, caps)| caps);
        let mut start = if isolation == Isolation::Off {
            let mut command = command(&program.path, caps, &[]);
            command.args(&program.args);
            Self {
                command,
                limits: None,
                isolation,
                files: Files::default(),
                folder: None,
            }
        } else {
            Self::isolated(program, isolation, caps, files)?
        };
        if let Some((mark, _)) = &limits {
            start.command.env(MARK, mark);
        }
        start.limits = limits;
        Ok(start)
    }

    /// Prepares the start of an isolated program.
    fn isolated(
        program: &Program,
        isolation: Isolation,
        caps: Option<&Caps>,
        mut files: Files,
    ) -> io::Result<Self> {
        let (path, args) = files.add_command(&program.path, &program.args);
        let mut before = Vec::new();
        if isolation == Isolation::Namespaces {
            let bubblewrap = namespaces::bubblewrap().ok_or_else(|| {
                io::Error::other("bubblewrap is missing or cannot create namespaces here")
            })?;
            before.push(bubblewrap.display().to_string());
            before.extend(namespaces::arguments(&files));
        }
        let folder = tempfile::tempdir()?;
        let mut command = command(&path.display().to_string(), caps, &before);
        command.args(&args);
        isolation::clear_environment(&mut command, folder.path());
        if isolation == Isolation::Namespaces {
            command.env("HOME", namespaces::HOME);
            command.env("TMPDIR", namespaces::HOME);
        }
        if let Some(folder) = files.writable.iter().find(|path| path.is_dir()) {
            command.env("TMPDIR", folder);
        }
        Ok(Self {
            command,
            limits: None,
            isolation,
            files,
            folder: Some(folder),
        })
    }

    /// Starts the program. A program with limits has a watchdog.
    pub fn spawn(mut self) -> io::Result<(Child, Option<Watchdog>)> {
        let may_start = MAY_START.read().unwrap_or_else(PoisonError::into_inner);
        if !*may_start {
            return Err(io::Error::other("Espalier is ending"));
        }
        IS_USED.store(true, Ordering::Relaxed);
        let child = match self.isolation {
            Isolation::Landlock => landlock::spawn(&mut self.command, &self.files)?,
            _ => self.command.spawn()?,
        };
        let id = child.id();
        let helpers = match self.isolation {
            Isolation::Namespaces => namespaces::PROCESSES,
            _ => 0,
        };
        let folder = self.folder;
        let watchdog =
            (self.limits).map(|(mark, caps)| Watchdog::new(id, mark, caps, helpers, folder));
        Ok((child, watchdog))
    }
}

/// Whether programs may be started. A start holds the lock for reading.
static MAY_START: RwLock<bool> = RwLock::new(true);

/// Whether a program was started.
static IS_USED: AtomicBool = AtomicBool::new(false);

/// Kills the programs with limits that this process runs, and refuses new ones: for the end of a process whose threads may still
/// wait for a program.
pub fn end_all() {
    if !IS_USED.load(Ordering::Relaxed) {
        return;
    }
    *MAY_START.write().unwrap_or_else(PoisonError::into_inner) = false;
    let us = std::process::id();
    let mark = format!("{us}.{}.", start_of(us));
    // A program may start processes while they are killed.
    const ROUNDS: u32 = 50;
    for round in 0..ROUNDS {
        let marked = Snapshot::take().marked(|it| it.starts_with(&mark));
        if marked.is_empty() {
            return;
        }
        for id in marked {
            kill(id);
        }
        thread::sleep(Duration::from_millis(u64::from(round)));
    }
}

/// Waits for the end of a program. Returns `None` if it still runs at the deadline.
pub(super) fn wait(child: &mut Child, deadline: Instant) -> Option<ExitStatus> {
    const INTERVAL: Duration = Duration::from_millis(2);
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(INTERVAL),
            _ => return None,
        }
    }
}

/// Kills a program and its process tree, and waits for the program.
pub(super) fn end(child: &mut Child, watchdog: Option<&Watchdog>) {
    kill_group(child);
    // An error means that it has ended already.
    let _ = child.kill();
    if let Some(watchdog) = watchdog {
        watchdog.kill_tree();
    }
    let _ = child.wait();
}

/// Returns the command of a program. `before` is a command that runs it, with its arguments.
#[cfg(unix)]
fn command(path: &str, caps: Option<&Caps>, before: &[String]) -> Command {
    use std::os::unix::process::CommandExt;
    let script = caps.map(shell_script);
    let words: Vec<&str> = match &script {
        None => vec![path],
        Some(script) => vec!["/bin/sh", "-c", script, path],
    };
    let mut words = before.iter().map(String::as_str).chain(words);
    let mut command = Command::new(words.next().unwrap_or(path));
    command.args(words).process_group(0);
    command
}

#[cfg(not(unix))]
fn command(path: &str, _: Option<&Caps>, _: &[String]) -> Command {
    Command::new(path)
}

/// Returns the script of the shell that sets the limits: `$0` is the path of the program, `$@` its arguments. A limit that the
/// system lacks, or that is tighter already, stays as it is.
#[cfg(unix)]
fn shell_script(caps: &Caps) -> String {
    use std::fmt::Write as _;
    /// Address space beyond the memory in use: some virtual machines reserve much more than they use.
    const RESERVE: u64 = 4 * 1_024;
    let mut script = String::from("ulimit -c 0 2>/dev/null; ");
    let mut limit = |letter: char, number: Option<u64>| {
        if let Some(number) = number {
            // Writing to a text cannot fail.
            let _ = write!(script, "ulimit -{letter} {number} 2>/dev/null; ");
        }
    };
    // In KiB, in blocks of 512 bytes, in seconds.
    limit('v', caps.memory.map(|memory| (memory + RESERVE) * 1_024));
    limit('f', caps.filesize.map(|filesize| filesize * 2_048));
    limit('t', caps.cpu);
    if let Some(most) = caps.processes.and_then(most_of_a_user) {
        // The letter depends on the shell.
        let _ = write!(
            script,
            "ulimit -u {most} 2>/dev/null || ulimit -p {most} 2>/dev/null; "
        );
    }
    script + "exec \"$0\" \"$@\""
}

/// Returns the thread limit of the user: the current number, the processes allowed to the program, and a reserve for others. The
/// system counts threads per user and exempts the superuser. So this limit only stops a program that forks faster than the
/// watchdog checks.
#[cfg(unix)]
fn most_of_a_user(processes: u64) -> Option<u64> {
    use std::sync::Mutex;

    const OTHERS: u64 = 500;
    /// The time for which a count is reused.
    const FRESH: Duration = Duration::from_secs(1);
    static COUNTED: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut counted = COUNTED.lock().ok()?;
    let now = match *counted {
        Some((at, threads)) if at.elapsed() < FRESH => threads,
        _ => {
            let threads = Snapshot::take().threads();
            *counted = Some((Instant::now(), threads));
            threads
        }
    };
    // 0 means that the number is unknown.
    (now > 0).then_some(now + processes + OTHERS)
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, ChildStdin, ExitStatus};

    use rustix::process::{Pid, Signal, kill_process, kill_process_group};

    /// Kills the process group of a child.
    pub fn kill_group(child: &Child) {
        // An error means that the group is empty.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    /// Kills a process.
    pub fn kill(id: i32) {
        if let Some(id) = Pid::from_raw(id) {
            // An error means that it has ended.
            let _ = kill_process(id, Signal::KILL);
        }
    }

    /// Returns the status of a program that a signal ended.
    pub fn ended_by_signal(signal: i32, _: ExitStatus) -> ExitStatus {
        ExitStatusExt::from_raw(signal)
    }

    /// Returns the size of a memory page in bytes.
    pub fn page_size() -> u64 {
        rustix::param::page_size() as u64
    }

    /// Makes a write to a full pipe fail instead of blocking.
    pub fn set_nonblocking(stdin: &ChildStdin) -> io::Result<()> {
        Ok(rustix::io::ioctl_fionbio(stdin, true)?)
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;
    use std::process::{Child, ChildStdin, ExitStatus};

    pub fn ended_by_signal(_: i32, status: ExitStatus) -> ExitStatus {
        status
    }

    pub fn kill_group(_: &Child) {}

    pub fn kill(_: i32) {}

    pub fn page_size() -> u64 {
        4_096
    }

    pub fn set_nonblocking(_: &ChildStdin) -> io::Result<()> {
        Ok(())
    }
}
