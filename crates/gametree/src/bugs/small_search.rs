//! Minimax and alpha-beta with one [`Slip`] in one of its variants.
//!
//! A reference for the grader: no table, no ordering, values for the side to move. This file is not a lecture.

use super::Slip;
use crate::evaluator::Evaluator;
use crate::game::{Game, Side};
use crate::score::{DECISIVE, Score, WIN};

/// The search to simulate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SmallSearch {
    /// The slip.
    pub slip: Slip,
    /// Its variant, below [`Slip::variants`].
    pub variant: u8,
    /// Alpha-beta, otherwise minimax.
    pub prunes: bool,
    /// Whether a finished game with the value 0 is a draw. In trees of numbers, it is a leaf.
    pub has_draws: bool,
}

/// The answer of a search with a slip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The value for the side to move.
    pub value: Score,
    /// The move.
    pub best: Option<M>,
    /// The nodes entered, the root included.
    pub nodes: u64,
}

/// The most nodes of a simulation.
const MOST_NODES: u64 = 60_000;

/// Infinity of these searches. Its negation overflows.
const MIN: Score = Score::MIN;
const MAX: Score = Score::MAX;

/// A wrong window at the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct RootWindow {
    /// The window of the root.
    window: [Score; 2],
    /// Whether the window is for the first side, not for the side to move.
    for_first: bool,
    /// The loop at the root.
    root: RootLoop,
}

/// The loop over the moves of the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RootLoop {
    /// The same as at every node.
    Same,
    /// Raises alpha, never cuts off, and returns the best value.
    Raises,
    /// Passes the same window to every move.
    Constant,
    /// Passes the best value and infinity without negating them.
    NotNegated,
    /// Passes minus infinity and the best value without negating them.
    NotNegatedLow,
}

impl RootWindow {
    const WINDOWS: [[Score; 2]; 6] = [
        [0, MAX],
        [MIN + 1, 0],
        [0, 0],
        [-1, 1],
        [-100, 100],
        [-1_000, 1_000],
    ];
    const LOOPS: [RootLoop; 3] = [RootLoop::Same, RootLoop::Raises, RootLoop::Constant];
    /// The number of windows of which only one end is wrong. They differ between the sides.
    const ONE_SIDED: usize = 2;
    /// The number of kinds.
    pub(super) const KINDS: u8 =
        ((Self::WINDOWS.len() + Self::ONE_SIDED) * Self::LOOPS.len()) as u8 + 2;

    /// Returns the kind with this number.
    fn of(kind: u8) -> Self {
        let (place, root) = (usize::from(kind) / 3, Self::LOOPS[usize::from(kind) % 3]);
        match place.checked_sub(Self::WINDOWS.len()) {
            None => Self {
                window: Self::WINDOWS[place],
                for_first: false,
                root,
            },
            Some(place) if place < Self::ONE_SIDED => Self {
                window: Self::WINDOWS[place],
                for_first: true,
                root,
            },
            Some(_) => Self {
                window: [MIN + 1, MAX],
                for_first: false,
                root: match root {
                    RootLoop::Same => RootLoop::NotNegated,
                    _ => RootLoop::NotNegatedLow,
                },
            },
        }
    }
}

/// Returns the answer of a search, or `None` if it has too many nodes or cannot have the slip.
pub fn small_search<G: Game>(
    game: &G,
    root: &G::State,
    depth: u32,
    eval: &mut dyn Evaluator<G>,
    search: SmallSearch,
) -> Option<Found<G::Move>> {
    let SmallSearch { slip, variant, .. } = search;
    if slip == Slip::MoveNotUndone || slip.needs_window() && !search.prunes {
        return None;
    }
    let forms = slip.forms();
    let (variant, rest) = (variant % forms, variant / forms);
    let cuts_by_alpha = rest % slip.cutoff_tests() == 1;
    let is_tight = rest / slip.cutoff_tests() == 1;
    let has_root_loop = matches!(
        slip,
        Slip::AlphaReturned | Slip::AlphaShared | Slip::WindowSwapped
    );
    let own_root = has_root_loop && variant >= forms / 2;
    let variant = if own_root {
        variant - forms / 2
    } else {
        variant
    };
    let search = SmallSearch { variant, ..search };
    let root_window = (slip == Slip::RootWindow).then(|| RootWindow::of(variant / 2));
    // A fail-hard search with an empty window returns its bound and does not search.
    if root_window.is_some_and(|root| root.window[0] >= root.window[1]) && variant % 2 == 1 {
        return None;
    }
    let lowest = if is_tight { -WIN } else { MIN + 1 };
    let mut run = Run {
        game,
        eval,
        search,
        first: game.side(root),
        nodes: 0,
        lowest,
        shared: [lowest, -lowest],
        best: None,
        last: None,
        returned: [None; 2],
        cuts_by_alpha,
        own_root,
        root_window,
    };
    let depth = match (slip, variant) {
        (Slip::DepthTooSmall, 0) => depth.saturating_sub(1),
        (Slip::DepthTooLarge, variant) => depth + 1 + u32::from(variant),
        _ => depth,
    };
    let is_second = run.first == Side::Second;
    let [alpha, beta] = match root_window {
        _ if slip == Slip::InfinityOverflows => [MIN, MAX],
        Some(root) if root.for_first && is_second => [-root.window[1], -root.window[0]],
        Some(root) => root.window,
        // The best value is also alpha.
        None if slip == Slip::BestIsZero && variant == 6 => [0, MAX],
        None => [lowest, -lowest],
    };
    let mut value = run.value(&mut root.clone(), depth, 0, alpha, beta)?;
    if slip == Slip::ValueForFirstSide && is_second {
        value = value.wrapping_neg();
    }
    Some(Found {
        value,
        best: run.best,
        nodes: run.nodes,
    })
}

struct Run<'a, G: Game> {
    game: &'a G,
    eval: &'a mut dyn Evaluator<G>,
    search: SmallSearch,
    /// The side to move at the root.
    first: Side,
    nodes: u64,
    /// The lower end of the full window.
    lowest: Score,
    /// The shared window of [`Slip::AlphaShared`], for the side at the root.
    shared: [Score; 2],
    best: Option<G::Move>,
    /// The last assignment to a best move at any node.
    last: Option<G::Move>,
    /// The best move of the node that returned last, and the last move of its principal variation.
    returned: [Option<G::Move>; 2],
    /// Whether a cutoff is tested by alpha, not by the best value. It differs if the window is empty.
    cuts_by_alpha: bool,
    /// Whether the root has a loop of its own, which returns the best value and has no cutoffs.
    own_root: bool,
    root_window: Option<RootWindow>,
}

impl<G: Game> Run<'_, G> {
    fn is(&self, slip: Slip) -> bool {
        self.search.slip == slip
    }

    /// Returns whether the slip has this variant.
    fn has(&self, slip: Slip, variant: u8) -> bool {
        self.is(slip) && self.search.variant == variant
    }

    /// Returns whether values outside the window are cut to it.
    fn is_hard(&self) -> bool {
        match self.search.slip {
            Slip::InfinityOverflows
            | Slip::LastBestMove
            | Slip::RootWindow
            | Slip::WindowSwapped => self.search.variant % 2 == 1,
            _ => false,
        }
    }

    /// Returns the value of a leaf, which is `score` in a correct search.
    fn leaf(&self, side: Side, score: Score, is_over: bool) -> Score {
        let variant = self.search.variant;
        let at_root = |score: Score| if side == self.first { score } else { -score };
        let for_first = |score: Score| if side == Side::First { score } else { -score };
        match self.search.slip {
            Slip::TerminalSign => match variant {
                0 if is_over => -score,
                1 => -score,
                2 if is_over && score.abs() > DECISIVE => -score,
                _ => score,
            },
            Slip::DrawIsLoss if is_over && score == 0 && self.search.has_draws => match variant {
                0 => -WIN,
                1 => at_root(-WIN),
                2 => for_first(-WIN),
                3 => WIN,
                _ => for_first(WIN),
            },
            Slip::EvaluationForWrongSide => match variant {
                0 => at_root(score),
                1 if !is_over => at_root(score),
                2 => for_first(score),
                3 if !is_over => for_first(score),
                4 if !is_over => -score,
                // The results of the first side, in a search for the side at the root.
                5 if self.first == Side::Second => -score,
                // The same side wins always.
                6 => -for_first(score),
                7 => -at_root(score),
                _ => score,
            },
            _ => score,
        }
    }

    /// Returns the value of the best move before any is searched.
    fn start(&self, side: Side, ply: u32) -> Score {
        let is_zero = self.is(Slip::BestIsZero)
            && match self.search.variant {
                0 => true,
                1 => side == self.first,
                2 => side != self.first,
                3 => ply == 0,
                4 => side == Side::First,
                5 => side == Side::Second,
                _ => ply == 0,
            };
        if is_zero {
            0
        } else if self.is(Slip::InfinityOverflows) {
            MIN
        } else {
            self.lowest
        }
    }

    fn value(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        alpha: Score,
        beta: Score,
    ) -> Option<Score> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        let side = self.game.side(state);
        self.returned = [None; 2];
        let mut list = Vec::new();
        if let Some(score) = self.game.terminal(state) {
            return Some(self.leaf(side, score, true));
        }
        if depth == 0 {
            // Some games detect their end only when they generate moves.
            if let Some(score) = self.game.expand(state, &mut list) {
                return Some(self.leaf(side, score, true));
            }
            let score = self.eval.evaluate(self.game, state);
            return Some(self.leaf(side, score, false));
        }
        if let Some(score) = self.game.expand(state, &mut list) {
            return Some(self.leaf(side, score, true));
        }
        let at_root_only = self.search.variant == 1;
        if !at_root_only || ply == 0 {
            if self.is(Slip::FirstChildSkipped) {
                list.remove(0);
            } else if self.is(Slip::LastChildSkipped) {
                list.pop();
            }
        }
        if self.is(Slip::MaxAtBothLevels) {
            return self.same_level(state, depth, ply, &list);
        }
        if self.is(Slip::AlphaShared) {
            return self.shared_window(state, depth, ply, &list, [alpha, beta]);
        }
        self.negamax(state, depth, ply, &list, alpha, beta)
    }

    fn negamax(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        list: &[G::Move],
        on_entry: Score,
        beta: Score,
    ) -> Option<Score> {
        let side = self.game.side(state);
        let prunes = self.search.prunes;
        let root_loop = self.root_window.filter(|_| ply == 0).map(|it| it.root);
        let is_own_root =
            ply == 0 && self.own_root || root_loop.is_some_and(|root| root != RootLoop::Same);
        let (mut alpha, mut best) = (on_entry, self.start(side, ply));
        let mut line = [None; 2];
        for &mv in list {
            let undo = self.game.play(state, mv);
            let is_same = self.game.side(state) == side;
            let (low, high) = match root_loop {
                Some(RootLoop::Constant) => self.child_window(ply, on_entry, beta, is_same),
                Some(RootLoop::NotNegated) => (best, MAX),
                Some(RootLoop::NotNegatedLow) if best == MIN + 1 => (MIN + 1, MAX),
                Some(RootLoop::NotNegatedLow) => (MIN + 1, best),
                _ => self.child_window(ply, alpha, beta, is_same),
            };
            let less = match self.has(Slip::DepthTooSmall, 1) && ply == 0 {
                true => depth.saturating_sub(2),
                false => depth - 1,
            };
            let reply = self.value(state, less, ply + 1, low, high);
            self.game.undo(state, mv, undo);
            let value = if is_same {
                reply?
            } else {
                reply?.wrapping_neg()
            };
            let ties = self.is(Slip::LastBestMove) && ply == 0;
            if value > best || ties && value >= best {
                best = value;
                line = [Some(mv), self.returned[1].or(Some(mv))];
                self.improve(ply, mv, value > alpha);
            }
            let reached = if self.cuts_by_alpha {
                alpha.max(best)
            } else {
                best
            };
            if prunes && reached >= beta && !is_own_root {
                self.returned = line;
                return Some(match (self.search.slip, self.search.variant) {
                    (Slip::AlphaReturned, 0 | 4) => alpha,
                    (Slip::AlphaReturned, 1 | 5) => on_entry,
                    (Slip::AlphaReturned, 2 | 3) => beta,
                    _ if self.is_hard() => beta,
                    _ => best,
                });
            }
            alpha = alpha.max(best);
        }
        self.returned = line;
        Some(match (self.search.slip, self.search.variant) {
            _ if is_own_root => best,
            (Slip::AlphaReturned, 0) => alpha,
            (Slip::AlphaReturned, 1) => on_entry,
            // In max/min form, MIN returns alpha too: the upper end of its own window.
            (Slip::AlphaReturned, 2) if side != self.first => beta,
            (Slip::AlphaReturned, 3) if side != Side::First => beta,
            // Only after a cutoff.
            (Slip::AlphaReturned, 4 | 5) => best,
            (Slip::AlphaReturned, _) => alpha,
            _ if self.is_hard() => alpha,
            _ => best,
        })
    }

    /// Returns the window for the child.
    fn child_window(&self, ply: u32, alpha: Score, beta: Score, is_same: bool) -> (Score, Score) {
        if !self.search.prunes {
            return (MIN + 1, MAX);
        }
        let right = match is_same {
            true => (alpha, beta),
            false => (beta.wrapping_neg(), alpha.wrapping_neg()),
        };
        let is_swapped = self.is(Slip::WindowSwapped) && !(ply == 0 && self.own_root);
        if is_swapped {
            (right.1, right.0)
        } else {
            right
        }
    }

    /// Records a better move.
    fn improve(&mut self, ply: u32, mv: G::Move, raises: bool) {
        let variant = self.search.variant;
        match self.search.slip {
            // A variable that every node assigns.
            Slip::RootMoveLost if variant < 2 => {
                if variant == 0 || raises {
                    self.last = Some(mv);
                }
                self.best = self.last;
            }
            // The move of the first reply, or of the first move.
            Slip::RootMoveLost if variant == 2 && ply == 1 => self.best = Some(mv),
            Slip::RootMoveLost if variant == 3 && ply == 0 => self.best = self.best.or(Some(mv)),
            // The best reply, or the last move of the principal variation.
            Slip::RootMoveLost if variant >= 4 && ply == 0 => {
                self.best = self.returned[usize::from(variant == 5)].or(Some(mv));
            }
            Slip::RootMoveLost => {}
            _ if ply == 0 => self.best = Some(mv),
            _ => {}
        }
    }

    /// Minimax without alternation. Values are for one side.
    fn same_level(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        list: &[G::Move],
    ) -> Option<Score> {
        let side = self.game.side(state);
        let variant = self.search.variant;
        // The sign that turns a value for the side to move into one for MAX.
        let max = match variant {
            1 | 3 => Side::First,
            _ => self.first,
        };
        let sign = |side: Side| if side == max { 1 } else { -1 };
        let takes_min = match variant {
            0 | 1 => false,
            2 | 3 => true,
            _ => ply > 0,
        };
        let mut best: Option<Score> = None;
        for &mv in list {
            let undo = self.game.play(state, mv);
            let child = self.game.side(state);
            let reply = self.value(state, depth - 1, ply + 1, MIN + 1, MAX);
            self.game.undo(state, mv, undo);
            let value = reply? * sign(child);
            if best.is_none_or(|best| {
                if takes_min {
                    value < best
                } else {
                    value > best
                }
            }) {
                best = Some(value);
                self.improve(ply, mv, true);
            }
        }
        Some(best? * sign(side))
    }

    /// Alpha-beta in max/min form with an alpha, a beta or both that are never restored.
    fn shared_window(
        &mut self,
        state: &mut G::State,
        depth: u32,
        ply: u32,
        list: &[G::Move],
        own: [Score; 2],
    ) -> Option<Score> {
        let variant = self.search.variant;
        let is_own_root = ply == 0 && self.own_root;
        let is_shared = match variant / 2 {
            0 => [true, true],
            1 => [true, false],
            _ => [false, true],
        };
        // `own` is for the side at the root.
        let mut own = own;
        let is_max = self.game.side(state) == self.first;
        let mut best = if is_max { self.lowest } else { -self.lowest };
        for &mv in list {
            let window = self.merged(own, is_shared);
            let undo = self.game.play(state, mv);
            let child_is_max = self.game.side(state) == self.first;
            let reply = self.value(state, depth - 1, ply + 1, window[0], window[1]);
            self.game.undo(state, mv, undo);
            // `value` returns for the side to move there.
            let value = if child_is_max {
                reply?
            } else {
                reply?.wrapping_neg()
            };
            if is_max && value > best || !is_max && value < best {
                best = value;
                self.improve(ply, mv, true);
            }
            // Tested by the best value, a cutoff comes before the variables are set.
            let [alpha, beta] = self.merged(own, is_shared);
            let reaches = if is_max { best >= beta } else { best <= alpha };
            if reaches && !self.cuts_by_alpha && !is_own_root {
                break;
            }
            let end = usize::from(!is_max);
            let slot = if is_shared[end] {
                &mut self.shared[end]
            } else {
                &mut own[end]
            };
            *slot = if is_max {
                (*slot).max(best)
            } else {
                (*slot).min(best)
            };
            let [alpha, beta] = self.merged(own, is_shared);
            if self.cuts_by_alpha && alpha >= beta && !is_own_root {
                break;
            }
        }
        if variant % 2 == 1 && !is_own_root {
            let [alpha, beta] = self.merged(own, is_shared);
            best = if is_max { alpha } else { beta };
        }
        Some(if is_max { best } else { best.wrapping_neg() })
    }

    fn merged(&self, own: [Score; 2], is_shared: [bool; 2]) -> [Score; 2] {
        [0, 1].map(|end| {
            if is_shared[end] {
                self.shared[end]
            } else {
                own[end]
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Zero;
    use crate::synthetic::NumberTree;

    fn value(text: &str, slip: Slip, variant: u8) -> Score {
        let tree: NumberTree = text.parse().expect("a tree");
        let search = SmallSearch {
            slip,
            variant,
            prunes: true,
            has_draws: false,
        };
        small_search(&tree, &tree.root(), tree.height(), &mut Zero, search)
            .expect("a value")
            .value
    }

    #[test]
    fn each_slip_has_its_value() {
        // Minimax is 3.
        let tree = "[[3,12,8],[2,4,6],[14,5,2]]";
        assert_eq!(value(tree, Slip::MaxAtBothLevels, 0), 14);
        assert_eq!(value(tree, Slip::MaxAtBothLevels, 2), 2);
        assert_eq!(value(tree, Slip::FirstChildSkipped, 0), 4);
        assert_eq!(value(tree, Slip::FirstChildSkipped, 1), 2);
        assert_eq!(value("[-3,-4]", Slip::BestIsZero, 0), 0);
        assert_eq!(value("[3,4]", Slip::TerminalSign, 0), -3);
        assert_eq!(value("[3,4]", Slip::ValueForFirstSide, 0), 4);
        // The window is empty after the overflow, so each MIN node looks at one leaf.
        assert_eq!(value("[[3,2],[1,1]]", Slip::InfinityOverflows, 0), 3);
        assert_eq!(value(tree, Slip::WindowSwapped, 0), 14);
    }
}
