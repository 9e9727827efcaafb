//! Several threads search the same position and share one table.
//!
//! Lazy SMP: nobody tells anybody anything. Each thread deepens by itself, finds in the table what the others have
//! found, and because threads never run quite alike they look at different things first.

use chess::{Game, Move};
use gametree::{Observer, Signal, Silent};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::iterate::{Reporter, RootMove};
use super::{NodeCount, Search, Shared, Worker};
use crate::Request;
use crate::network::Network;
use crate::params;
use crate::score::{MATE_BOUND, Value};
use crate::strength::Sight;
use crate::tablebase::Tablebase;
use crate::techniques::{AllOn, Switches, Techniques};
use crate::time::Budget;
use crate::transposition::TranspositionTable;

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
    table: &TranspositionTable,
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
    let weight = |&(_, value, depth): &(Move, Value, i32)| {
        i64::from(value - least + params::vote_offset()) * i64::from(depth)
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use chess::Position;
    use gametree::{Limits, SplitMix64, WallClock};

    /// The nodes of one search of a position, five plies deep.
    fn nodes<S: Switches + Send, W: Observer<Move>>(
        worker: &mut Worker,
        position: Position,
        switches: S,
        watch: W,
    ) -> u64 {
        let game = Game::new(position);
        let moves: Vec<RootMove> = position
            .legal_moves()
            .into_iter()
            .map(RootMove::new)
            .collect();
        let (table, signal) = (TranspositionTable::new(1), Signal::default());
        let request = Request::new(Limits::depth(5));
        let settings = crate::Settings::default();
        let clock = Box::new(WallClock::new());
        worker.forget();
        worker.start(&game, &moves, None);
        let shared = Shared {
            table: &table,
            request: &request,
            budget: Budget::new(&request, &settings, position.side_to_move(), clock),
            signal: &signal,
            stop: AtomicBool::new(false),
            nodes: vec![NodeCount::default()],
            multi_pv: 1,
            tablebase: None,
            sight: None,
        };
        deepen_all(
            std::slice::from_mut(worker),
            &shared,
            switches,
            watch,
            &mut (),
        );
        worker.nodes
    }

    /// Somebody who wants to know everything, and does nothing with it.
    struct Curious(u64);

    impl Observer<Move> for Curious {
        fn enter(&mut self, _: &gametree::observer::Enter) {
            self.0 += 1;
        }

        fn is_watching(&self) -> bool {
            true
        }
    }

    /// The search is compiled for "everything is on" and for a list of techniques, and for who watches: it must be one search.
    #[test]
    fn all_on_listed_and_watched_search_the_same_nodes() {
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
                position.play(moves[random.below(moves.len() as u64) as usize]);
            }
            if !position.has_legal_move() {
                continue;
            }
            let all_on = nodes(&mut worker, position, AllOn, Silent);
            let listed = nodes(&mut worker, position, Techniques::ALL, Silent);
            let mut curious = Curious(0);
            let watched = nodes(&mut worker, position, Techniques::ALL, &mut curious);
            assert_eq!((listed, watched), (all_on, all_on), "{position}");
            assert!(curious.0 > 0);
        }
    }

    /// Workers that found these moves, values and depths, in this order; the move that is elected.
    fn elected(found: &[(&str, Value, i32)]) -> (String, i32) {
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
        elect(&mut workers);
        let first = &workers[0];
        (first.root_moves[0].m().to_string(), first.completed)
    }

    #[test]
    fn threads_elect_the_best_move() {
        let of = |move_and_depth: (&str, i32)| (move_and_depth.0.to_owned(), move_and_depth.1);
        // Nobody disagrees, and one alone.
        assert_eq!(elected(&[("e2e4", 20, 9)]), of(("e2e4", 9)));
        assert_eq!(
            elected(&[("e2e4", 20, 9), ("e2e4", 30, 10)]),
            of(("e2e4", 9))
        );
        // Who looked deeper and found more is believed; so are two against one.
        assert_eq!(
            elected(&[("e2e4", 20, 9), ("d2d4", 40, 11)]),
            of(("d2d4", 11))
        );
        assert_eq!(
            elected(&[("e2e4", 40, 11), ("d2d4", 20, 9)]),
            of(("e2e4", 11))
        );
        let three = [("e2e4", 22, 10), ("d2d4", 20, 10), ("d2d4", 20, 10)];
        assert_eq!(elected(&three), of(("d2d4", 10)));
        // Who has finished nothing has no voice, not even if the value is large.
        assert_eq!(
            elected(&[("e2e4", 20, 9), ("d2d4", 900, 0)]),
            of(("e2e4", 9))
        );
        // A mate wins against any majority, and the shorter one against the longer.
        let mate = crate::score::mate_in;
        let majority = [("e2e4", 90, 20), ("e2e4", 90, 20), ("d2d4", mate(9), 7)];
        assert_eq!(elected(&majority), of(("d2d4", 7)));
        let mates = [("e2e4", mate(9), 20), ("d2d4", mate(5), 7)];
        assert_eq!(elected(&mates), of(("d2d4", 7)));
        // Who sees that its move is mated does not play it if another one is not.
        let mated = [("e2e4", -mate(4), 20), ("d2d4", -700, 7)];
        assert_eq!(elected(&mated), of(("d2d4", 7)));
    }
}
