//! One game between two seats.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use games::{BoardGame, Ending, Reason, Record};
use gametree::{Player as Side, Signal};

use super::adjudicate::{Adjudication, Judge};
use super::journal::Note;
use super::limit::{Clock, PlayerLimit, request};
use super::opening::Opening;
use players::{Fault, Listener, Seat};

/// Under which conditions a game is played.
#[derive(Clone, Copy, Debug)]
pub struct Conditions {
    /// What each side may spend.
    pub limits: [PlayerLimit; 2],
    /// How much more time than there is a move may take before it loses.
    pub margin: Duration,
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
    for side in [Side::First, Side::Second] {
        let seat = &mut seats[side.index()];
        let ready = guarded(|| {
            seat.seed(conditions.seeds[side.index()]);
            seat.new_game()
        });
        if let Err(fault) = ready {
            return Some(fault.ending(side));
        }
    }
    let signal = Signal::with_stop(Arc::clone(stop));
    let mut clocks = conditions.limits.map(Clock::new);
    let mut judge = Judge::new(conditions.adjudication);
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
        let request = request(&clocks, side);
        let start = Instant::now();
        let seat = &mut seats[side.index()];
        let reply = guarded(|| {
            let answer = seat.ask(game, &played.record, &request, &signal, Listener::nobody())?;
            let best = answer.best.ok_or(Fault::NoMove)?;
            Ok((best, answer))
        });
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
        if !clocks[side.index()].take(spent, conditions.margin) {
            let mut ending = Ending::loss(side, Reason::Time);
            ending.detail = Some(format!("took {} ms for its last move", spent.as_millis()));
            return Some(ending);
        }
        played.notes.push(Note::new(&answer, spent));
        played.record.play(game, best);
        let plies = played.record.moves().len();
        if let Some(ending) = judge.after(side, answer.value, plies) {
            // A mate on the board counts before what anybody thinks of it.
            let over = game.terminal(played.record.state());
            return Some(game.ending(&played.record, over).unwrap_or(ending));
        }
    }
}

/// Does something with a seat; a panic is a crash of its own making.
fn guarded<T>(job: impl FnOnce() -> Result<T, Fault>) -> Result<T, Fault> {
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
