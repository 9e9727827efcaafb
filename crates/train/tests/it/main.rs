//! The tests of the training crate, in one program because linking one for each file takes longer than running them.

mod network;
mod terms;
