//! The searches, one idea each. Read them in this order:
//!
//! 1. [`Minimax`]: look at everything.
//! 2. [`Negamax`]: the same, with one rule instead of two.
//! 3. [`MaxMinAlphaBeta`]: do not look at what cannot matter.
//! 4. [`FailHard`]: the same, with one rule instead of two.
//! 5. [`AlphaBeta`]: and say what the cut-off part was at least worth. Takes a move ordering.

mod alphabeta;
mod fail_hard;
mod maxmin_alphabeta;
mod minimax;
mod negamax;

pub use alphabeta::AlphaBeta;
pub use fail_hard::FailHard;
pub use maxmin_alphabeta::MaxMinAlphaBeta;
pub use minimax::Minimax;
pub use negamax::Negamax;
