//! # SSS*
//!
//! **The idea.** A strategy of MAX is a *solution tree*: one move at every MAX node, every reply at every MIN node. SSS* keeps many of them
//! open, each with an upper bound of its value, and always works on the one with the highest bound. It is a
//! best-first search that finds the minimax value.
//!
//! **Reference.** G. Stockman, "A minimax algorithm better than alpha-beta?", Artificial Intelligence 12, 1979. A. Plaat and
//! others (1996) showed that it equals null-window searches from above with a table: `form=windows`. Both forms visit the same leaves in the same order.
//!
//! **What it costs.** A sorted list of up to `b^(d/2)` entries, or the table. With deepening and a good
//! ordering alpha-beta visits hardly more leaves.
//! **Measured.** Fewer leaves do not pay: alpha-beta with a table and deepening is ahead at equal nodes and at equal time, and at least level at equal evaluations.
//!
//! **The invariant.** The leaves are among those of alpha-beta with the same move order; the value is the same.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::arena::{Node, ROOT, Tree};
use super::board::AnyMove;
use super::context::Context;
use super::null_windows;
use super::outcome::{Alternative, Outcome, deepen};
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// The form of the algorithm.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// A sorted list of open strategies.
    #[default]
    List,
    /// Repeated null-window searches with a table.
    Windows,
}

/// Best-first over the strategies of MAX, from above.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sss {
    form: Form,
}

impl Sss {
    /// Uses this form.
    #[must_use]
    pub const fn new(form: Form) -> Self {
        Self { form }
    }
}

impl Alternative for Sss {
    fn run(&mut self, context: &mut Context<'_>) -> Outcome {
        let form = self.form;
        deepen(context, &mut |context, depth| match form {
            Form::List => list(context, depth, false),
            Form::Windows => null_windows::from_above(context, depth),
        })
    }
}

/// An open strategy: its upper bound, the path to its node (the leftmost of equals comes first), and whether its node is solved.
type Open = (Score, Reverse<Vec<u16>>, u32, bool);

/// The data of a node in the list form: whether its subtree is settled.
#[derive(Clone, Debug, Default)]
struct Settled(bool);

/// The list form. For the dual the sides change roles and the values their sign.
pub(super) fn list(
    context: &mut Context<'_>,
    depth: u32,
    dual: bool,
) -> Result<(Score, Vec<AnyMove>), Stopped> {
    let sign = if dual { -1 } else { 1 };
    let mut tree = Tree::<Settled>::unvalued(context)?;
    let mut open: BinaryHeap<Open> = BinaryHeap::new();
    let mut way: Vec<u32> = Vec::new();
    let mut best = (ROOT, INF);
    open.push((INF, Reverse(Vec::new()), ROOT, false));
    while let Some((bound, Reverse(path), id, solved)) = open.pop() {
        if tree.is_below(id, |settled| settled.0) {
            continue;
        }
        let ply = u32::from(tree.node(id).ply);
        // Is this a node of the side whose strategies are open?
        let chooses = |tree: &Tree<Settled>, id: u32| tree.node(id).max != dual;
        if !solved {
            // A live node: evaluate it, or open its children.
            tree.go_to(context, id, &mut way);
            let outcome = context.enter(ply, depth - ply, -INF, INF).and_then(|()| {
                if ply == depth {
                    let value = leaf(context, ply)?;
                    open.push((bound.min(sign * value), Reverse(path.clone()), id, true));
                    return Ok(());
                }
                tree.expand_with(context, id, &mut |_, _| Ok((0, false)))?;
                if tree.node(id).closed {
                    let value = leaf(context, ply)?;
                    open.push((bound.min(sign * value), Reverse(path.clone()), id, true));
                    return Ok(());
                }
                let all = chooses(&tree, id);
                let count = if all { tree.children(id).len() } else { 1 };
                for (index, child) in tree.children(id).take(count).enumerate() {
                    let mut below = path.clone();
                    below.push(index as u16);
                    open.push((bound, Reverse(below), child, false));
                }
                context.leave(sign * bound, Bound::Upper, None, How::Searched);
                Ok(())
            });
            let merit = if dual { Bound::Lower } else { Bound::Upper };
            let backup = |_: &Node<Settled>| (sign * bound, merit);
            tree.go_back(context, &mut way, &backup, &|_, _| {});
            outcome?;
            // The list counts as memory too.
            let entry = size_of::<Open>() + 2 * depth as usize;
            let bytes = tree.bytes() + open.len() * entry;
            context.keeps(bytes, 1)?;
            continue;
        }
        let Some(parent) = tree.parent(id) else {
            let first = tree.node(best.0).mv;
            return Ok((sign * bound, vec![first]));
        };
        if parent == ROOT && (chooses(&tree, ROOT) || bound < best.1 || best.0 == ROOT) {
            best = (id, bound);
        }
        let mut above = path.clone();
        above.pop();
        if chooses(&tree, parent) {
            // The highest bound is reached: the other children of the parent cannot be better.
            tree.node_mut(parent).extra.0 = true;
            open.push((bound, Reverse(above), parent, true));
        } else if tree.children(parent).contains(&(id + 1)) {
            // Continue with the next reply of the other side.
            let index = path.last().copied().unwrap_or(0) + 1;
            above.push(index);
            open.push((bound, Reverse(above), id + 1, false));
        } else {
            open.push((bound, Reverse(above), parent, true));
        }
    }
    Err(Stopped)
}

/// Returns the value of a node at the horizon.
fn leaf(context: &mut Context<'_>, ply: u32) -> Result<Score, Stopped> {
    if let Some(value) = context.terminal(ply) {
        return Ok(context.leave(value, Bound::Exact, None, How::Terminal));
    }
    context.stats.leaves += 1;
    let value = context.evaluate(0)?;
    Ok(context.leave(value, Bound::Exact, None, How::Horizon))
}
