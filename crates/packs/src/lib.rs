//! Packed games and training records.
//!
//! A [`Pack`] is a compressed, checksummed file of whole self-play games. [`ScoredGame::kept`] lists the quiet positions of a game;
//! a [`Record`] is one position in 32 bytes, as a trainer reads it. [`shuffle`], [`split`] and [`import`] make packs from others.

#![forbid(unsafe_code)]

mod bullet;
mod edit;
mod game;
mod inspect;
mod pack;
mod raw;
mod recipe;
mod record;
mod tally;

pub use edit::{import, merge, shuffle, split};
pub use game::{Keep, MATE_SCORE, Scored, ScoredGame};
pub use pack::{Blocks, Origin, Pack, PackError, PackWriter};
pub use raw::read_raw;
pub use recipe::Recipe;
pub use record::{RECORD_SIZE, Record};
pub use tally::Tally;
