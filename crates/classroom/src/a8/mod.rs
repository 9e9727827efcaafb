//! # Assignment 8: own pieces are worth a tenth more
//!
//! "Artificial Intelligence: Assignment 8" describes an alpha-beta player in Python, four plies
//! deep, with a rich evaluation: piece values (own pieces 10% above the enemy's, so that it does
//! not trade for the sake of trading), tables of squares, an end game, king safety, values that
//! depend on the number of pawns, doubled pawns; and habits: mate in one at once, no repetition
//! unless only the king is left.
//!
//! The document prints piece values and thresholds, no results, and not its tables, so those here
//! are ours; see [`tables`]. Two of its numbers need care. The table omits the queen: 990 and 900
//! here. And it prints 1000 for the enemy king, with which its own end-game threshold of 24000
//! would hold from the first move, and the enemy king would not be its most wanted piece: it is 10000.
//!
//! **Not antisymmetric.** What is good for one side by this evaluator is not as bad for the other:
//! in the start position *both* sides believe to be ahead. So the search must ask every leaf from
//! the view of the player at the root (max/min form); negamax would be wrong. The start position
//! as seen by either side is in the tests.
//!
//! [`search`] has the differences between the faithful and the mended player.

pub mod evaluator;
mod player;
pub mod search;
pub mod tables;

pub use evaluator::{A8Evaluator, Idea};
pub use player::A8Player;

/// The document's depth in plies.
pub const MAX_DEPTH: u32 = 4;
