//! # Assignment 8: own pieces are worth a tenth more
//!
//! "Artificial Intelligence: Assignment 8" describes an alpha-beta player in Python, four plies
//! deep, with many evaluation terms: piece values (own pieces 10% above the enemy's, to avoid needless trades),
//! piece-square tables, an end-game table, king safety, piece values that depend on the number of pawns, doubled pawns;
//! and with fixed rules: mate in one at once, no repetition unless only the king is left.
//!
//! The document prints piece values and thresholds but no results and no tables, so the tables are new; see [`tables`].
//! Two of its numbers need an assumption. The list omits the queen: 990 and 900 are used. It prints 1000 for the enemy
//! king; then the end-game threshold of 24000 would hold from the first move, and the enemy king would not be the most
//! valuable piece. The value used is 10000.
//!
//! **Not antisymmetric.** The value for one side is not the negative of the value for the other: in the start position
//! *both* sides are ahead. So the search must evaluate every leaf for the player at the root (max/min form); negamax
//! would be wrong. A test evaluates the start position for either side.
//!
//! [`search`] describes the differences between the faithful and the fixed player.

pub mod evaluator;
mod player;
pub mod search;
pub mod tables;

pub use evaluator::{A8Evaluator, Idea};
pub use player::A8Player;

/// The document's depth in plies.
pub const MAX_DEPTH: u32 = 4;
