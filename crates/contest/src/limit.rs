//! The limits of a player and its clock.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use gametree::{Clocks, Limits, Request, Side};
use serde::{Deserialize, Serialize};

/// A time control: a time for a number of moves or for the whole game, and an increment after each move.
///
/// ```
/// use contest::TimeControl;
/// let control: TimeControl = "40/60+0.5".parse().unwrap();
/// assert_eq!(control.moves, Some(40));
/// assert_eq!(control.to_string(), "40/60+0.5");
/// assert!("8+".parse::<TimeControl>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// The number of moves after which the time is added again.
    pub moves: Option<u32>,
    /// The base time.
    pub base: Duration,
    /// The increment after each move.
    pub increment: Duration,
}

/// The error of a text that is not a time control.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadTimeControl;

impl fmt::Display for BadTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "a time control is seconds, or moves/seconds, and an increment: 8+0.08, 60, 40/60+0.5",
        )
    }
}

impl std::error::Error for BadTimeControl {}

impl FromStr for TimeControl {
    type Err = BadTimeControl;

    fn from_str(text: &str) -> Result<Self, BadTimeControl> {
        /// One day.
        const LONGEST: f64 = 86_400.0;
        let seconds = |text: &str| {
            let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            let value: f64 = text.parse().ok().filter(|_| plain).ok_or(BadTimeControl)?;
            // Rounded to the millisecond, so that a written time control can be read again exactly.
            let millis = (value.min(2.0 * LONGEST) * 1_000.0).round();
            (value <= LONGEST)
                .then(|| Duration::from_millis(millis as u64))
                .ok_or(BadTimeControl)
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().map_err(|_| BadTimeControl)?), rest),
            None => (None, text),
        };
        let (base, increment) = match rest.split_once('+') {
            Some((base, increment)) => (seconds(base)?, seconds(increment)?),
            None => (seconds(rest)?, Duration::ZERO),
        };
        if base.is_zero() || moves == Some(0) {
            return Err(BadTimeControl);
        }
        Ok(Self {
            moves,
            base,
            increment,
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = BadTimeControl;

    fn try_from(text: String) -> Result<Self, BadTimeControl> {
        text.parse()
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

/// The limits of one player. All given limits apply; without any the player's spec decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PlayerLimit {
    /// The time control.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tc: Option<TimeControl>,
    /// Milliseconds for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub movetime: Option<u64>,
    /// Nodes for each move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The depth in plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
}

impl PlayerLimit {
    /// Returns whether there is no limit.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Returns the limits of a move, without the time control.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.movetime.map(Duration::from_millis),
            ..Limits::default()
        }
    }
}

/// Formats the value of the PGN tag `TimeControl`: a time control, or the other limits.
impl fmt::Display for PlayerLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut words = Vec::new();
        if let Some(control) = self.tc {
            words.push(control.to_string());
        }
        if let Some(millis) = self.movetime {
            words.push(format!("{}/move", millis as f64 / 1_000.0));
        }
        if let Some(nodes) = self.nodes {
            words.push(format!("{nodes} nodes"));
        }
        if let Some(depth) = self.depth {
            words.push(format!("depth {depth}"));
        }
        if words.is_empty() {
            return f.write_str("-");
        }
        f.write_str(&words.join(", "))
    }
}

/// The remaining time of a player during a game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    limit: PlayerLimit,
    left: Duration,
    /// Moves until the base time is added again.
    to_go: Option<u32>,
}

impl Clock {
    pub(crate) fn new(limit: PlayerLimit) -> Self {
        Self {
            limit,
            left: limit.tc.map_or(Duration::ZERO, |control| control.base),
            to_go: limit.tc.and_then(|control| control.moves),
        }
    }

    /// Subtracts the time of a move. Returns `false` if it exceeded the limit by more than `margin`.
    pub(crate) fn take(&mut self, spent: Duration, margin: Duration) -> bool {
        let mut in_time = true;
        if let Some(millis) = self.limit.movetime {
            in_time &= spent <= Duration::from_millis(millis) + margin;
        }
        if let Some(control) = self.limit.tc {
            in_time &= spent <= self.left + margin;
            // Time within the margin is not subtracted from the next move.
            self.left = self.left.saturating_sub(spent) + control.increment;
            if let Some(to_go) = &mut self.to_go {
                *to_go -= 1;
                if *to_go == 0 {
                    self.left += control.base;
                    self.to_go = control.moves;
                }
            }
        }
        in_time
    }
}

/// Returns the request for the side to move, given both clocks.
pub(crate) fn request<M>(clocks: &[Clock; 2], side: Side) -> Request<M> {
    late_request(clocks, side, Duration::ZERO)
}

/// Returns the request for the side to move if the time `spent` of this move has already passed.
pub(crate) fn late_request<M>(clocks: &[Clock; 2], side: Side, spent: Duration) -> Request<M> {
    let mut clocks = *clocks;
    clocks[side.index()].left = clocks[side.index()].left.saturating_sub(spent);
    let own = &clocks[side.index()];
    let increment = |clock: &Clock| clock.limit.tc.map_or(Duration::ZERO, |tc| tc.increment);
    // An opponent without a time control is reported with the same time.
    let left = |clock: &Clock| match clock.limit.tc {
        Some(_) => clock.left,
        None => own.left,
    };
    let mut request = Request::new(own.limit.limits());
    request.limits.time = request.limits.time.map(|time| time.saturating_sub(spent));
    if own.limit.tc.is_some() {
        request.clocks = Clocks {
            left: [Some(left(&clocks[0])), Some(left(&clocks[1]))],
            increment: [increment(&clocks[0]), increment(&clocks[1])],
            moves_to_go: own.to_go,
        };
    }
    request
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    fn clock(text: &str) -> Clock {
        Clock::new(PlayerLimit {
            tc: Some(text.parse().expect(text)),
            ..PlayerLimit::default()
        })
    }

    #[test]
    fn time_controls_read_back() {
        for text in ["8+0.08", "60", "40/60+0.5", "0.1", "1+0.001"] {
            let control: TimeControl = text.parse().expect(text);
            assert_eq!(control.to_string(), text);
        }
        for text in [
            "", "8+", "+1", "a", "-1", "0", "0/60", "40/", "1e3", "1+1+1", "inf", "nan", "90000",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_counts_down_adds_its_increment_and_expires_after_the_margin() {
        let mut clock = clock("1+0.1");
        assert!(clock.take(300 * MS, Duration::ZERO));
        assert_eq!(clock.left, 800 * MS);
        assert!(clock.take(820 * MS, 20 * MS));
        assert_eq!(clock.left, 100 * MS);
        assert!(!clock.take(101 * MS, Duration::ZERO));
    }

    #[test]
    fn the_base_time_is_added_after_the_given_number_of_moves() {
        let mut clock = clock("2/1");
        assert_eq!(
            request::<()>(&[clock, clock], Side::First)
                .clocks
                .moves_to_go,
            Some(2)
        );
        assert!(clock.take(400 * MS, Duration::ZERO));
        assert_eq!(
            request::<()>(&[clock, clock], Side::First)
                .clocks
                .moves_to_go,
            Some(1)
        );
        assert!(clock.take(400 * MS, Duration::ZERO));
        assert_eq!(clock.left, 1_200 * MS);
        assert_eq!(
            request::<()>(&[clock, clock], Side::First)
                .clocks
                .moves_to_go,
            Some(2)
        );
    }

    #[test]
    fn time_for_a_move_is_checked_too() {
        let mut clock = Clock::new(PlayerLimit {
            movetime: Some(50),
            ..PlayerLimit::default()
        });
        assert!(clock.take(60 * MS, 10 * MS));
        assert!(!clock.take(61 * MS, 10 * MS));
        let request = request::<()>(&[clock, clock], Side::Second);
        assert!(!request.clocks.are_running());
        assert_eq!(request.limits.time, Some(50 * MS));
    }

    #[test]
    fn time_already_spent_is_not_available() {
        let clocks = [clock("1+0.1"), clock("2")];
        let request = late_request::<()>(&clocks, Side::First, 30 * MS);
        assert_eq!(request.clocks.left, [Some(970 * MS), Some(2_000 * MS)]);
        let clocks = [Clock::new(PlayerLimit {
            movetime: Some(50),
            ..PlayerLimit::default()
        }); 2];
        let left = |gone| late_request::<()>(&clocks, Side::Second, gone).limits.time;
        assert_eq!(left(20 * MS), Some(30 * MS));
        assert_eq!(left(60 * MS), Some(Duration::ZERO));
    }
}
