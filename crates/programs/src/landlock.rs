//! Isolation by Landlock, a part of the Linux kernel: <https://landlock.io>.
//!
//! Landlock restricts files and signals, and of the network only TCP. So a filter of system calls rejects all sockets, and objects
//! that outlive the program, such as shared memory. Neither needs privileges. A thread restricts itself and starts the program, which
//! inherits the restrictions.

#[cfg(not(target_os = "linux"))]
pub use elsewhere::{is_available, spawn, stops_signals};
#[cfg(target_os = "linux")]
pub use linux::{is_available, spawn, stops_signals};

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;
    use std::io;
    use std::process::{Child, Command};
    use std::sync::OnceLock;
    use std::thread;

    use ::landlock::{
        ABI, Access, AccessFs, AccessNet, BitFlags, Ruleset, RulesetAttr, RulesetCreatedAttr,
        RulesetError, RulesetStatus, Scope, path_beneath_rules,
    };
    use rustix::thread::{CapabilitySet, CapabilitySets, set_capabilities};
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

    use crate::isolation::{Files, system};

    /// The newest version that is used. An older kernel enforces what it supports.
    const NEWEST: ABI = ABI::V6;

    /// The rejected system calls: sockets, the queue that can open sockets too, and objects that outlive the program.
    const REJECTED: [i64; 9] = [
        libc::SYS_socket,
        libc::SYS_io_uring_setup,
        libc::SYS_shmget,
        libc::SYS_msgget,
        libc::SYS_semget,
        libc::SYS_mq_open,
        libc::SYS_add_key,
        libc::SYS_request_key,
        libc::SYS_keyctl,
    ];

    /// Returns whether the kernel enforces everything; `None` if it has no Landlock or no filters of system calls.
    fn status() -> Option<bool> {
        static FOUND: OnceLock<Option<bool>> = OnceLock::new();
        let find = || {
            let test = thread::spawn(|| restrict(&Files::default()));
            test.join().ok()?.ok()
        };
        *FOUND.get_or_init(find)
    }

    /// Returns whether the kernel can isolate a program.
    pub fn is_available() -> bool {
        status().is_some()
    }

    /// Returns whether the kernel also stops signals to other processes: since Linux 6.12.
    pub fn stops_signals() -> bool {
        status() == Some(true)
    }

    /// Starts a command that inherits the restrictions of a thread, which ends then.
    pub fn spawn(command: &mut Command, files: &Files) -> io::Result<Child> {
        let start = || {
            restrict(files)?;
            command.spawn()
        };
        thread::scope(|scope| scope.spawn(start).join())
            .unwrap_or_else(|_| Err(io::Error::other("the thread that starts it failed")))
    }

    /// Restricts the current thread and the processes that it starts. Returns whether the kernel enforces everything.
    fn restrict(files: &Files) -> io::Result<bool> {
        let status = enforce(files).map_err(|error| io::Error::other(error.to_string()))?;
        if status == RulesetStatus::NotEnforced {
            return Err(io::Error::other("this kernel does not support Landlock"));
        }
        let filter = filter().map_err(|error| io::Error::other(error.to_string()))?;
        seccompiler::apply_filter(&filter).map_err(|error| io::Error::other(error.to_string()))?;
        // Those of root. A program cannot get them back, because Landlock forbids new privileges.
        let none = CapabilitySet::empty();
        set_capabilities(
            None,
            CapabilitySets {
                effective: none,
                permitted: none,
                inheritable: none,
            },
        )?;
        Ok(status == RulesetStatus::FullyEnforced)
    }

    fn enforce(files: &Files) -> Result<RulesetStatus, RulesetError> {
        let read = AccessFs::from_read(NEWEST);
        let all = AccessFs::from_all(NEWEST);
        let write: BitFlags<AccessFs> =
            AccessFs::ReadFile | AccessFs::WriteFile | AccessFs::Truncate;
        let (files_to_write, folders): (Vec<_>, Vec<_>) =
            files.writable.iter().partition(|path| path.is_file());
        let status = Ruleset::default()
            .handle_access(all)?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(Scope::from_all(NEWEST))?
            .create()?
            .add_rules(path_beneath_rules(system(), read))?
            .add_rules(path_beneath_rules(&files.readable, read))?
            .add_rules(path_beneath_rules(
                ["/dev/zero", "/dev/random", "/dev/urandom"],
                read,
            ))?
            .add_rules(path_beneath_rules(["/dev/null"], write))?
            .add_rules(path_beneath_rules(files_to_write, write))?
            .add_rules(path_beneath_rules(folders, all))?
            .restrict_self()?;
        Ok(status.ruleset)
    }

    /// Returns the filter of system calls. Those of another architecture of the processor end the program.
    fn filter() -> Result<BpfProgram, seccompiler::BackendError> {
        /// The second set of numbers of x86-64, for pointers of 32 bits.
        const X32: i64 = 0x4000_0000;
        let rejected = REJECTED.into_iter();
        let rejected: BTreeMap<i64, Vec<_>> = if cfg!(target_arch = "x86_64") {
            rejected
                .flat_map(|call| [call, call | X32])
                .map(|call| (call, Vec::new()))
                .collect()
        } else {
            rejected.map(|call| (call, Vec::new())).collect()
        };
        let architecture = std::env::consts::ARCH.try_into()?;
        let error = SeccompAction::Errno(libc::EACCES as u32);
        SeccompFilter::new(rejected, SeccompAction::Allow, error, architecture)?.try_into()
    }
}

/// Other systems have no Landlock.
#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use std::io;
    use std::process::{Child, Command};

    use crate::isolation::Files;

    pub fn is_available() -> bool {
        false
    }

    pub fn stops_signals() -> bool {
        false
    }

    pub fn spawn(_: &mut Command, _: &Files) -> io::Result<Child> {
        Err(io::Error::other("this system has no Landlock"))
    }
}
