//! Process trees of external programs, from `/proc`. On systems other than Linux every tree is empty.
//!
//! A tree contains the program, its descendants, their process groups and sessions, and every process with the program's mark in
//! its environment: a double fork does not leave the tree.

use std::collections::BTreeSet;
use std::fs;

/// The environment variable with the mark.
pub(super) const MARK: &str = "ESPALIER_PROGRAM";

/// A process in `/proc`.
#[derive(Clone, Debug)]
struct Entry {
    id: i32,
    parent: i32,
    group: i32,
    session: i32,
    /// The start time, in ticks since boot.
    start: u64,
    /// Processor time so far, in ticks.
    ticks: u64,
    /// Its threads.
    threads: u64,
    /// Pages of memory in use.
    pages: u64,
    /// Whether it sleeps.
    sleeps: bool,
    /// Whether it has ended without being waited for.
    is_over: bool,
}

impl Entry {
    fn of(id: i32) -> Option<Self> {
        let text = fs::read(format!("/proc/{id}/stat")).ok()?;
        Self::parse(id, &String::from_utf8_lossy(&text))
    }

    /// Reads `PID (NAME) STATE PARENT GROUP SESSION ...`; the name may contain any character, brackets too.
    fn parse(id: i32, text: &str) -> Option<Self> {
        let mut words = text[text.rfind(')')? + 1..].split_ascii_whitespace();
        let state = words.next()?;
        let mut number = |skipped: usize| words.nth(skipped)?.parse::<i64>().ok();
        Some(Self {
            id,
            parent: number(0)? as i32,
            group: number(0)? as i32,
            session: number(0)? as i32,
            ticks: (number(7)?.max(0) + number(0)?.max(0)) as u64,
            threads: number(4)?.max(0) as u64,
            start: number(1)? as u64,
            pages: number(1)?.max(0) as u64,
            sleeps: state == "S",
            is_over: matches!(state, "Z" | "X"),
        })
    }

    /// Returns the mark in its environment.
    fn mark(&self) -> Option<String> {
        let environment = fs::read(format!("/proc/{}/environ", self.id)).ok()?;
        let found = environment
            .split(|&byte| byte == 0)
            .find_map(|variable| variable.strip_prefix(MARK.as_bytes())?.strip_prefix(b"="))?;
        Some(String::from_utf8_lossy(found).into_owned())
    }
}

/// All processes at one moment.
pub(super) struct Snapshot {
    processes: Vec<Entry>,
}

/// Identifies the process tree of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct ProcessTree {
    /// The process id of the program, and of its group.
    pub leader: i32,
    /// The mark of its processes.
    pub mark: String,
    /// The start time of the program.
    pub start: u64,
}

impl Snapshot {
    /// Reads all processes.
    pub fn take() -> Self {
        let ids = fs::read_dir("/proc").into_iter().flatten();
        let ids = ids.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        Self {
            processes: ids.filter_map(Entry::of).collect(),
        }
    }

    /// Returns the running processes of a tree.
    pub fn members(&self, tree: &ProcessTree) -> Vec<Member> {
        let us = std::process::id() as i32;
        let born_since: Vec<&Entry> = self
            .processes
            .iter()
            .filter(|entry| entry.start >= tree.start && entry.id > 1 && entry.id != us)
            .collect();
        // The system reuses process ids: the start time must match, too.
        let is_leader = |entry: &&&Entry| {
            (entry.id, entry.start) == (tree.leader, tree.start)
                || entry.mark().is_some_and(|mark| mark == tree.mark)
        };
        let mut ids: BTreeSet<i32> = born_since
            .iter()
            .filter(is_leader)
            .map(|entry| entry.id)
            .collect();
        loop {
            let before = ids.len();
            for entry in &born_since {
                let kin = [entry.parent, entry.group, entry.session];
                if kin.iter().any(|id| ids.contains(id)) {
                    ids.insert(entry.id);
                }
            }
            if ids.len() == before {
                break;
            }
        }
        let alive = |entry: &&&Entry| !entry.is_over && ids.contains(&entry.id);
        let members = born_since.iter().filter(alive);
        members
            .map(|entry| Member {
                id: entry.id,
                pages: entry.pages,
                ticks: entry.ticks,
                sleeps: entry.sleeps,
            })
            .collect()
    }

    /// Returns the number of threads of all users.
    pub fn threads(&self) -> u64 {
        self.processes.iter().map(|entry| entry.threads).sum()
    }

    /// Returns processes left behind by an instance of Espalier that was killed.
    pub fn orphans(&self) -> Vec<i32> {
        let own_namespace = namespace("self");
        let lives = |mark: &str| {
            let mut parts = mark.split('.').map(str::parse::<u64>);
            let (Some(Ok(id)), Some(Ok(start))) = (parts.next(), parts.next()) else {
                return true;
            };
            let same = |entry: &Entry| entry.id as u64 == id && entry.start == start;
            self.processes.iter().any(same)
        };
        // Process ids of another container have another meaning.
        let is_here = |id: &i32| namespace(&id.to_string()) == own_namespace;
        let orphans = self.marked(|mark| !lives(mark)).into_iter();
        orphans.filter(is_here).collect()
    }

    /// Returns the running processes with such a mark.
    pub fn marked(&self, is_such: impl Fn(&str) -> bool) -> Vec<i32> {
        let running = self.processes.iter().filter(|entry| !entry.is_over);
        let marked = running.filter(|entry| entry.mark().is_some_and(|mark| is_such(&mark)));
        marked.map(|entry| entry.id).collect()
    }
}

/// A running process of a tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Member {
    pub id: i32,
    /// Pages of memory in use.
    pub pages: u64,
    /// Processor time so far, in ticks.
    pub ticks: u64,
    /// Whether it sleeps.
    pub sleeps: bool,
}

impl Member {
    /// Returns the proportional set size in KiB: shared memory counts in parts.
    pub fn share(self) -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{}/smaps_rollup", self.id)).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }
}

fn namespace(id: &str) -> Option<std::path::PathBuf> {
    fs::read_link(format!("/proc/{id}/ns/pid")).ok()
}

/// Returns the start time of a process, in ticks since boot; 0 if unknown.
pub(super) fn start_of(id: u32) -> u64 {
    Entry::of(id as i32).map_or(0, |entry| entry.start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_name_may_contain_brackets() {
        let text = "7 (a) b) (c) S 1 7 5 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 3 0 9999 1234 567 18";
        let entry = Entry::parse(7, text).expect("an entry");
        assert_eq!((entry.parent, entry.group, entry.session), (1, 7, 5));
        assert_eq!((entry.threads, entry.ticks, entry.sleeps), (3, 11, true));
        assert_eq!(
            (entry.start, entry.pages, entry.is_over),
            (9999, 567, false)
        );
        assert!(Entry::parse(7, "7 (a) S 1 7").is_none());
        assert!(Entry::parse(7, "").is_none());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_own_process_is_found() {
        let us = std::process::id();
        let all = Snapshot::take();
        let own = all.processes.iter().find(|entry| entry.id as u32 == us);
        assert!(own.expect("us").pages > 0);
        assert_eq!(own.expect("us").start, start_of(us));
        assert_eq!(all.orphans(), [0; 0], "no process is left behind");
    }
}
