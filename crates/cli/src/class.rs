//! `espalier class`: grades every student's program and plays a tournament.

use std::fs;
use std::sync::atomic::Ordering;

use contest::Shard;
use programs::StudentPrograms;
use teaching::class::{Class, ClassReport, ClassRun, Stage, pgn_file};

use crate::manifest::run_info;
use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
CLASS.toml has the students with their programs, the assignment, and the tournament:

  title = \"Game trees, group 3\"
  assignment = \"alphabeta\"             # as for `espalier grade`; without it there are no grades
  [tournament]                         # without it there are no games
  game = \"tictactoe\"
  games = 2                            # for each pair of players
  movetime = 1000                      # milliseconds per move
  baselines = [\"random\"]               # players of this program that take part
  [[student]]
  name = \"Ada\"
  program = \"ada.py\"                   # in the folder of this file; as for `espalier grade`

Grades, games and compiled programs are kept in a folder (CLASS.class in the folder of the file, or --keep). After Ctrl-C or a
crash, the same command resumes. Programs run with limits on time, memory, processes and files; docs/matches.md describes
their protection. docs/teaching.md shows an example from the class file to the pages.

Examples:
  espalier class group3.toml
  espalier class group3.toml --html pages --csv marks.csv")]
pub struct ClassArgs {
    /// The class file
    #[arg(value_name = "CLASS.toml")]
    class: PathBuf,
    /// Write the pages to this folder: index.html, and a sheet for each student
    #[arg(long, value_name = "DIR")]
    html: Option<PathBuf>,
    /// Keep grades and games in this folder; by default CLASS.class in the folder of the class file
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Write the marks as comma-separated values
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Number of concurrent gradings and games
    #[arg(long, value_name = "K", default_value = "1")]
    concurrency: NonZeroUsize,
    /// Grade only the students whose number is I modulo N, from 0, and play such pairs of games once every student is graded;
    /// `espalier merge` joins the folders of all shards
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
}

/// Grades a class and plays its tournament, or resumes. `command` is the command line.
pub fn command(args: &ClassArgs, command: &[String], output: &mut impl Write) -> Result {
    let class = Class::open(&args.class, &StudentPrograms)?;
    let keep = args.keep.clone();
    let keep = keep.unwrap_or_else(|| args.class.with_extension("class"));
    pool::quiet_panics();
    let (shard, stop) = (args.shard.unwrap_or(Shard::WHOLE), stop_on_ctrl_c());
    let mut grading = Progress::new("students graded");
    let mut playing = Progress::new("games");
    let run = ClassRun {
        class: &class,
        submissions: &StudentPrograms,
        folder: &keep,
        run_info: run_info(command, args.concurrency.get()),
        threads: args.concurrency,
        shard,
        stop: &stop,
    };
    let report = run.run(&mut |stage| match stage {
        Stage::Grading(done) => grading.update(done.jobs, done.of),
        Stage::Playing(board) => playing.update(board.games() as usize, board.scheduled() as usize),
    });
    drop((grading, playing));
    let report = report?;
    files::print(&report, args.json, output)?;
    write_files(&report, args, &keep)?;
    if report.complete {
        return Ok(());
    }
    if !shard.is_whole() && !stop.load(Ordering::Relaxed) {
        if !args.json {
            let left = match class.tournament.is_some() && report.tournament.is_none() {
                true => "; with the merged grades the same command plays its games",
                false => "",
            };
            writeln!(
                output,
                "shard {shard} is complete; espalier merge joins it with the others{left}"
            )?;
        }
        return Ok(());
    }
    let keep = keep.display();
    _ = writeln!(
        io::stderr(),
        "stopped; the same command resumes from {keep}"
    );
    Err(Failure::Interrupted)
}

fn write_files(report: &ClassReport, args: &ClassArgs, keep: &Path) -> Result {
    if let Some(path) = &args.csv {
        files::write(path, report.to_csv())?;
    }
    if let Some(folder) = &args.html {
        files::create_folder(folder)?;
        for (name, text) in report.pages() {
            files::write(&folder.join(name), text)?;
        }
        let (games, copy) = (pgn_file(keep), folder.join("games.pgn"));
        if report.tournament.is_some() && games.is_file() {
            fs::copy(games, &copy).map_err(files::cannot("write", &copy))?;
        }
    }
    Ok(())
}
