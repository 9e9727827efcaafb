//! The tests of `analysis`, in one program.

mod analyse;
