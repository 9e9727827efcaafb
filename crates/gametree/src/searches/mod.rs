//! The searches, one idea each. Read them in this order:
//!
//! 1. [`Minimax`] looks at everything.
//! 2. [`Negamax`] does the same with one rule instead of two.
//! 3. [`MaxMinAlphaBeta`] does not look at what cannot matter.
//! 4. [`FailHard`] does the same with one rule instead of two.
//! 5. [`AlphaBeta`] says what a cut node is at least worth, and orders the moves.
//! 6. [`Pvs`] values the first move and only refutes the others.
//! 7. [`Deepening`] always has an answer.
//! 8. [`Aspiration`] expects the value of last time.
//! 9. [`TableAlphaBeta`] remembers.
//! 10. [`MtdF`] never values, only compares.
//! 11. [`Quiescence`] does not stop in the middle of an exchange.
//! 12. [`NullMove`] asks whether a position is too good even after a pass.
//! 13. [`Classic`] is all of it, with switches.
//!
//! And [`best_moves`] finds all best moves at the root, which plain alpha-beta cannot.
//!
//! All but the last three equal minimax in value, always (9 and 10 with
//! [`DepthMatch::Exact`](crate::table::DepthMatch)). Quiescence is another leaf function;
//! null moves are a bet.

mod alphabeta;
mod aspiration;
mod best_moves;
mod classic;
mod deepening;
mod fail_hard;
mod maxmin_alphabeta;
mod minimax;
mod mtdf;
mod negamax;
mod null_move;
mod pvs;
mod quiescence;
mod table_alphabeta;

pub use alphabeta::AlphaBeta;
pub use aspiration::Aspiration;
pub use best_moves::best_moves;
pub use classic::{Classic, ClassicOptions};
pub use deepening::Deepening;
pub use fail_hard::FailHard;
pub use maxmin_alphabeta::MaxMinAlphaBeta;
pub use minimax::Minimax;
pub use mtdf::MtdF;
pub use negamax::Negamax;
pub use null_move::{NullMove, NullMoveRule};
pub use pvs::Pvs;
pub use quiescence::Quiescence;
pub use table_alphabeta::TableAlphaBeta;
