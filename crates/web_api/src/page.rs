//! The state of a connected page: its players, which keep their tables between moves, and its recorded tree.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use games::BoardGame;
use players::Seat;
use trace::AnyTree;

use crate::config::Config;
use crate::grading::Grading;
use crate::outbox::Outbox;

/// A connected page.
pub struct Page {
    /// Its unique id, given by the scheduler.
    pub(crate) id: u64,
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) config: Arc<Config>,
    kept: Mutex<Kept>,
}

/// The data that a page keeps between jobs.
#[derive(Default)]
struct Kept {
    /// The players, least recently used first.
    seats: Vec<KeptSeat>,
    /// The recorded tree and its size in mebibytes.
    tree: Option<(Arc<dyn AnyTree>, u64)>,
    /// The program that is being graded.
    grading: Option<Grading>,
    /// Whether the page has disconnected. Nothing is kept after that.
    closed: bool,
}

/// A player that keeps its table between moves.
struct KeptSeat {
    key: String,
    spec: String,
    mebibytes: u64,
    /// A [`Seat`] of any game.
    seat: Box<dyn Any + Send>,
}

/// The most players that a page keeps.
const SEATS: usize = 2;

impl Page {
    pub(crate) fn new(id: u64, outbox: Arc<Outbox>, config: Arc<Config>) -> Self {
        Self {
            id,
            outbox,
            config,
            kept: Mutex::default(),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes the player kept under `key` and returns it, if its game and spec match.
    pub fn take_seat<G: BoardGame>(&self, key: &str, spec: &str) -> Option<Seat<G>> {
        let kept = {
            let seats = &mut self.kept().seats;
            let index = seats.iter().position(|kept| kept.key == key)?;
            seats.remove(index)
        };
        let seat = (kept.spec == spec).then_some(kept.seat)?;
        seat.downcast().ok().map(|seat| *seat)
    }

    /// Keeps a player under `key`. Drops the least recently used player if the page has too many.
    pub fn keep_seat<G: BoardGame>(&self, key: &str, spec: &str, mebibytes: u64, seat: Seat<G>) {
        let mut kept = self.kept();
        if kept.closed {
            return;
        }
        if kept.seats.len() >= SEATS {
            kept.seats.remove(0);
        }
        kept.seats.push(KeptSeat {
            key: key.to_owned(),
            spec: spec.to_owned(),
            mebibytes,
            seat: Box::new(seat),
        });
    }

    /// Drops the recorded tree.
    pub fn drop_tree(&self) {
        let tree = self.kept().tree.take();
        // Dropping a large tree takes time, so it happens outside the lock.
        drop(tree);
    }

    /// Keeps a recorded tree of `mebibytes`.
    pub fn keep_tree(&self, tree: Arc<dyn AnyTree>, mebibytes: u64) {
        let mut kept = self.kept();
        if !kept.closed {
            kept.tree = Some((tree, mebibytes));
        }
    }

    /// Returns the recorded tree, or an error message if there is none.
    pub fn tree(&self) -> Result<Arc<dyn AnyTree>, String> {
        let kept = self.kept();
        let tree = kept.tree.as_ref().map(|(tree, _)| Arc::clone(tree));
        tree.ok_or_else(|| "no search is recorded yet: record one first".to_owned())
    }

    /// Keeps a program that is being graded.
    pub(crate) fn keep_grading(&self, grading: Grading) {
        let mut kept = self.kept();
        if !kept.closed {
            kept.grading = Some(grading);
        }
    }

    /// Removes the program that is being graded and returns it.
    pub(crate) fn take_grading(&self) -> Option<Grading> {
        self.kept().grading.take()
    }

    /// Returns the size of the recorded tree.
    pub(crate) fn tree_mebibytes(&self) -> u64 {
        let kept = self.kept();
        kept.tree.as_ref().map_or(0, |(_, mebibytes)| *mebibytes)
    }

    /// Returns the size of the recorded tree and of the players.
    pub(crate) fn mebibytes(&self) -> u64 {
        let seats: u64 = self.kept().seats.iter().map(|seat| seat.mebibytes).sum();
        seats + self.tree_mebibytes()
    }

    /// Drops the players to free the memory of their tables.
    pub(crate) fn clear_seats(&self) {
        let seats = std::mem::take(&mut self.kept().seats);
        drop(seats);
    }

    /// Drops all state and closes the outbox.
    pub(crate) fn close(&self) {
        let state = {
            let mut kept = self.kept();
            kept.closed = true;
            (
                std::mem::take(&mut kept.seats),
                kept.tree.take(),
                kept.grading.take(),
            )
        };
        drop(state);
        self.outbox.close();
    }
}
