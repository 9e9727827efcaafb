//! Time: the one module that reads the clock of the machine.
//!
//! A search reads time only through the [`Clock`] of its [`Limits`](crate::Limits). Everything else that measures time
//! uses [`now`] or a [`Stopwatch`], and a date or a seed comes from [`since_epoch`].
//!
//! All three read the installed [`Source`]. On most targets that is the standard library's clock. On `wasm32` there is
//! none, so the time is constant until [`install`] provides one, such as `performance.now()` of a browser.
//!
//! Tests of time use a [`FakeClock`].

use std::fmt;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A clock that a search can read.
pub trait Clock: Send + Sync {
    /// Returns the time since a fixed moment. It never decreases.
    fn now(&self) -> Duration;
}

/// The clocks of this process.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Returns the time since a fixed moment. It must never decrease.
    pub monotonic: fn() -> Duration,
    /// Returns the time since 1 January 1970, UTC. It may jump when the clock of the machine is set.
    pub since_epoch: fn() -> Duration,
}

static SOURCE: OnceLock<Source> = OnceLock::new();

/// Replaces the source of time for the whole process. Call it once, before anything reads the time.
///
/// # Errors
/// [`AlreadyRunning`] if a source was installed before or the time was read. Two sources have different starting moments,
/// so a running clock is never replaced.
///
/// ```
/// use gametree::clock::{self, Source};
/// use std::time::Duration;
///
/// // A browser would call an imported function here.
/// let source = Source {
///     monotonic: || Duration::from_millis(1_500),
///     since_epoch: || Duration::from_secs(1_700_000_000),
/// };
/// clock::install(source).unwrap();
/// assert_eq!(clock::now(), Duration::from_millis(1_500));
/// assert_eq!(clock::since_epoch().as_secs(), 1_700_000_000);
/// assert!(clock::install(source).is_err());
/// ```
pub fn install(source: Source) -> Result<(), AlreadyRunning> {
    SOURCE.set(source).map_err(|_| AlreadyRunning)
}

/// The error of [`install`]: the process already has a running clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AlreadyRunning;

impl fmt::Display for AlreadyRunning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the clock is already running: install a source of time once, before the first time is read")
    }
}

impl std::error::Error for AlreadyRunning {}

fn source() -> &'static Source {
    SOURCE.get_or_init(|| machine::SOURCE)
}

/// Returns the time since a fixed moment of this process. It never decreases.
///
/// ```
/// use gametree::clock;
/// use std::time::Duration;
///
/// let deadline = clock::now() + Duration::from_secs(60);
/// assert!(clock::now() < deadline);
/// ```
#[must_use]
pub fn now() -> Duration {
    (source().monotonic)()
}

/// Returns the time since 1 January 1970, UTC: for dates and for seeds, not for measuring.
#[must_use]
pub fn since_epoch() -> Duration {
    (source().since_epoch)()
}

/// Lets the thread sleep. Where threads cannot sleep, as on `wasm32`, it returns at once, so call it in a loop that reads the
/// time.
pub fn pause(time: Duration) {
    #[cfg(not(target_arch = "wasm32"))]
    std::thread::sleep(time);
    #[cfg(target_arch = "wasm32")]
    let _ = time;
}

/// The standard library's clock.
#[cfg(not(target_arch = "wasm32"))]
mod machine {
    use std::sync::LazyLock;
    use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);

    pub const SOURCE: super::Source = super::Source {
        monotonic: || START.elapsed(),
        since_epoch: || {
            SystemTime::now()
                .duration_since(UNIX_EPOCH)
                .unwrap_or(Duration::ZERO)
        },
    };
}

/// No clock: the time is constant.
#[cfg(target_arch = "wasm32")]
mod machine {
    use std::time::Duration;

    pub const SOURCE: super::Source = super::Source {
        monotonic: || Duration::ZERO,
        since_epoch: || Duration::ZERO,
    };
}

/// A clock that counts from the moment it was started.
///
/// ```
/// use gametree::clock::Stopwatch;
/// use std::time::Duration;
///
/// let watch = Stopwatch::new();
/// assert!(watch.elapsed() < Duration::from_secs(60));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Duration);

impl Stopwatch {
    /// Starts a clock now.
    #[must_use]
    pub fn new() -> Self {
        Self(now())
    }

    /// Returns the time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        now().saturating_sub(self.0)
    }
}

impl Default for Stopwatch {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for Stopwatch {
    fn now(&self) -> Duration {
        self.elapsed()
    }
}

/// A stopped clock: a time limit never passes.
#[derive(Clone, Copy, Debug, Default)]
pub struct StoppedClock;

impl Clock for StoppedClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// A clock that a test advances.
///
/// ```
/// use gametree::clock::{Clock, FakeClock};
/// use gametree::searches::{AlphaBeta, Deepening};
/// use gametree::synthetic::{NodeValue, UniformTree};
/// use gametree::{Limits, Searcher};
/// use std::sync::Arc;
/// use std::time::Duration;
///
/// // Every reading takes one millisecond, so the search stops after the same node on every machine.
/// let clock = Arc::new(FakeClock::with_step(Duration::from_millis(1)));
/// let limits = Limits::time(Duration::from_millis(20)).with_clock(clock);
/// let tree = UniformTree::random(4, 30, 1);
/// let result = Deepening::new(AlphaBeta::new(NodeValue)).search(&tree, &tree.root(), &limits);
/// assert!(result.stopped && result.best.is_some());
/// ```
#[derive(Debug, Default)]
pub struct FakeClock {
    nanos: AtomicU64,
    step: u64,
}

impl FakeClock {
    /// Returns a clock that shows zero until it is moved.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns a clock that moves by `step` after each reading.
    #[must_use]
    pub fn with_step(step: Duration) -> Self {
        Self {
            nanos: AtomicU64::new(0),
            step: nanos(step),
        }
    }

    /// Moves the clock forward.
    pub fn advance(&self, time: Duration) {
        self.nanos.fetch_add(nanos(time), Ordering::Relaxed);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.nanos.fetch_add(self.step, Ordering::Relaxed))
    }
}

fn nanos(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_the_process_never_decreases() {
        let watch = Stopwatch::new();
        let (first, second) = (now(), now());
        assert!(first <= second);
        assert!(watch.elapsed() <= now());
        // 1 January 2020.
        assert!(since_epoch().as_secs() > 1_577_836_800);
    }

    #[test]
    fn a_fake_clock_moves_only_by_hand() {
        let clock = FakeClock::new();
        assert_eq!((clock.now(), clock.now()), (Duration::ZERO, Duration::ZERO));
        clock.advance(Duration::from_secs(3));
        assert_eq!(clock.now(), Duration::from_secs(3));

        let clock = FakeClock::with_step(Duration::from_millis(2));
        assert_eq!(clock.now(), Duration::ZERO);
        assert_eq!(clock.now(), Duration::from_millis(2));
    }
}
