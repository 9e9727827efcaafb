//! The textbook players: their settings, how a spec becomes a search, and a search as a player.

mod build;
mod entries;
mod paced;
mod player;

pub(crate) use entries::entries;
pub(crate) use player::{AnySearch, Textbook};
