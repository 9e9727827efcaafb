//! The answer of a player, and the receivers of its progress.

use gametree::{Bound, Event, Observer, Stats, Value};

/// A move with its value and its cost.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The move. `None` only if the game is over.
    pub best: Option<M>,
    /// The expected reply.
    pub ponder: Option<M>,
    /// The value of the position for the side to move. `None` if the player computes none.
    pub value: Option<Value>,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The depth of the last completed search; 0 if there was none.
    pub depth: u32,
    /// The principal variation, beginning with the move.
    pub line: Vec<M>,
    /// Plies searched beyond `depth`: some documents count the first ply as zero.
    pub plies_more: u32,
    /// The work by the common counting rules.
    pub stats: Stats,
    /// The work as the player's own document counts it, if that differs.
    pub counted: Option<u64>,
    /// The fill of the transposition table in thousandths, if the player reports it.
    pub hash_full: Option<u32>,
    /// Whether the search was stopped before it was complete.
    pub stopped: bool,
    /// Harmless mistakes in the output of an external program, such as an illegal move in a principal variation.
    pub warnings: Vec<String>,
}

impl<M: Copy> Answer<M> {
    /// Returns a move without a value and without a search.
    #[must_use]
    pub fn unvalued(best: Option<M>) -> Self {
        Self {
            best,
            ponder: None,
            value: None,
            bound: Bound::Exact,
            depth: 0,
            line: best.into_iter().collect(),
            plies_more: 0,
            stats: Stats::default(),
            counted: None,
            hash_full: None,
            stopped: false,
            warnings: Vec::new(),
        }
    }
}

/// Receives the progress of a search.
pub type Report<'a, M> = dyn FnMut(&Event<M>) + 'a;

/// The receivers of progress and of search steps. Without any, reporting costs nothing.
#[derive(Default)]
pub struct Listener<'a, M> {
    /// Receives every completed iteration, and remarks.
    pub report: Option<&'a mut Report<'a, M>>,
    /// Receives every step of the search.
    pub observer: Option<&'a mut dyn Observer<M>>,
}

impl<'a, M> Listener<'a, M> {
    /// Returns a listener that receives nothing.
    #[must_use]
    pub const fn silent() -> Self {
        Self {
            report: None,
            observer: None,
        }
    }

    /// Returns a listener for completed iterations and remarks.
    pub fn reporting(report: &'a mut dyn FnMut(&Event<M>)) -> Self {
        Self {
            report: Some(report),
            observer: None,
        }
    }

    /// Returns a listener for every step of the search.
    pub fn observing(observer: &'a mut dyn Observer<M>) -> Self {
        Self {
            report: None,
            observer: Some(observer),
        }
    }

    /// Reports an event.
    pub fn report(&mut self, event: &Event<M>) {
        if let Some(report) = &mut self.report {
            report(event);
        }
    }
}
