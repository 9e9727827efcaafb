//! The share of the clock for a move, and a clock that starts with a ponderhit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use gametree::clock::Stopwatch;
use gametree::{Clock, Clocks, Side};

/// The assumed number of moves to the end of the game, if there is no time control for a number of moves.
const MOVES_TO_GO: u32 = 25;

/// The smallest share.
const LEAST: Duration = Duration::from_millis(1);

/// Returns the time for a move of a player that does not manage its time: an even share of the clock, at most half of it.
/// `None` without a clock.
///
/// `overhead` is the time lost between player and clock.
#[must_use]
pub fn share(clocks: &Clocks, side: Side, overhead: Duration) -> Option<Duration> {
    let own = side.index();
    let left = clocks.left[own]?.saturating_sub(overhead);
    let moves = clocks.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, 100);
    let share = left / moves + clocks.increment[own] * 3 / 4;
    Some(share.min(left / 2).max(LEAST))
}

/// A clock that starts with the ponderhit: pondering takes no time.
pub(crate) struct FromPonderHit {
    hit: Arc<AtomicBool>,
    start: OnceLock<Stopwatch>,
}

impl FromPonderHit {
    pub(crate) const fn new(hit: Arc<AtomicBool>) -> Self {
        Self {
            hit,
            start: OnceLock::new(),
        }
    }
}

impl Clock for FromPonderHit {
    fn now(&self) -> Duration {
        if self.hit.load(Ordering::Relaxed) {
            self.start.get_or_init(Stopwatch::new).elapsed()
        } else {
            Duration::ZERO
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn a_share_of_the_clock_is_never_all_of_it() {
        for left in [0, 1, 20, 1_000, 600_000] {
            let clocks = Clocks {
                left: [Some(left * MS); 2],
                increment: [Duration::from_secs(10), Duration::ZERO],
                moves_to_go: None,
            };
            for side in [Side::First, Side::Second] {
                let time = share(&clocks, side, 10 * MS).expect("a clock");
                assert!(time <= (left * MS / 2).max(LEAST), "{time:?} of {left} ms");
            }
        }
        assert_eq!(share(&Clocks::default(), Side::First, MS), None);
    }

    #[test]
    fn pondering_takes_no_time() {
        let hit = Arc::new(AtomicBool::new(false));
        let clock = FromPonderHit::new(Arc::clone(&hit));
        assert_eq!(clock.now(), Duration::ZERO);
        hit.store(true, Ordering::Relaxed);
        let first = clock.now();
        std::thread::sleep(2 * MS);
        assert!(clock.now() >= first + MS);
    }
}
