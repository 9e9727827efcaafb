//! The lateness of the machine, learned during a game.
//!
//! A busy machine wakes the program late, interrupts its search, and delivers its move late. The search cannot measure this by
//! itself, but the next clock shows it: the time that a move cost, less the time that the search used on purpose. The second
//! largest of these times is kept back for the next moves: a machine that was late once may not be busy.

use std::time::Duration;

use chess::{Color, Game};

use crate::Request;

/// Longer delays are not the machine's: the clock was set.
const MOST: Duration = Duration::from_secs(1);

/// The share of the lateness that remains after a move without delay, in hundredths: a machine is busy for many moves, and calm between them.
const KEPT: u32 = 99;

/// The lateness of the machine.
#[derive(Clone, Debug, Default)]
pub struct Lateness {
    /// The two largest, which shrink with each move.
    largest: [Duration; 2],
    last: Option<LastMove>,
}

/// The last move and its clock.
#[derive(Clone, Debug)]
struct LastMove {
    /// The number of moves of the game before it.
    ply: usize,
    side: Color,
    left: Duration,
    increment: Duration,
    used: Duration,
}

impl Lateness {
    /// Returns the lateness to expect of the next move.
    #[must_use]
    pub const fn expected(&self) -> Duration {
        self.largest[1]
    }

    /// Learns from the clock of a request: the last move ended with it, if it belongs to the same game.
    pub fn observe(&mut self, game: &Game, request: &Request) {
        let side = game.position().side_to_move();
        let (Some(last), Some(left)) = (self.last.take(), request.clocks.left[side as usize])
        else {
            return;
        };
        if last.side != side || last.ply + 2 != game.moves().len() {
            return;
        }
        // With a new time control the clock has gained more than the increment, and nothing is learned.
        let Some(cost) = (last.left + last.increment).checked_sub(left) else {
            return;
        };
        let late = cost.saturating_sub(last.used);
        if late > MOST {
            return;
        }
        let [first, second] = self.largest.map(|late| late * KEPT / 100);
        self.largest = if late > first {
            [late, first]
        } else {
            [first, second.max(late)]
        };
    }

    /// Records the move for a request, with the time that its search used on purpose.
    pub fn record(&mut self, game: &Game, request: &Request, used: Duration) {
        let side = game.position().side_to_move();
        let is_timed = !request.waits_for_signal() && request.limits.time.is_none();
        let left = request.clocks.left[side as usize].filter(|_| is_timed);
        self.last = left.map(|left| LastMove {
            ply: game.moves().len(),
            side,
            left,
            increment: request.clocks.increment[side as usize],
            used,
        });
    }

    /// Clears the last move, because a new game begins. The machine is the same.
    pub fn new_game(&mut self) {
        self.last = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a request with a clock of White in milliseconds, and 10 ms for each move.
    fn clock(left: u64) -> Request {
        let mut request = Request::default();
        request.clocks.left[0] = Some(Duration::from_millis(left));
        request.clocks.increment[0] = Duration::from_millis(10);
        request
    }

    /// Returns the start position after a number of moves.
    fn after(plies: usize) -> Game {
        let mut game = Game::default();
        for word in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(plies) {
            let m = chess::uci::parse(game.position(), word).expect("legal");
            game.play(m).expect("legal");
        }
        game
    }

    #[test]
    fn lateness_is_the_cost_of_a_move_without_its_search() {
        let ms = Duration::from_millis;
        let mut lateness = Lateness::default();
        lateness.observe(&after(0), &clock(1_000));
        lateness.record(&after(0), &clock(1_000), ms(40));
        // The move cost 65 ms: 25 ms more than the search used. Once may be chance.
        lateness.observe(&after(2), &clock(945));
        assert_eq!(lateness.expected(), ms(0));
        lateness.record(&after(2), &clock(945), ms(40));
        lateness.observe(&after(4), &clock(890));
        assert_eq!(lateness.expected(), ms(25) * KEPT / 100);
        // Moves in time reduce it slowly.
        lateness.record(&after(4), &clock(890), ms(40));
        lateness.observe(&after(6), &clock(860));
        assert_eq!(lateness.expected(), ms(25) * KEPT / 100 * KEPT / 100);
    }

    #[test]
    fn other_games_and_set_clocks_teach_nothing() {
        let ms = Duration::from_millis;
        let learned = |plies: usize, left: u64| {
            let mut lateness = Lateness::default();
            lateness.record(&after(0), &clock(60_000), ms(40));
            lateness.observe(&after(plies), &clock(left));
            lateness.largest[0]
        };
        assert_eq!(learned(2, 59_900), ms(70));
        assert_eq!(learned(4, 59_900), ms(0), "a move is missing");
        assert_eq!(learned(2, 10_000), ms(0), "the clock was set");
        assert_eq!(learned(2, 90_000), ms(0), "a new time control");
        let mut pondered = Lateness::default();
        let request = Request {
            ponder: true,
            ..clock(1_000)
        };
        pondered.record(&after(0), &request, ms(40));
        pondered.observe(&after(2), &clock(900));
        assert_eq!(pondered.largest[0], ms(0), "the time of the opponent");
    }
}
