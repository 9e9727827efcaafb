//! Games of a schedule on several threads.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use super::journal::{Entry, GameLine, Note};
use super::manifest::Plan;
use super::opening::{Openings, mix};
use super::pgn_text::PgnWriter;
use super::play::{Conditions, Played, play_shown};
use super::schedule::Scheduled;
use super::when;
use games::{BoardGame, Ending, GameResult, Record};
use gametree::Player as Side;
use players::program::Program;
use players::{Fault, Seat, SpecError};

/// The name of the threads that play. A panic there is a player's, and is told in the report.
pub const THREAD_NAME: &str = "contest";

/// Sits the player of a spec down.
pub type SitDown<G> = dyn Fn(&str) -> Result<Seat<G>, SpecError> + Sync;

/// Is told of a game of the schedule after each of its moves, and with nothing when it is over. Called on the threads that play.
pub type Watch<'a, G> = dyn Fn(&Scheduled, Option<&Record<G>>) + Sync + 'a;

/// What is played.
pub struct Contest<'a, G: BoardGame> {
    /// The rules.
    pub game: &'a G,
    /// The plan.
    pub plan: &'a Plan,
    /// The openings, made as the plan says.
    pub openings: &'a Openings<G>,
    /// Sits the players down, on each thread anew.
    pub sit: &'a SitDown<G>,
    /// Who looks on, if anybody does.
    pub watch: Option<&'a Watch<'a, G>>,
}

/// Whether a spec is that of a program with limits.
fn is_limited(spec: &str) -> bool {
    matches!(Program::parse(spec), Some(Ok(program)) if program.confinement.caps().is_some())
}

/// A game that has just ended, ready to be written.
pub struct Finished {
    /// The game.
    pub line: GameLine,
    /// Its line in the journal.
    pub json: Vec<u8>,
    /// The game as PGN, if that is wanted.
    pub pgn: String,
}

impl<G: BoardGame> Contest<'_, G> {
    /// Plays games on `threads` threads until all are played or `stop` is true, in which case the games that are not
    /// over yet are given up. Games are handed to `each` in the order they end, several at once if they come fast, and
    /// ten times a second there is a call with none.
    pub fn run(
        &self,
        games: &[Scheduled],
        threads: usize,
        pgn: Option<&PgnWriter>,
        stop: &Arc<AtomicBool>,
        mut each: impl FnMut(Vec<Finished>),
    ) {
        /// So few games wait to be written that a killed program loses next to none of its work.
        const WAITING: usize = 16;
        let next = AtomicUsize::new(0);
        let (sender, receiver) = mpsc::sync_channel(WAITING);
        thread::scope(|scope| {
            let next = &next;
            for _ in 1..threads.clamp(1, games.len().max(1)) {
                let sender = sender.clone();
                let work = move || self.work(games, next, pgn, stop, &sender);
                let thread = thread::Builder::new().name(THREAD_NAME.to_owned());
                // The system may have fewer threads to give than were asked for; the first one is needed.
                if thread.spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            let work = move || self.work(games, next, pgn, stop, &sender);
            let thread = thread::Builder::new().name(THREAD_NAME.to_owned());
            if thread.spawn_scoped(scope, work).is_err() {
                return;
            }
            loop {
                match receiver.recv_timeout(Duration::from_millis(100)) {
                    Ok(first) => {
                        let mut ended = vec![first];
                        ended.extend(receiver.try_iter().take(WAITING));
                        each(ended);
                    }
                    Err(RecvTimeoutError::Timeout) => each(Vec::new()),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
    }

    /// One thread: takes the next game, plays it, writes it down.
    fn work(
        &self,
        games: &[Scheduled],
        next: &AtomicUsize,
        pgn: Option<&PgnWriter>,
        stop: &Arc<AtomicBool>,
        sender: &SyncSender<Finished>,
    ) {
        let mut seats: Vec<Option<Seat<G>>> = self.plan.players.iter().map(|_| None).collect();
        while !stop.load(Ordering::Relaxed) {
            let Some(scheduled) = games.get(next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let Some(line) = self.game_line(*scheduled, &mut seats, stop) else {
                return;
            };
            let mut text = String::new();
            if let Some(writer) = pgn {
                writer.write(&line, &mut text);
            }
            let finished = Finished {
                json: Entry::Game(&line).to_bytes(),
                line,
                pgn: text,
            };
            if sender.send(finished).is_err() {
                return;
            }
        }
    }

    /// Plays a game of the schedule. `None` if it was given up.
    fn game_line(
        &self,
        scheduled: Scheduled,
        seats: &mut [Option<Seat<G>>],
        stop: &Arc<AtomicBool>,
    ) -> Option<GameLine> {
        let (began, start) = (when::now(), Instant::now());
        // All players sat down once before the match. Who cannot any more, because a program has gone, loses.
        let mut absent = None;
        for (side, player) in [Side::First, Side::Second]
            .into_iter()
            .zip(scheduled.players)
        {
            if seats[player].is_none() {
                match (self.sit)(&self.plan.players[player].spec) {
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
            let mut look = |record: &Record<G>| {
                if let Some(watch) = self.watch {
                    watch(&scheduled, Some(record));
                }
            };
            play_shown(self.game, opening, pair, &conditions, stop, &mut look)?
        };
        if let Some(watch) = self.watch {
            watch(&scheduled, None);
        }
        // A stranger's program does not run on while others play: what it does then would cost them time.
        for player in scheduled.players {
            if is_limited(&self.plan.players[player].spec) {
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
            ms: start.elapsed().as_millis() as u64,
            warnings: warnings
                .into_iter()
                .map(|(side, warning)| (scheduled.players[side.index()], warning))
                .collect(),
            ponder: self.plan.ponder.then_some(ponder),
            notes,
        })
    }
}
