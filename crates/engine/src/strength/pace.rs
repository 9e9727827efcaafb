//! How long a person would think: a share of the clock that depends on the position, as people's does.
//!
//! A player of limited strength has its move at once, because it looks at so little. Playing it at once is what gives it away,
//! and what makes it no fun: nobody can keep up. So it waits, as long as somebody of flesh would have thought: hardly at all
//! over a move that is forced, takes back or comes out of the book; longer where there is much to choose from; and with its
//! own mood, which the position and the game decide, so that the same game takes the same time.
//!
//! It never waits for more than a tenth of what is left, nor longer than an opponent likes to, and in time trouble not at all.

use std::time::Duration;

use chess::Game;
use gametree::SplitMix64;

use super::habits;

/// What a player's own clock says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OwnClock {
    /// What is left.
    pub left: Duration,
    /// What comes on top after a move.
    pub increment: Duration,
    /// Moves until it gets its next share.
    pub moves_to_go: Option<u32>,
}

/// A game is planned as if so many moves were to come, when it is young.
const MOVES_AHEAD: f64 = 45.0;

/// And never as if fewer.
const LEAST_AHEAD: f64 = 22.0;

/// Nobody likes to wait longer, however long the game may take.
const LONGEST: f64 = 25.0;

/// With less than this there is no time to wait at all.
const TROUBLE: Duration = Duration::from_secs(3);

/// How long to think about the last position of a game, from the start of the move to its end.
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
        // In the first moves people know what they want; with thirty moves to choose from they look around.
        let familiar = if number <= 6.0 { 0.5 } else { 1.0 };
        familiar * (0.5 + legal.len() as f64 / 60.0).min(1.4)
    };
    let wanted = share * factor * mood(position.key() ^ seed);
    Duration::from_secs_f64(wanted.min(left / 10.0).min(LONGEST))
}

/// From a third to twice, and mostly less than one: people play many moves soon and brood over a few.
fn mood(bits: u64) -> f64 {
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
    fn a_whole_game_stays_within_its_clock() {
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
    fn what_is_plain_is_played_sooner() {
        let mean = |game: &Game, is_book: bool| {
            let all = (0..200).map(|seed| thinking_time(game, clock(300, 2), is_book, seed));
            all.sum::<Duration>() / 200
        };
        let open = game("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6");
        let taken = game("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6");
        assert!(mean(&open, false) > 2 * mean(&taken, false));
        assert!(mean(&open, false) > 3 * mean(&open, true));
        assert!(mean(&open, false) > Duration::from_secs(3));
        // In time trouble it does not wait.
        assert_eq!(thinking_time(&open, clock(2, 0), false, 1), Duration::ZERO);
        // The same game takes the same time.
        let twice = [1, 1].map(|seed| thinking_time(&open, clock(300, 2), false, seed));
        assert_eq!(twice[0], twice[1]);
    }
}
