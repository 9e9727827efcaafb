//! Plays the games of a schedule on several threads.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::journal::{Entry, GameLine, Note};
use super::opening::{Openings, mix};
use super::pgn_text::PgnWriter;
use super::plan::Plan;
use super::play::{Conditions, Played, play_observed};
use super::schedule::Scheduled;
use super::{pool, when};
use games::{BoardGame, Ending, GameResult, Record};
use gametree::Side;
use gametree::clock::Stopwatch;
use players::{Fault, Seat, SpecError};

/// Makes a seat for the participant of this index.
pub type MakeSeat<'a, G> = dyn Fn(usize) -> Result<Seat<G>, SpecError> + Sync + 'a;

/// A callback with a scheduled game after each of its moves, and with `None` at its end. Called on the playing threads.
pub type Watch<'a, G> = dyn Fn(&Scheduled, Option<&Record<G>>) + Sync + 'a;

/// A match to play.
pub struct Contest<'a, G: BoardGame> {
    /// The rules.
    pub game: &'a G,
    /// The plan.
    pub plan: &'a Plan,
    /// The openings of the plan.
    pub openings: &'a Openings<G>,
    /// Creates the seats, separately on each thread.
    pub make_seat: &'a MakeSeat<'a, G>,
    /// An optional observer of the games.
    pub watch: Option<&'a Watch<'a, G>>,
}

/// A finished game, ready to be written.
pub struct Finished {
    /// The game.
    pub line: GameLine,
    /// Its line in the journal.
    pub json: Vec<u8>,
    /// The game as PGN, if there is a PGN writer.
    pub pgn: String,
}

impl<G: BoardGame> Contest<'_, G> {
    /// Plays games on `threads` threads until all are played or `stop` is true; unfinished games are then abandoned.
    /// Passes games to `each` in the order they end, several at once if they end quickly. Calls it with no game at
    /// least ten times a second.
    pub fn run(
        &self,
        games: &[Scheduled],
        threads: usize,
        pgn: Option<&PgnWriter>,
        stop: &Arc<AtomicBool>,
        mut each: impl FnMut(Vec<Finished>),
    ) {
        let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
        let seats = || self.plan.players.iter().map(|_| None).collect::<Vec<_>>();
        pool::stream(
            threads,
            games.len(),
            seats,
            |seats, index| self.finished(games[index], seats, pgn, stop),
            &mut each,
        );
    }

    /// Plays a game of the schedule and formats it. Returns `None` if it was abandoned.
    fn finished(
        &self,
        scheduled: Scheduled,
        seats: &mut [Option<Seat<G>>],
        pgn: Option<&PgnWriter>,
        stop: &Arc<AtomicBool>,
    ) -> Option<Finished> {
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let line = self.game_line(scheduled, seats, stop)?;
        let mut text = String::new();
        if let Some(writer) = pgn {
            writer.write_game(self.game, &line, &mut text);
        }
        Some(Finished {
            json: Entry::Game(&line).to_bytes(),
            line,
            pgn: text,
        })
    }

    /// Plays a game of the schedule. Returns `None` if it was abandoned.
    fn game_line(
        &self,
        scheduled: Scheduled,
        seats: &mut [Option<Seat<G>>],
        stop: &Arc<AtomicBool>,
    ) -> Option<GameLine> {
        let (began, watch) = (when::now(), Stopwatch::new());
        // All seats were created once before the match. A player that can no longer be created, because its program is
        // missing, loses.
        let mut absent = None;
        for (side, player) in [Side::First, Side::Second]
            .into_iter()
            .zip(scheduled.players)
        {
            if seats[player].is_none() {
                match (self.make_seat)(player) {
                    Ok(seat) => seats[player] = Some(seat),
                    Err(error) => absent = Some(Fault::Start(error.to_string()).ending(side)),
                }
            }
        }
        let opening = self.openings.get(self.game, scheduled.round);
        let book = opening.moves.len();
        let usual = self.game.write_position(&self.game.start());
        let first_position = self.game.write_position(&opening.start);
        let seed = |side| mix(mix(self.plan.seed) ^ (2 * scheduled.number + side));
        let conditions = Conditions {
            limits: scheduled
                .players
                .map(|player| self.plan.players[player].limit),
            margin: Duration::from_millis(self.plan.time_margin),
            ponder: self.plan.ponder,
            adjudication: self.plan.adjudication,
            seeds: [seed(0), seed(1)],
        };
        let played = if let Some(ending) = absent {
            Played::unplayed(self.game, opening, ending)
        } else {
            let [first, second] = seats.get_disjoint_mut(scheduled.players).ok()?;
            let pair = [first.as_mut()?, second.as_mut()?];
            let mut observe = |record: &Record<G>| {
                if let Some(watch) = self.watch {
                    watch(&scheduled, Some(record));
                }
            };
            play_observed(self.game, opening, pair, &conditions, stop, &mut observe)?
        };
        if let Some(watch) = self.watch {
            watch(&scheduled, None);
        }
        // Ends untrusted programs after their game, so that they cannot slow down other games.
        for player in scheduled.players {
            if seats[player].as_ref().is_some_and(Seat::is_limited) {
                seats[player] = None;
            }
        }
        let Played {
            record,
            mut notes,
            ending:
                Ending {
                    winner,
                    reason,
                    detail,
                },
            warnings,
            ponder,
        } = played;
        if notes.iter().all(|note| *note == Note::default()) {
            notes.clear();
        }
        let mut moves = String::with_capacity(6 * record.moves().len());
        for (index, &mv) in record.moves().iter().enumerate() {
            if index > 0 {
                moves.push(' ');
            }
            moves.push_str(&self.game.write_move(mv));
        }
        Some(GameLine {
            number: scheduled.number,
            round: scheduled.round + 1,
            players: scheduled.players,
            start: (first_position != usual).then_some(first_position),
            book,
            moves,
            result: GameResult::of(winner),
            reason,
            detail,
            began,
            ms: watch.elapsed().as_millis() as u64,
            warnings: warnings
                .into_iter()
                .map(|(side, warning)| (scheduled.players[side.index()], warning))
                .collect(),
            ponder: self.plan.ponder.then_some(ponder),
            notes,
        })
    }
}
