//! The searches that divide the tree explicitly, on simulated processors: root splitting, principal variation splitting, Young Brothers
//! Wait.

use super::{Machine, ModelTree, Run, Step};
use crate::score::{INF, Score};
use std::collections::VecDeque;

/// Which nodes are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The root, from its first child.
    Root,
    /// The nodes of the leftmost line, from their second child.
    Pv,
    /// Any node, from its second child, if a processor is idle.
    Brothers,
}

/// The smallest height of a node that is split, as in the real searches.
const LEAST_HEIGHT: u32 = 2;

/// An open node of alpha-beta.
#[derive(Clone, Debug)]
struct Node {
    number: usize,
    alpha: Score,
    beta: Score,
    best: Score,
    next: usize,
    /// The depth of the remaining tree.
    height: u32,
    is_leftmost: bool,
    /// The critical path: up to the entry of the next child, and up to the end of all children so far.
    after: u64,
    end: u64,
}

/// An entry on the stack of a processor.
#[derive(Debug)]
enum Frame {
    /// A node that only this processor searches.
    Own(Node),
    /// A split node, by its index; and whether this processor split it.
    Shared { split: usize, owner: bool },
}

/// A split node.
struct Split {
    node: Node,
    above: Option<usize>,
    /// The split nodes below that are not complete.
    below: Vec<usize>,
    /// Processors that work here, the owner included.
    workers: usize,
    /// Helpers that have not taken a move yet.
    pending: usize,
    /// The owner, if it waits for the last helper.
    waiting: Option<usize>,
    /// The value of the node no longer matters, because a node above is cut.
    is_dead: bool,
}

/// A virtual processor.
#[derive(Default)]
struct Processor {
    stack: Vec<Frame>,
    /// A message to it arrives before this tick.
    ready: u64,
    /// The tick of its last node.
    entered: u64,
    /// It has joined its innermost split node and has not taken a move there.
    is_pending: bool,
}

struct Search<'a> {
    machine: Machine,
    tree: &'a ModelTree,
    rule: Rule,
    run: Run,
    processors: Vec<Processor>,
    splits: Vec<Split>,
    /// Split nodes that may have moves, the newest last.
    open: Vec<usize>,
    idle: Vec<usize>,
    /// The processors that act in this tick, and in the next.
    now: VecDeque<usize>,
    later: Vec<usize>,
    value: Option<Score>,
}

/// Searches the tree.
pub(super) fn run(machine: Machine, tree: &ModelTree, rule: Rule) -> Run {
    let mut search = Search {
        machine,
        tree,
        rule,
        run: Run::default(),
        processors: Vec::new(),
        splits: Vec::new(),
        open: Vec::new(),
        idle: (1..machine.processors).rev().collect(),
        now: VecDeque::new(),
        later: Vec::new(),
        value: None,
    };
    let processors = &mut search.processors;
    processors.resize_with(machine.processors, Processor::default);
    search.run.ticks = 1;
    search.enter(0, (0, -INF, INF), height(tree), true, 0);
    search.end_tick(0);
    while search.value.is_none() {
        let before = search.run.nodes;
        search.run.ticks += 1;
        search.assign();
        while let Some(number) = search.now.pop_front() {
            if search.value.is_some() {
                break;
            }
            if search.processors[number].ready > search.run.ticks {
                search.later.push(number);
            } else {
                search.step(number);
            }
        }
        search.end_tick(before);
    }
    search.run.value = search.value.unwrap_or_default();
    search.run
}

/// Returns the length of the leftmost line.
fn height(tree: &ModelTree) -> u32 {
    let mut height = 0;
    let mut node = 0;
    while let Some(&child) = tree.children(node).first() {
        node = child as usize;
        height += 1;
    }
    height
}

impl Search<'_> {
    fn end_tick(&mut self, nodes_before: u64) {
        let entered = self.run.nodes - nodes_before;
        self.run.idle += self.machine.processors as u64 - entered;
        self.now.extend(self.later.drain(..));
    }

    /// Gives idle processors split nodes with moves, the newest first.
    fn assign(&mut self) {
        while !self.idle.is_empty() {
            while let Some(&last) = self.open.last() {
                if self.needs_help(last) {
                    break;
                }
                self.open.pop();
            }
            let found = self
                .open
                .iter()
                .rev()
                .find(|&&split| self.needs_help(split));
            let Some(&split) = found else { return };
            let Some(number) = self.idle.pop() else {
                return;
            };
            self.join(number, split);
            self.now.push_back(number);
        }
    }

    /// Returns whether a split node has more moves than processors that are about to take one.
    fn needs_help(&self, split: usize) -> bool {
        let split = &self.splits[split];
        let children = self.tree.children(split.node.number).len();
        !split.is_dead
            && split.node.best < split.node.beta
            && split.node.next + split.pending < children
    }

    fn join(&mut self, number: usize, split: usize) {
        let processor = &mut self.processors[number];
        processor.stack.push(Frame::Shared {
            split,
            owner: false,
        });
        processor.ready = self.run.ticks + self.machine.message;
        processor.is_pending = true;
        self.splits[split].workers += 1;
        self.splits[split].pending += 1;
    }

    /// Lets a processor enter its next node, if it has one.
    fn step(&mut self, number: usize) {
        self.abandon(number);
        if !self.settle(number) {
            return;
        }
        self.split(number);
        let processor = &mut self.processors[number];
        let Some(frame) = processor.stack.last_mut() else {
            return;
        };
        let node = match frame {
            Frame::Own(node) => node,
            Frame::Shared { split, .. } => {
                let split = &mut self.splits[*split];
                if std::mem::take(&mut processor.is_pending) {
                    split.pending -= 1;
                }
                &mut split.node
            }
        };
        let child = self.tree.children(node.number)[node.next] as usize;
        let is_leftmost = node.is_leftmost && node.next == 0;
        node.next += 1;
        let (height, after) = (node.height.saturating_sub(1), node.after);
        let (alpha, beta) = self
            .tree
            .window(child, node.alpha.max(node.best), node.beta);
        self.enter(number, (child, alpha, beta), height, is_leftmost, after);
        if self.value.is_none() && self.settle(number) {
            self.later.push(number);
        }
    }

    /// Enters a node. A leaf returns its value at once.
    fn enter(
        &mut self,
        number: usize,
        (node, alpha, beta): (usize, Score, Score),
        height: u32,
        is_leftmost: bool,
        after: u64,
    ) {
        self.run.nodes += 1;
        self.processors[number].entered = self.run.ticks;
        if self.machine.is_recorded {
            self.run.steps.push(Step {
                tick: self.run.ticks,
                processor: number,
                node,
            });
        }
        let chain = after + 1;
        if self.tree.children(node).is_empty() {
            self.deliver(number, node, self.tree.leaf(node), chain);
        } else {
            self.processors[number].stack.push(Frame::Own(Node {
                number: node,
                alpha,
                beta,
                best: -INF,
                next: 0,
                height,
                is_leftmost,
                after: chain,
                end: chain,
            }));
        }
        if number == 0 && self.run.ticks == 1 && self.value.is_none() {
            self.later.push(0);
        }
    }

    /// Passes the value of a node to the innermost open node of the processor.
    fn deliver(&mut self, number: usize, child: usize, value: Score, end: u64) {
        let value_above = self.tree.for_parent(child, value);
        let rule = self.rule;
        match self.processors[number].stack.last_mut() {
            None => {
                self.value = Some(value);
                self.run.critical_path = end;
            }
            Some(Frame::Own(node)) => node.absorb(rule, value_above, end),
            Some(&mut Frame::Shared { split, .. }) => {
                let node = &mut self.splits[split].node;
                node.absorb(rule, value_above, end);
                if node.best >= node.beta {
                    self.kill_below(split);
                }
            }
        }
    }

    /// Closes complete nodes until the processor has a node with a move. Returns `false` if it has none: it is idle, it waits, or the
    /// search is over.
    fn settle(&mut self, number: usize) -> bool {
        while self.value.is_none() {
            match self.processors[number].stack.last() {
                None => {
                    self.idle.push(number);
                    return false;
                }
                Some(Frame::Own(node)) => {
                    let children = self.tree.children(node.number).len();
                    if node.best < node.beta && node.next < children {
                        return true;
                    }
                    let (node, best, end) = (node.number, node.best, node.end);
                    self.processors[number].stack.pop();
                    self.deliver(number, node, best, end);
                }
                Some(&Frame::Shared { split, owner }) => {
                    let it = &self.splits[split];
                    let children = self.tree.children(it.node.number).len();
                    let is_cut = it.is_dead || it.node.best >= it.node.beta;
                    if !is_cut && it.node.next < children {
                        return true;
                    }
                    if !owner {
                        self.processors[number].stack.pop();
                        self.leave(number, split);
                        continue;
                    }
                    if it.workers == 1 {
                        let (node, best, end) = (it.node.number, it.node.best, it.node.end);
                        self.processors[number].stack.pop();
                        self.forget(split);
                        self.deliver(number, node, best, end);
                        continue;
                    }
                    // The owner helps below its own node, or waits.
                    let Some(other) = self.below(split) else {
                        self.splits[split].waiting = Some(number);
                        return false;
                    };
                    self.join(number, other);
                    if self.machine.message > 0 {
                        self.later.push(number);
                        return false;
                    }
                }
            }
        }
        false
    }

    /// Returns a split node below that needs help.
    fn below(&self, split: usize) -> Option<usize> {
        if self.rule != Rule::Brothers {
            return None;
        }
        let mut left = self.splits[split].below.clone();
        while let Some(split) = left.pop() {
            if self.needs_help(split) {
                return Some(split);
            }
            left.extend(&self.splits[split].below);
        }
        None
    }

    /// Splits the innermost node of the processor, if the rule allows it.
    fn split(&mut self, number: usize) {
        let stack = &mut self.processors[number].stack;
        let Some(Frame::Own(node)) = stack.last() else {
            return;
        };
        let may_split = match self.rule {
            Rule::Root => node.number == 0,
            Rule::Pv => node.is_leftmost && node.next > 0 && node.height >= LEAST_HEIGHT,
            Rule::Brothers => node.next > 0 && node.height >= LEAST_HEIGHT && !self.idle.is_empty(),
        };
        if !may_split {
            return;
        }
        let node = node.clone();
        stack.pop();
        let above = stack.iter().rev().find_map(|frame| match frame {
            Frame::Shared { split, .. } => Some(*split),
            Frame::Own(_) => None,
        });
        let split = self.splits.len();
        stack.push(Frame::Shared { split, owner: true });
        if let Some(above) = above {
            self.splits[above].below.push(split);
        }
        self.splits.push(Split {
            node,
            above,
            below: Vec::new(),
            workers: 1,
            pending: 0,
            waiting: None,
            is_dead: false,
        });
        self.open.push(split);
    }

    /// Leaves a split node as a helper, and wakes its owner after the last one.
    fn leave(&mut self, number: usize, split: usize) {
        let is_pending = std::mem::take(&mut self.processors[number].is_pending);
        let it = &mut self.splits[split];
        it.workers -= 1;
        it.pending -= usize::from(is_pending);
        if it.workers == 1
            && let Some(owner) = it.waiting.take()
        {
            self.wake(owner);
        }
    }

    /// Lets a waiting processor act: in this tick if it has not entered a node in it, otherwise in the next.
    fn wake(&mut self, number: usize) {
        let processor = &mut self.processors[number];
        processor.ready = self.run.ticks + self.machine.message;
        if self.machine.message == 0 && processor.entered < self.run.ticks {
            self.now.push_back(number);
        } else {
            self.later.push(number);
        }
    }

    /// Removes a complete split node from the one above.
    fn forget(&mut self, split: usize) {
        if let Some(above) = self.splits[split].above {
            let below = &mut self.splits[above].below;
            if let Some(place) = below.iter().position(|&other| other == split) {
                below.remove(place);
            }
        }
    }

    /// Marks every split node below as without value, and wakes owners that wait there.
    fn kill_below(&mut self, split: usize) {
        let mut left = std::mem::take(&mut self.splits[split].below);
        while let Some(split) = left.pop() {
            let it = &mut self.splits[split];
            it.is_dead = true;
            left.append(&mut it.below);
            if let Some(owner) = it.waiting.take() {
                self.wake(owner);
            }
        }
    }

    /// Gives up what a cutoff by another processor has made worthless.
    fn abandon(&mut self, number: usize) {
        let stack = &self.processors[number].stack;
        let keep = stack.iter().enumerate().find_map(|(place, frame)| {
            let Frame::Shared { split, .. } = *frame else {
                return None;
            };
            let it = &self.splits[split];
            if it.is_dead {
                return Some(place);
            }
            (it.node.best >= it.node.beta).then_some(place + 1)
        });
        let Some(keep) = keep else { return };
        while self.processors[number].stack.len() > keep {
            if let Some(Frame::Shared {
                split,
                owner: false,
            }) = self.processors[number].stack.pop()
            {
                self.leave(number, split);
            }
        }
    }
}

impl Node {
    /// Counts the value of a child whose critical path ends at `end`.
    fn absorb(&mut self, rule: Rule, value: Score, end: u64) {
        self.best = self.best.max(value);
        self.end = self.end.max(end);
        let brothers = match rule {
            Rule::Root if self.number == 0 => return,
            Rule::Root => false,
            Rule::Pv => self.is_leftmost && self.height >= LEAST_HEIGHT,
            Rule::Brothers => self.height >= LEAST_HEIGHT,
        };
        // Later children wait for the first one only, or for each other.
        if !brothers || self.next == 1 {
            self.after = self.end;
        }
    }
}
