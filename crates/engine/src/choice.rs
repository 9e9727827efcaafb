//! What the engine has decided.

use chess::Move;

/// What a player has decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The move; `None` only if there is no legal one.
    pub best: Option<Move>,
    /// The answer it expects.
    pub ponder: Option<Move>,
}
