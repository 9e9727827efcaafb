//! The requests of the web app, without sockets: typed requests in, typed replies out, every job can be cancelled.
//!
//! A page connects to the [`WebApi`] with an [`Outbox`], from which the caller takes the replies. [`protocol`] defines the
//! messages, and [`answer`] selects the function that answers a request. Short requests are answered at once. A long request
//! becomes a [`Job`]: `needs` computes its budget, the `scheduler` queues it until its page and all pages together have that
//! [`Budget`] free, and cancels it on request, at its deadline or when its page is gone. [`caps`] limits what a page may request.
//! The rules of the games are applied here and never in the browser: [`position`] turns a line of moves into a position to
//! display.
//!
//! Threads come from [`Spawn`], files of matches from [`Store`]. Except for those files, all state of a page can be rebuilt from
//! its requests, so a page can reconnect to a new server and continue.

#![forbid(unsafe_code)]

mod allowed;
pub mod answer;
mod api;
mod budget;
pub mod caps;
mod config;
pub mod data;
mod evaluations;
mod grading;
pub mod hello;
mod job;
mod needs;
mod openings;
mod outbox;
mod page;
pub mod pages;
pub mod position;
pub mod protocol;
mod scheduler;
mod spawn;
mod store;

pub use allowed::AllowedPlayers;
pub use api::{PageHandle, WebApi};
pub use budget::{Budget, Needs};
pub use config::Config;
pub use contest::LineStore;
pub use job::Job;
pub use outbox::Outbox;
pub use page::Page;
pub use spawn::{Spawn, Task, Threads, Tick};
pub use store::{Folder, MatchFiles, Store};
