//! The games of a match while they are played.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use contest::Scheduled;
use games::{BoardGame, Record};

use crate::protocol::LiveGame;

/// Nobody can follow more boards than this.
const BOARDS: usize = 4;

/// What is on the boards, and whether it has changed since somebody looked.
pub(super) struct Live {
    names: Vec<String>,
    games: Mutex<(BTreeMap<u64, LiveGame>, bool)>,
}

impl Live {
    /// No game yet, between players of these names.
    pub(super) fn new(names: Vec<String>) -> Self {
        Self {
            names,
            games: Mutex::default(),
        }
    }

    /// A game has come so far, or is over. Called on the threads that play, after each move.
    pub(super) fn see<G: BoardGame>(
        &self,
        game: &G,
        scheduled: &Scheduled,
        record: Option<&Record<G>>,
    ) {
        let seen = record.map(|record| {
            let name = |place: usize| self.names.get(place).cloned().unwrap_or_default();
            let last = record
                .moves()
                .last()
                .zip(record.states().iter().rev().nth(1));
            LiveGame {
                number: scheduled.number,
                players: scheduled.players.map(name),
                board: game.board(record.state()),
                last: last.map(|(&mv, before)| game.message_move(before, mv)),
                plies: record.moves().len(),
            }
        });
        let (games, changed) = &mut *self.lock();
        *changed = true;
        match seen {
            Some(seen) => games.insert(scheduled.number, seen),
            None => games.remove(&scheduled.number),
        };
    }

    /// The first few games, if anything has changed.
    pub(super) fn news(&self) -> Option<Vec<LiveGame>> {
        let (games, changed) = &mut *self.lock();
        std::mem::take(changed).then(|| games.values().take(BOARDS).cloned().collect())
    }

    fn lock(&self) -> MutexGuard<'_, (BTreeMap<u64, LiveGame>, bool)> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
