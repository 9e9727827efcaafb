//! One game between two seats.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use games::{BoardGame, Ending, Reason, Record};
use gametree::{Side, Signal};

use super::adjudicate::{Adjudication, Adjudicator};
use super::journal::Note;
use super::limit::{Clock, PlayerLimit, late_request};
use super::opening::Opening;
use super::ponder::{PonderCount, Pondered, Pondering};
use gametree::clock::Stopwatch;
use players::{Answer, Fault, Listener, Seat};

/// The conditions of a game.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// The limits of each side.
    pub limits: [PlayerLimit; 2],
    /// The time by which a move may exceed the clock.
    pub margin: Duration,
    /// Whether players ponder, if they can.
    pub ponder: bool,
    /// The adjudication rules.
    pub adjudication: Adjudication,
    /// The seed of each side.
    pub seeds: [u64; 2],
}

/// A finished game.
pub struct Played<G: BoardGame> {
    /// Its positions and moves, including the opening.
    pub record: Record<G>,
    /// A note about each move after the opening.
    pub notes: Vec<Note>,
    /// The ending.
    pub ending: Ending,
    /// Warnings about invalid output, with the side of the player.
    pub warnings: Vec<(Side, String)>,
    /// The ponder counts of each side.
    pub ponder: [PonderCount; 2],
}

impl<G: BoardGame> Played<G> {
    /// Creates a game that ended before the first move after its opening.
    pub(crate) fn unplayed(game: &G, opening: Opening<G>, ending: Ending) -> Self {
        let mut record = Record::new(opening.start);
        for mv in opening.moves {
            record.play(game, mv);
        }
        Self {
            record,
            notes: Vec::new(),
            ending,
            warnings: Vec::new(),
            ponder: Default::default(),
        }
    }
}

/// Plays a game. Returns `None` if `stop` became true before its end.
pub fn play<G: BoardGame>(
    game: &G,
    opening: Opening<G>,
    seats: [&mut Seat<G>; 2],
    conditions: &Conditions,
    stop: &Arc<AtomicBool>,
) -> Option<Played<G>> {
    play_observed(game, opening, seats, conditions, stop, &mut |_| {})
}

/// Plays a game like [`play`], and passes each position to `observe`.
pub(crate) fn play_observed<G: BoardGame>(
    game: &G,
    opening: Opening<G>,
    seats: [&mut Seat<G>; 2],
    conditions: &Conditions,
    stop: &Arc<AtomicBool>,
    observe: &mut dyn FnMut(&Record<G>),
) -> Option<Played<G>> {
    let mut played = Played::unplayed(game, opening, Ending::draw(Reason::Rules));
    played.ending = play_moves(game, &mut played, seats, conditions, stop, observe)?;
    Some(played)
}

fn play_moves<G: BoardGame>(
    game: &G,
    played: &mut Played<G>,
    mut seats: [&mut Seat<G>; 2],
    conditions: &Conditions,
    stop: &Arc<AtomicBool>,
    observe: &mut dyn FnMut(&Record<G>),
) -> Option<Ending> {
    let mut able = [false; 2];
    for (side, seat) in [Side::First, Side::Second].into_iter().zip(&mut seats) {
        let ready = guarded(|| {
            seat.seed(conditions.seeds[side.index()]);
            seat.new_game()?;
            Ok(conditions.ponder && seat.get_ready_to_ponder()?)
        });
        match ready {
            Ok(is_able) => able[side.index()] = is_able,
            Err(fault) => return Some(fault.ending(side)),
        }
    }
    let seats = seats.map(Mutex::new);
    // At the end of the scope a player that still ponders is stopped and joined.
    thread::scope(|scope| {
        let table = Table {
            game,
            seats: &seats,
            conditions,
            stop,
        };
        table.moves(played, Pondering::new(scope, game, &seats, able), observe)
    })
}

/// A game in progress.
struct Table<'a, G: BoardGame> {
    game: &'a G,
    seats: &'a [Mutex<&'a mut Seat<G>>; 2],
    conditions: &'a Conditions,
    stop: &'a Arc<AtomicBool>,
}

impl<G: BoardGame> Table<'_, G> {
    /// Plays the moves of the game.
    fn moves(
        &self,
        played: &mut Played<G>,
        mut pondering: Pondering<'_, '_, G>,
        observe: &mut dyn FnMut(&Record<G>),
    ) -> Option<Ending> {
        let (game, stop) = (self.game, self.stop);
        let mut clocks = self.conditions.limits.map(Clock::new);
        let mut adjudicator = Adjudicator::new(self.conditions.adjudication);
        let mut legal = Vec::new();
        loop {
            observe(&played.record);
            let state = played.record.state();
            legal.clear();
            let over = game.expand(state, &mut legal);
            if let Some(ending) = game.ending(&played.record, over) {
                return Some(ending);
            }
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            let side = game.side(state);
            pondering.begin(&played.record, &legal, &clocks);
            let pondered = pondering.end(side, &played.record);
            if let Some(pondered) = &pondered {
                let is_hit = matches!(pondered, Pondered::Hit(_));
                played.ponder[side.index()].record(is_hit);
            }
            let start = Stopwatch::new();
            let reply = self
                .answer(side, &played.record, pondered.as_ref(), &clocks)
                .and_then(|answer| Ok((answer.best.ok_or(Fault::NoMove)?, answer)));
            let spent = start.elapsed();
            // A move interrupted by the stop does not count against the player.
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            // A player that fails has usually exceeded its time as well; the fault takes precedence.
            let (best, answer) = match reply {
                Ok((best, answer)) if legal.contains(&best) => (best, answer),
                Ok((best, _)) => {
                    let fault = Fault::IllegalMove(game.write_move(best));
                    return Some(fault.ending(side));
                }
                Err(fault) => return Some(fault.ending(side)),
            };
            let warnings = answer.warnings.iter();
            played
                .warnings
                .extend(warnings.map(|warning| (side, warning.clone())));
            if !clocks[side.index()].take(spent, self.conditions.margin) {
                let mut ending = Ending::loss(side, Reason::Time);
                ending.detail = Some(format!("took {} ms for its last move", spent.as_millis()));
                return Some(ending);
            }
            played.notes.push(Note::new(&answer, spent));
            played.record.play(game, best);
            pondering.expect(side, &answer);
            let plies = played.record.moves().len();
            if let Some(ending) = adjudicator.after(side, answer.value, plies) {
                // The rules take precedence over adjudication.
                let over = game.terminal(played.record.state());
                return Some(game.ending(&played.record, over).unwrap_or(ending));
            }
        }
    }

    /// Returns the answer of the side to move: that of its ponder search after a ponder hit. After a miss the ponder search is
    /// stopped first, at the cost of the player's time.
    fn answer(
        &self,
        side: Side,
        record: &Record<G>,
        pondered: Option<&Pondered<G::Move>>,
        clocks: &[Clock; 2],
    ) -> Result<Answer<G::Move>, Fault> {
        let start = Stopwatch::new();
        match pondered {
            Some(Pondered::Hit(search)) => return search.hit(self.stop),
            Some(Pondered::Miss(search)) => search.miss()?,
            None => {}
        }
        let gone = pondered.map_or(Duration::ZERO, |_| start.elapsed());
        let request = late_request(clocks, side, gone);
        let signal = Signal::with_stop(Arc::clone(self.stop));
        guarded(|| {
            let mut seat = at(&self.seats[side.index()]);
            seat.ask(self.game, record, &request, &signal, Listener::silent())
        })
    }
}

/// Locks a seat.
pub(crate) fn at<'a, 'b, G: BoardGame>(
    seat: &'a Mutex<&'b mut Seat<G>>,
) -> MutexGuard<'a, &'b mut Seat<G>> {
    // After a panic the player has lost the game and is replaced for the next one.
    seat.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a job with a seat. Converts a panic to a crash of the player.
pub(crate) fn guarded<T>(job: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    panic::catch_unwind(AssertUnwindSafe(job))
        .unwrap_or_else(|cause| Err(Fault::Crash(message(&*cause))))
}

fn message(cause: &(dyn Any + Send)) -> String {
    let text = cause
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| cause.downcast_ref::<&str>().copied());
    text.unwrap_or("panicked").to_owned()
}
