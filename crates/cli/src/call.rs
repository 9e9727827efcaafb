//! What the arguments ask for: a subcommand, UCI commands, or a text to print.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use games::nearest::{hint, quote};

use crate::error::Failure;
use crate::subcommand::{Cli, Subcommand};
use crate::uci::command::is_command;

/// What the arguments ask for.
#[derive(Debug)]
pub enum Call {
    /// Talk UCI on standard input and output.
    UciLoop,
    /// Run these UCI commands.
    UciCommands(Vec<String>),
    /// Run a subcommand.
    Subcommand(Subcommand),
    /// Print a text: help or the version.
    Text(String),
}

/// Reads the arguments, the first of which is the program's name.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Call, Failure> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let Some(first) = arguments.get(1) else {
        return Ok(Call::UciLoop);
    };
    let words = first.to_string_lossy();
    let is_ours = words.starts_with('-')
        || words == "help"
        || Cli::command()
            .get_subcommands()
            .any(|subcommand| subcommand.get_name() == words);
    if !is_ours {
        return uci_commands(&arguments[1..]);
    }
    match Cli::try_parse_from(&arguments) {
        Ok(cli) => Ok(Call::Subcommand(cli.command)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Ok(Call::Text(error.render().ansi().to_string()))
            }
            _ => Err(Failure::Input(one_line(&error, &words))),
        },
    }
}

/// Arguments that are UCI commands. Test frameworks give one command in each argument (`"position startpos" "go"`);
/// by hand one also types a single command in several arguments (`go perft 3`).
fn uci_commands(arguments: &[OsString]) -> Result<Call, Failure> {
    let mut lines = Vec::new();
    for argument in arguments {
        let text = argument.to_str().ok_or_else(|| {
            Failure::input(format_args!(
                "the argument {} is not UTF-8",
                quote(&argument.to_string_lossy())
            ))
        })?;
        lines.push(text.to_owned());
    }
    let is_one_command = is_command(&lines[0])
        && lines.iter().all(|line| !line.contains(char::is_whitespace))
        && !lines.iter().all(|line| is_command(line));
    if is_one_command {
        return Ok(Call::UciCommands(vec![lines.join(" ")]));
    }
    match lines.iter().find(|line| !is_command(line)) {
        None => Ok(Call::UciCommands(lines)),
        Some(line) => {
            let cli = Cli::command();
            let known: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
            Err(Failure::input(format_args!(
                "{} is neither a command ({}) nor a UCI command{} (see espalier --help)",
                quote(line),
                known.join(", "),
                hint(line, known.iter().copied()),
            )))
        }
    }
}

/// The first paragraph of what clap says, and its tips, in one line. `command` is the first argument.
fn one_line(error: &clap::Error, command: &str) -> String {
    let text = error.render().to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let (first, rest) = text.split_once("\n\n").unwrap_or((text, ""));
    let mut line: String = first.split_whitespace().collect::<Vec<_>>().join(" ");
    let tips = rest
        .lines()
        .filter_map(|line| line.trim().strip_prefix("tip: "));
    for tip in tips {
        line.push_str("; ");
        line.push_str(tip);
    }
    match error.kind() {
        // What would be right is said already.
        ErrorKind::ValueValidation => line,
        _ if command.starts_with('-') || command == "help" => line + " (see espalier --help)",
        _ => format!("{line} (see espalier {command} --help)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(arguments: &[&str]) -> Result<Call, Failure> {
        read(
            std::iter::once("espalier")
                .chain(arguments.iter().copied())
                .map(OsString::from),
        )
    }

    fn commands(arguments: &[&str]) -> Vec<String> {
        match call(arguments) {
            Ok(Call::UciCommands(commands)) => commands,
            other => panic!("{arguments:?} gave {other:?}"),
        }
    }

    #[test]
    fn clap_finds_nothing_wrong_with_the_definitions() {
        Cli::command().debug_assert();
    }

    #[test]
    fn uci_commands_come_one_by_one_or_as_one() {
        assert_eq!(
            commands(&["position startpos", "go perft 3", "quit"]),
            ["position startpos", "go perft 3", "quit"]
        );
        assert_eq!(commands(&["uci", "quit"]), ["uci", "quit"]);
        assert_eq!(commands(&["go", "perft", "3"]), ["go perft 3"]);
        assert_eq!(commands(&["d"]), ["d"]);
    }

    #[test]
    fn subcommands_come_before_uci_commands_of_the_same_name() {
        assert!(matches!(
            call(&["bench", "3"]),
            Ok(Call::Subcommand(Subcommand::Bench { depth: Some(3) }))
        ));
        assert!(matches!(call(&[]), Ok(Call::UciLoop)));
    }

    #[test]
    fn every_error_is_one_line() {
        for bad in [
            &["perft"][..],
            &["perft", "-3"],
            &["perft", "abc"],
            &["perft", "3", "4"],
            &["perft", "3", "--gmae", "chess"],
            &["perft", "3", "--game", "go"],
            &["perft", "3", "--threads", "0"],
            &["perft", "3", "--max-nodes", "5"],
            &["search"],
            &["search", "minimax", "--depth", "-1"],
            &["search", "minimax", "--nodes", "-5"],
            &["search", "minimax", "--game", "go"],
            &["compare"],
            &["compare", "minimax", "--fen", "x", "--epd", "y"],
            &["minichess", "state"],
            &["match"],
            &["match", "random"],
            &["match", "random", "random", "random"],
            &["match", "random", "random", "--games", "3"],
            &["match", "random", "random", "--games", "-2"],
            &["match", "random", "random", "--tc", "8+"],
            &["match", "random", "random", "--tc", "-8"],
            &["match", "random", "random", "--depth", "1,x"],
            &["match", "random", "random", "--order", "random"],
            &[
                "match",
                "random",
                "random",
                "--openings",
                "x",
                "--order",
                "rnadom",
            ],
            &["match", "random", "random", "--sprt", "5"],
            &["match", "random", "random", "--sprt", "5,0"],
            &["match", "random", "random", "--draw-score", "5"],
            &["match", "random", "random", "--concurrency", "0"],
            &["tournament"],
            &["tournament", "random"],
            &["play", "--white", "randm"],
            &["play", "--delay", "-1"],
            &["plya"],
            &["uci", "plya x"],
            &["--frob"],
            &[""],
        ] {
            match call(bad) {
                Err(Failure::Input(message)) => {
                    assert!(
                        !message.contains('\n') && message.len() > 20,
                        "{bad:?}: {message}"
                    );
                }
                other => panic!("{bad:?} gave {other:?}"),
            }
        }
    }
}
