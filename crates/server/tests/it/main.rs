//! The server over real sockets.

mod denial;
mod protocol;
mod wire;
