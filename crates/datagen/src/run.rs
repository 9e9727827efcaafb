//! Runs on several threads: when they end and pause, and the run of a sampler.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use contest::pool;
use gametree::clock::Stopwatch;
use packs::{Keep, RECORD_SIZE, Record, ScoredGame};

use super::Samples;

/// Ends and pauses a run. Workers finish their game first.
pub struct Control {
    /// Ends the run when it is set.
    pub stop: Arc<AtomicBool>,
    /// Ends the run after this number of seconds, pauses included.
    pub seconds: Option<u64>,
    /// Pauses the run while this file exists.
    pub pause: Option<PathBuf>,
    /// The time since the start of the run.
    pub time: Stopwatch,
}

/// The time between two checks for the pause file.
const LOOK: Duration = Duration::from_millis(200);

impl Control {
    /// Returns whether the run is paused.
    #[must_use]
    pub fn is_paused(&self) -> bool {
        self.pause.as_ref().is_some_and(|file| file.exists())
    }

    /// Returns whether the run continues with another game. Blocks while it is paused; calls `before_pause` first.
    pub(crate) fn continues<E>(
        &self,
        before_pause: impl FnOnce() -> Result<(), E>,
    ) -> Result<bool, E> {
        if self.is_paused() && !self.is_over() {
            before_pause()?;
            while self.is_paused() && !self.is_over() {
                thread::sleep(LOOK);
            }
        }
        Ok(!self.is_over())
    }

    fn is_over(&self) -> bool {
        let seconds = self.time.elapsed().as_secs();
        self.stop.load(Ordering::Relaxed) || self.seconds.is_some_and(|most| seconds >= most)
    }
}

/// Locks a mutex. A panic of another worker does not end the run.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The progress of [`sample`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sampled {
    /// Games that are done or in progress.
    pub games: usize,
    /// Samples found.
    pub positions: u64,
}

/// Samples positions of games on several threads and writes them as records without a result. Each thread has its own sampler
/// from `make`. Calls `watch` several times a second.
///
/// # Errors
/// If a record cannot be written.
pub fn sample(
    games: &[ScoredGame],
    make: impl Fn() -> Samples + Sync,
    threads: NonZeroUsize,
    control: &Control,
    to: impl Write + Send,
    watch: &mut dyn FnMut(Sampled),
) -> io::Result<Sampled> {
    let to = Mutex::new(to);
    let (next, positions) = (AtomicUsize::new(0), AtomicU64::new(0));
    let progress = || Sampled {
        games: next.load(Ordering::Relaxed).min(games.len()),
        positions: positions.load(Ordering::Relaxed),
    };
    let keep = Keep::default();
    let work = |_| {
        let mut samples = make();
        while control.continues(|| lock(&to).flush())? {
            let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let found = samples.of(game, &keep);
            let mut bytes = Vec::with_capacity(found.len() * RECORD_SIZE);
            for sample in &found {
                bytes.extend_from_slice(&Record::without_result(game, sample).0);
            }
            positions.fetch_add(found.len() as u64, Ordering::Relaxed);
            lock(&to).write_all(&bytes)?;
        }
        Ok(())
    };
    let results = pool::run(threads, threads.get(), work, &mut |_| watch(progress()));
    results.into_iter().collect::<io::Result<()>>()?;
    lock(&to).flush()?;
    Ok(progress())
}
