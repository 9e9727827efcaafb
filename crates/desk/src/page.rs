//! What one page has here as long as it is connected: players that remember, and the tree it looks at.

use std::any::Any;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::config::Config;
use crate::kept_tree::KeptTree;
use crate::outbox::Outbox;
use crate::protocol::GameId;

/// One page.
pub struct Page {
    /// The number it has at the desk.
    pub(crate) id: u64,
    /// What it is told.
    pub(crate) outbox: Arc<Outbox>,
    /// How the desk is set up.
    pub(crate) config: Arc<Config>,
    kept: Mutex<Kept>,
}

/// What stays when a job has ended.
#[derive(Default)]
struct Kept {
    /// The players that sit at its boards.
    seats: Vec<Seated>,
    /// The tree it looks at, and its mebibytes.
    tree: Option<(Arc<dyn KeptTree>, u64)>,
    /// The page is gone, and nothing is kept any more.
    closed: bool,
}

/// A player that keeps its memory from move to move.
struct Seated {
    key: String,
    spec: String,
    game: GameId,
    mebibytes: u64,
    player: Box<dyn Any + Send>,
}

/// How many players stay seated for one page.
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

    /// The player of a seat, if the same one sat there last. It has to be seated again after its move.
    pub fn rise(&self, key: &str, game: GameId, spec: &str) -> Option<Box<dyn Any + Send>> {
        let mut kept = self.kept();
        let place = kept.seats.iter().position(|seat| seat.key == key)?;
        let seat = kept.seats.remove(place);
        (seat.game == game && seat.spec == spec).then_some(seat.player)
    }

    /// Seats a player with so many mebibytes; who sat longest without a move has to go if there is no room.
    pub fn seat(
        &self,
        key: &str,
        game: GameId,
        spec: &str,
        mebibytes: u64,
        player: Box<dyn Any + Send>,
    ) {
        let mut kept = self.kept();
        if kept.closed {
            return;
        }
        if kept.seats.len() >= SEATS {
            kept.seats.remove(0);
        }
        kept.seats.push(Seated {
            key: key.to_owned(),
            spec: spec.to_owned(),
            game,
            mebibytes,
            player,
        });
    }

    /// Takes the tree away that the page looks at.
    pub fn drop_tree(&self) {
        let tree = self.kept().tree.take();
        // A large tree takes its time to go, and nobody has to wait for that.
        drop(tree);
    }

    /// Keeps a tree of so many mebibytes for the page to look at.
    pub fn keep_tree(&self, tree: Arc<dyn KeptTree>, mebibytes: u64) {
        let mut kept = self.kept();
        if !kept.closed {
            kept.tree = Some((tree, mebibytes));
        }
    }

    /// The tree the page looks at.
    pub fn tree(&self) -> Result<Arc<dyn KeptTree>, String> {
        let kept = self.kept();
        let tree = kept.tree.as_ref().map(|(tree, _)| Arc::clone(tree));
        tree.ok_or_else(|| "no search is recorded yet: record one first".to_owned())
    }

    /// Mebibytes of the tree.
    pub(crate) fn tree_mebibytes(&self) -> u64 {
        let kept = self.kept();
        kept.tree.as_ref().map_or(0, |(_, mebibytes)| *mebibytes)
    }

    /// Mebibytes of everything that is kept.
    pub(crate) fn mebibytes(&self) -> u64 {
        let seats: u64 = self.kept().seats.iter().map(|seat| seat.mebibytes).sum();
        seats + self.tree_mebibytes()
    }

    /// Lets the seated players go: they only remember, and somebody needs the room.
    pub(crate) fn clear_seats(&self) {
        let seats = std::mem::take(&mut self.kept().seats);
        drop(seats);
    }

    /// The page is gone.
    pub(crate) fn close(&self) {
        let before = {
            let mut kept = self.kept();
            kept.closed = true;
            (std::mem::take(&mut kept.seats), kept.tree.take())
        };
        drop(before);
        self.outbox.close();
    }
}
