//! Who runs on this machine, as Linux tells it in `/proc`: the families of programs that we started.
//!
//! To a family belong the program, its group, whoever descends from it, the groups and sessions those lead, and everyone who
//! carries its mark in the environment, however often it was forked away. Elsewhere than on Linux nobody is seen.

use std::collections::BTreeSet;
use std::fs;

/// The variable that carries the mark.
pub(super) const MARK: &str = "ESPALIER_PROGRAM";

/// A process.
#[derive(Clone, Debug)]
struct Entry {
    id: i32,
    parent: i32,
    group: i32,
    session: i32,
    /// When it was started, in ticks since the machine was.
    start: u64,
    /// Processor time so far, in ticks.
    ticks: u64,
    /// Its threads.
    threads: u64,
    /// Pages of memory in use.
    pages: u64,
    /// It waits for something.
    sleeps: bool,
    /// It has ended, and nobody has asked how.
    is_over: bool,
}

impl Entry {
    fn of(id: i32) -> Option<Self> {
        let text = fs::read(format!("/proc/{id}/stat")).ok()?;
        Self::parse(id, &String::from_utf8_lossy(&text))
    }

    /// Reads `PID (NAME) STATE PARENT GROUP SESSION ...`; the name may hold anything, brackets too.
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

    /// The mark it carries.
    fn mark(&self) -> Option<String> {
        let environment = fs::read(format!("/proc/{}/environ", self.id)).ok()?;
        let found = environment
            .split(|&byte| byte == 0)
            .find_map(|variable| variable.strip_prefix(MARK.as_bytes())?.strip_prefix(b"="))?;
        Some(String::from_utf8_lossy(found).into_owned())
    }
}

/// Everyone at one moment.
pub(super) struct Census {
    everyone: Vec<Entry>,
}

/// A program that we started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Family {
    /// The number of the program, and of its group.
    pub leader: i32,
    /// What everyone in it carries.
    pub mark: String,
    /// When it was started.
    pub start: u64,
}

impl Census {
    /// Looks around.
    pub fn take() -> Self {
        let ids = fs::read_dir("/proc").into_iter().flatten();
        let ids = ids.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok());
        Self {
            everyone: ids.filter_map(Entry::of).collect(),
        }
    }

    /// Those of a family who have not ended.
    pub fn members(&self, family: &Family) -> Vec<Member> {
        let us = std::process::id() as i32;
        let born_since: Vec<&Entry> = self
            .everyone
            .iter()
            .filter(|entry| entry.start >= family.start && entry.id > 1 && entry.id != us)
            .collect();
        // A number is given to somebody else sooner or later; that is not our program.
        let is_leader = |entry: &&&Entry| {
            (entry.id, entry.start) == (family.leader, family.start)
                || entry.mark().is_some_and(|mark| mark == family.mark)
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

    /// How many threads there are, of everybody.
    pub fn threads(&self) -> u64 {
        self.everyone.iter().map(|entry| entry.threads).sum()
    }

    /// Those who were started by a program like this one that was killed before it could end them.
    pub fn orphans(&self) -> Vec<i32> {
        let own_namespace = namespace("self");
        let lives = |mark: &str| {
            let mut parts = mark.split('.').map(str::parse::<u64>);
            let (Some(Ok(id)), Some(Ok(start))) = (parts.next(), parts.next()) else {
                return true;
            };
            let same = |entry: &Entry| entry.id as u64 == id && entry.start == start;
            self.everyone.iter().any(same)
        };
        self.everyone
            .iter()
            .filter(|entry| !entry.is_over)
            .filter(|entry| entry.mark().is_some_and(|mark| !lives(&mark)))
            // In another container our numbers mean somebody else.
            .filter(|entry| namespace(&entry.id.to_string()) == own_namespace)
            .map(|entry| entry.id)
            .collect()
    }
}

/// A living process of a family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Member {
    pub id: i32,
    /// Pages of memory in use.
    pub pages: u64,
    /// Processor time so far, in ticks.
    pub ticks: u64,
    /// It waits for something.
    pub sleeps: bool,
}

impl Member {
    /// Kibibytes of memory in use, a share only of what is shared with others.
    pub fn share(self) -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{}/smaps_rollup", self.id)).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }
}

fn namespace(id: &str) -> Option<std::path::PathBuf> {
    fs::read_link(format!("/proc/{id}/ns/pid")).ok()
}

/// When a process was started, in ticks since the machine was; 0 if nobody can tell.
pub(super) fn start_of(id: u32) -> u64 {
    Entry::of(id as i32).map_or(0, |entry| entry.start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_hold_anything() {
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
    fn we_are_there() {
        let us = std::process::id();
        let census = Census::take();
        let own = census.everyone.iter().find(|entry| entry.id as u32 == us);
        assert!(own.expect("us").pages > 0);
        assert_eq!(own.expect("us").start, start_of(us));
        assert_eq!(census.orphans(), [0; 0], "nobody is left behind");
    }
}
