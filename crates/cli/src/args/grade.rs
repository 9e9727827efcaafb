//! `espalier grade` and `espalier script`: a program, looked at.

use std::path::PathBuf;

use clap::Args;

/// Arguments of `espalier grade`.
#[derive(Args, Debug)]
#[command(after_help = "\
PROGRAM is uci:PATH, file:PATH, script:PATH, a player of this program, or a source. A Python file reads questions and writes
answers, or has a function answer(question). C, C++, Rust and Java (.c, .cpp, .rs, .java) are compiled first; what the source
reads says how it talks, and file:player.cpp, script:search.rs say it too. docs/teaching.md says what is asked and how it is
answered. Programs run with limits: memory=1024,processes=16,filesize=64 unless given; docs/matches.md says what that protects from.

The assignments: minimax, alphabeta, ordering, table, a4, i2p3, a8, othello, or a file of your own. The same seed asks the same.
Exit status 0 if everything is right, 1 if something is not.

Examples:
  espalier grade my_search.py --assignment alphabeta
  espalier grade script:./my_search --assignment table --seed 7 --html sheet.html
  espalier grade uci:./my_engine --assignment a4
  espalier grade player.cpp --assignment i2p3 --movetime 500        the baselines, half a second a move instead of ten
  espalier grade alphabeta:bug=strict-cut --assignment alphabeta    a classic mistake, named
  espalier grade --list                                             the assignments
  espalier grade --show table                                       one of them, to write your own")]
pub struct GradeArgs {
    /// The program
    #[arg(value_name = "PROGRAM", required_unless_present_any = ["list", "show"])]
    pub program: Option<String>,
    /// The assignment, or a file with one
    #[arg(long, short, value_name = "NAME", required_unless_present_any = ["list", "show"])]
    pub assignment: Option<String>,
    /// Where the questions come from
    #[arg(long, value_name = "N", default_value = "1")]
    pub seed: u64,
    /// Milliseconds a move in games against baselines; as the assignment says unless given
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub movetime: Option<u64>,
    /// Write a page with boards and trees
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write the marks as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// List the assignments
    #[arg(long, exclusive = true)]
    pub list: bool,
    /// Print the file of an assignment, or look whether a file of your own is right
    #[arg(long, value_name = "NAME", exclusive = true)]
    pub show: Option<String>,
}

/// Arguments of `espalier script`.
#[derive(Args, Debug)]
#[command(after_help = "\
Reads a question a line and writes an answer a line, as a student's program does, until the input ends. It is an opponent to
try a match with, and an example to try a grader with.

Examples:
  echo '{\"game\":\"tree\",\"tree\":[[3,12,8],[2,4,6],[14,5,2]],\"search\":\"alphabeta\"}' | espalier script alphabeta
  espalier grade script:espalier,arg=script,arg=alphabeta:bug=no-research --assignment alphabeta")]
pub struct ScriptArgs {
    /// The player; `espalier players` lists them
    #[arg(value_name = "PLAYER")]
    pub player: String,
}
