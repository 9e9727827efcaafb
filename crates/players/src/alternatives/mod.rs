//! The alternatives to alpha-beta: a table of entries, and how a spec becomes a search.

mod build;
mod entries;

pub(crate) use entries::entries;
