//! A search: from the request to `bestmove`.

use std::io::Write;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use chess::{Game, Move};
use engine::{Choice, Event, Request};
use games::{Chess, Record};
use gametree::Signal;
use players::{Listener, Seat};

use super::output::Output;
use super::report::{self, Form};

/// The player of a session. The thread of the job queue uses it during a search.
pub type SharedSeat = Arc<Mutex<Seat<Chess>>>;

/// Locks a seat. A panic during a search does not end the session.
pub fn lock(seat: &SharedSeat) -> MutexGuard<'_, Seat<Chess>> {
    seat.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A search for the next move of a game.
pub struct Search {
    pub seat: SharedSeat,
    pub game: Game,
    pub request: Request,
    pub form: Form,
}

impl Search {
    /// Searches, writes `info` lines, and returns `bestmove`.
    pub fn run<W: Write>(&self, signal: &Signal, output: &Output<W>) -> String {
        let position = self.game.position();
        let mut last_info = String::new();
        let mut known = None;
        // The lines of mates count as thinking time: about a tenth of a nearly empty clock.
        let left = self.request.clocks.left[position.side_to_move() as usize];
        let mate_line_nodes = left.map_or(engine::MATE_LINE_NODES, |left| {
            let nodes = u32::try_from(left.as_millis() * 10).unwrap_or(u32::MAX);
            nodes.clamp(100, engine::MATE_LINE_NODES)
        });
        let listener = &mut |event: &Event| {
            output.try_write(match event {
                Event::Info(info) => {
                    let info = engine::complete_mate(&self.game, info, mate_line_nodes);
                    let text = report::info(&info, self.form) + "\n";
                    if info.rank == 1 {
                        last_info.clone_from(&text);
                        known = info.line.first().copied();
                    }
                    text
                }
                Event::Remark(text) => format!("info string {text}\n"),
            });
        };
        // A bug in a player must not lose the game without a move.
        let search = AssertUnwindSafe(|| {
            let listener = Listener::reporting(listener);
            let record = record(&self.game);
            lock(&self.seat).ask(&Chess::default(), &record, &self.request, signal, listener)
        });
        let failure = match panic::catch_unwind(search) {
            Ok(Ok(answer)) => Ok((answer.best, answer.ponder)),
            Ok(Err(fault)) => Err(format!("the player {fault}")),
            Err(_) => Err("the search failed".to_owned()),
        };
        let (best, ponder) = failure.unwrap_or_else(|reason| {
            let (what, best) = match known {
                Some(best) => ("the best move known", Some(best)),
                None => ("any move", position.legal_moves().first().copied()),
            };
            output.try_write(format_args!(
                "info string error: {reason}, so {what} is played\n"
            ));
            (best, None)
        });
        debug_assert!(
            best.map_or(!position.has_legal_move(), |best| position.is_legal(best)),
            "{best:?} in {position}"
        );
        signal.wait_for_release(self.request.infinite, self.request.ponder);
        let best = report::best_move(Choice { best, ponder }, self.form.castling) + "\n";
        // Some GUIs discard what arrived before `ponderhit`, so a search that was finished by then repeats its result.
        if self.request.ponder && signal.is_ponder_hit() {
            return last_info + &best;
        }
        best
    }
}

/// Converts a game for a seat.
fn record(game: &Game) -> Record<Chess> {
    let mut record = Record::new(*game.start());
    for &m in game.moves() {
        record.play(&Chess::default(), m);
    }
    record
}

/// Returns the output for a move from the opening book.
pub fn book_answer(m: Move, form: Form) -> String {
    let choice = Choice {
        best: Some(m),
        ponder: None,
    };
    let info = report::info(&players::engine_player::of_the_book(m), form);
    let best = report::best_move(choice, form.castling);
    format!("info string book move\n{info}\n{best}\n")
}

/// Whether a book may answer: the request is for a move in a game, not for an analysis.
pub fn book_may_answer(request: &Request) -> bool {
    !request.waits_for_signal()
        && request.mate.is_none()
        && request.moves.is_empty()
        && request.limits.depth.is_none()
        && request.limits.nodes.is_none()
}
