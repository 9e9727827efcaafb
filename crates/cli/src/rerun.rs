//! `espalier rerun`: repeats the run of a manifest and compares the results.

use std::ffi::OsString;

use contest::manifest::{Input, Manifest, ManifestFile, verdict};

use crate::call::{self, Call};
use crate::experiment::Experiment;
use crate::manifest::program;
use crate::matches::ContestArgs;
use crate::prelude::*;
use crate::{Subcommand, book, compare, experiment, ladder, matches, suite};

#[derive(Args, Debug)]
#[command(after_help = "\
Runs the same command with the same arguments, if all its input files are unchanged. The files of the first run are never
overwritten: with --into the files of the second run go to a folder, otherwise they are not written. The last line states
whether the result is the same. Exit status 1 if it differs, unless the result depends on time or on other programs.

Examples:
  espalier compare minimax alphabeta --depth 4 --html compare.html    writes compare.manifest.json, too
  espalier rerun compare.manifest.json
  espalier rerun match.manifest.json --into again")]
pub struct RerunArgs {
    /// A file that `--manifest` wrote
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Write the files of the second run to this folder
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
}

/// Runs the command of a manifest again and prints whether the result is the same.
pub fn command(args: &RerunArgs, output: &mut impl Write) -> Result {
    let before = Manifest::read(&args.file)?;
    let mut subcommand = read(&args.file, &before.run_info.command)?;
    let mut inputs = before.experiment.inputs.iter();
    inputs.try_for_each(Input::check)?;
    redirect(&mut subcommand, args.into.as_deref())?;
    if before.run_info.program != program() {
        let then = &before.run_info.program;
        writeln!(output, "this is {}, the manifest is of {then}", program())?;
    }
    let again = run(&subcommand, &before.run_info.command, output)?;
    let (verdict, is_right) = verdict(&before, &again);
    writeln!(output, "{verdict}")?;
    match is_right {
        true => Ok(()),
        false => Err(Failure::Mismatch),
    }
}

/// Parses the command of a manifest.
fn read(file: &Path, command: &[String]) -> Result<Subcommand> {
    let name = file.display();
    let words = std::iter::once("espalier").chain(command.iter().map(String::as_str));
    let call = call::read(words.map(OsString::from)).map_err(|failure| match failure {
        Failure::Input(reason) => Failure::Input(format!(
            "the command in {name} is not a command of this version: {reason}"
        )),
        other => other,
    })?;
    if let Call::Subcommand(mut subcommand) = call
        && outputs(&mut subcommand).is_some()
    {
        return Ok(subcommand);
    }
    fail!(
        "the command in {name} is not an experiment; compare, match, tournament, suite, book, ladder --measure and experiment alternatives are"
    )
}

/// Returns the files and folders that an experiment writes; `None` if the command is not an experiment.
fn outputs(subcommand: &mut Subcommand) -> Option<Vec<&mut Option<PathBuf>>> {
    fn of_report<'a>(
        report: &'a mut ReportArgs,
        manifest: &'a mut Option<PathBuf>,
    ) -> Vec<&'a mut Option<PathBuf>> {
        vec![&mut report.html, &mut report.csv, manifest]
    }
    fn of_run(args: &mut RunArgs) -> Vec<&mut Option<PathBuf>> {
        vec![&mut args.resume, &mut args.output, &mut args.manifest]
    }
    fn of_contest(args: &mut ContestArgs) -> Vec<&mut Option<PathBuf>> {
        vec![&mut args.resume, &mut args.pgn, &mut args.manifest]
    }
    Some(match subcommand {
        Subcommand::Compare(args) => of_report(&mut args.report, &mut args.manifest),
        Subcommand::Suite(args) => of_report(&mut args.report, &mut args.manifest),
        Subcommand::Match(args) => of_contest(&mut args.contest),
        Subcommand::Tournament(args) => of_contest(&mut args.contest),
        Subcommand::Book(args) if args.unpack.is_none() => {
            vec![&mut args.output, &mut args.manifest]
        }
        Subcommand::Experiment(args) => match &mut args.experiment {
            Experiment::Alternatives(args) => of_run(&mut args.run),
            Experiment::Models(_) | Experiment::Parallel(_) | Experiment::Simulated(_) => {
                return None;
            }
        },
        Subcommand::Ladder(args) if args.measure => of_run(&mut args.run),
        _ => return None,
    })
}

/// Sends the outputs to a folder, or nowhere.
fn redirect(subcommand: &mut Subcommand, into: Option<&Path>) -> Result {
    let outputs = outputs(subcommand).unwrap_or_default();
    let Some(folder) = into else {
        outputs.into_iter().for_each(|output| *output = None);
        return Ok(());
    };
    files::create_folder(folder)?;
    for output in outputs {
        let Some(before) = output.take() else {
            continue;
        };
        let now = folder.join(before.file_name().unwrap_or_default());
        let manifests = [&before, &now].map(|path| ManifestFile::beside(path));
        if is_same_file(&before, &now) || is_same_file(&manifests[0], &manifests[1]) {
            return fail!(
                "{} is a file of the first run: give --into another folder",
                now.display()
            );
        }
        *output = Some(now);
    }
    Ok(())
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Runs an experiment.
fn run(subcommand: &Subcommand, command: &[String], output: &mut impl Write) -> Result<Manifest> {
    match subcommand {
        Subcommand::Compare(args) => compare::command(args, command, output),
        Subcommand::Suite(args) => suite::command(args, command, output),
        Subcommand::Match(args) => matches::play_match(args, command, output),
        Subcommand::Tournament(args) => matches::play_tournament(args, command, output),
        Subcommand::Book(args) => book::make_book(args, command, output),
        Subcommand::Ladder(args) => ladder::measure(args, command, output),
        Subcommand::Experiment(args) => match &args.experiment {
            Experiment::Alternatives(args) => experiment::measure(args, command, output),
            Experiment::Models(_) | Experiment::Parallel(_) | Experiment::Simulated(_) => {
                Err(Failure::input("this command is not an experiment"))
            }
        },
        _ => Err(Failure::input("this command is not an experiment")),
    }
}
