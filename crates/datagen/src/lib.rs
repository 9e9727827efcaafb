//! Self-play games and positions to train on.
//!
//! The [`Generator`] plays games by a [`packs::Recipe`]; the seed and the number of a game decide it. [`Neighbours`] and
//! [`Samples`] add positions near those of the games. [`SelfPlay`] and [`sample`] run them on several threads, and [`unpack`] writes
//! positions for a trainer.

#![forbid(unsafe_code)]

mod generator;
mod neighbours;
mod run;
mod samples;
mod self_play;
mod terms;
mod unpack;

pub use generator::Generator;
pub use neighbours::Neighbours;
pub use run::{Control, Sampled, sample};
pub use samples::{Drawing, Samples};
pub use self_play::{Progress, SelfPlay};
pub use terms::Terms;
pub use unpack::{Form, Unpacking, unpack};
