//! Resource budgets: what a job needs, and what a page and all pages together may use.

use std::time::Duration;

use crate::caps::caps;
use crate::spawn::processors;

/// An upper bound for the resources of a job.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Threads.
    pub threads: usize,
    /// Mebibytes of tables and recordings.
    pub mebibytes: u64,
    /// The deadline, counted from the start of the job.
    pub time: Duration,
}

impl Needs {
    /// Returns the needs of something that uses only memory.
    pub(crate) fn of_memory(mebibytes: u64) -> Self {
        Self {
            mebibytes,
            ..Self::default()
        }
    }

    /// Returns the sum.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        Self {
            threads: self.threads + other.threads,
            mebibytes: self.mebibytes.saturating_add(other.mebibytes),
            time: self.time.saturating_add(other.time),
        }
    }
}

/// The resources available to the jobs of a page, or to all jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Running jobs.
    pub jobs: usize,
    /// Threads of all jobs.
    pub threads: usize,
    /// Mebibytes of all jobs and of the state that pages keep between jobs.
    pub mebibytes: u64,
    /// The sum of the deadlines of all jobs, which bounds the time that another job waits.
    pub time: Duration,
}

impl Budget {
    /// Returns the default budget of a page.
    #[must_use]
    pub fn per_page() -> Self {
        let caps = caps();
        Self {
            jobs: caps.jobs,
            threads: 2 * processors() + 2,
            mebibytes: caps.page_mebibytes,
            time: Duration::from_secs(12 * 3_600),
        }
    }

    /// Returns the default budget of all pages together.
    #[must_use]
    pub fn total() -> Self {
        Self {
            jobs: 32,
            threads: 4 * processors() + 4,
            mebibytes: 2_048,
            time: Duration::from_secs(48 * 3_600),
        }
    }

    /// Returns an error message if `more` does not fit beside `jobs` jobs that use `used`.
    #[must_use]
    pub fn shortage(&self, jobs: usize, used: Needs, more: Needs) -> Option<String> {
        let sum = used.and(more);
        let short = |what: &str, needed: u64, used: u64, limit: u64| {
            if used == 0 {
                format!("this needs {needed} {what}, and a page has {limit}")
            } else {
                format!(
                    "this needs {needed} {what}, and {used} of the {limit} of this page are in use: stop another job first"
                )
            }
        };
        if jobs >= self.jobs {
            return Some(format!(
                "this page already runs {} jobs: stop one first",
                self.jobs
            ));
        }
        if sum.mebibytes > self.mebibytes {
            let [needed, used] = [more.mebibytes, used.mebibytes];
            return Some(short("MiB of memory", needed, used, self.mebibytes));
        }
        if sum.threads > self.threads {
            let [needed, used, limit] =
                [more.threads, used.threads, self.threads].map(|threads| threads as u64);
            return Some(short("threads", needed, used, limit));
        }
        if sum.time > self.time {
            let [needed, used, limit] =
                [more.time, used.time, self.time].map(|time| time.as_secs() / 60);
            return Some(short("minutes", needed, used, limit));
        }
        None
    }
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
    fn a_shortage_names_the_resource() {
        let used = needs(3, 60, 300);
        assert_eq!(BUDGET.shortage(1, used, needs(1, 40, 300)), None);
        let reason = |jobs, more| BUDGET.shortage(jobs, used, more).expect("too much");
        assert!(reason(2, needs(0, 0, 0)).contains("2 jobs"));
        assert!(reason(1, needs(1, 41, 1)).contains("41 MiB of memory"));
        assert!(reason(1, needs(2, 1, 1)).contains("2 threads"));
        assert!(reason(1, needs(1, 1, 360)).contains("6 minutes"));
        let alone = BUDGET.shortage(0, Needs::default(), needs(1, 128, 1));
        assert_eq!(
            alone.as_deref(),
            Some("this needs 128 MiB of memory, and a page has 100")
        );
    }
}
