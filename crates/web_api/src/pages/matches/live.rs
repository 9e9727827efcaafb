//! The running games of a match.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use contest::Scheduled;
use games::{BoardGame, Record};
use gametree::clock;

use crate::protocol::LiveGame;

/// The most boards that a page shows.
const BOARDS: usize = 4;

/// The time between two messages after moves.
const BEAT: Duration = Duration::from_millis(100);

/// The running games, and whether they have changed since the last message.
pub(super) struct Live {
    names: Vec<String>,
    games: Mutex<(BTreeMap<u64, LiveGame>, bool)>,
    /// The time of the last message after a move.
    sent: Mutex<Duration>,
}

impl Live {
    /// Starts without games, for players of these names.
    pub(super) fn new(names: Vec<String>) -> Self {
        Self {
            names,
            games: Mutex::default(),
            sent: Mutex::default(),
        }
    }

    /// Updates a game, or removes it if `record` is `None`. Called on the worker threads after each move.
    pub(super) fn update<G: BoardGame>(
        &self,
        game: &G,
        scheduled: &Scheduled,
        record: Option<&Record<G>>,
    ) {
        let live = record.map(|record| {
            let name = |place: usize| self.names.get(place).cloned().unwrap_or_default();
            let last = record
                .moves()
                .last()
                .zip(record.states().iter().rev().nth(1));
            LiveGame {
                number: scheduled.number,
                players: scheduled.players.map(name),
                board: game.board(record.state()),
                last: last.map(|(&mv, before)| game.wire_move(before, mv)),
                plies: record.moves().len(),
            }
        });
        let (games, changed) = &mut *self.lock();
        *changed = true;
        match live {
            Some(live) => games.insert(scheduled.number, live),
            None => games.remove(&scheduled.number),
        };
    }

    /// Returns the first games, if any game has changed since the last call.
    pub(super) fn changed(&self) -> Option<Vec<LiveGame>> {
        let (games, changed) = &mut *self.lock();
        std::mem::take(changed).then(|| games.values().take(BOARDS).cloned().collect())
    }

    /// As [`changed`](Self::changed), at most ten times a second.
    pub(super) fn changed_after_move(&self) -> Option<Vec<LiveGame>> {
        let now = clock::now();
        let mut sent = self.sent.lock().unwrap_or_else(PoisonError::into_inner);
        if now < *sent + BEAT {
            return None;
        }
        *sent = now;
        self.changed()
    }

    fn lock(&self) -> MutexGuard<'_, (BTreeMap<u64, LiveGame>, bool)> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
