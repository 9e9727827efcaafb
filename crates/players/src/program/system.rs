//! What the standard library leaves to the system: process groups, and writing without waiting.
//!
//! Where there are no process groups, only the program itself is ended, and a program that never reads can make us wait.

#[cfg(unix)]
pub(super) use unix::{end_group, own_group, without_waiting};

#[cfg(not(unix))]
pub(super) use other::{end_group, own_group, without_waiting};

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::{Child, ChildStdin, Command};

    use rustix::process::{Pid, Signal, kill_process_group};

    /// Lets the program lead a group that whoever it starts belongs to.
    pub fn own_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Ends everyone in the group of a child.
    pub fn end_group(child: &Child) {
        // An error means that nobody is left.
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    /// Makes a write to a full pipe fail instead of wait.
    pub fn without_waiting(stdin: &ChildStdin) -> io::Result<()> {
        Ok(rustix::io::ioctl_fionbio(stdin, true)?)
    }
}

#[cfg(not(unix))]
mod other {
    use std::io;
    use std::process::{Child, ChildStdin, Command};

    pub fn own_group(_: &mut Command) {}

    pub fn end_group(_: &Child) {}

    pub fn without_waiting(_: &ChildStdin) -> io::Result<()> {
        Ok(())
    }
}
