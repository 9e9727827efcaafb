//! Several threads search the same position and share one table.
//!
//! Lazy SMP: nobody tells anybody anything. Each thread deepens by itself, finds in the table what the others have
//! found, and because threads never run quite alike they look at different things first.

use chess::{Game, Move};
use gametree::{Observer, Signal, Silent};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::root::{Reporter, RootMove};
use super::{NodeCount, Search, Shared, Worker};
use crate::Request;
use crate::network::Network;
use crate::score::{MATE_BOUND, Value};
use crate::strength::Sight;
use crate::table::Table;
use crate::tablebase::Tablebase;
use crate::techniques::{AllOn, Switches, Techniques};
use crate::time::Budget;

/// What a search needs from outside.
pub struct Task<'a> {
    /// The game; its last position is searched.
    pub game: &'a Game,
    /// The moves to look at: all legal ones, or fewer; the highest rank first.
    pub moves: &'a [RootMove],
    /// What may be spent.
    pub request: &'a Request,
    /// How much time that is.
    pub budget: Budget,
    /// Words from outside.
    pub signal: &'a Signal,
    /// How many of the best moves to report.
    pub multi_pv: usize,
    /// Which techniques are on.
    pub techniques: Techniques,
    /// Who knows the results of positions with few pieces.
    pub tablebase: Option<&'a dyn Tablebase>,
    /// How well a player of limited strength sees.
    pub sight: Option<Sight>,
    /// Who is asked what a position is worth; `None` is the evaluation by terms.
    pub network: Option<&'a Arc<Network>>,
}

/// Searches with one thread for each worker. The first worker's root moves hold the answer.
pub fn run(
    workers: &mut [Worker],
    table: &Table,
    task: Task<'_>,
    reporter: &mut dyn Reporter,
    watch: Option<&mut dyn Observer<Move>>,
) {
    super::repetition::prepare();
    for worker in workers.iter_mut() {
        worker.start(task.game, task.moves, task.network);
    }
    let shared = Shared {
        table,
        request: task.request,
        budget: task.budget,
        signal: task.signal,
        stop: AtomicBool::new(false),
        nodes: workers.iter().map(|_| NodeCount::default()).collect(),
        multi_pv: task.multi_pv,
        tablebase: task.tablebase,
        sight: task.sight,
    };
    match watch {
        Some(watch) => deepen_all(workers, &shared, task.techniques, watch, reporter),
        None if task.techniques == Techniques::ALL && task.sight.is_none() => {
            deepen_all(workers, &shared, AllOn, Silent, reporter);
        }
        None => deepen_all(workers, &shared, task.techniques, Silent, reporter),
    }
}

/// A thread that breaks off stops the others: they would search for ever, and whoever waits for them would wait as long.
struct StopIfBroken<'a>(&'a AtomicBool);

impl Drop for StopIfBroken<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

fn deepen_all<S: Switches + Send, W: Observer<Move>>(
    workers: &mut [Worker],
    shared: &Shared<'_>,
    switches: S,
    watch: W,
    reporter: &mut dyn Reporter,
) {
    let Some((first, others)) = workers.split_first_mut() else {
        return;
    };
    std::thread::scope(|scope| {
        for (index, worker) in others.iter_mut().enumerate() {
            let search = move || {
                let _stop = StopIfBroken(&shared.stop);
                Search::new(worker, shared, switches, Silent, index + 1).deepen(&mut ());
            };
            // Without this thread the search is weaker, not wrong.
            _ = std::thread::Builder::new().spawn_scoped(scope, search);
        }
        let _stop = StopIfBroken(&shared.stop);
        Search::new(first, shared, switches, watch, 0).deepen(reporter);
        shared.stop.store(true, Ordering::Relaxed);
    });
    elect(workers);
}

/// The threads vote: each for its own best move, with a weight that grows with its depth and value. The first worker
/// takes over the root moves of the one whose move wins.
fn elect(workers: &mut [Worker]) {
    if workers.len() < 2 {
        return;
    }
    let voices: Vec<(Move, Value, i32)> = workers
        .iter()
        .filter(|worker| worker.completed > 0)
        .map(|worker| {
            let best: &RootMove = &worker.root_moves[0];
            (best.m(), best.value, worker.completed)
        })
        .collect();
    let Some(least) = voices.iter().map(|voice| voice.1).min() else {
        return;
    };
    let weight =
        |&(_, value, depth): &(Move, Value, i32)| i64::from(value - least + 14) * i64::from(depth);
    let votes = |m: Move| -> i64 {
        let same = voices.iter().filter(|voice| voice.0 == m);
        same.map(weight).sum()
    };
    let own = workers[0].root_moves[0].clone();
    let mut chosen = 0;
    let mut best = (votes(own.m()), own.value);
    for (index, worker) in workers.iter().enumerate().skip(1) {
        if worker.completed == 0 {
            continue;
        }
        let candidate = &worker.root_moves[0];
        let (count, value) = (votes(candidate.m()), candidate.value);
        // Who sees a mate is right, and the shorter one is better; who sees being mated is believed, too.
        let better = if best.1.abs() >= MATE_BOUND || value.abs() >= MATE_BOUND {
            value > best.1
        } else {
            count > best.0
        };
        if better && candidate.line.len() > 1.min(own.line.len() - 1) {
            chosen = index;
            best = (count, value);
        }
    }
    if chosen > 0 {
        let depth = workers[chosen].completed;
        workers[0].root_moves = workers[chosen].root_moves.clone();
        workers[0].completed = depth;
    }
}
