//! The server on the wire.

mod conversation;
mod holes;
mod wire;
