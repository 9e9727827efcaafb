//! What jobs take, and how much of it there is: for a page, and for all pages together.

use std::time::Duration;

use crate::caps::caps;

/// What a job takes at most, from its beginning to its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Threads that work at once.
    pub threads: usize,
    /// Mebibytes of tables and recordings.
    pub mebibytes: u64,
    /// How long it may run; then it is stopped.
    pub time: Duration,
}

impl Needs {
    /// Both together.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            threads: self.threads + other.threads,
            mebibytes: self.mebibytes.saturating_add(other.mebibytes),
            time: self.time.saturating_add(other.time),
        }
    }
}

/// What there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Jobs at once.
    pub jobs: usize,
    /// Threads of all of them.
    pub threads: usize,
    /// Mebibytes of all of them, and of what is kept when they have ended.
    pub mebibytes: u64,
    /// The sum of how long they may run: so long others wait at most.
    pub time: Duration,
}

impl Budget {
    /// What one page has.
    #[must_use]
    pub fn of_a_page() -> Self {
        let caps = caps();
        Self {
            jobs: caps.jobs,
            threads: 2 * processors() + 2,
            mebibytes: caps.page_mebibytes,
            time: Duration::from_secs(12 * 3_600),
        }
    }

    /// What all pages have together.
    #[must_use]
    pub fn of_all() -> Self {
        Self {
            jobs: 32,
            threads: 4 * processors() + 4,
            mebibytes: 2_048,
            time: Duration::from_secs(48 * 3_600),
        }
    }

    /// Why something does not fit beside what is used already, in words; `None` if it fits. `used` counts `jobs` jobs.
    #[must_use]
    pub fn lacks(&self, jobs: usize, used: Needs, more: Needs) -> Option<String> {
        let sum = used.and(more);
        let short = |what: &str, needed: u64, used: u64, there: u64| {
            if used == 0 {
                format!("this takes {needed} {what}, and there are {there} for a page")
            } else {
                format!(
                    "this takes {needed} {what}, and {used} of the {there} for a page are taken: stop something first"
                )
            }
        };
        if jobs >= self.jobs {
            return Some(format!(
                "this page has {} jobs running already: stop one first",
                self.jobs
            ));
        }
        if sum.mebibytes > self.mebibytes {
            let [needed, used] = [more.mebibytes, used.mebibytes];
            return Some(short("MiB of memory", needed, used, self.mebibytes));
        }
        if sum.threads > self.threads {
            let [needed, used, there] =
                [more.threads, used.threads, self.threads].map(|threads| threads as u64);
            return Some(short("threads", needed, used, there));
        }
        if sum.time > self.time {
            let [needed, used, there] =
                [more.time, used.time, self.time].map(|time| time.as_secs() / 60);
            return Some(short("minutes", needed, used, there));
        }
        None
    }
}

/// The processors of this machine.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BUDGET: Budget = Budget {
        jobs: 2,
        threads: 4,
        mebibytes: 100,
        time: Duration::from_secs(600),
    };

    fn needs(threads: usize, mebibytes: u64, seconds: u64) -> Needs {
        Needs {
            threads,
            mebibytes,
            time: Duration::from_secs(seconds),
        }
    }

    #[test]
    fn what_fits_just_fits_and_what_does_not_is_told_by_its_name() {
        let used = needs(3, 60, 300);
        assert_eq!(BUDGET.lacks(1, used, needs(1, 40, 300)), None);
        let said = |jobs, more| BUDGET.lacks(jobs, used, more).expect("too much");
        assert!(said(2, needs(0, 0, 0)).contains("2 jobs"));
        assert!(said(1, needs(1, 41, 1)).contains("41 MiB of memory"));
        assert!(said(1, needs(2, 1, 1)).contains("2 threads"));
        assert!(said(1, needs(1, 1, 360)).contains("6 minutes"));
        let alone = BUDGET.lacks(0, Needs::default(), needs(1, 128, 1));
        assert_eq!(
            alone.as_deref(),
            Some("this takes 128 MiB of memory, and there are 100 for a page")
        );
    }
}
