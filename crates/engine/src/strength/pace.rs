//! Human pace: thinking time as a share of the clock that depends on the position.
//!
//! Limited strength finds its move at once, because it searches few nodes. Answering at once gives an engine away and is tiring
//! for the opponent. So it waits as long as a person would think: briefly before forced moves, recaptures and book moves, and
//! longer if there are many moves to choose from. The time also varies with the position and the game, reproducibly.
//!
//! The time is at most a tenth of the clock and at most 25 seconds, and zero in time trouble.

use std::time::Duration;

use chess::Game;
use gametree::SplitMix64;

use super::habits;

/// The player's own clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnClock {
    /// The remaining time.
    pub left: Duration,
    /// The increment for each move.
    pub increment: Duration,
    /// The number of moves to the next time control.
    pub moves_to_go: Option<u32>,
}

/// The number of moves to plan for at the start of a game.
const MOVES_AHEAD: f64 = 45.0;

/// The minimum number of moves to plan for.
const LEAST_AHEAD: f64 = 22.0;

/// The maximum thinking time in seconds.
const LONGEST: f64 = 25.0;

/// Time trouble: with less than this the engine does not wait.
const TROUBLE: Duration = Duration::from_secs(3);

/// Returns the thinking time for the last position of a game.
#[must_use]
pub fn thinking_time(game: &Game, clock: OwnClock, is_book: bool, seed: u64) -> Duration {
    if clock.left < TROUBLE {
        return Duration::ZERO;
    }
    let position = game.position();
    let number = f64::from(position.fullmove_number());
    let ahead = clock.moves_to_go.map_or_else(
        || (MOVES_AHEAD - number / 2.0).max(LEAST_AHEAD),
        |moves| f64::from(moves) + 1.0,
    );
    let left = clock.left.as_secs_f64();
    let share = left / ahead + 0.8 * clock.increment.as_secs_f64();
    let legal = position.legal_moves();
    let factor = if legal.len() == 1 {
        0.1
    } else if is_book {
        0.15
    } else if habits::lost_piece(game).is_some_and(|last| legal.iter().any(|m| m.to() == last.to()))
    {
        0.3
    } else {
        // People play the first moves faster, and moves in positions with many choices more slowly.
        let familiar = if number <= 6.0 { 0.5 } else { 1.0 };
        familiar * (0.5 + legal.len() as f64 / 60.0).min(1.4)
    };
    let time = share * factor * variation(position.key() ^ seed);
    Duration::from_secs_f64(time.min(left / 10.0).min(LONGEST))
}

/// Returns a factor from 0.35 to 2, usually below one: people play many moves fast and a few slowly.
fn variation(bits: u64) -> f64 {
    let chance = SplitMix64::new(bits).below(1 << 20) as f64 / f64::from(1 << 20);
    0.35 + 1.65 * chance.powi(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(left: u64, increment: u64) -> OwnClock {
        OwnClock {
            left: Duration::from_secs(left),
            increment: Duration::from_secs(increment),
            moves_to_go: None,
        }
    }

    fn game(moves: &str) -> Game {
        let mut game = Game::default();
        for text in moves.split(' ').filter(|text| !text.is_empty()) {
            let m = chess::uci::parse(game.position(), text).expect(text);
            game.play(m).expect("legal");
        }
        game
    }

    #[test]
    fn whole_games_stay_within_the_clock() {
        for seed in 0..20 {
            let mut left = Duration::from_secs(180);
            let mut random = SplitMix64::new(seed);
            let mut game = Game::default();
            let mut longest = Duration::ZERO;
            for _ in 0..150 {
                let moves = game.position().legal_moves();
                if game.outcome().is_some() {
                    break;
                }
                let own = OwnClock {
                    left,
                    increment: Duration::ZERO,
                    moves_to_go: None,
                };
                let time = thinking_time(&game, own, false, seed);
                longest = longest.max(time);
                left = left.checked_sub(time).expect("time is left");
                let m = moves[random.below(moves.len() as u64) as usize];
                game.play(m).expect("legal");
            }
            assert!(left > Duration::from_millis(500), "{left:?}");
            assert!(longest > Duration::from_secs(2), "{longest:?}");
        }
    }

    #[test]
    fn obvious_moves_are_played_faster() {
        let mean = |game: &Game, is_book: bool| {
            let all = (0..200).map(|seed| thinking_time(game, clock(300, 2), is_book, seed));
            all.sum::<Duration>() / 200
        };
        let open = game("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6");
        let taken = game("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6");
        assert!(mean(&open, false) > 2 * mean(&taken, false));
        assert!(mean(&open, false) > 3 * mean(&open, true));
        assert!(mean(&open, false) > Duration::from_secs(3));
        // There is no waiting in time trouble.
        assert_eq!(thinking_time(&open, clock(2, 0), false, 1), Duration::ZERO);
        // The time is reproducible.
        let twice = [1, 1].map(|seed| thinking_time(&open, clock(300, 2), false, seed));
        assert_eq!(twice[0], twice[1]);
    }
}
