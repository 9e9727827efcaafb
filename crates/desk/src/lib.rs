//! What a page can ask for, without a socket: typed messages in, typed messages out, jobs that can always be stopped.
//!
//! A page comes to the [`Desk`] with an [`Outbox`]. What it says is a question of [`protocol`]; [`answer`] says who
//! answers it. Short ones are answered at once. Long ones become a [`Job`]: `needs` says what it takes, the `scheduler`
//! begins it when its page and all pages together have that ([`Budget`]), and stops it when it is not wanted any more.
//! [`caps`] says what a page may ask for at most. Rules live here and never in the browser: [`position`] turns a line of
//! moves into what is shown, for every game there is.
//!
//! The desk knows no sockets. Threads come through [`Spawn`], the files of matches through [`Store`], and what is told
//! waits in the outbox until somebody takes it. Beside matches it keeps nothing that a page cannot bring again: a page that
//! finds a new desk goes on where it was.

#![forbid(unsafe_code)]

pub mod answer;
mod budget;
pub mod caps;
mod config;
mod desk;
pub mod hello;
mod job;
pub mod kept_tree;
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
mod wanted;
pub mod weights;

pub use budget::{Budget, Needs};
pub use config::Config;
pub use desk::{Desk, PageHandle};
pub use job::Job;
pub use outbox::Outbox;
pub use page::Page;
pub use spawn::{Spawn, Task, Threads};
pub use store::{Folder, MatchFiles, Store};
pub use wanted::{Allowed, Wanted};
