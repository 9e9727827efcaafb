//! `espalier man`: manual pages.

use clap::CommandFactory;
use clap_mangen::Man;

use crate::Cli;
use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier man > espalier.1
  espalier man grade | man -l -                          read the page of a command")]
pub struct ManArgs {
    /// The command; by default the whole program
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

/// Prints a manual page in the format of `man`.
pub fn command(args: &ManArgs, output: &mut impl Write) -> Result {
    let mut program = Cli::command();
    // Gives the commands their full names.
    program.build();
    let page = match &args.command {
        None => program,
        Some(name) => match program.find_subcommand(name) {
            Some(command) => {
                let name = format!("espalier-{}", command.get_name());
                command.clone().display_name(name)
            }
            None => {
                let names: Vec<&str> = (program.get_subcommands())
                    .map(clap::Command::get_name)
                    .collect();
                let hint = hint(name, names.iter().copied());
                return fail!(
                    "no command is called {}{hint} (see espalier --help)",
                    quote(name)
                );
            }
        },
    };
    let mut text = Vec::new();
    Man::new(page).render(&mut text)?;
    Ok(output.write_all(&text)?)
}
