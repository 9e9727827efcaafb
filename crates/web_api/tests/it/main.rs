//! The web API without sockets.

mod budgets;
mod client;
mod courses;
mod games;
mod grade;
mod jobs;
mod matches;
mod practice;
mod programs;
mod trees;
