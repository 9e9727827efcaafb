#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

pub mod class;
pub mod grade;
pub mod lesson;
pub mod number_code;
pub mod number_drawing;
pub mod number_search;
pub mod practice;
mod settings_file;

pub use settings_file::Error;
