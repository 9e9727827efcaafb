//! `espalier rerun`.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `espalier rerun`.
#[derive(Args, Debug)]
#[command(after_help = "\
The same command is run with the same arguments, if every file it reads is still what it was. Nothing that was written
then is written over: with --into the files of the second run go to a folder, without it they are left out. The last line
says whether the result is the same. Exit status 1 if it is not, though it should be: results that depend on time or on
other programs may differ.

Examples:
  espalier compare minimax alphabeta --depth 4 --html compare.html    writes compare.manifest.json too
  espalier rerun compare.manifest.json
  espalier rerun match.manifest.json --into again")]
pub struct RerunArgs {
    /// What `--manifest` wrote
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Write the files of the second run to this folder
    #[arg(long, value_name = "FOLDER")]
    pub into: Option<PathBuf>,
}
