//! The UCI server as a library.

mod command;
mod genfens;
mod go;
mod line;
mod options;
mod repair;
mod session;
