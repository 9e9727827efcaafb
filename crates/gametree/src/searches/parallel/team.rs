//! The threads of a parallel search.

use super::split::Split;
use crate::game::{Game, Sign};
use crate::limits::Limits;
use crate::observer::{Observer, Silent};
use crate::score::{self, INF};
use crate::search::Search;
use crate::walk::{Stopped, Walk};
use std::panic::resume_unwind;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Runs `work` for every worker at the same time: for the first one on the calling thread, for each other one on a thread of its
/// own. Returns the results in the order of the workers, after all threads have ended.
///
/// Each thread has its own [`Walk`] with its share of the remaining limits, and stops when `cancel` is set. Their statistics are
/// added to those of `w`.
pub(super) fn together<G, O, S, T>(
    w: &mut Walk<'_, G, O>,
    depth: u32,
    cancel: &AtomicBool,
    workers: &mut [S],
    work: impl Fn(usize, &mut S, &mut Walk<'_, G, Silent>) -> T + Sync,
) -> Vec<T>
where
    G: Game<Move: Send + Sync> + Sync,
    O: Observer<G::Move>,
    S: Send,
    T: Send,
{
    // Threads do not exist in WebAssembly.
    let count = if cfg!(target_family = "wasm") {
        1
    } else {
        workers.len()
    };
    let Some((first, others)) = workers[..count].split_first_mut() else {
        return Vec::new();
    };
    let limits = share(w.left(depth), count as u64);
    let (game, guide) = (w.game, w.guide.as_slice());
    let begin = limits.clock.now();
    let one = |number: usize, worker: &mut S| {
        let mut watch = Silent;
        let mut own = Walk::new(game, &limits, &mut watch).cancelled_by(cancel);
        own.guide.extend_from_slice(guide);
        let started = own.now();
        let result = work(number, worker, &mut own);
        let busy = (own.now() - started).saturating_sub(own.stats.waited);
        own.stats.waited = Duration::ZERO;
        (result, own.stats, busy)
    };
    let one = &one;
    let ended = std::thread::scope(|scope| {
        let threads: Vec<_> = others
            .iter_mut()
            .enumerate()
            .map(|(index, worker)| scope.spawn(move || one(index + 1, worker)))
            .collect();
        let mut ended = vec![one(0, first)];
        for thread in threads {
            ended.push(thread.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        ended
    });
    // What was not work was waiting: for work, for the last thread, or for the start of the thread.
    let wall = limits.clock.now() - begin;
    let mut results = Vec::with_capacity(count);
    for (result, stats, busy) in ended {
        w.stats.add(&stats);
        w.stats.waited += wall.saturating_sub(busy);
        results.push(result);
    }
    results
}

/// Returns the limits of one of `count` threads. Together the threads stay within `limits`.
fn share(limits: Limits, count: u64) -> Limits {
    Limits {
        nodes: limits.nodes.map(|nodes| nodes / count),
        evals: limits.evals.map(|evals| evals / count),
        ..limits
    }
}

/// Takes moves of a split node and searches them with a sequential search, until none is left.
///
/// `state` is the position of the node, `depth` its remaining depth, and `ply` its distance from the root.
pub(super) fn search_moves<G: Game, O: Observer<G::Move>, S: Search<G>>(
    w: &mut Walk<'_, G, O>,
    split: &Split<G::Move>,
    search: &mut S,
    state: &mut G::State,
    depth: u32,
    ply: u32,
) -> Result<(), Stopped> {
    let side = w.game.side(state);
    let guide = std::mem::take(&mut w.guide);
    while let Some(task) = split.take() {
        // The inner search follows the line of the last iteration below its first move.
        w.guide.clear();
        if ply == 0 && guide.first() == Some(&task.mv) {
            w.guide.extend_from_slice(&guide[1..]);
        }
        // The inner search counts distances from the child.
        let edge = |value| score::to_node(value, ply + 1).clamp(-INF, INF);
        let undo = w.game.play(state, task.mv);
        let sign = Sign::after(w.game, side, state);
        let (a, b) = sign.window(edge(task.floor), edge(split.beta()));
        let reply = w.plies_down(ply + 1, |w| search.iteration(w, state, depth - 1, a, b));
        w.game.undo(state, task.mv, undo);
        let value = sign.value(score::from_node(reply?, ply + 1));
        split.report(&task, value, w.pv.line(0));
    }
    Ok(())
}
