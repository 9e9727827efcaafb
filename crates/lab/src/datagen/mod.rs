//! Games of the engine against itself, to learn from: for a network, or for the weights of the evaluation.
//!
//! The [`Generator`] plays them by a [`Recipe`], each from its number and a seed alone. A [`pack`] keeps whole games, small and
//! guarded. What learns wants positions: [`ScoredGame::kept`] goes through the quiet ones, and a [`Record`] is one of them in 32
//! bytes, as a trainer reads it. [`Neighbours`] and [`Samples`] are positions beside those of the games.

mod game;
mod generator;
mod neighbours;
pub mod pack;
mod raw;
mod recipe;
mod record;
mod samples;
mod tally;
mod terms;

pub use game::{Keep, MATE_SCORE, Scored, ScoredGame};
pub use generator::Generator;
pub use neighbours::Neighbours;
pub use raw::read_raw;
pub use recipe::Recipe;
pub use record::{RECORD_SIZE, Record};
pub use samples::{Drawing, Samples};
pub use tally::Tally;
pub use terms::Terms;
