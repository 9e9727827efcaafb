//! Parallel search with a shared transposition table.
//!
//! Lazy SMP: threads do not coordinate. Each one runs its own iterative deepening and uses the table entries of the others.
//! Because their timing differs, they search different parts of the tree first.

use chess::{Game, Move};
use gametree::{Observer, Signal, Silent};
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::Scope;

use super::iterate::{Reporter, RootMove};
use super::{NodeCount, Search, Shared, Worker, check_interval};
use crate::Request;
use crate::network::Network;
use crate::params;
use crate::score::{MATE_BOUND, Value};
use crate::strength::Handicap;
use crate::tablebase::Tablebase;
use crate::techniques::{AllOn, Switches, Techniques};
use crate::time::Budget;
use crate::transposition::TranspositionTable;

/// The inputs of a search.
pub struct Task<'a> {
    /// The game. Its last position is searched.
    pub game: &'a Game,
    /// The root moves to search, highest rank first.
    pub moves: &'a [RootMove],
    /// The limits.
    pub request: &'a Request,
    /// The time for the move.
    pub budget: Budget,
    /// Stop and ponderhit flags.
    pub signal: &'a Signal,
    /// The number of principal variations to find.
    pub multi_pv: usize,
    /// The techniques that are on.
    pub techniques: Techniques,
    /// Whether to search wider for the mate in won positions.
    pub hunt: bool,
    /// The tablebases, if any.
    pub tablebase: Option<&'a dyn Tablebase>,
    /// The restrictions of limited strength, if any.
    pub handicap: Option<Handicap>,
    /// The network; `None` selects the hand-crafted evaluation.
    pub network: Option<&'a Arc<Network>>,
}

/// Searches with one thread per worker. Afterwards the first worker's root moves hold the result.
pub fn run(
    workers: &mut [Worker],
    table: &TranspositionTable,
    task: Task<'_>,
    reporter: &mut dyn Reporter,
    observer: Option<&mut dyn Observer<Move>>,
) {
    super::repetition::prepare();
    let count = workers.len();
    if let Some((first, helpers)) = workers.split_first_mut() {
        first.start(task.game, task.moves, task.network);
        helpers.iter_mut().for_each(Worker::sit_out);
    }
    let root = Root {
        game: task.game,
        moves: task.moves,
        network: task.network,
    };
    let shared = Shared {
        table,
        request: task.request,
        check_interval: check_interval(&task.budget, count),
        budget: task.budget,
        signal: task.signal,
        stop: AtomicBool::new(false),
        nodes: workers.iter().map(|_| NodeCount::default()).collect(),
        multi_pv: task.multi_pv,
        hunt: task.hunt,
        tablebase: task.tablebase,
        handicap: task.handicap,
    };
    match observer {
        Some(observer) => deepen_all(workers, &shared, root, task.techniques, observer, reporter),
        None if task.techniques == Techniques::ALL && task.handicap.is_none() => {
            deepen_all(workers, &shared, root, AllOn, Silent, reporter);
        }
        None => deepen_all(workers, &shared, root, task.techniques, Silent, reporter),
    }
}

/// The inputs of the search of a thread.
#[derive(Clone, Copy)]
struct Root<'a> {
    game: &'a Game,
    moves: &'a [RootMove],
    network: Option<&'a Arc<Network>>,
}

/// The number of threads for each processor above which a warning is reported.
const MOST_FOR_EACH_PROCESSOR: usize = 4;

/// Returns a warning if the threads are too many for the processors of this machine.
pub fn too_many(threads: usize) -> Option<String> {
    let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
    let most = MOST_FOR_EACH_PROCESSOR * processors;
    (threads > most).then(|| too_many_for(threads, processors))
}

fn too_many_for(threads: usize, processors: usize) -> String {
    let s = if processors == 1 { "" } else { "s" };
    format!(
        "{threads} threads share {processors} processor{s}; more than {} make the search weaker, not stronger",
        MOST_FOR_EACH_PROCESSOR * processors
    )
}

/// Stops all threads if one panics, because otherwise joining them would never return.
struct StopOnPanic<'a>(&'a AtomicBool);

impl Drop for StopOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.store(true, Ordering::Relaxed);
        }
    }
}

fn deepen_all<S: Switches + Send, W: Observer<Move>>(
    workers: &mut [Worker],
    shared: &Shared<'_>,
    root: Root<'_>,
    switches: S,
    observer: W,
    reporter: &mut dyn Reporter,
) {
    let Some((first, helpers)) = workers.split_first_mut() else {
        return;
    };
    std::thread::scope(|scope| {
        start_helpers(scope, helpers, 1, shared, root, switches);
        let _stop = StopOnPanic(&shared.stop);
        Search::new(first, shared, switches, observer, 0).deepen(reporter);
        shared.stop.store(true, Ordering::Relaxed);
    });
    choose_best_thread(workers);
}

/// Starts the first helper. Each helper starts the next one when the system first runs it, so at most one thread waits for a
/// processor without having begun, and the end of a search does not wait for more than that.
fn start_helpers<'scope, 'env: 'scope, S: Switches + Send + 'scope>(
    scope: &'scope Scope<'scope, 'env>,
    helpers: &'env mut [Worker],
    thread: usize,
    shared: &'env Shared<'env>,
    root: Root<'env>,
    switches: S,
) {
    let Some((worker, rest)) = helpers.split_first_mut() else {
        return;
    };
    // If the thread cannot be started, the search continues with fewer threads.
    _ = std::thread::Builder::new().spawn_scoped(scope, move || {
        if shared.stop.load(Ordering::Relaxed) {
            return;
        }
        let _stop = StopOnPanic(&shared.stop);
        start_helpers(scope, rest, thread + 1, shared, root, switches);
        worker.start(root.game, root.moves, root.network);
        Search::new(worker, shared, switches, Silent, thread).deepen(&mut ());
    });
}

/// Chooses the best thread by vote: each one votes for its best move, with a weight that grows with its depth and value. The
/// first worker takes over the root moves of the chosen one.
fn choose_best_thread(workers: &mut [Worker]) {
    if workers.len() < 2 {
        return;
    }
    let ballots: Vec<(Move, Value, i32)> = workers
        .iter()
        .filter(|worker| worker.completed > 0)
        .map(|worker| {
            let best: &RootMove = &worker.root_moves[0];
            (best.m(), best.value, worker.completed)
        })
        .collect();
    let Some(least) = ballots.iter().map(|ballot| ballot.1).min() else {
        return;
    };
    let weight = |&(_, value, depth): &(Move, Value, i32)| {
        i64::from(value - least + params::vote_offset()) * i64::from(depth)
    };
    let votes = |m: Move| -> i64 {
        let same = ballots.iter().filter(|ballot| ballot.0 == m);
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
        // A proven mate beats any majority, and the shorter mate is better. Being mated counts likewise.
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

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;
    use gametree::{Limits, SplitMix64, Stopwatch};
    use std::time::Duration;

    /// Returns the node count of a search to depth 5.
    fn nodes<S: Switches + Send, W: Observer<Move>>(
        worker: &mut Worker,
        position: Position,
        switches: S,
        observer: W,
    ) -> u64 {
        let game = Game::new(position);
        let moves: Vec<RootMove> = position
            .legal_moves()
            .into_iter()
            .map(RootMove::new)
            .collect();
        let (table, signal) = (
            TranspositionTable::new(1).expect("memory"),
            Signal::default(),
        );
        let request = Request::new(Limits::depth(5));
        let settings = crate::Settings::default();
        let clock = Box::new(Stopwatch::new());
        worker.clear();
        worker.start(&game, &moves, None);
        let shared = Shared {
            table: &table,
            request: &request,
            budget: Budget::new(
                &request,
                &settings,
                position.side_to_move(),
                Duration::ZERO,
                clock,
            ),
            signal: &signal,
            stop: AtomicBool::new(false),
            nodes: vec![NodeCount::default()],
            check_interval: super::super::CHECK_INTERVAL,
            multi_pv: 1,
            hunt: true,
            tablebase: None,
            handicap: None,
        };
        deepen_all(
            std::slice::from_mut(worker),
            &shared,
            Root {
                game: &game,
                moves: &moves,
                network: None,
            },
            switches,
            observer,
            &mut (),
        );
        worker.nodes
    }

    /// An observer that only counts nodes.
    struct NodeCounter(u64);

    impl Observer<Move> for NodeCounter {
        fn enter(&mut self, _: &gametree::observer::Enter) {
            self.0 += 1;
        }

        fn is_watching(&self) -> bool {
            true
        }
    }

    /// The search is compiled for all techniques on, for a set of techniques, and with an observer. All visit the same nodes.
    #[test]
    fn all_on_listed_and_observed_search_the_same_nodes() {
        crate::search::repetition::prepare();
        let mut random = SplitMix64::new(8);
        let mut worker = Worker::new();
        for _ in 0..100 {
            let mut position = Position::startpos();
            for _ in 0..random.below(80) {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.play_unchecked(moves[random.below(moves.len() as u64) as usize]);
            }
            if !position.has_legal_move() {
                continue;
            }
            let all_on = nodes(&mut worker, position, AllOn, Silent);
            let listed = nodes(&mut worker, position, Techniques::ALL, Silent);
            let mut counter = NodeCounter(0);
            let observed = nodes(&mut worker, position, Techniques::ALL, &mut counter);
            assert_eq!((listed, observed), (all_on, all_on), "{position}");
            assert!(counter.0 > 0);
        }
    }

    /// Returns the chosen move and depth for workers with these moves, values and depths.
    fn chosen(found: &[(&str, Value, i32)]) -> (String, i32) {
        let start = Position::startpos();
        let worker = |&(word, value, depth): &(&str, Value, i32)| {
            let m = chess::uci::parse(&start, word).expect("a legal move");
            let mut worker = Worker::new();
            worker.root_moves = vec![RootMove::new(m)];
            worker.root_moves[0].value = value;
            worker.completed = depth;
            worker
        };
        let mut workers: Vec<Worker> = found.iter().map(worker).collect();
        choose_best_thread(&mut workers);
        let first = &workers[0];
        (first.root_moves[0].m().to_string(), first.completed)
    }

    #[test]
    fn best_thread_is_chosen() {
        let of = |move_and_depth: (&str, i32)| (move_and_depth.0.to_owned(), move_and_depth.1);
        // One thread alone, and two that agree.
        assert_eq!(chosen(&[("e2e4", 20, 9)]), of(("e2e4", 9)));
        assert_eq!(
            chosen(&[("e2e4", 20, 9), ("e2e4", 30, 10)]),
            of(("e2e4", 9))
        );
        // A deeper search with a higher value wins, and so do two votes against one.
        assert_eq!(
            chosen(&[("e2e4", 20, 9), ("d2d4", 40, 11)]),
            of(("d2d4", 11))
        );
        assert_eq!(
            chosen(&[("e2e4", 40, 11), ("d2d4", 20, 9)]),
            of(("e2e4", 11))
        );
        let three = [("e2e4", 22, 10), ("d2d4", 20, 10), ("d2d4", 20, 10)];
        assert_eq!(chosen(&three), of(("d2d4", 10)));
        // A thread without a completed depth has no vote, even with a larger value.
        assert_eq!(
            chosen(&[("e2e4", 20, 9), ("d2d4", 900, 0)]),
            of(("e2e4", 9))
        );
        // A mate beats any majority, and the shorter mate beats the longer.
        let mate = crate::score::mate_in;
        let majority = [("e2e4", 90, 20), ("e2e4", 90, 20), ("d2d4", mate(9), 7)];
        assert_eq!(chosen(&majority), of(("d2d4", 7)));
        let mates = [("e2e4", mate(9), 20), ("d2d4", mate(5), 7)];
        assert_eq!(chosen(&mates), of(("d2d4", 7)));
        // A move that is mated loses against one that is not.
        let mated = [("e2e4", -mate(4), 20), ("d2d4", -700, 7)];
        assert_eq!(chosen(&mated), of(("d2d4", 7)));
    }

    #[test]
    fn too_many_threads_are_reported() {
        assert_eq!(too_many(1), None);
        assert_eq!(
            too_many_for(1_024, 2),
            "1024 threads share 2 processors; more than 8 make the search weaker, not stronger"
        );
        assert!(too_many(usize::MAX / 2).is_some());
    }
}
