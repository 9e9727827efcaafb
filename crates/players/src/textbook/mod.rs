//! The textbook searches as players.

mod build;
mod paced;
mod player;

pub(crate) use build::build;
pub use build::{BUGS, FORMS, ORDERINGS, REPLACEMENTS, TIES};
pub(crate) use player::{AnySearch, Textbook};
