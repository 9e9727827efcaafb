//! The searches: one line from minimax to the classical player, and its branches.
//!
//! Each file of the line is its parent plus one step. The step is between the marks
//! `>>>` and `<<<`; lines that begin with `Was:` are the parent's code in that place. Read
//! them in this order, each beside its parent:
//!
//! 1. [`Minimax`] searches every node.
//! 2. [`Negamax`] does the same with one rule instead of two.
//! 3. [`AlphaBeta`] skips moves that cannot change the result.
//! 4. [`Deepening`] always has a move to play (around any search).
//! 5. [`OrderedAlphaBeta`] tries promising moves first.
//! 6. [`TableAlphaBeta`] stores results in a transposition table.
//! 7. [`Pvs`] searches the first move for its value and only refutes the others.
//! 8. [`Aspiration`] searches around the value of the last iteration (around any search).
//! 9. [`Quiescence`] does not stop in the middle of an exchange (below any search).
//! 10. [`NullMove`] cuts if a position is too good even after a pass.
//! 11. [`InternalDeepening`] finds a first move where the table has none.
//! 12. [`LateMoveReductions`] reduces the depth of moves that are expected to fail. With all
//!     steps on, this is the classical player.
//!
//! The table, null moves, internal deepening and reductions can be switched off. The search
//! then visits exactly the nodes of its parent, so any combination of steps is available from the first
//! search of the line that has them all.
//!
//! The branches:
//!
//! * [`MaxMinAlphaBeta`], from 1: alpha-beta with the rules for MAX and MIN written out.
//! * [`FailHard`], from 3: the result never leaves the window.
//! * [`BestMoves`] and [`best_moves`], from 3: all best moves at the root, which plain
//!   alpha-beta cannot distinguish.
//! * [`MtdF`], from 6: null windows only.
//! * [`parallel`], from 3, 5 and 6: the same on several threads.
//!
//! Every step except 9, 10 and 12 keeps the minimax value (with a table, if it uses
//! [`DepthMatch::Exact`](crate::table::DepthMatch)). Quiescence is another leaf function; null
//! moves and reductions are selective pruning.

mod alphabeta;
mod aspiration;
mod best_moves;
mod deepening;
mod fail_hard;
mod internal_deepening;
mod late_move_reductions;
mod maxmin_alphabeta;
mod minimax;
mod mtdf;
mod negamax;
mod null_move;
mod ordering;
pub mod parallel;
mod pvs;
mod quiescence;
mod transposition;

pub use alphabeta::AlphaBeta;
pub use aspiration::Aspiration;
pub use best_moves::{BestMoves, best_moves};
pub use deepening::Deepening;
pub use fail_hard::FailHard;
pub use internal_deepening::InternalDeepening;
pub use late_move_reductions::{LateMoveReductions, LateMoveRule};
pub use maxmin_alphabeta::MaxMinAlphaBeta;
pub use minimax::Minimax;
pub use mtdf::MtdF;
pub use negamax::Negamax;
pub use null_move::{NullMove, NullMoveRule};
pub use ordering::OrderedAlphaBeta;
pub use pvs::Pvs;
pub use quiescence::Quiescence;
pub use transposition::TableAlphaBeta;
