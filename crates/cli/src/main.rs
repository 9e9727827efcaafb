//! The binary `espalier`: the command line of the library on the arguments of the process.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(espalier_cli::run(std::env::args_os()))
}
