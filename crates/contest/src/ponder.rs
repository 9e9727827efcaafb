//! Thinking on the opponent's time.
//!
//! Who has moved and expects a reply goes on thinking about the position after that reply, on a thread of its own. If the
//! opponent plays it, the search goes on and the player's clock starts; if not, the search is stopped, its answer is thrown
//! away, and the player is asked anew.

use std::fmt;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::{self, Scope};
use std::time::Duration;

use games::{BoardGame, Record};
use gametree::{Player as Side, Request, Signal};
use players::{Answer, Fault, Listener, Seat};
use serde::{Deserialize, Serialize};

use super::limit::{Clock, request};
use super::play::{at, guarded};
use super::runner::THREAD_NAME;

/// How often to look whether the match was stopped.
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// How often a player thought on its opponent's time, and how often the move came that it expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PonderCount {
    /// Moves of the opponent during which it thought.
    pub tried: u64,
    /// Those of them that it expected.
    pub hits: u64,
}

impl PonderCount {
    /// Counts one move of the opponent.
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

/// In the report: `61% of 80`.
impl fmt::Display for PonderCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tried, hits } = *self;
        if tried == 0 {
            return f.write_str("did not ponder");
        }
        write!(f, "{:.0}% of {tried}", 100.0 * hits as f64 / tried as f64)
    }
}

/// What both sides of a game expect, and think about while it is not their turn.
pub(crate) struct Pondering<'scope, 'env, G: BoardGame> {
    scope: &'scope Scope<'scope, 'env>,
    game: &'env G,
    seats: &'env [Mutex<&'env mut Seat<G>>; 2],
    /// Whether each side can.
    able: [bool; 2],
    /// Who moved last, and the reply it expects.
    expected: Option<(Side, G::Move)>,
    thoughts: [Option<Thought<G::Move>>; 2],
}

impl<'scope, 'env, G: BoardGame> Pondering<'scope, 'env, G> {
    /// Nobody thinks yet. `able` says who can.
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
            thoughts: [None, None],
        }
    }

    /// A side has moved, and may expect something.
    pub(crate) fn expect(&mut self, side: Side, answer: &Answer<G::Move>) {
        let reply = answer.ponder.or_else(|| answer.line.get(1).copied());
        let reply = reply.filter(|_| self.able[side.index()]);
        self.expected = reply.map(|reply| (side, reply));
    }

    /// Lets the side that is not to move think about what it expects, if that can be played and the game goes on with it.
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
        self.thoughts[side.index()] = self.think(side, after, request);
    }

    /// Begins to think. `None` if the system has no thread to give; then the player waits.
    fn think(
        &self,
        side: Side,
        record: Record<G>,
        request: Request<G::Move>,
    ) -> Option<Thought<G::Move>> {
        let (game, seat) = (self.game, &self.seats[side.index()]);
        let signal = Arc::new(Signal::default());
        let (sender, answer) = mpsc::channel();
        let thought = Thought {
            plies: record.moves().len(),
            expected: record.moves().last().copied()?,
            signal: Arc::clone(&signal),
            answer,
        };
        let work = move || {
            let ask = || at(seat).ask(game, &record, &request, &signal, Listener::nobody());
            // Nobody listens any more when the game is over.
            _ = sender.send(guarded(ask));
        };
        let thread = thread::Builder::new().name(THREAD_NAME.to_owned());
        thread.spawn_scoped(self.scope, work).ok()?;
        Some(thought)
    }

    /// What the side to move has thought meanwhile, and whether it was about this position.
    pub(crate) fn end(&mut self, side: Side, record: &Record<G>) -> Option<Pondered<G::Move>> {
        let thought = self.thoughts[side.index()].take()?;
        let moves = record.moves();
        let is_hit = moves.len() == thought.plies && moves.last() == Some(&thought.expected);
        Some(match is_hit {
            true => Pondered::Hit(thought),
            false => Pondered::Miss(thought),
        })
    }
}

/// A thought on the opponent's time whose end has come.
pub(crate) enum Pondered<M> {
    /// The expected move was played.
    Hit(Thought<M>),
    /// Another one was.
    Miss(Thought<M>),
}

/// A search on the opponent's time. It ends when it is dropped.
pub(crate) struct Thought<M> {
    expected: M,
    /// How many moves the game has after the expected one.
    plies: usize,
    signal: Arc<Signal>,
    answer: Receiver<Result<Answer<M>, Fault>>,
}

impl<M> Thought<M> {
    /// The expected move was played: waits for the answer. If `stop` becomes true, the search is stopped.
    pub(crate) fn hit(&self, stop: &AtomicBool) -> Result<Answer<M>, Fault> {
        self.signal.ponder_hit();
        loop {
            match self.answer.recv_timeout(LOOK_AGAIN) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) if stop.load(Ordering::Relaxed) => {
                    self.signal.stop();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(gone()),
            }
        }
    }

    /// Another move was played: stops the search and waits for its end. Its answer does not count, whatever it is; that
    /// there is one does.
    pub(crate) fn miss(&self) -> Result<(), Fault> {
        self.signal.stop();
        match self.answer.recv().unwrap_or_else(|_| Err(gone())) {
            Ok(_) | Err(Fault::IllegalMove(_) | Fault::NoMove) => Ok(()),
            Err(fault) => Err(fault),
        }
    }
}

impl<M> Drop for Thought<M> {
    fn drop(&mut self) {
        self.signal.stop();
    }
}

fn gone() -> Fault {
    Fault::Crash("its thoughts broke off".to_owned())
}
