//! A question that is being answered: whom to tell, and whether anybody still wants to know.

use std::any::Any;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use crate::Outbox;
use crate::pages::tree::KeptTree;
use crate::protocol::{GameId, Said, Say};

/// One question of one page.
#[derive(Clone)]
pub struct Job {
    /// The number the page gave it.
    pub id: u32,
    /// Becomes true when the page does not want the answer any more.
    pub stop: Arc<AtomicBool>,
    /// What the page has here.
    pub page: Arc<Page>,
    out: Arc<dyn Outbox>,
}

impl Job {
    /// A question that came from `page`.
    #[must_use]
    pub fn new(id: u32, page: Arc<Page>, out: Arc<dyn Outbox>) -> Self {
        Self {
            id,
            stop: Arc::new(AtomicBool::new(false)),
            page,
            out,
        }
    }

    /// Whether the page has lost interest.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn message(&self, say: Say, last: bool) -> String {
        let said = Said {
            id: self.id,
            last,
            say,
        };
        // These types have only text keys, so writing them cannot fail.
        serde_json::to_string(&said).unwrap_or_default()
    }

    /// News that can be left out if the page is slow: the next ones make up for it.
    pub fn news(&self, say: Say) {
        _ = self.try_news(say);
    }

    /// The same, and whether the page was quick enough to take them.
    pub fn try_news(&self, say: Say) -> bool {
        self.out.offer(self.message(say, false))
    }

    /// A part of the answer. Waits for a slow page; called from threads that may wait.
    pub fn part(&self, say: Say) {
        self.out.push(self.message(say, false));
    }

    /// The message that ends the answer.
    #[must_use]
    pub fn last(&self, answer: Result<Say, String>) -> String {
        let say = answer.unwrap_or_else(|reason| Say::Refused { reason });
        self.message(say, true)
    }
}

/// What one page has here, as long as it is connected.
#[derive(Default)]
pub struct Page {
    /// The jobs that run, by number.
    jobs: Mutex<HashMap<u32, Arc<AtomicBool>>>,
    /// The players that sit at its boards.
    seats: Mutex<Vec<Seat>>,
    /// The tree it looks at.
    tree: Mutex<Option<Arc<dyn KeptTree>>>,
}

/// A player that keeps its memory from move to move.
struct Seat {
    key: String,
    spec: String,
    game: GameId,
    player: Box<dyn Any + Send>,
}

/// How many players stay seated for one page.
const SEATS: usize = 2;

impl Page {
    /// Remembers a job so that it can be stopped; `false` if the page has too many already.
    pub fn begin(&self, job: &Job, most: usize) -> bool {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if jobs.len() >= most {
            return false;
        }
        jobs.insert(job.id, Arc::clone(&job.stop));
        true
    }

    /// Forgets a job that has ended.
    pub fn end(&self, id: u32) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.remove(&id);
    }

    /// Stops a job, if it runs.
    pub fn stop(&self, id: u32) {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(stop) = jobs.get(&id) {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Stops everything: the page is gone.
    pub fn stop_all(&self) {
        let jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        for stop in jobs.values() {
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// The player of a seat, if the same one sat there last. It has to be seated again after its move.
    pub fn rise(&self, key: &str, game: GameId, spec: &str) -> Option<Box<dyn Any + Send>> {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        let place = seats.iter().position(|seat| seat.key == key)?;
        let seat = seats.remove(place);
        (seat.game == game && seat.spec == spec).then_some(seat.player)
    }

    /// Seats a player; who sat longest without a move has to go if there is no room.
    pub fn seat(&self, key: String, game: GameId, spec: String, player: Box<dyn Any + Send>) {
        let mut seats = self.seats.lock().unwrap_or_else(PoisonError::into_inner);
        if seats.len() >= SEATS {
            seats.remove(0);
        }
        seats.push(Seat {
            key,
            spec,
            game,
            player,
        });
    }
}

impl Page {
    /// Takes the tree away that the page looks at.
    pub fn take_tree(&self) -> Option<Arc<dyn KeptTree>> {
        self.tree
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take()
    }

    /// Keeps a tree for the page to look at.
    pub fn keep_tree(&self, tree: Arc<dyn KeptTree>) {
        *self.tree.lock().unwrap_or_else(PoisonError::into_inner) = Some(tree);
    }

    /// The tree the page looks at.
    pub fn tree(&self) -> Result<Arc<dyn KeptTree>, String> {
        let tree = self.tree.lock().unwrap_or_else(PoisonError::into_inner);
        tree.clone()
            .ok_or_else(|| "no search is recorded yet: record one first".to_owned())
    }
}
