//! What the standard library leaves to the system: process groups, limits, and writing without waiting.
//!
//! Limits are set by a shell that becomes the program: so they hold from its first instruction on, and no unsafe code is
//! needed between fork and exec. Where there are no process groups, only the program itself is ended, a program that never
//! reads can make us wait, and nothing is limited.

use std::process::{Child, Command};

use super::Program;
use super::census::MARK;
use super::confinement::Caps;
use super::warden::{Guard, next_mark};

#[cfg(unix)]
pub(super) use unix::{end_group, end_process, page_size, without_waiting};

#[cfg(not(unix))]
pub(super) use other::{end_group, end_process, page_size, without_waiting};

/// How a program is started, with its limits.
pub(super) struct Start {
    /// The command line, in a group of its own. More arguments and pipes can be added.
    pub command: Command,
    limits: Option<(String, Caps)>,
}

impl Start {
    /// Prepares a start. `cpu` limits the seconds of processor time if the spec does not.
    pub fn new(program: &Program, cpu: Option<u64>) -> Self {
        let limits = program.confinement.caps().map(|caps| {
            let cpu = caps.cpu.or(cpu);
            (next_mark(), Caps { cpu, ..caps })
        });
        let mut command = command(&program.path, limits.as_ref().map(|(_, caps)| caps));
        command.args(&program.args);
        if let Some((mark, _)) = &limits {
            command.env(MARK, mark);
        }
        Self { command, limits }
    }

    /// Starts it. Whoever has limits has a guard.
    pub fn spawn(mut self) -> std::io::Result<(Child, Option<Guard>)> {
        let child = self.command.spawn()?;
        let id = child.id();
        let guard = self.limits.map(|(mark, caps)| Guard::new(id, mark, caps));
        Ok((child, guard))
    }
}

/// Ends a program and all it started, as far as they can be found. It has not been waited for.
pub(super) fn end(child: &mut Child, guard: Option<&Guard>) {
    end_group(child);
    // An error means that it has ended.
    let _ = child.kill();
    if let Some(guard) = guard {
        guard.end_family();
    }
    let _ = child.wait();
}

#[cfg(unix)]
fn command(path: &str, caps: Option<&Caps>) -> Command {
    use std::os::unix::process::CommandExt;
    let mut command = match caps {
        None => Command::new(path),
        Some(caps) => {
            let mut shell = Command::new("/bin/sh");
            shell.args(["-c", &shell_script(caps), path]);
            shell
        }
    };
    command.process_group(0);
    command
}

#[cfg(not(unix))]
fn command(path: &str, _: Option<&Caps>) -> Command {
    Command::new(path)
}

/// What a shell does before it becomes the program: `$0` is its path, `$@` its arguments. A limit that the system does not
/// know, or that is tighter already, stays as it is.
#[cfg(unix)]
fn shell_script(caps: &Caps) -> String {
    use std::fmt::Write as _;
    /// Address space beyond the memory in use: some language's machines reserve much and use little of it.
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
        // Shells do not agree on the letter.
        let _ = write!(
            script,
            "ulimit -u {most} 2>/dev/null || ulimit -p {most} 2>/dev/null; "
        );
    }
    script + "exec \"$0\" \"$@\""
}

/// So many threads may the user of a program have in all: those there are now, what it is allowed, and some for others who begin
/// meanwhile. The system counts them for the whole user, and for everybody but the superuser; so this is no limit of the
/// program, only the end of a program that forks faster than it is looked at.
#[cfg(unix)]
fn most_of_a_user(processes: u64) -> Option<u64> {
    use std::sync::Mutex;
    use std::time::{Duration, Instant};

    use super::census::Census;
    const OTHERS: u64 = 500;
    /// A count is good for so long.
    const FRESH: Duration = Duration::from_secs(1);
    static COUNTED: Mutex<Option<(Instant, u64)>> = Mutex::new(None);
    let mut counted = COUNTED.lock().ok()?;
    let now = match *counted {
        Some((at, threads)) if at.elapsed() < FRESH => threads,
        _ => {
            let threads = Census::take().threads();
            *counted = Some((Instant::now(), threads));
            threads
        }
    };
    // Where nobody is seen nothing is known.
    (now > 0).then_some(now + processes + OTHERS)
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::process::{Child, ChildStdin};

    use rustix::process::{Pid, Signal, kill_process, kill_process_group};

    /// Ends everyone in the group of a child.
    pub fn end_group(child: &Child) {
        // An error means that nobody is left.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    /// Ends a process.
    pub fn end_process(id: i32) {
        if let Some(id) = Pid::from_raw(id) {
            // An error means that it has ended.
            let _ = kill_process(id, Signal::KILL);
        }
    }

    /// Bytes of a page of memory.
    pub fn page_size() -> u64 {
        rustix::param::page_size() as u64
    }

    /// Makes a write to a full pipe fail instead of wait.
    pub fn without_waiting(stdin: &ChildStdin) -> io::Result<()> {
        Ok(rustix::io::ioctl_fionbio(stdin, true)?)
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;
    use std::process::{Child, ChildStdin};

    pub fn end_group(_: &Child) {}

    pub fn end_process(_: i32) {}

    pub fn page_size() -> u64 {
        4_096
    }

    pub fn without_waiting(_: &ChildStdin) -> io::Result<()> {
        Ok(())
    }
}
