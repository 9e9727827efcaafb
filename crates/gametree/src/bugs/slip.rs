//! Eighteen mistakes of beginners in minimax and alpha-beta.
//!
//! Unlike the thirteen classic [bugs](super::Bug), most of them spoil many values. A program contains a slip in one of several
//! forms, the *variants*: a value for MAX or for the side to move, fail-soft or fail-hard, a mistake at the root only. The grader
//! simulates every variant with [`small_search`](super::small_search) and compares answers.

use std::fmt;

use super::small_search::RootWindow;

/// A mistake of a beginner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Slip {
    /// Searches one ply less.
    DepthTooSmall,
    /// Searches one ply more.
    DepthTooLarge,
    /// Returns the result of a finished game with the wrong sign.
    TerminalSign,
    /// Counts a draw as a loss.
    DrawIsLoss,
    /// Begins with a best value of 0.
    BestIsZero,
    /// Takes the maximum, or the minimum, at both levels.
    MaxAtBothLevels,
    /// Does not try the first move.
    FirstChildSkipped,
    /// Does not try the last move.
    LastChildSkipped,
    /// Returns the value for the first side, not for the side to move.
    ValueForFirstSide,
    /// Evaluates leaves for one side in a search that expects the value for the side to move.
    EvaluationForWrongSide,
    /// Plays moves on one board without undoing them.
    MoveNotUndone,
    /// Negates the smallest integer, which overflows.
    InfinityOverflows,
    /// Chooses the last of equal moves at the root.
    LastBestMove,
    /// Searches the root with a wrong window.
    RootWindow,
    /// Returns another move than the one with the best value at the root.
    RootMoveLost,
    /// Returns alpha where the best value belongs.
    AlphaReturned,
    /// Passes the window to the child with its ends swapped.
    WindowSwapped,
    /// Keeps one window for all nodes.
    AlphaShared,
}

impl Slip {
    /// All of them.
    pub const ALL: [Self; 18] = [
        Self::DepthTooSmall,
        Self::DepthTooLarge,
        Self::TerminalSign,
        Self::DrawIsLoss,
        Self::BestIsZero,
        Self::MaxAtBothLevels,
        Self::FirstChildSkipped,
        Self::LastChildSkipped,
        Self::ValueForFirstSide,
        Self::EvaluationForWrongSide,
        Self::MoveNotUndone,
        Self::InfinityOverflows,
        Self::LastBestMove,
        Self::RootWindow,
        Self::RootMoveLost,
        Self::AlphaReturned,
        Self::WindowSwapped,
        Self::AlphaShared,
    ];

    /// Returns a short name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::DepthTooSmall => "depth-too-small",
            Self::DepthTooLarge => "depth-too-large",
            Self::TerminalSign => "terminal-sign",
            Self::DrawIsLoss => "draw-is-loss",
            Self::BestIsZero => "best-is-zero",
            Self::MaxAtBothLevels => "max-at-both-levels",
            Self::FirstChildSkipped => "first-child-skipped",
            Self::LastChildSkipped => "last-child-skipped",
            Self::ValueForFirstSide => "value-for-first-side",
            Self::EvaluationForWrongSide => "evaluation-for-wrong-side",
            Self::MoveNotUndone => "move-not-undone",
            Self::InfinityOverflows => "infinity-overflows",
            Self::LastBestMove => "last-best-move",
            Self::RootWindow => "root-window",
            Self::RootMoveLost => "root-move-lost",
            Self::AlphaReturned => "alpha-returned",
            Self::WindowSwapped => "window-swapped",
            Self::AlphaShared => "alpha-shared",
        }
    }

    /// Returns its effect in one line that continues "The program".
    #[must_use]
    pub const fn about(self) -> &'static str {
        match self {
            Self::DepthTooSmall => "searches one ply less than the depth",
            Self::DepthTooLarge => "searches one ply more than the depth",
            Self::TerminalSign => "returns the result of a finished game with the wrong sign",
            Self::DrawIsLoss => "counts a draw as a loss",
            Self::BestIsZero => "begins with a best value of 0, so negative values are lost",
            Self::MaxAtBothLevels => {
                "does not alternate: it takes the maximum, or the minimum, at both levels"
            }
            Self::FirstChildSkipped => "does not try the first move",
            Self::LastChildSkipped => "does not try the last move",
            Self::ValueForFirstSide => {
                "returns the value for the first side, not for the side to move"
            }
            Self::EvaluationForWrongSide => "evaluates leaves for the wrong side at some depths",
            Self::MoveNotUndone => "does not undo its moves",
            Self::InfinityOverflows => "negates the smallest integer, which overflows",
            Self::LastBestMove => {
                "chooses the last of equal moves, but after a cutoff an equal value is only a bound"
            }
            Self::RootWindow => "searches the root with a wrong window",
            Self::RootMoveLost => {
                "returns another move than the one with the best value at the root"
            }
            Self::AlphaReturned => "returns alpha where the best value belongs",
            Self::WindowSwapped => "passes the window to the child with its ends swapped",
            Self::AlphaShared => "keeps one alpha or beta for all nodes instead of one for each",
        }
    }

    /// Returns the wrong line and the correct one, in pseudo-code.
    #[must_use]
    pub const fn wrong_and_right(self) -> (&'static str, &'static str) {
        match self {
            Self::DepthTooSmall => ("if d <= 1: return eval", "if d == 0: return eval"),
            Self::DepthTooLarge => ("if d < 0: return eval", "if d == 0: return eval"),
            Self::TerminalSign => (
                "side to move has lost: return +WIN",
                "side to move has lost: return -WIN",
            ),
            Self::DrawIsLoss => (
                "no moves left: return -WIN",
                "no moves left, no winner: return 0",
            ),
            Self::BestIsZero => ("best = 0", "best = -infinity   (+infinity for MIN)"),
            Self::MaxAtBothLevels => (
                "best = max(best, search(child, MAX))",
                "MAX: best = max(best, search(child, MIN)); MIN: best = min(best, search(child, MAX))",
            ),
            Self::FirstChildSkipped => {
                ("for i in 1 .. n-1: child[i]", "for i in 0 .. n-1: child[i]")
            }
            Self::LastChildSkipped => {
                ("for i in 0 .. n-2: child[i]", "for i in 0 .. n-1: child[i]")
            }
            Self::ValueForFirstSide => (
                "return value   (for the first side)",
                "return value if the first side moves, else -value",
            ),
            Self::EvaluationForWrongSide => (
                "if d == 0: return eval   (for one side)",
                "if d == 0: return eval   (for the side to move)",
            ),
            Self::MoveNotUndone => (
                "play(m); v = -search(board, d-1)",
                "play(m); v = -search(board, d-1); undo(m)",
            ),
            Self::InfinityOverflows => ("a = INT_MIN   (-INT_MIN is INT_MIN)", "a = -INT_MAX"),
            Self::LastBestMove => (
                "root: if v >= best: best = v, move = m",
                "root: if v > best: best = v, move = m",
            ),
            Self::RootWindow => (
                "root: search(child, 0, infinity), or an end that is not negated",
                "root: v = -search(child, -infinity, -best)",
            ),
            Self::RootMoveLost => (
                "best_move is one variable for all nodes",
                "each node has its best_move; return that of the root",
            ),
            Self::AlphaReturned => ("if v >= b: return a", "if v >= b: return v   (or b)"),
            Self::WindowSwapped => ("-ab(child, -a, -b)", "-ab(child, -b, -a)"),
            Self::AlphaShared => (
                "a and b are variables of the program",
                "a and b are parameters of each node",
            ),
        }
    }

    /// Returns the number of its variants in [`small_search`](super::small_search): each form with both tests of cutoffs, and with
    /// both sizes of the full window.
    #[must_use]
    pub const fn variants(self) -> u8 {
        self.forms() * self.cutoff_tests() * self.window_sizes()
    }

    /// Returns the number of its forms.
    #[must_use]
    pub const fn forms(self) -> u8 {
        match self {
            Self::ValueForFirstSide => 1,
            Self::DepthTooSmall
            | Self::DepthTooLarge
            | Self::FirstChildSkipped
            | Self::LastChildSkipped => 2,
            Self::InfinityOverflows | Self::LastBestMove => 2,
            Self::TerminalSign => 3,
            Self::WindowSwapped => 4,
            // The second half has a loop of its own at the root, without cutoffs.
            Self::AlphaReturned | Self::AlphaShared => 12,
            Self::DrawIsLoss | Self::MaxAtBothLevels => 5,
            Self::RootMoveLost | Self::MoveNotUndone => 6,
            Self::BestIsZero => 7,
            Self::EvaluationForWrongSide => 8,
            Self::RootWindow => 2 * RootWindow::KINDS,
        }
    }

    /// Returns 2 if cutoffs may be tested by the best value or by alpha. The two differ if a window is empty.
    pub(super) const fn cutoff_tests(self) -> u8 {
        match self {
            Self::InfinityOverflows
            | Self::RootWindow
            | Self::AlphaReturned
            | Self::WindowSwapped
            | Self::AlphaShared => 2,
            _ => 1,
        }
    }

    /// Returns 2 if a forced win may be the end of the full window. A win is then a cutoff at every node.
    pub(super) const fn window_sizes(self) -> u8 {
        match self {
            Self::LastBestMove
            | Self::RootMoveLost
            | Self::AlphaReturned
            | Self::WindowSwapped
            | Self::AlphaShared => 2,
            _ => 1,
        }
    }

    /// Returns whether it changes only the move.
    #[must_use]
    pub const fn is_about_moves(self) -> bool {
        matches!(self, Self::LastBestMove | Self::RootMoveLost)
    }

    /// Returns whether it needs a window, which minimax does not have.
    #[must_use]
    pub const fn needs_window(self) -> bool {
        matches!(
            self,
            Self::InfinityOverflows
                | Self::LastBestMove
                | Self::RootWindow
                | Self::AlphaReturned
                | Self::WindowSwapped
                | Self::AlphaShared
        )
    }
}

impl fmt::Display for Slip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
