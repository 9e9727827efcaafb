//! The program `espalier`: its arguments, the UCI loop, perft and a game in the terminal.
//!
//! It is a library so that tests and fuzz targets can use its parts, above all [`uci::parse`] and [`uci::Session`].

#![forbid(unsafe_code)]
// All output goes through a writer whose errors are looked at: a closed pipe is no reason to panic.
#![warn(clippy::print_stdout, clippy::print_stderr)]

pub mod analyse;
pub mod args;
pub mod bench;
pub mod book;
pub mod call;
pub mod class;
pub mod compare;
pub mod datagen;
pub mod error;
pub mod eval;
pub mod experiment;
pub mod grade;
pub mod habits;
pub mod ladder;
pub mod lesson;
pub mod list_players;
mod manifest;
pub mod matches;
pub mod minichess;
pub mod open;
pub mod pack;
pub mod perft;
pub mod play;
mod progress;
pub mod reproduce;
pub mod rerun;
pub mod search;
pub mod serve;
pub mod sitter;
pub mod spsa;
pub mod subcommand;
pub mod suite;
pub mod tune;
pub mod uci;
pub mod why;

pub use contest::pool;

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::process::ExitCode;

use call::Call;
use error::Failure;
use subcommand::Subcommand;

/// Runs the program with its arguments, the first of which is its name.
pub fn main(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // For manifests, which are text.
    let typed: Vec<String> = arguments
        .iter()
        .skip(1)
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let result = match call::read(arguments) {
        Ok(call) => run(call, &typed),
        Err(error) => Err(error),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(message) = failure.message() {
                // If standard error is closed, nobody is there to be told.
                _ = writeln!(io::stderr(), "{message}");
            }
            failure.exit_code()
        }
    }
}

fn run(call: Call, typed: &[String]) -> Result<(), Failure> {
    match call {
        Call::Text(text) => Ok(anstream::stdout().write_all(text.as_bytes())?),
        Call::UciLoop => uci_loop(),
        Call::UciCommands(commands) => Ok(uci::run_all(
            commands.iter().map(String::as_str),
            io::stdout(),
        )?),
        Call::Subcommand(subcommand) => match subcommand {
            Subcommand::Serve(args) => serve::command(&args, &mut io::stdout()),
            Subcommand::Open(args) => open::command(&args, &mut io::stdout()),
            Subcommand::Search(args) => search::command(&args, &mut io::stdout()),
            Subcommand::Compare(args) => {
                compare::command(&args, typed, &mut io::stdout()).map(drop)
            }
            Subcommand::Match(args) => {
                matches::play_match(&args, typed, &mut io::stdout()).map(drop)
            }
            Subcommand::Tournament(args) => {
                matches::play_tournament(&args, typed, &mut io::stdout()).map(drop)
            }
            Subcommand::Ladder(args) => ladder::command(&args, typed, &mut anstream::stdout()),
            Subcommand::Experiment(args) => {
                experiment::command(&args, typed, &mut anstream::stdout())
            }
            Subcommand::Suite(args) => suite::command(&args, typed, &mut io::stdout()).map(drop),
            Subcommand::Book(args) => match &args.unpack {
                Some(name) => book::unpack(&args, name, &mut io::stdout()),
                None => book::command(&args, typed, &mut io::stdout()).map(drop),
            },
            Subcommand::Habits(args) => habits::command(&args, &mut io::stdout()),
            Subcommand::Spsa(args) => spsa::command(&args, typed, &mut io::stdout()),
            Subcommand::Rerun(args) => rerun::command(&args, &mut io::stdout()),
            Subcommand::Datagen(args) => datagen::command(&args, &mut io::stdout()),
            Subcommand::Pack(args) => pack::command(&args, &mut io::stdout()),
            Subcommand::Reproduce(args) => reproduce::command(&args, &mut anstream::stdout()),
            Subcommand::Grade(args) => grade::command(&args, &mut io::stdout()),
            Subcommand::Class(args) => class::command(&args, typed, &mut io::stdout()),
            Subcommand::Script(args) => grade::script(&args, &mut io::stdout()),
            Subcommand::Minichess(args) => minichess::command(&args),
            Subcommand::Perft(args) => perft::command(&args, &mut BufWriter::new(io::stdout())),
            Subcommand::Play(args) => play::command(&args),
            Subcommand::Analyse(args) => analyse::command(&args, &mut io::stdout()),
            Subcommand::Why(args) => why::command(&args, &mut io::stdout()),
            Subcommand::Lesson(args) => lesson::command(&args, &mut io::stdout()),
            Subcommand::Eval(args) => eval::command(&args, &mut io::stdout()),
            Subcommand::Tune(args) => tune::command(&args, &mut io::stdout()),
            Subcommand::Players(args) => list_players::command(&args, &mut anstream::stdout()),
            Subcommand::Bench { depth } => bench::command(depth, &mut io::stdout()),
        },
    }
}

fn uci_loop() -> Result<(), Failure> {
    let mut output = io::stdout();
    // A GUI starts the program with pipes; somebody at a terminal may have expected something else.
    if io::stdin().is_terminal() && output.is_terminal() {
        writeln!(
            output,
            "Espalier {} talks UCI here: type help for its commands, quit to leave, or see espalier --help.",
            env!("CARGO_PKG_VERSION")
        )?;
    }
    Ok(uci::serve(io::stdin().lock(), output)?)
}
