//! What a page can ask for, without a socket: typed messages in, typed messages out.
//!
//! A message is a question of [`protocol`]; [`answer`] says who answers it. Short ones are answered at once, long ones
//! are a [`job`] on a thread of its own that can be stopped. [`caps`] says what a page may ask for at most. Rules live
//! here and never in the browser: [`position`] turns a line of moves into what is shown, for every game that [`board`]
//! knows. How messages come and go is not known here: what a page is told goes through an [`Outbox`].
//!
//! The desk keeps nothing that a page cannot bring again: a page that finds a new one goes on where it was.

#![forbid(unsafe_code)]

pub mod answer;
pub mod board;
pub mod caps;
pub mod hello;
pub mod job;
mod outbox;
pub mod pages;
pub mod position;
pub mod protocol;

pub use outbox::Outbox;
