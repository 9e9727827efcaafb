//! Pondering: searching on the opponent's time.
//!
//! After its move a player searches the position after the reply it expects, on a separate thread. If the opponent
//! plays that reply (a ponder hit), the search continues and the player's clock starts. Otherwise the search is
//! stopped, its answer is discarded, and a new search begins.

use std::fmt;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::Scope;
use std::time::Duration;

use games::{BoardGame, Record};
use gametree::{Request, Side, Signal};
use players::{Answer, Fault, Listener, Seat};
use serde::{Deserialize, Serialize};

use super::limit::{Clock, request};
use super::play::{at, guarded};
use super::pool;

/// The interval at which the stop flag of the match is checked.
const CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// The number of ponder searches and of ponder hits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct PonderCount {
    /// Moves of the opponent during which the player pondered.
    pub tried: u64,
    /// The moves among them that the player expected.
    pub hits: u64,
}

impl PonderCount {
    /// Counts a move of the opponent.
    pub(crate) fn record(&mut self, is_hit: bool) {
        self.tried += 1;
        self.hits += u64::from(is_hit);
    }
}

impl AddAssign for PonderCount {
    fn add_assign(&mut self, other: Self) {
        self.tried += other.tried;
        self.hits += other.hits;
    }
}

/// Formats the counts for the report: `61% of 80`.
impl fmt::Display for PonderCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tried, hits } = *self;
        if tried == 0 {
            return f.write_str("did not ponder");
        }
        write!(f, "{:.0}% of {tried}", 100.0 * hits as f64 / tried as f64)
    }
}

/// The ponder searches of both sides of a game.
pub(crate) struct Pondering<'scope, 'env, G: BoardGame> {
    scope: &'scope Scope<'scope, 'env>,
    game: &'env G,
    seats: &'env [Mutex<&'env mut Seat<G>>; 2],
    /// Whether each side can ponder.
    able: [bool; 2],
    /// The side that moved last, and the reply it expects.
    expected: Option<(Side, G::Move)>,
    searches: [Option<PonderSearch<G::Move>>; 2],
}

impl<'scope, 'env, G: BoardGame> Pondering<'scope, 'env, G> {
    /// Creates the state before the first move. `able` is whether each side can ponder.
    pub(crate) fn new(
        scope: &'scope Scope<'scope, 'env>,
        game: &'env G,
        seats: &'env [Mutex<&'env mut Seat<G>>; 2],
        able: [bool; 2],
    ) -> Self {
        Self {
            scope,
            game,
            seats,
            able,
            expected: None,
            searches: [None, None],
        }
    }

    /// Stores the reply that a side expects after its move.
    pub(crate) fn expect(&mut self, side: Side, answer: &Answer<G::Move>) {
        let reply = answer.ponder.or_else(|| answer.line.get(1).copied());
        let reply = reply.filter(|_| self.able[side.index()]);
        self.expected = reply.map(|reply| (side, reply));
    }

    /// Starts the ponder search of the side that is not to move, if the expected reply is legal and does not end the
    /// game.
    pub(crate) fn begin(&mut self, record: &Record<G>, legal: &[G::Move], clocks: &[Clock; 2]) {
        let Some((side, reply)) = self.expected.take() else {
            return;
        };
        let is_waiting = self.game.side(record.state()) != side;
        if !is_waiting || !legal.contains(&reply) {
            return;
        }
        let mut after = record.clone();
        after.play(self.game, reply);
        let over = self.game.terminal(after.state());
        if self.game.ending(&after, over).is_some() || self.game.side(after.state()) != side {
            return;
        }
        let mut request = request(clocks, side);
        request.ponder = true;
        self.searches[side.index()] = self.start(side, after, request);
    }

    /// Starts a ponder search. Returns `None` if no thread can be created; the player then waits.
    fn start(
        &self,
        side: Side,
        record: Record<G>,
        request: Request<G::Move>,
    ) -> Option<PonderSearch<G::Move>> {
        let (game, seat) = (self.game, &self.seats[side.index()]);
        let signal = Arc::new(Signal::default());
        let (sender, answer) = mpsc::channel();
        let search = PonderSearch {
            plies: record.moves().len(),
            expected: record.moves().last().copied()?,
            signal: Arc::clone(&signal),
            answer,
        };
        let work = move || {
            let answer = || at(seat).ask(game, &record, &request, &signal, Listener::silent());
            // The receiver is gone when the game is over.
            _ = sender.send(guarded(answer));
        };
        pool::spawn(self.scope, work).then_some(search)
    }

    /// Takes the ponder search of the side to move, and whether it was about this position.
    pub(crate) fn end(&mut self, side: Side, record: &Record<G>) -> Option<Pondered<G::Move>> {
        let search = self.searches[side.index()].take()?;
        let moves = record.moves();
        let is_hit = moves.len() == search.plies && moves.last() == Some(&search.expected);
        Some(match is_hit {
            true => Pondered::Hit(search),
            false => Pondered::Miss(search),
        })
    }
}

/// A ponder search after the opponent's move.
pub(crate) enum Pondered<M> {
    /// The expected move was played.
    Hit(PonderSearch<M>),
    /// Another move was played.
    Miss(PonderSearch<M>),
}

/// A ponder search. Dropping it stops the search.
pub(crate) struct PonderSearch<M> {
    expected: M,
    /// The number of moves of the game after the expected one.
    plies: usize,
    signal: Arc<Signal>,
    answer: Receiver<Result<Answer<M>, Fault>>,
}

impl<M> PonderSearch<M> {
    /// Starts the clock after a ponder hit and waits for the answer. Stops the search if `stop` becomes true.
    pub(crate) fn hit(&self, stop: &AtomicBool) -> Result<Answer<M>, Fault> {
        self.signal.ponder_hit();
        loop {
            match self.answer.recv_timeout(CHECK_INTERVAL) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                    self.signal.stop();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(no_answer()),
            }
        }
    }

    /// Stops the search after a miss and waits for its end. Its answer is ignored, but a missing answer is a fault.
    pub(crate) fn miss(&self) -> Result<(), Fault> {
        self.signal.stop();
        match self.answer.recv().unwrap_or_else(|_| Err(no_answer())) {
            Ok(_) | Err(Fault::IllegalMove(_) | Fault::NoMove) => Ok(()),
            Err(fault) => Err(fault),
        }
    }
}

impl<M> Drop for PonderSearch<M> {
    fn drop(&mut self) {
        self.signal.stop();
    }
}

fn no_answer() -> Fault {
    Fault::Crash("its ponder search ended without an answer".to_owned())
}
