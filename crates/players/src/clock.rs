//! The share of its clock that a player spends on a move, and a clock that waits for the expected move.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use gametree::{Clock, Clocks, Player as Side};

/// Moves that a game still has, if nobody says.
const MOVES_TO_GO: u32 = 25;

/// The smallest time that is planned with.
const LEAST: Duration = Duration::from_millis(1);

/// How long a player that does not plan its time may think: an even share of its clock that is never all of it. `None`
/// if its clock does not run.
///
/// `overhead` is lost on the way to the clock and back.
#[must_use]
pub fn share(clocks: &Clocks, side: Side, overhead: Duration) -> Option<Duration> {
    let own = side.index();
    let left = clocks.left[own]?.saturating_sub(overhead);
    let moves = clocks.moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, 100);
    let share = left / moves + clocks.increment[own] * 3 / 4;
    Some(share.min(left / 2).max(LEAST))
}

/// A clock that stands still until the expected move was played: pondering is free.
pub(crate) struct FromPonderHit {
    hit: Arc<AtomicBool>,
    start: OnceLock<Instant>,
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
            self.start.get_or_init(Instant::now).elapsed()
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
