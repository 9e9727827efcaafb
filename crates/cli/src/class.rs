//! The command `espalier class`: every student's program graded, and a tournament.

use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use lab::class::{Class, ClassReport, Holding, Stage, pgn_file};

use crate::error::Failure;
use crate::manifest::sitting;
use crate::matches::stop_on_ctrl_c;
use crate::pool::Done;
use crate::progress::Progress;
use crate::search::write_file;

/// Arguments of `espalier class`.
#[derive(Args, Debug)]
#[command(after_help = "\
CLASS.toml names the students with their programs, the assignment they are graded by, and what they play:

  title = \"Game trees, group 3\"
  assignment = \"alphabeta\"             # as for `espalier grade`; leave it out to grade nobody
  [tournament]                         # leave it out to play nothing
  game = \"tictactoe\"
  games = 2                            # for each two players
  movetime = 1000                      # milliseconds a move
  baselines = [\"random\"]               # players of this program that play along
  [[student]]
  name = \"Ada\"
  program = \"ada.py\"                   # beside this file; as for `espalier grade`

What was done is kept in a folder (CLASS.class beside the file, or --keep): grades, games, what was compiled. The same command
goes on after Ctrl-C or a crash of the machine. Programs run with limits on time, memory, processes and files; docs/matches.md
says what that protects from and what it does not. docs/teaching.md shows a class from nothing to its page.

Examples:
  espalier class group3.toml
  espalier class group3.toml --html pages --csv marks.csv")]
pub struct ClassArgs {
    /// The class
    #[arg(value_name = "CLASS.toml")]
    pub class: PathBuf,
    /// Write the pages into this folder: index.html, and a sheet for each student
    #[arg(long, value_name = "DIR")]
    pub html: Option<PathBuf>,
    /// Keep grades and games in this folder; CLASS.class beside the file unless given
    #[arg(long, value_name = "DIR")]
    pub keep: Option<PathBuf>,
    /// Write the marks as comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    pub json: bool,
    /// Programs that are graded, and games that are played, at once
    #[arg(long, value_name = "K", default_value = "1")]
    pub concurrency: NonZeroUsize,
}

/// Holds a class, or goes on with it. `command` is what was typed.
pub fn command(
    args: &ClassArgs,
    command: &[String],
    output: &mut impl Write,
) -> Result<(), Failure> {
    let class = Class::open(&args.class).map_err(Failure::input)?;
    let keep = match &args.keep {
        Some(folder) => folder.clone(),
        None => args.class.with_extension("class"),
    };
    let stop = stop_on_ctrl_c();
    crate::matches::quiet_panics();
    let mut grading = Progress::new("students graded");
    let mut playing = Progress::new("games");
    let holding = Holding {
        class: &class,
        keep: &keep,
        sitting: sitting(command, args.concurrency.get()),
        threads: args.concurrency.get(),
        stop: &stop,
    };
    let report = holding.run(&mut |stage| match stage {
        Stage::Grading(jobs, of) => grading.update(Done { jobs, of }),
        Stage::Playing(board) => playing.update(Done {
            jobs: board.games() as usize,
            of: board.scheduled() as usize,
        }),
    });
    drop((grading, playing));
    let report = report.map_err(Failure::input)?;
    write(&report, args, &keep, output)?;
    if report.complete {
        return Ok(());
    }
    _ = writeln!(
        io::stderr(),
        "stopped before the end; the same command goes on with what is in {}",
        keep.display()
    );
    Err(Failure::Interrupted)
}

fn write(
    report: &ClassReport,
    args: &ClassArgs,
    keep: &Path,
    output: &mut impl Write,
) -> Result<(), Failure> {
    if args.json {
        let json = serde_json::to_string(report).map_err(Failure::input)?;
        writeln!(output, "{json}")?;
    } else {
        write!(output, "{report}")?;
    }
    output.flush()?;
    if let Some(path) = &args.csv {
        write_file(path, report.to_csv().as_bytes())?;
    }
    if let Some(folder) = &args.html {
        let failed = |error: io::Error| {
            Failure::input(format_args!("cannot write {}: {error}", folder.display()))
        };
        fs::create_dir_all(folder).map_err(failed)?;
        for (name, text) in report.pages() {
            fs::write(folder.join(name), text).map_err(failed)?;
        }
        let games = pgn_file(keep);
        if report.tournament.is_some() && games.is_file() {
            fs::copy(games, folder.join("games.pgn")).map_err(failed)?;
        }
    }
    Ok(())
}
