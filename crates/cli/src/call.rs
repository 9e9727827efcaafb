//! Parses the command line: a command, UCI commands, or a request for a text.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser};
use games::nearest::{hint, quote};

use crate::error::{Failure, Result};
use crate::{Cli, Subcommand};
use uci::command::is_command;

/// A parsed command line.
#[derive(Debug)]
pub enum Call {
    /// Run the UCI loop on standard input and output.
    UciLoop,
    /// Run these UCI commands.
    UciCommands(Vec<String>),
    /// Run a command.
    Subcommand(Subcommand),
    /// Print the help or the version.
    Text(String),
}

/// Parses the arguments; the first is the name of the program.
pub fn read(arguments: impl IntoIterator<Item = OsString>) -> Result<Call> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let Some(first) = arguments.get(1) else {
        return Ok(Call::UciLoop);
    };
    let word = first.to_string_lossy();
    let cli = Cli::command();
    let mut commands = cli.get_subcommands().map(clap::Command::get_name);
    if !word.starts_with('-') && word != "help" && !commands.any(|name| name == word) {
        return uci_commands(&arguments[1..]);
    }
    match Cli::try_parse_from(&arguments) {
        Ok(cli) => Ok(Call::Subcommand(cli.command)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Ok(Call::Text(error.render().ansi().to_string()))
            }
            _ => Err(Failure::Input(one_line(&error, &word))),
        },
    }
}

/// Parses UCI commands. Test frameworks give one command in each argument (`"position startpos" "go"`); a user can also type one
/// command in several arguments (`go perft 3`).
fn uci_commands(arguments: &[OsString]) -> Result<Call> {
    let text = |argument: &OsString| {
        argument.to_str().map(str::to_owned).ok_or_else(|| {
            let argument = quote(&argument.to_string_lossy());
            Failure::input(format_args!("the argument {argument} is not UTF-8"))
        })
    };
    let lines: Vec<String> = arguments.iter().map(text).collect::<Result<_, _>>()?;
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

/// Returns the first paragraph of an error of clap and its tips in one line. `command` is the first argument.
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
        // The parsers of values name the fix.
        ErrorKind::ValueValidation => line,
        _ if command.starts_with('-') || command == "help" => line + " (see espalier --help)",
        _ => format!("{line} (see espalier {command} --help)"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::BenchArgs;

    fn call(arguments: &[&str]) -> Result<Call> {
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
    fn the_definitions_of_arguments_are_valid() {
        Cli::command().debug_assert();
    }

    #[test]
    fn uci_commands_are_parsed_from_one_or_several_arguments() {
        assert_eq!(
            commands(&["position startpos", "go perft 3", "quit"]),
            ["position startpos", "go perft 3", "quit"]
        );
        assert_eq!(commands(&["uci", "quit"]), ["uci", "quit"]);
        assert_eq!(commands(&["go", "perft", "3"]), ["go perft 3"]);
        assert_eq!(commands(&["d"]), ["d"]);
    }

    #[test]
    fn commands_have_priority_over_uci_commands() {
        assert!(matches!(
            call(&["bench", "3"]),
            Ok(Call::Subcommand(Subcommand::Bench(BenchArgs {
                depth: Some(3)
            })))
        ));
        assert!(matches!(call(&[]), Ok(Call::UciLoop)));
    }
}
