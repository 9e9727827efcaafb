//! One game between two seats.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use games::{BoardGame, Ending, Reason, Record};
use gametree::{Player as Side, Signal};

use super::adjudicate::{Adjudication, Judge};
use super::journal::Note;
use super::limit::{Clock, PlayerLimit, late_request};
use super::opening::Opening;
use super::ponder::{PonderCount, Pondered, Pondering};
use players::{Answer, Fault, Listener, Seat};

/// Under which conditions a game is played.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// What each side may spend.
    pub limits: [PlayerLimit; 2],
    /// How much more time than there is a move may take before it loses.
    pub margin: Duration,
    /// Whether those who can think on their opponent's time do so.
    pub ponder: bool,
    /// When the game is ended early.
    pub adjudication: Adjudication,
    /// What decides what each side leaves to chance.
    pub seeds: [u64; 2],
}

/// A game that was played to its end.
pub struct Played<G: BoardGame> {
    /// Its positions and moves, those of the opening included.
    pub record: Record<G>,
    /// What was noted about each move after the opening.
    pub notes: Vec<Note>,
    /// How it ended.
    pub ending: Ending,
    /// What was wrong with what the players said, and who said it.
    pub warnings: Vec<(Side, String)>,
    /// What each side made of its opponent's time.
    pub ponder: [PonderCount; 2],
}

impl<G: BoardGame> Played<G> {
    /// A game that ended before a move was made after its opening.
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

/// Plays a game. `None` if `stop` became true before it was over.
pub fn play<G: BoardGame>(
    game: &G,
    opening: Opening<G>,
    seats: [&mut Seat<G>; 2],
    conditions: &Conditions,
    stop: &Arc<AtomicBool>,
) -> Option<Played<G>> {
    play_shown(game, opening, seats, conditions, stop, &mut |_| {})
}

/// Plays a game as [`play`] does, and shows each position to `look`.
pub(crate) fn play_shown<G: BoardGame>(
    game: &G,
    opening: Opening<G>,
    seats: [&mut Seat<G>; 2],
    conditions: &Conditions,
    stop: &Arc<AtomicBool>,
    look: &mut dyn FnMut(&Record<G>),
) -> Option<Played<G>> {
    let mut played = Played::unplayed(game, opening, Ending::draw(Reason::Rules));
    played.ending = to_the_end(game, &mut played, seats, conditions, stop, look)?;
    Some(played)
}

fn to_the_end<G: BoardGame>(
    game: &G,
    played: &mut Played<G>,
    mut seats: [&mut Seat<G>; 2],
    conditions: &Conditions,
    stop: &Arc<AtomicBool>,
    look: &mut dyn FnMut(&Record<G>),
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
    // Whoever still thinks on its opponent's time when the game is over is stopped and waited for.
    thread::scope(|scope| {
        let table = Table {
            game,
            seats: &seats,
            conditions,
            stop,
        };
        table.moves(played, Pondering::new(scope, game, &seats, able), look)
    })
}

/// Where a game is played.
struct Table<'a, G: BoardGame> {
    game: &'a G,
    seats: &'a [Mutex<&'a mut Seat<G>>; 2],
    conditions: &'a Conditions,
    stop: &'a Arc<AtomicBool>,
}

impl<G: BoardGame> Table<'_, G> {
    /// Plays move after move.
    fn moves(
        &self,
        played: &mut Played<G>,
        mut pondering: Pondering<'_, '_, G>,
        look: &mut dyn FnMut(&Record<G>),
    ) -> Option<Ending> {
        let (game, stop) = (self.game, self.stop);
        let mut clocks = self.conditions.limits.map(Clock::new);
        let mut judge = Judge::new(self.conditions.adjudication);
        let mut legal = Vec::new();
        loop {
            look(&played.record);
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
            let start = Instant::now();
            let reply = self
                .answer(side, &played.record, pondered.as_ref(), &clocks)
                .and_then(|answer| Ok((answer.best.ok_or(Fault::NoMove)?, answer)));
            let spent = start.elapsed();
            // A game that is given up in the middle of a move says nothing about the player.
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            // Who does not answer has mostly lost on time as well; what is wrong with it is said first.
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
            if let Some(ending) = judge.after(side, answer.value, plies) {
                // A mate on the board counts before what anybody thinks of it.
                let over = game.terminal(played.record.state());
                return Some(game.ending(&played.record, over).unwrap_or(ending));
            }
        }
    }

    /// What the side to move answers: from its thoughts on its opponent's time, if they were about this position. If they
    /// were not, it is asked when they have ended; the time until then is its own.
    fn answer(
        &self,
        side: Side,
        record: &Record<G>,
        pondered: Option<&Pondered<G::Move>>,
        clocks: &[Clock; 2],
    ) -> Result<Answer<G::Move>, Fault> {
        let start = Instant::now();
        match pondered {
            Some(Pondered::Hit(thought)) => return thought.hit(self.stop),
            Some(Pondered::Miss(thought)) => thought.miss()?,
            None => {}
        }
        let gone = pondered.map_or(Duration::ZERO, |_| start.elapsed());
        let request = late_request(clocks, side, gone);
        let signal = Signal::with_stop(Arc::clone(self.stop));
        guarded(|| {
            let mut seat = at(&self.seats[side.index()]);
            seat.ask(self.game, record, &request, &signal, Listener::nobody())
        })
    }
}

/// Who sits at a seat, for as long as it is needed.
pub(crate) fn at<'a, 'b, G: BoardGame>(
    seat: &'a Mutex<&'b mut Seat<G>>,
) -> MutexGuard<'a, &'b mut Seat<G>> {
    // Who panicked has lost, and is made anew for the next game.
    seat.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Does something with a seat; a panic is a crash of its own making.
pub(crate) fn guarded<T>(job: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
    panic::catch_unwind(AssertUnwindSafe(job))
        .unwrap_or_else(|cause| Err(Fault::Crash(said(&*cause))))
}

fn said(cause: &(dyn Any + Send)) -> String {
    let text = cause
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| cause.downcast_ref::<&str>().copied());
    text.unwrap_or("panicked").to_owned()
}
