//! How long to think.
//!
//! There are two limits. The *hard* one must not be passed: the clock would run out. The *soft* one is where it does
//! not pay to begin another iteration, and it moves: a best move that has stood for many iterations needs less time,
//! a falling value needs more, and so does a best move that took only a small share of the work.

use std::time::Duration;

use chess::Color;
use gametree::Clock;

use crate::{Limits, Settings, Signal};

/// The time for one move.
pub struct Budget {
    clock: Box<dyn Clock>,
    start: Duration,
    soft: Option<Duration>,
    hard: Option<Duration>,
    /// The soft limit is fixed: a time a move was asked for, so all of it is used.
    fixed: bool,
    pondering: bool,
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

impl Budget {
    /// The time for a move of `side`, by what is left on its clock.
    #[must_use]
    pub fn new(limits: &Limits, settings: &Settings, side: Color, clock: Box<dyn Clock>) -> Self {
        let start = clock.now();
        let (soft, hard) = plan(limits, settings, side);
        Self {
            clock,
            start,
            soft,
            hard,
            fixed: limits.move_time.is_some() && limits.time[side as usize].is_none(),
            pondering: limits.ponder,
        }
    }

    /// Time since the start.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }

    /// Whether the hard limit is passed. While pondering there is none; from the moment the expected move comes, the
    /// clock runs.
    #[must_use]
    pub fn is_over(&self, signal: &Signal) -> bool {
        if self.pondering && !signal.is_ponder_hit() {
            return false;
        }
        self.hard.is_some_and(|hard| self.elapsed() >= hard)
    }

    /// Whether another iteration is not worth beginning.
    #[must_use]
    pub fn is_spent(&self, signal: &Signal, progress: Progress) -> bool {
        if self.pondering && !signal.is_ponder_hit() {
            return false;
        }
        let Some(soft) = self.soft else {
            return false;
        };
        if self.fixed {
            return self.elapsed() >= soft;
        }
        // A best move that has just changed needs up to twice the time of one that has stood for long.
        let stability = 1.55 - 0.09 * f64::from(progress.stable.min(9));
        let falling = (1.0 + f64::from(progress.fall) / 140.0).clamp(0.8, 1.6);
        // A best move that took nearly all the work has no rival.
        let effort = (1.55 - progress.share).clamp(0.55, 1.35) * 1.25;
        self.elapsed().as_secs_f64() >= soft.as_secs_f64() * stability * falling * effort
    }
}

/// The soft and the hard limit.
fn plan(limits: &Limits, settings: &Settings, side: Color) -> (Option<Duration>, Option<Duration>) {
    if limits.infinite {
        return (None, None);
    }
    let mut soft: Option<Duration> = None;
    let mut hard: Option<Duration> = None;
    if let Some(time) = limits.move_time {
        let time = time.saturating_sub(settings.move_overhead).max(LEAST);
        (soft, hard) = (Some(time), Some(time));
    }
    if let Some(left) = limits.time[side as usize] {
        let increment = limits.increment[side as usize];
        let left = left.saturating_sub(settings.move_overhead).max(LEAST);
        let moves = f64::from(limits.moves_to_go.unwrap_or(50).clamp(1, 50));
        let (left_s, increment_s) = (left.as_secs_f64(), increment.as_secs_f64());
        // As if so many moves were to come, each with its increment, less what each loses on the way.
        let overhead = settings.move_overhead.as_secs_f64();
        let share = if limits.moves_to_go.is_some() {
            (left_s + (moves - 1.0) * (increment_s - overhead).max(0.0)) / moves * 0.95
        } else {
            left_s / 24.0 + increment_s * 0.75
        };
        let most = if limits.moves_to_go == Some(1) {
            left_s * 0.9
        } else {
            (left_s * 0.6).min(share * 5.0)
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
    use super::*;

    fn limits(time: u64, increment: u64, moves: Option<u32>) -> Limits {
        Limits {
            time: [Some(Duration::from_millis(time)), None],
            increment: [Duration::from_millis(increment), Duration::ZERO],
            moves_to_go: moves,
            ..Limits::default()
        }
    }

    #[test]
    fn never_more_than_there_is() {
        let settings = Settings::default();
        for time in [0, 1, 5, 20, 100, 1_000, 60_000, 10_000_000] {
            for increment in [0, 1, 100, 10_000, 1_000_000] {
                for moves in [None, Some(1), Some(2), Some(40), Some(1_000)] {
                    let (soft, hard) =
                        plan(&limits(time, increment, moves), &settings, Color::White);
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
    fn without_a_clock_there_is_no_limit() {
        let settings = Settings::default();
        let limits = limits(1_000, 0, None);
        assert_eq!(plan(&limits, &settings, Color::Black), (None, None));
        let infinite = Limits {
            infinite: true,
            ..limits
        };
        assert_eq!(plan(&infinite, &settings, Color::White), (None, None));
    }
}
