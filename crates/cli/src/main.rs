//! The program `espalier`. Everything is in the library.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    espalier_cli::main(std::env::args_os())
}
