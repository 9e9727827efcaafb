//! The tests of `teaching`, in one program.

mod grade;
mod lessons;
mod marks;
mod practice;
