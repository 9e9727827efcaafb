//! The requests of each page of the app.

pub mod alternatives;
pub mod analyse;
pub mod grade;
pub mod ladder;
pub mod lesson;
pub mod matches;
pub mod notation;
pub mod overlay;
pub mod parallel;
pub mod practice;
pub mod race;
pub mod reproduce;
pub mod think;
pub mod train;
pub mod tree;
