//! The search: principal variation search with everything that makes it strong.
//!
//! The files, in the order to read them:
//!
//! | file | what |
//! |---|---|
//! | [`iterate`] | deeper and deeper: iterative deepening, aspiration windows, several best moves |
//! | `node` | the search of one position, step by step |
//! | `quiescence` | beyond the horizon: captures are played out |
//! | `knowledge` | what the transposition table and the end-game tables say |
//! | `pruning` | when not to look at a position, or at a move |
//! | `extensions`, `reductions` | when to look at a move more deeply, and less |
//! | [`ordering`] | which move next |
//! | [`history`] | what was learned about moves |
//! | [`correction`] | what was learned about static values |
//! | [`repetition`] | what was on the board before |
//! | `worker` | one thread's memory: the line it looks at, what it has learned |
//! | [`threads`] | several searches share one table and elect a best move |

pub mod correction;
mod extensions;
pub mod history;
pub mod iterate;
mod knowledge;
mod node;
pub mod ordering;
mod pruning;
mod quiescence;
mod reductions;
pub mod repetition;
pub mod threads;
mod worker;

pub use iterate::RootMove;
pub use worker::Worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use chess::{Move, Position};
use gametree::{Observer, Signal};

use crate::Request;
use crate::score::{Value, WIN_BOUND};
use crate::strength::Sight;
use crate::tablebase::Tablebase;
use crate::techniques::Switches;
use crate::time::Budget;
use crate::transposition::TranspositionTable;

/// The search was told to stop, and what it was about to say counts for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// What all threads of one search share.
pub struct Shared<'a> {
    /// What is known about positions.
    pub table: &'a TranspositionTable,
    /// What may be spent.
    pub request: &'a Request,
    /// How much time that is.
    pub budget: Budget,
    /// Words from outside.
    pub signal: &'a Signal,
    /// Everybody stops.
    pub stop: AtomicBool,
    /// The nodes of each thread, as last told.
    pub nodes: Vec<NodeCount>,
    /// How many of the best moves to report.
    pub multi_pv: usize,
    /// Who knows the results of positions with few pieces.
    pub tablebase: Option<&'a dyn Tablebase>,
    /// How well a player of limited strength sees.
    pub sight: Option<Sight>,
}

/// A counter on a cache line of its own, so that threads do not wait for each other.
#[derive(Default)]
#[repr(align(64))]
pub struct NodeCount(AtomicU64);

impl Shared<'_> {
    /// The nodes of all threads, as last told.
    pub fn total_nodes(&self) -> u64 {
        let counts = self.nodes.iter();
        counts.map(|count| count.0.load(Ordering::Relaxed)).sum()
    }
}

/// What kind of node a search is at. Known when the program is built, so that a node which cannot be on the
/// principal variation carries none of its work.
trait Node {
    /// Whether its window is open, and so its value wanted exactly.
    const PV: bool;
    /// Whether it is the position asked about.
    const ROOT: bool;
}

/// The position asked about.
struct Root;
/// A node whose window is open.
struct Pv;
/// A node whose window is closed: only "at least beta or not" is asked.
struct NonPv;

impl Node for Root {
    const PV: bool = true;
    const ROOT: bool = true;
}
impl Node for Pv {
    const PV: bool = true;
    const ROOT: bool = false;
}
impl Node for NonPv {
    const PV: bool = false;
    const ROOT: bool = false;
}

/// One thread's search: its own memory, what it shares, the techniques it uses and who watches.
pub struct Search<'a, S, W> {
    worker: &'a mut Worker,
    shared: &'a Shared<'a>,
    switches: S,
    watch: W,
    /// Which thread this is. The first one looks at the clock and reports.
    thread: usize,
}

/// Nodes between two looks at the clock.
const CLOCK_INTERVAL: u64 = 1_024;

impl<'a, S: Switches, W: Observer<Move>> Search<'a, S, W> {
    /// A search by one thread.
    pub fn new(
        worker: &'a mut Worker,
        shared: &'a Shared<'a>,
        switches: S,
        watch: W,
        thread: usize,
    ) -> Self {
        Self {
            worker,
            shared,
            switches,
            watch,
            thread,
        }
    }

    /// Counts a node, and stops if that was one too many.
    #[inline(always)]
    fn count_node(&mut self) -> Result<(), Stopped> {
        self.worker.nodes += 1;
        if self.worker.nodes >= self.worker.next_look {
            return self.look_around();
        }
        Ok(())
    }

    /// Looks at the clock, the node limit and the signals.
    #[cold]
    fn look_around(&mut self) -> Result<(), Stopped> {
        let nodes = self.worker.nodes;
        self.worker.next_look = nodes + CLOCK_INTERVAL;
        self.shared.nodes[self.thread]
            .0
            .store(nodes, Ordering::Relaxed);
        if self.thread == 0 {
            let total = self.shared.total_nodes();
            self.shared.signal.tell_nodes(total);
            let limit = self.shared.request.limits.nodes;
            let told =
                self.shared.signal.is_stopped() || self.shared.budget.is_over(self.shared.signal);
            if told || limit.is_some_and(|limit| total > limit) {
                self.shared.stop.store(true, Ordering::Relaxed);
            }
            if let Some(limit) = limit.filter(|&limit| limit >= total) {
                self.worker.next_look = nodes + (limit - total + 1).min(CLOCK_INTERVAL);
            }
            // A player of limited strength has few nodes, and looks at each of its moves at least once.
            if self.shared.sight.is_some() && self.worker.completed == 0 && !told {
                return Ok(());
            }
        }
        if self.shared.stop.load(Ordering::Relaxed) {
            // The node is not looked at after all.
            self.worker.nodes -= 1;
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// The position at a ply.
    #[inline(always)]
    fn position(&self, ply: usize) -> &Position {
        &self.worker.frame(ply).position
    }

    /// A draw is worth nothing, give or take a little by chance: so that the search does not take the first of many
    /// draws for the only one.
    #[inline(always)]
    fn draw_value(&self) -> Value {
        (self.worker.nodes & 2) as Value - 1
    }

    /// The static value, played down as the fifty-move rule comes closer, and never a won game.
    #[inline]
    fn evaluate(&mut self, ply: usize) -> Value {
        let value = self.worker.evaluate(ply);
        if S::MAY_BE_LIMITED
            && let Some(sight) = &self.shared.sight
        {
            let error = sight.misjudgement(self.position(ply));
            return (value + error).clamp(1 - WIN_BOUND, WIN_BOUND - 1);
        }
        value
    }

    /// Whether a player of limited strength does not see this move of the position at `ply`. At the root it sees all.
    #[inline(always)]
    fn overlooks(&self, ply: usize, m: Move) -> bool {
        if !S::MAY_BE_LIMITED || ply == 0 {
            return false;
        }
        self.shared.sight.is_some_and(|sight| {
            let last = self.worker.frame(ply - 1).m;
            sight.overlooks(self.position(ply), m, last)
        })
    }
}
