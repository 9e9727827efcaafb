//! How long to think.
//!
//! There are two limits. The *hard* one must not be passed: the clock would run out. The *soft* one is where it does
//! not pay to begin another iteration, and it moves: a best move that has stood for many iterations needs less time,
//! a falling value needs more, and so does a best move that took only a small share of the work.
//!
//! Pondering is thinking in the opponent's time. It counts as thinking: if the expected move comes after the soft limit,
//! the answer is given at once, and if it comes before it, the clock goes on as if the move had been thought about from the
//! start.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chess::Color;
use gametree::{Clock, Signal};

use crate::{Request, Settings, params};

/// The time for one move.
pub struct Budget {
    clock: Box<dyn Clock>,
    start: Duration,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// The soft limit is fixed: a time a move was asked for, so all of it is used.
    fixed: bool,
    pondering: bool,
    /// When it will have been thought about long enough, by the last iteration: in microseconds from the start.
    enough: AtomicU64,
    /// Whether the move that was pondered on came later than that.
    came_late: OnceLock<bool>,
}

/// How the last iterations went.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// For how many iterations the best move has been the same.
    pub stable: u32,
    /// How far the value has fallen, in centipawns, against the average of earlier iterations.
    pub fall: i32,
    /// The share of all nodes that the best move took.
    pub share: f64,
}

/// The smallest time that is planned with.
const LEAST: Duration = Duration::from_millis(1);

/// This much of a clock is left alone, or half of what there is: a busy machine may not let the program move for so long.
const RESERVE: Duration = Duration::from_millis(150);

/// A search that is planned to be shorter than this is done by one thread: to begin others, and to wait until the last of them has
/// heard that it is over, takes longer on a busy machine than they are worth.
const SHORT: Duration = Duration::from_millis(20);

impl Budget {
    /// The time for a move of `side`, by what is left on its clock.
    #[must_use]
    pub fn new(request: &Request, settings: &Settings, side: Color, clock: Box<dyn Clock>) -> Self {
        let start = clock.now();
        let (soft, hard) = plan(request, settings, side);
        Self {
            clock,
            start,
            soft,
            hard,
            fixed: request.limits.time.is_some() && request.clocks.left[side as usize].is_none(),
            pondering: request.ponder,
            enough: AtomicU64::new(u64::MAX),
            came_late: OnceLock::new(),
        }
    }

    /// Whether there is so little time that one thread is enough.
    #[must_use]
    pub fn is_short(&self) -> bool {
        !self.pondering && self.soft.is_some_and(|soft| soft < SHORT)
    }

    /// Whether time may end the search.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        self.hard.is_some() || self.pondering
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    /// Whether to stop at once: the hard limit is passed, or the move that was pondered on came later than the soft one.
    /// While pondering there is no limit.
    #[must_use]
    pub fn is_over(&self, signal: &Signal) -> bool {
        if self.pondering {
            if !signal.is_ponder_hit() {
                return false;
            }
            let came_late = || self.is_past(self.enough.load(Ordering::Relaxed));
            if *self.came_late.get_or_init(came_late) {
                return true;
            }
        }
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration is not worth beginning. While pondering it always is, but it is kept when it will have
    /// been enough.
    #[must_use]
    pub fn is_spent(&self, signal: &Signal, progress: Progress) -> bool {
        let Some(soft) = self.soft else {
            return false;
        };
        let enough = if self.fixed {
            soft.as_micros() as u64
        } else {
            // A best move that has just changed needs up to twice the time of one that has stood for long.
            let stable = (progress.stable as i32).min(params::time_stable_most());
            let stability =
                hundredths(params::time_stable_base() - params::time_stable_step() * stable);
            let falling = (1.0 + f64::from(progress.fall) / f64::from(params::time_fall())).clamp(
                hundredths(params::time_fall_least()),
                hundredths(params::time_fall_most()),
            );
            // A best move that took nearly all the work has no rival.
            let effort = (hundredths(params::time_effort_base()) - progress.share).clamp(
                hundredths(params::time_effort_least()),
                hundredths(params::time_effort_most()),
            ) * hundredths(params::time_effort_factor());
            (soft.as_secs_f64() * stability * falling * effort * 1e6) as u64
        };
        self.enough.store(enough, Ordering::Relaxed);
        (!self.pondering || signal.is_ponder_hit()) && self.is_past(enough)
    }

    fn is_past(&self, micros: u64) -> bool {
        self.elapsed().as_micros() as u64 >= micros
    }
}

/// A parameter that is kept in hundredths.
fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

/// The soft and the hard limit.
fn plan(
    request: &Request,
    settings: &Settings,
    side: Color,
) -> (Option<Duration>, Option<Duration>) {
    let clocks = request.clocks;
    if request.infinite {
        return (None, None);
    }
    let mut soft: Option<Duration> = None;
    let mut hard: Option<Duration> = None;
    if let Some(time) = request.limits.time {
        let time = gametree::net_time(time, settings.move_overhead);
        (soft, hard) = (Some(time), Some(time));
    }
    if let Some(left) = clocks.left[side as usize] {
        let increment = clocks.increment[side as usize];
        let left = left
            .saturating_sub(settings.move_overhead)
            .saturating_sub(RESERVE.min(left / 2))
            .max(LEAST);
        let moves = f64::from(clocks.moves_to_go.unwrap_or(50).clamp(1, 50));
        let (left_s, increment_s) = (left.as_secs_f64(), increment.as_secs_f64());
        // As if so many moves were to come, each with its increment, less what each loses on the way. An increment that
        // is lost on the way brings nothing, and who plans with it runs out of time in a long game.
        let overhead = settings.move_overhead.as_secs_f64();
        let increment_s = (increment_s - overhead).max(0.0);
        let share = if clocks.moves_to_go.is_some() {
            (left_s + (moves - 1.0) * increment_s) / moves * 0.95
        } else {
            left_s / f64::from(params::time_moves())
                + increment_s * hundredths(params::time_increment())
        };
        let most = if clocks.moves_to_go == Some(1) {
            left_s * 0.9
        } else {
            (left_s * hundredths(params::time_most()))
                .min(share * hundredths(params::time_most_share()))
        };
        let clock_soft = Duration::from_secs_f64(share.min(most).max(0.0005));
        let clock_hard = Duration::from_secs_f64(most.max(0.0005));
        soft = Some(soft.map_or(clock_soft, |soft| soft.min(clock_soft)));
        hard = Some(hard.map_or(clock_hard, |hard| hard.min(clock_hard)));
    }
    (soft, hard)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn request(time: u64, increment: u64, moves: Option<u32>) -> Request {
        Request {
            clocks: gametree::Clocks {
                left: [Some(Duration::from_millis(time)), None],
                increment: [Duration::from_millis(increment), Duration::ZERO],
                moves_to_go: moves,
            },
            ..Request::default()
        }
    }

    /// A clock that is set by hand.
    #[derive(Clone, Default)]
    struct Hands(Arc<AtomicU64>);

    impl Clock for Hands {
        fn now(&self) -> Duration {
            Duration::from_millis(self.0.load(Ordering::Relaxed))
        }
    }

    const CALM: Progress = Progress {
        stable: 9,
        fall: 0,
        share: 1.0,
    };

    #[test]
    fn a_move_that_comes_after_long_pondering_is_answered_at_once() {
        let request = Request {
            ponder: true,
            ..request(60_000, 0, None)
        };
        let (soft, hard) = plan(&request, &Settings::default(), Color::White);
        let (soft, hard) = (soft.unwrap().as_millis(), hard.unwrap().as_millis());
        let (soft, hard) = (soft as u64, hard as u64);
        assert!(soft < hard);
        // The milliseconds at which the expected move comes, and whether it is answered at once.
        for (comes, at_once) in [(1, false), (soft / 4, false), (soft + 1, true)] {
            let (hands, signal) = (Hands::default(), Signal::default());
            let settings = Settings::default();
            let budget = Budget::new(&request, &settings, Color::White, Box::new(hands.clone()));
            let set = |millis| hands.0.store(millis, Ordering::Relaxed);
            assert!(!budget.is_spent(&signal, CALM));
            // However long it takes, pondering does not end by itself, in the middle of an iteration or after it.
            set(comes);
            assert!(!budget.is_over(&signal) && !budget.is_spent(&signal, CALM));
            signal.ponder_hit();
            assert_eq!(budget.is_over(&signal), at_once, "after {comes} ms");
            // If it came in time, an iteration may go on past the soft limit, as without pondering.
            set(soft + 2);
            assert_eq!(budget.is_over(&signal), at_once, "after {comes} ms");
            assert!(budget.is_spent(&signal, CALM));
            set(hard + 1);
            assert!(budget.is_over(&signal));
        }
    }

    #[test]
    fn a_short_search_is_one_with_little_on_the_clock() {
        let settings = Settings::default();
        let is_short = |request: &Request| {
            Budget::new(request, &settings, Color::White, Box::new(Hands::default())).is_short()
        };
        assert!(is_short(&request(300, 10, None)));
        assert!(!is_short(&request(1_000, 10, None)));
        assert!(!is_short(&Request::default()));
        // Pondering lasts as long as the opponent thinks.
        let pondering = Request {
            ponder: true,
            ..request(300, 10, None)
        };
        assert!(!is_short(&pondering));
    }

    #[test]
    fn never_more_than_there_is() {
        let settings = Settings::default();
        for time in [0, 1, 5, 20, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 1, 100, 10_000, 1_000_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(1_000)] {
                    let (soft, hard) =
                        plan(&request(time, increment, moves), &settings, Color::White);
                    let (soft, hard) = (soft.unwrap(), hard.unwrap());
                    let left = Duration::from_millis(time)
                        .saturating_sub(settings.move_overhead)
                        .max(LEAST);
                    assert!(soft <= hard && hard <= left, "{time}+{increment}/{moves:?}");
                    assert!(hard > Duration::ZERO);
                }
            }
        }
    }

    #[test]
    fn a_long_game_with_a_small_increment_is_not_lost_on_time() {
        // However many moves are played, each of them longer than planned and lost time on the way.
        let settings = Settings::default();
        let mut left = 1_000.0_f64;
        for number in 0..400 {
            let (soft, _) = plan(&request(left as u64, 10, None), &settings, Color::White);
            left -= soft.unwrap().as_secs_f64() * 1_000.0 * 1.3 + 5.0;
            assert!(left > 150.0, "{left} ms after {number} moves");
            left += 10.0;
        }
    }

    #[test]
    fn without_a_clock_there_is_no_limit() {
        let settings = Settings::default();
        let request = request(1_000, 0, None);
        assert_eq!(plan(&request, &settings, Color::Black), (None, None));
        let infinite = Request {
            infinite: true,
            ..request
        };
        assert_eq!(plan(&infinite, &settings, Color::White), (None, None));
    }
}
