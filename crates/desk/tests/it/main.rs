//! The desk as pages use it, without a socket.

mod budgets;
mod client;
mod courses;
mod jobs;
mod matches;
mod programs;
mod trees;
