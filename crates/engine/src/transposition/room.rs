//! The memory that a table may use.
//!
//! Linux overcommits memory, and kills a program that writes a table that does not fit. So the size of a
//! table is compared with the free memory before it is allocated.

use std::error::Error;
use std::fmt;

/// A table does not fit in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotEnoughMemory {
    /// The requested size in MiB.
    pub requested: u64,
    /// The largest possible size in MiB; `None` if the system does not report it.
    pub most: Option<u64>,
}

impl fmt::Display for NotEnoughMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let requested = self.requested;
        write!(f, "a hash table of {requested} MiB does not fit in memory")?;
        match self.most {
            Some(most) => write!(f, ": at most {most} MiB are free for it"),
            None => Ok(()),
        }
    }
}

impl Error for NotEnoughMemory {}

/// A table of this size in MiB, that of the default settings, is never rejected: without one there is no engine.
const ALWAYS: u64 = 16;

/// The memory in MiB to keep free for the rest of the program, besides a share of [`SHARE`].
const REST: u64 = 64;

/// One part in this number of the free memory stays free for other programs.
const SHARE: u64 = 16;

const MEBIBYTE: u64 = 1 << 20;

/// Checks that `requested` MiB fit in memory, for the tables of other players.
///
/// # Errors
/// They do not.
pub fn check_memory(requested: u64) -> Result<(), NotEnoughMemory> {
    check(requested, 0)
}

/// Checks that a table of `requested` MiB fits in memory. `replaced` is the size in bytes of the table that it replaces.
pub(super) fn check(requested: u64, replaced: u64) -> Result<(), NotEnoughMemory> {
    compare(requested, free().map(|free| free.saturating_add(replaced)))
}

/// Compares a size in MiB with the free memory in bytes.
fn compare(requested: u64, free: Option<u64>) -> Result<(), NotEnoughMemory> {
    let Some(free) = free else {
        return Ok(());
    };
    let most = (free - free / SHARE) / MEBIBYTE;
    let most = most.saturating_sub(REST).max(ALWAYS);
    if requested <= most {
        return Ok(());
    }
    Err(NotEnoughMemory {
        requested,
        most: Some(most),
    })
}

/// Returns the free memory in bytes: that of the machine or of the container, whichever is less.
#[cfg(not(any(target_arch = "wasm32", loom)))]
fn free() -> Option<u64> {
    let mut system = sysinfo::System::new().ok()?;
    system.refresh_memory();
    let free = Some(system.available_memory()).filter(|&free| free > 0)?;
    let container = system.cgroup_limits();
    // The cache of files counts as used memory in a container, but makes room.
    let container = container.map(|limits| limits.total_memory.saturating_sub(limits.rss));
    Some(container.map_or(free, |container| free.min(container)))
}

/// Returns `None`: a browser does not report its memory. A failed allocation reports that it is full.
#[cfg(any(target_arch = "wasm32", loom))]
fn free() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_leaves_room_for_the_rest() {
        let gibibytes = |number: u64| Some(number << 30);
        assert_eq!(compare(7_616, gibibytes(8)), Ok(()));
        let error = compare(7_617, gibibytes(8)).expect_err("too large");
        assert_eq!(
            error.to_string(),
            "a hash table of 7617 MiB does not fit in memory: at most 7616 MiB are free for it"
        );
        // The usual table is never rejected, and without a report of the system none is.
        assert_eq!(compare(16, Some(0)), Ok(()));
        assert_eq!(compare(u64::MAX, None), Ok(()));
        assert!(compare(17, Some(0)).is_err());
    }

    #[test]
    #[cfg(not(loom))]
    fn the_system_reports_its_free_memory() {
        // No machine has the largest table that can be requested.
        assert!(free().is_some_and(|free| free > MEBIBYTE));
        assert!(check(1 << 40, 0).is_err());
        assert_eq!(check(1, 0), Ok(()));
    }
}
