//! One file for each part of the app that works longer than a moment, or knows more than a position.

pub mod alternatives;
pub mod analyse;
mod course_of_game;
pub mod ladder;
pub mod lesson;
pub mod matches;
pub mod notation;
pub mod overlay;
pub mod race;
pub mod reproduce;
pub mod think;
pub mod tree;
