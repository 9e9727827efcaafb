//! `espalier completions`: completions of the commands and options for a shell.

use clap::CommandFactory;
use clap_complete::{Shell, generate};

use crate::Cli;
use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier completions bash > ~/.local/share/bash-completion/completions/espalier
  espalier completions zsh > \"${fpath[1]}/_espalier\"
  espalier completions fish > ~/.config/fish/completions/espalier.fish")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints a script for the shell.
pub fn command(args: &CompletionsArgs, output: &mut impl Write) -> Result {
    // The generator panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    generate(args.shell, &mut Cli::command(), "espalier", &mut script);
    Ok(output.write_all(&script)?)
}
