//! Questions about a single move.
