//! The search: principal variation search with selective pruning, extensions and reductions.
//!
//! The files, in reading order:
//!
//! | file | contents |
//! |---|---|
//! | [`iterate`] | iterative deepening, aspiration windows, several principal variations |
//! | `node` | the search of one node, step by step |
//! | `quiescence` | quiescence search: captures until the position is quiet |
//! | `knowledge` | probes of the transposition table and the tablebases |
//! | `pruning` | pruning of nodes and of moves |
//! | `extensions`, `reductions` | extensions and late move reductions |
//! | [`ordering`] | staged move ordering |
//! | [`history`] | history heuristics for moves |
//! | [`correction`] | correction history for static evaluations |
//! | [`repetition`] | repetitions, also upcoming ones |
//! | `worker` | the state of one search thread |
//! | [`threads`] | parallel search with a shared table, and the choice of the best thread |

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

use std::num::NonZero;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use chess::{Move, Position};
use gametree::{Observer, Signal};

use crate::Request;
use crate::score::{Value, WIN_BOUND};
use crate::strength::Handicap;
use crate::tablebase::Tablebase;
use crate::techniques::Switches;
use crate::time::Budget;
use crate::transposition::TranspositionTable;

/// The search was stopped. The node in progress has no value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stopped;

/// The state that all threads of one search share.
pub struct Shared<'a> {
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// The limits.
    pub request: &'a Request,
    /// The time for the move.
    pub budget: Budget,
    /// Stop and ponderhit flags.
    pub signal: &'a Signal,
    /// Stops all threads.
    pub stop: AtomicBool,
    /// The node counts of the threads, as last published.
    pub nodes: Vec<NodeCount>,
    /// The number of nodes between two checks of the limits by one thread.
    pub check_interval: u64,
    /// The number of principal variations to find.
    pub multi_pv: usize,
    /// Whether to search wider for the mate in won positions.
    pub hunt: bool,
    /// The tablebases, if any.
    pub tablebase: Option<&'a dyn Tablebase>,
    /// The restrictions of limited strength, if any.
    pub handicap: Option<Handicap>,
}

/// A node counter on its own cache line, to avoid false sharing.
#[derive(Default)]
#[repr(align(64))]
pub struct NodeCount(AtomicU64);

impl Shared<'_> {
    /// Returns the node count of all threads, as last published.
    pub fn total_nodes(&self) -> u64 {
        let counts = self.nodes.iter();
        counts.map(|count| count.0.load(Ordering::Relaxed)).sum()
    }
}

/// The type of a node. It is a type parameter, so that code for PV nodes is not compiled into others.
trait Node {
    /// Whether the node may be on the principal variation (open window).
    const PV: bool;
    /// Whether the node is the root.
    const ROOT: bool;
}

/// The root.
struct Root;
/// A node with an open window.
struct Pv;
/// A node with a null window.
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

/// The search of one thread.
pub struct Search<'a, S, W> {
    worker: &'a mut Worker,
    shared: &'a Shared<'a>,
    switches: S,
    observer: W,
    /// The index of the thread. Thread 0 checks the node limit and reports.
    thread: usize,
}

/// The usual number of nodes between two checks of the limits: less than a millisecond.
const CHECK_INTERVAL: u64 = 1_024;

/// The number of nodes between two checks in a search of a few milliseconds.
const SHORT_CHECK_INTERVAL: u64 = 64;

/// The least number of nodes between two checks.
const LEAST_CHECK_INTERVAL: u64 = 16;

/// A hard limit below this needs frequent checks.
const SHORT: Duration = Duration::from_millis(20);

/// Returns the number of nodes between two checks of the limits by one of `threads` threads.
///
/// Threads that share a processor check more often, so that after a stop all of them together end within the time of one.
fn check_interval(budget: &Budget, threads: usize) -> u64 {
    if budget.hard().is_some_and(|hard| hard < SHORT) {
        return SHORT_CHECK_INTERVAL;
    }
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let shared_by = threads.div_ceil(processors).max(1) as u64;
    (CHECK_INTERVAL / shared_by).max(LEAST_CHECK_INTERVAL)
}

impl<'a, S: Switches, W: Observer<Move>> Search<'a, S, W> {
    /// Creates the search of one thread.
    pub fn new(
        worker: &'a mut Worker,
        shared: &'a Shared<'a>,
        switches: S,
        observer: W,
        thread: usize,
    ) -> Self {
        Self {
            worker,
            shared,
            switches,
            observer,
            thread,
        }
    }

    /// Counts a node. Returns [`Stopped`] if the search must end.
    #[inline(always)]
    fn count_node(&mut self) -> Result<(), Stopped> {
        self.worker.nodes += 1;
        if self.worker.nodes >= self.worker.next_check {
            return self.check_limits();
        }
        Ok(())
    }

    /// Checks the clock, the node limit and the signals.
    #[cold]
    fn check_limits(&mut self) -> Result<(), Stopped> {
        let nodes = self.worker.nodes;
        self.worker.next_check = nodes + self.shared.check_interval;
        self.shared.nodes[self.thread]
            .0
            .store(nodes, Ordering::Relaxed);
        // Every thread obeys a stop and the clock, because the first one may be waiting for a processor.
        let stopped =
            self.shared.signal.is_stopped() || self.shared.budget.is_over(self.shared.signal);
        if stopped {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        if self.thread == 0 {
            let total = self.shared.total_nodes();
            self.shared.signal.report_nodes(total);
            let limit = self.shared.request.limits.nodes;
            if stopped || limit.is_some_and(|limit| total > limit) {
                self.shared.stop.store(true, Ordering::Relaxed);
            }
            if let Some(limit) = limit.filter(|&limit| limit >= total) {
                self.worker.next_check =
                    nodes + (limit - total + 1).min(self.shared.check_interval);
            }
            // Limited strength has few nodes, and still completes the first iteration.
            if self.shared.handicap.is_some() && self.worker.completed == 0 && !stopped {
                return Ok(());
            }
        }
        if self.shared.stop.load(Ordering::Relaxed) {
            // The node is not searched, so it does not count.
            self.worker.nodes -= 1;
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// Returns the position at a ply.
    #[inline(always)]
    fn position(&self, ply: usize) -> &Position {
        &self.worker.frame(ply).position
    }

    /// Returns the value of a draw: -1 or 1, depending on the node count. The variation keeps the search from treating the first
    /// of many draws as the only one.
    #[inline(always)]
    fn draw_value(&self) -> Value {
        (self.worker.nodes & 2) as Value - 1
    }

    /// Returns the static evaluation, below the values of won games. Limited strength adds its error.
    #[inline]
    fn evaluate(&mut self, ply: usize) -> Value {
        let value = self.worker.evaluate(ply);
        if S::MAY_BE_LIMITED
            && let Some(handicap) = &self.shared.handicap
        {
            let error = handicap.error(self.position(ply));
            return (value + error).clamp(1 - WIN_BOUND, WIN_BOUND - 1);
        }
        value
    }

    /// Returns whether limited strength overlooks this move of the position at `ply`. At the root it overlooks none.
    #[inline(always)]
    fn overlooks(&self, ply: usize, m: Move) -> bool {
        if !S::MAY_BE_LIMITED || ply == 0 {
            return false;
        }
        self.shared.handicap.is_some_and(|handicap| {
            let last = self.worker.frame(ply - 1).m;
            handicap.overlooks(self.position(ply), m, last)
        })
    }
}
