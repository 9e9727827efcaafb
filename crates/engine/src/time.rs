//! Time management.
//!
//! There are two limits. The *hard* limit must not be exceeded, or the clock runs out. The *soft* limit is where starting
//! another iteration does not pay. It moves: a best move that has been stable for many iterations needs less time, a falling
//! value needs more, and so does a best move with a small share of the nodes.
//!
//! Pondering counts as thinking: if the expected move comes after the soft limit, the engine answers at once; if it comes
//! before, time runs as if the search had been timed from the start.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use chess::Color;
use gametree::{Clock, Signal};

use crate::{Request, Settings, params};

/// The time budget of one move.
pub struct Budget {
    clock: Box<dyn Clock>,
    start: Duration,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// Whether the time for the move was given, so that all of it is used.
    fixed: bool,
    pondering: bool,
    /// The time that suffices according to the last iteration, in microseconds from the start.
    enough: AtomicU64,
    /// Whether the ponderhit came later than that.
    came_late: OnceLock<bool>,
}

/// The progress of the last iterations.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The number of iterations with the same best move.
    pub stable: u32,
    /// The fall of the value below the average of earlier iterations, in centipawns.
    pub fall: i32,
    /// The best move's share of all nodes.
    pub share: f64,
}

/// The smallest time to plan with.
const LEAST: Duration = Duration::from_millis(1);

/// The reserved time, up to half of the clock: a busy machine may delay the program by this time.
const RESERVE: Duration = Duration::from_millis(150);

/// The number of late moves in a row that the reserve has to cover.
const LATE_MOVES: u32 = 8;

/// A search that is planned to be shorter than this uses one thread, because starting and joining the others costs more than
/// they gain.
const SHORT: Duration = Duration::from_millis(20);

impl Budget {
    /// Plans the time for a move of `side` on a machine that delays a move by `late`.
    #[must_use]
    pub fn new(
        request: &Request,
        settings: &Settings,
        side: Color,
        late: Duration,
        clock: Box<dyn Clock>,
    ) -> Self {
        let start = clock.now();
        let (soft, hard) = plan(request, settings, side, late);
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

    /// Returns whether the search is so short that one thread suffices.
    #[must_use]
    pub fn is_short(&self) -> bool {
        !self.pondering && self.soft.is_some_and(|soft| soft < SHORT)
    }

    /// Returns whether time may end the search.
    #[must_use]
    pub const fn is_timed(&self) -> bool {
        self.hard.is_some() || self.pondering
    }

    /// Returns the hard limit, if there is one.
    #[must_use]
    pub const fn hard(&self) -> Option<Duration> {
        self.hard
    }

    /// Returns the time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    /// Returns whether the search must stop at once: the hard limit has passed, or a ponderhit came after the soft limit. Without a
    /// ponderhit, pondering has no limit.
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

    /// Returns whether to start no further iteration. While pondering this is false, and the time that suffices is kept for the
    /// ponderhit.
    #[must_use]
    pub fn is_spent(&self, signal: &Signal, progress: Progress) -> bool {
        let Some(soft) = self.soft else {
            return false;
        };
        let enough = if self.fixed {
            soft.as_micros() as u64
        } else {
            // A best move that has just changed needs up to twice the time of a stable one.
            let stable = (progress.stable as i32).min(params::time_stable_most());
            let stability =
                hundredths(params::time_stable_base() - params::time_stable_step() * stable);
            let falling = (1.0 + f64::from(progress.fall) / f64::from(params::time_fall())).clamp(
                hundredths(params::time_fall_least()),
                hundredths(params::time_fall_most()),
            );
            // A best move with nearly all nodes has no rival.
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

/// Converts a parameter in hundredths.
fn hundredths(number: i32) -> f64 {
    f64::from(number) / 100.0
}

/// Returns the soft and the hard limit.
fn plan(
    request: &Request,
    settings: &Settings,
    side: Color,
    late: Duration,
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
        // A machine that is later than the overhead takes its lateness from every move.
        let is_late = late > settings.move_overhead;
        let overhead = settings.move_overhead.max(late);
        let reserve = if is_late {
            RESERVE.max(late * LATE_MOVES)
        } else {
            RESERVE
        };
        let left = left
            .saturating_sub(overhead)
            .saturating_sub(reserve.min(left / 2))
            .max(LEAST);
        let moves = f64::from(clocks.moves_to_go.unwrap_or(50).clamp(1, 50));
        let (left_s, increment_s) = (left.as_secs_f64(), increment.as_secs_f64());
        // Plan for a fixed number of moves, each with its increment less the overhead. An increment that the overhead uses up adds
        // nothing; counting on it loses long games on time.
        let overhead_s = overhead.as_secs_f64();
        let lost_s = if is_late {
            (overhead_s - increment_s).max(0.0)
        } else {
            0.0
        };
        let increment_s = (increment_s - overhead_s).max(0.0);
        let share = if clocks.moves_to_go.is_some() {
            (left_s + (moves - 1.0) * increment_s) / moves * 0.95
        } else {
            left_s / f64::from(params::time_moves())
                + increment_s * hundredths(params::time_increment())
        };
        let share = (share - lost_s).max(0.0);
        let max = if clocks.moves_to_go == Some(1) {
            left_s * 0.9
        } else {
            (left_s * hundredths(params::time_most()))
                .min(share * hundredths(params::time_most_share()))
        };
        let clock_soft = Duration::from_secs_f64(share.min(max).max(0.0005));
        let clock_hard = Duration::from_secs_f64(max.max(0.0005));
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

    /// A clock that tests set.
    #[derive(Clone, Default)]
    struct ManualClock(Arc<AtomicU64>);

    impl Clock for ManualClock {
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
    fn late_ponderhit_is_answered_at_once() {
        let request = Request {
            ponder: true,
            ..request(60_000, 0, None)
        };
        let (soft, hard) = plan(&request, &Settings::default(), Color::White, Duration::ZERO);
        let (soft, hard) = (soft.unwrap().as_millis(), hard.unwrap().as_millis());
        let (soft, hard) = (soft as u64, hard as u64);
        assert!(soft < hard);
        // The time of the ponderhit in milliseconds, and whether the engine answers at once.
        for (ponder_hit, at_once) in [(1, false), (soft / 4, false), (soft + 1, true)] {
            let (clock, signal) = (ManualClock::default(), Signal::default());
            let settings = Settings::default();
            let clock_of_budget = Box::new(clock.clone());
            let budget = Budget::new(
                &request,
                &settings,
                Color::White,
                Duration::ZERO,
                clock_of_budget,
            );
            let set = |millis| clock.0.store(millis, Ordering::Relaxed);
            assert!(!budget.is_spent(&signal, CALM));
            // Pondering does not end by itself, neither within an iteration nor after it.
            set(ponder_hit);
            assert!(!budget.is_over(&signal) && !budget.is_spent(&signal, CALM));
            signal.ponder_hit();
            assert_eq!(
                budget.is_over(&signal),
                at_once,
                "ponderhit after {ponder_hit} ms"
            );
            // After an early ponderhit an iteration may exceed the soft limit, as without pondering.
            set(soft + 2);
            assert_eq!(
                budget.is_over(&signal),
                at_once,
                "ponderhit after {ponder_hit} ms"
            );
            assert!(budget.is_spent(&signal, CALM));
            set(hard + 1);
            assert!(budget.is_over(&signal));
        }
    }

    #[test]
    fn short_searches_are_those_with_little_time() {
        let settings = Settings::default();
        let is_short = |request: &Request| {
            Budget::new(
                request,
                &settings,
                Color::White,
                Duration::ZERO,
                Box::new(ManualClock::default()),
            )
            .is_short()
        };
        assert!(is_short(&request(300, 10, None)));
        assert!(!is_short(&request(1_000, 10, None)));
        assert!(!is_short(&Request::default()));
        // Pondering lasts until the opponent moves.
        let pondering = Request {
            ponder: true,
            ..request(300, 10, None)
        };
        assert!(!is_short(&pondering));
    }

    #[test]
    fn limits_never_exceed_the_clock() {
        let settings = Settings::default();
        for time in [0, 1, 5, 20, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 1, 100, 10_000, 1_000_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(1_000)] {
                    let (soft, hard) = plan(
                        &request(time, increment, moves),
                        &settings,
                        Color::White,
                        Duration::ZERO,
                    );
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
    fn long_games_with_a_small_increment_are_not_lost_on_time() {
        // Each move takes longer than planned and loses time to overhead.
        let settings = Settings::default();
        let mut left = 1_000.0_f64;
        for number in 0..400 {
            let (soft, _) = plan(
                &request(left as u64, 10, None),
                &settings,
                Color::White,
                Duration::ZERO,
            );
            left -= soft.unwrap().as_secs_f64() * 1_000.0 * 1.3 + 5.0;
            assert!(left > 150.0, "{left} ms after {number} moves");
            left += 10.0;
        }
    }

    /// Plays 300 moves at 1+0.01 on a machine with 12 busy processes, and returns whether the clock holds. The machine takes the
    /// processor away every 3 ms, and is calm or busy for some moves: then it wakes the program up to 25 ms late.
    fn survives(seed: u64, learns: bool) -> bool {
        let settings = Settings::default();
        let mut random = gametree::SplitMix64::new(seed);
        let (mut left, mut is_busy) = (1_000.0_f64, false);
        let mut lateness = crate::lateness::Lateness::default();
        let mut game = chess::Game::default();
        for number in 0..300 {
            let request = request(left as u64, 10, None);
            lateness.observe(&game, &request);
            let late = if learns {
                lateness.expected()
            } else {
                Duration::ZERO
            };
            let (soft, hard) = plan(&request, &settings, Color::White, late);
            let ms = |limit: Option<Duration>| limit.expect("a limit").as_secs_f64() * 1_000.0;
            let (wanted, hard) = (ms(soft) * 1.2, ms(hard));
            let mut used = wanted.min(3.0);
            while used < wanted && used < hard {
                used += 15.0 + (wanted - used).min(3.0);
            }
            if random.below(10) == 0 {
                is_busy = !is_busy;
            }
            let delay = if is_busy {
                random.below(25)
            } else {
                random.below(4)
            } as f64;
            left -= used + delay;
            if left < 0.0 {
                return false;
            }
            left += 10.0;
            let used = Duration::from_secs_f64(used.min(hard) / 1_000.0);
            lateness.record(&game, &request, used);
            for word in [["g1f3", "g8f6"], ["f3g1", "f6g8"]][number % 2] {
                let m = chess::uci::parse(game.position(), word).expect("legal");
                game.play(m).expect("legal");
            }
        }
        true
    }

    #[test]
    fn games_on_a_busy_machine_are_not_lost_on_time() {
        let lost = |learns| (0..200).filter(|&seed| !survives(seed, learns)).count();
        let (before, after) = (lost(false), lost(true));
        println!("lost on time: {before} of 200 without the lateness, {after} with it");
        assert!(before > 20 && after == 0, "{before} {after}");
    }

    /// Lateness below the overhead of the settings changes nothing, so an idle machine plays as strongly.
    #[test]
    fn an_idle_machine_plans_the_same_time() {
        let settings = Settings::default();
        for (time, increment) in [(1_000, 10), (60_000, 0), (200, 0), (10_000, 100)] {
            let request = request(time, increment, None);
            let of = |late| {
                plan(
                    &request,
                    &settings,
                    Color::White,
                    Duration::from_millis(late),
                )
            };
            assert_eq!(of(0), of(10));
            assert!(of(30) < of(0));
        }
    }

    #[test]
    fn no_clock_means_no_limit() {
        let settings = Settings::default();
        let request = request(1_000, 0, None);
        assert_eq!(
            plan(&request, &settings, Color::Black, Duration::ZERO),
            (None, None)
        );
        let infinite = Request {
            infinite: true,
            ..request
        };
        assert_eq!(
            plan(&infinite, &settings, Color::White, Duration::ZERO),
            (None, None)
        );
    }
}
