//! What a player answers, and what it tells on the way.

use gametree::{Bound, Event, Observer, Stats, Value};

/// A move, what was thought about it, and what that cost.
#[derive(Clone, Debug)]
pub struct Answer<M> {
    /// The move. `None` only if the game is over.
    pub best: Option<M>,
    /// The reply it expects.
    pub ponder: Option<M>,
    /// The value of the position for the side to move. `None`: the player has no opinion.
    pub value: Option<Value>,
    /// What the value says about the true one.
    pub bound: Bound,
    /// The depth of the last completed search; 0 if there was none, or none to speak of.
    pub depth: u32,
    /// The line both sides are expected to play, beginning with the move.
    pub line: Vec<M>,
    /// So many plies more than its depth were looked ahead: some documents count the first one as zero.
    pub plies_more: u32,
    /// What it cost, by the one set of counting rules.
    pub stats: Stats,
    /// What it cost as the player's own document counts it, where that is something else.
    pub counted: Option<u64>,
    /// How full the transposition table is, in thousandths, where there is one that says.
    pub hash_full: Option<u32>,
    /// Was the search ended before it was done?
    pub stopped: bool,
    /// Things that are wrong with what a program from outside said: an illegal move in a line, a line that goes on after
    /// the end of the game, and the like. They cost nothing, and are reported.
    pub warnings: Vec<String>,
}

impl<M: Copy> Answer<M> {
    /// A move without a thought.
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

/// Somebody who hears what a player tells.
pub type Hear<'a, M> = dyn FnMut(&Event<M>) + 'a;

/// Who listens while a player thinks. With nobody listening it costs nothing.
#[derive(Default)]
pub struct Listener<'a, M> {
    /// Hears every completed iteration, and remarks.
    pub hear: Option<&'a mut Hear<'a, M>>,
    /// Watches every step of the search.
    pub watch: Option<&'a mut dyn Observer<M>>,
}

impl<'a, M> Listener<'a, M> {
    /// Nobody.
    #[must_use]
    pub const fn nobody() -> Self {
        Self {
            hear: None,
            watch: None,
        }
    }

    /// Somebody who hears what is found.
    pub fn hearing(hear: &'a mut dyn FnMut(&Event<M>)) -> Self {
        Self {
            hear: Some(hear),
            watch: None,
        }
    }

    /// Somebody who watches every step.
    pub fn watching(watch: &'a mut dyn Observer<M>) -> Self {
        Self {
            hear: None,
            watch: Some(watch),
        }
    }

    /// Tells what was found.
    pub fn tell(&mut self, event: &Event<M>) {
        if let Some(hear) = &mut self.hear {
            hear(event);
        }
    }
}
