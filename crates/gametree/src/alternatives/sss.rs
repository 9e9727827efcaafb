//! # SSS*
//!
//! **The idea.** A strategy of MAX is a *solution tree*: one move of his own, every reply of MIN. SSS* keeps many of them open,
//! each with an upper bound of what it can still be worth, and always works on the one with the highest bound. It is a
//! best-first search that finds the minimax value.
//!
//! **Who.** G. Stockman, "A minimax algorithm better than alpha-beta?", Artificial Intelligence 12, 1979. A. Plaat and
//! others (1996) showed that it is a row of null-window searches from above with a table: `form=windows`. Both forms look at the same leaves in the same order.
//!
//! **What it costs.** A list of up to `b^(d/2)` entries that must be kept sorted, or the table; and with deepening and a good
//! ordering alpha-beta looks at hardly more leaves.
//! **What our experiment says.** Fewer leaves do not pay here: alpha-beta with a table and deepening is ahead at equal nodes and equal time, and level at best at equal evaluations.
//!
//! **The invariant.** The leaves are among those of alpha-beta with the same order of moves; the value is the same.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::arena::{Node, ROOT, Tree};
use super::board::AnyMove;
use super::null_windows;
use super::outcome::{Alternative, Outcome, deepen};
use super::trip::Trip;
use crate::observer::How;
use crate::result::Bound;
use crate::score::{INF, Score};
use crate::walk::Stopped;

/// How the search is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// As a sorted list of open strategies.
    #[default]
    List,
    /// As repeated null-window searches with a memory.
    Windows,
}

/// Best-first over the strategies of MAX, from above.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sss {
    form: Form,
}

impl Sss {
    /// In this form.
    #[must_use]
    pub const fn new(form: Form) -> Self {
        Self { form }
    }
}

impl Alternative for Sss {
    fn run(&mut self, trip: &mut Trip<'_>) -> Outcome {
        let form = self.form;
        deepen(trip, &mut |trip, depth| match form {
            Form::List => list(trip, depth, false),
            Form::Windows => null_windows::from_above(trip, depth),
        })
    }
}

/// An open strategy: what it can still be worth, the way to its node (the leftmost of equals is taken first), and whether its node is solved.
type Open = (Score, Reverse<Vec<u16>>, u32, bool);

/// What a node of the list form keeps: whether everything below it is settled.
#[derive(Clone, Debug, Default)]
struct Settled(bool);

/// The list form. For its dual the players change their roles and the values their sign.
pub(super) fn list(
    trip: &mut Trip<'_>,
    depth: u32,
    dual: bool,
) -> Result<(Score, Vec<AnyMove>), Stopped> {
    let sign = if dual { -1 } else { 1 };
    let mut tree = Tree::<Settled>::unvalued(trip)?;
    let mut open: BinaryHeap<Open> = BinaryHeap::new();
    let mut way: Vec<u32> = Vec::new();
    let mut best = (ROOT, INF);
    open.push((INF, Reverse(Vec::new()), ROOT, false));
    while let Some((bound, Reverse(path), id, solved)) = open.pop() {
        if tree.is_below(id, |settled| settled.0) {
            continue;
        }
        let ply = u32::from(tree.node(id).ply);
        // Does the player whose strategies are open choose here?
        let chooses = |tree: &Tree<Settled>, id: u32| tree.node(id).max != dual;
        if !solved {
            // A live node: value it, or open what is below.
            tree.go_to(trip, id, &mut way);
            let outcome = trip.enter(ply, depth - ply, -INF, INF).and_then(|()| {
                if ply == depth {
                    let value = leaf(trip, ply)?;
                    open.push((bound.min(sign * value), Reverse(path.clone()), id, true));
                    return Ok(());
                }
                tree.expand_with(trip, id, &mut |_, _| Ok((0, false)))?;
                if tree.node(id).closed {
                    let value = leaf(trip, ply)?;
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
                trip.leave(sign * bound, Bound::Upper, None, How::Searched);
                Ok(())
            });
            let merit = if dual { Bound::Lower } else { Bound::Upper };
            let worth = |_: &Node<Settled>| (sign * bound, merit);
            tree.go_back(trip, &mut way, &worth, &|_, _| {});
            outcome?;
            // The list counts as well as the tree.
            let entry = size_of::<Open>() + 2 * depth as usize;
            let bytes = tree.bytes() + open.len() * entry;
            trip.keeps(bytes, 1)?;
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
            // The highest bound of all is reached: nothing else below the parent can be better.
            tree.node_mut(parent).extra.0 = true;
            open.push((bound, Reverse(above), parent, true));
        } else if tree.children(parent).contains(&(id + 1)) {
            // The other player has another reply.
            let index = path.last().copied().unwrap_or(0) + 1;
            above.push(index);
            open.push((bound, Reverse(above), id + 1, false));
        } else {
            open.push((bound, Reverse(above), parent, true));
        }
    }
    Err(Stopped)
}

/// The value of a node at the horizon.
fn leaf(trip: &mut Trip<'_>, ply: u32) -> Result<Score, Stopped> {
    if let Some(value) = trip.terminal(ply) {
        return Ok(trip.leave(value, Bound::Exact, None, How::Terminal));
    }
    trip.stats.leaves += 1;
    let value = trip.evaluate(0)?;
    Ok(trip.leave(value, Bound::Exact, None, How::Horizon))
}
