//! Lazy SMP and ABDADA on simulated processors: every processor searches the root, and all share a table.

use super::{Machine, ModelTree, Run, Step};
use crate::score::{INF, Score};

/// An open node of a processor.
struct Frame {
    node: usize,
    alpha: Score,
    beta: Score,
    best: Score,
    /// The children to search, in order.
    order: Vec<u32>,
    next: usize,
    /// Children that were moved to the end of the order.
    deferred: usize,
}

/// The shared data: the bounds of every node, and the number of processors at it.
struct Shared {
    bounds: Vec<(Score, Score)>,
    busy: Vec<u16>,
}

/// Searches the tree. With `defers`, processors defer busy moves (ABDADA); otherwise each one has another order (lazy SMP).
pub(super) fn run(machine: Machine, tree: &ModelTree, defers: bool) -> Run {
    let mut run = Run::default();
    let mut shared = Shared {
        bounds: vec![(-INF, INF); tree.nodes()],
        busy: vec![0; if defers { tree.nodes() } else { 0 }],
    };
    let mut stacks: Vec<Vec<Frame>> = Vec::new();
    stacks.resize_with(machine.processors, Vec::new);
    loop {
        run.ticks += 1;
        for (number, stack) in stacks.iter_mut().enumerate() {
            // All but the first processor begin when a message has told them the root.
            let begins = if number == 0 { 1 } else { 1 + machine.message };
            if run.ticks < begins {
                run.idle += 1;
                continue;
            }
            let node = match stack.last_mut() {
                None => Some((0, -INF, INF)),
                Some(frame) => next_child(tree, frame, &mut shared, defers),
            };
            let Some((node, alpha, beta)) = node else {
                unreachable!("a finished node was closed when its last child returned");
            };
            run.nodes += 1;
            if machine.is_recorded {
                run.steps.push(Step {
                    tick: run.ticks,
                    processor: number,
                    node,
                });
            }
            let rotation = if defers { 0 } else { number };
            if let Some(value) = enter(tree, stack, (node, alpha, beta), &mut shared, rotation)
                && let Some(value) = close(tree, stack, (node, value), &mut shared, defers)
            {
                // A processor searches one node after the other, so the chain is the time of the first one that ends.
                run.value = value;
                run.critical_path = run.ticks - (begins - 1);
                let left = machine.processors - number - 1;
                run.idle += left as u64;
                return run;
            }
        }
    }
}

/// Takes the next child of a node that is not finished, and its window.
fn next_child(
    tree: &ModelTree,
    frame: &mut Frame,
    shared: &mut Shared,
    defers: bool,
) -> Option<(usize, Score, Score)> {
    let end = frame.order.len();
    // The first child is never deferred, and the others once.
    while defers
        && frame.next > 0
        && frame.next + frame.deferred < end
        && shared.busy[frame.order[frame.next] as usize] > 0
    {
        frame.order[frame.next..].rotate_left(1);
        frame.deferred += 1;
    }
    let child = *frame.order.get(frame.next)? as usize;
    frame.next += 1;
    if defers {
        shared.busy[child] += 1;
    }
    let (alpha, beta) = tree.window(child, frame.alpha.max(frame.best), frame.beta);
    Some((child, alpha, beta))
}

/// Enters a node: returns its value if it is a leaf or in the table, otherwise opens it.
fn enter(
    tree: &ModelTree,
    stack: &mut Vec<Frame>,
    (node, alpha, beta): (usize, Score, Score),
    shared: &mut Shared,
    rotation: usize,
) -> Option<Score> {
    let (lower, upper) = shared.bounds[node];
    if node != 0 && (lower >= beta || lower == upper) {
        return Some(lower);
    }
    if node != 0 && upper <= alpha {
        return Some(upper);
    }
    let mut order = tree.children(node).to_vec();
    if order.is_empty() {
        return Some(tree.leaf(node));
    }
    let later = &mut order[1..];
    later.rotate_left(rotation % later.len().max(1));
    stack.push(Frame {
        node,
        alpha,
        beta,
        best: -INF,
        order,
        next: 0,
        deferred: 0,
    });
    None
}

/// Passes the value of a node to the open node above, and closes every node that it completes. Returns the value of the root if that is
/// complete.
fn close(
    tree: &ModelTree,
    stack: &mut Vec<Frame>,
    (mut node, mut value): (usize, Score),
    shared: &mut Shared,
    defers: bool,
) -> Option<Score> {
    loop {
        if defers && node != 0 {
            shared.busy[node] -= 1;
        }
        let Some(frame) = stack.last_mut() else {
            return Some(value);
        };
        frame.best = frame.best.max(tree.for_parent(node, value));
        if frame.best < frame.beta && frame.next < frame.order.len() {
            return None;
        }
        let bounds = &mut shared.bounds[frame.node];
        if frame.best > frame.alpha {
            bounds.0 = bounds.0.max(frame.best);
        }
        if frame.best < frame.beta {
            bounds.1 = bounds.1.min(frame.best);
        }
        (node, value) = (frame.node, frame.best);
        stack.pop();
    }
}
