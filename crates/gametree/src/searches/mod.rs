//! The searches: one line from minimax to the classical player, and its branches.
//!
//! Each file of the line is its parent and one step more. The step stands between the marks
//! `>>>` and `<<<`; lines that begin with `Was:` are what the parent has in that place. Read
//! them in this order, each beside its parent:
//!
//! 1. [`Minimax`] looks at everything.
//! 2. [`Negamax`] does the same with one rule instead of two.
//! 3. [`AlphaBeta`] does not look at what cannot matter.
//! 4. [`Deepening`] always has an answer (around any search).
//! 5. [`OrderedAlphaBeta`] tries promising moves first.
//! 6. [`TableAlphaBeta`] remembers.
//! 7. [`Pvs`] values the first move and only refutes the others.
//! 8. [`Aspiration`] expects the value of last time (around any search).
//! 9. [`Quiescence`] does not stop in the middle of an exchange (below any search).
//! 10. [`NullMove`] asks whether a position is too good even after a pass.
//! 11. [`InternalDeepening`] looks for a first move where the table knows none.
//! 12. [`LateMoveReductions`] looks less deep at moves that are expected to fail. With all
//!     steps on, this is the classical player.
//!
//! From the table on a step can be switched off, and the search then visits exactly the nodes
//! of its parent: any choice of steps is had from the first search of the line that has
//! them all.
//!
//! The branches:
//!
//! * [`MaxMinAlphaBeta`], from 1: alpha-beta with the rules for MAX and MIN written out.
//! * [`FailHard`], from 3: the result never leaves the window.
//! * [`BestMoves`] and [`best_moves`], from 3: all best moves at the root, which plain
//!   alpha-beta cannot tell apart.
//! * [`MtdF`], from 6: never values, only compares.
//!
//! All but 9, 10 and 12 equal minimax in value, always (those with a table if it is told
//! [`DepthMatch::Exact`](crate::table::DepthMatch)). Quiescence is another leaf function; null
//! moves and reductions are bets.

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
