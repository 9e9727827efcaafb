//! The command `espalier rerun`: a manifest's command once more, and whether its result is the same.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use lab::manifest::{Input, Manifest, ManifestFile, differences};

use crate::args::{ContestArgs, ExperimentChoice, RerunArgs};
use crate::call::{self, Call};
use crate::error::Failure;
use crate::manifest::program;
use crate::subcommand::Subcommand;
use crate::{book, compare, experiment, ladder, matches, suite};

/// Runs the command of a manifest again, and says in its last line whether the result is the same.
pub fn command(args: &RerunArgs, output: &mut impl Write) -> Result<(), Failure> {
    let before = Manifest::read(&args.file).map_err(Failure::input)?;
    let mut subcommand = read(&args.file, &before.sitting.command)?;
    let mut inputs = before.experiment.inputs.iter();
    inputs.try_for_each(Input::check).map_err(Failure::input)?;
    redirect(&mut subcommand, args.into.as_deref())?;
    if before.sitting.program != program() {
        writeln!(
            output,
            "this is {}, the manifest is of {}",
            program(),
            before.sitting.program
        )?;
    }
    let again = run(&subcommand, &before.sitting.command, output)?;
    let verdict = Verdict::new(&before, &again);
    writeln!(output, "{}", verdict.text)?;
    output.flush()?;
    if verdict.is_wrong {
        return Err(Failure::Mismatch);
    }
    Ok(())
}

/// What the arguments of a manifest ask for.
fn read(file: &Path, command: &[String]) -> Result<Subcommand, Failure> {
    let name = file.display();
    let typed = std::iter::once("espalier")
        .chain(command.iter().map(String::as_str))
        .map(OsString::from);
    let call = call::read(typed).map_err(|failure| match failure {
        Failure::Input(reason) => Failure::Input(format!(
            "the command in {name} is not one of this version: {reason}"
        )),
        other => other,
    })?;
    if let Call::Subcommand(mut subcommand) = call
        && outputs(&mut subcommand).is_some()
    {
        return Ok(subcommand);
    }
    Err(Failure::input(format_args!(
        "the command in {name} is no experiment; compare, match, tournament, suite, book, ladder --measure and experiment alternatives are"
    )))
}

/// The files and folders an experiment writes, as its arguments name them; `None` if the command is no experiment.
fn outputs(subcommand: &mut Subcommand) -> Option<Vec<&mut Option<PathBuf>>> {
    Some(match subcommand {
        Subcommand::Compare(args) => vec![&mut args.html, &mut args.csv, &mut args.manifest],
        Subcommand::Suite(args) => vec![&mut args.html, &mut args.csv, &mut args.manifest],
        Subcommand::Match(args) => contest_outputs(&mut args.contest),
        Subcommand::Tournament(args) => contest_outputs(&mut args.contest),
        Subcommand::Book(args) if args.unpack.is_none() => {
            vec![&mut args.output, &mut args.manifest]
        }
        Subcommand::Experiment(args) => match &mut args.what {
            ExperimentChoice::Alternatives(args) => {
                vec![&mut args.resume, &mut args.output, &mut args.manifest]
            }
            ExperimentChoice::Models(_) => return None,
        },
        Subcommand::Ladder(args) if args.measure => {
            vec![&mut args.resume, &mut args.output, &mut args.manifest]
        }
        _ => return None,
    })
}

fn contest_outputs(args: &mut ContestArgs) -> Vec<&mut Option<PathBuf>> {
    vec![&mut args.resume, &mut args.pgn, &mut args.manifest]
}

/// Lets the outputs go to a folder, or nowhere. What was written the first time stays as it is.
fn redirect(subcommand: &mut Subcommand, into: Option<&Path>) -> Result<(), Failure> {
    let outputs = outputs(subcommand).unwrap_or_default();
    let Some(folder) = into else {
        outputs.into_iter().for_each(|output| *output = None);
        return Ok(());
    };
    fs::create_dir_all(folder).map_err(|error| {
        Failure::input(format_args!("cannot make {}: {error}", folder.display()))
    })?;
    for output in outputs {
        let Some(before) = output.take() else {
            continue;
        };
        let Some(name) = before.file_name() else {
            continue;
        };
        let now = folder.join(name);
        if is_same_file(&before, &now)
            || is_same_file(&ManifestFile::beside(&before), &ManifestFile::beside(&now))
        {
            return Err(Failure::input(format_args!(
                "{} was written by the first run: give --into another folder",
                now.display()
            )));
        }
        *output = Some(now);
    }
    Ok(())
}

fn is_same_file(one: &Path, other: &Path) -> bool {
    matches!((one.canonicalize(), other.canonicalize()), (Ok(one), Ok(other)) if one == other)
}

/// Runs an experiment.
fn run(
    subcommand: &Subcommand,
    command: &[String],
    output: &mut impl Write,
) -> Result<Manifest, Failure> {
    match subcommand {
        Subcommand::Compare(args) => compare::command(args, command, output),
        Subcommand::Suite(args) => suite::command(args, command, output),
        Subcommand::Match(args) => matches::play_match(args, command, output),
        Subcommand::Tournament(args) => matches::play_tournament(args, command, output),
        Subcommand::Book(args) => book::command(args, command, output),
        Subcommand::Ladder(args) => ladder::measure(args, command, output),
        Subcommand::Experiment(args) => match &args.what {
            ExperimentChoice::Alternatives(args) => experiment::measure(args, command, output),
            ExperimentChoice::Models(_) => Err(Failure::input("this command is no experiment")),
        },
        _ => Err(Failure::input("this command is no experiment")),
    }
}

/// What there is to say about two runs of the same experiment.
struct Verdict {
    text: String,
    /// Whether the results differ though they should not.
    is_wrong: bool,
}

impl Verdict {
    fn new(before: &Manifest, again: &Manifest) -> Self {
        let experiment = &before.experiment;
        let settings = differences(&experiment.settings, &again.experiment.settings, &[]);
        if !settings.is_empty() {
            return Self {
                text: format!(
                    "this version takes the arguments otherwise: {}",
                    told(&settings)
                ),
                is_wrong: true,
            };
        }
        let (Some(old), Some(new)) = (&before.result, &again.result) else {
            return Self {
                text: "there is no result to compare with: the first run did not come to its end"
                    .to_owned(),
                is_wrong: false,
            };
        };
        let throughout = experiment.varies_throughout();
        let found = differences(old, new, &experiment.varies);
        let text = match (found.is_empty(), throughout) {
            (true, _) if throughout || experiment.varies.is_empty() => "the same result".to_owned(),
            (true, _) => format!(
                "the same result, apart from what differs from run to run: {}",
                experiment.varies.join(", ")
            ),
            (false, true) => format!(
                "another result, as can be where time or other programs decide: {}",
                told(&found)
            ),
            (false, false) => format!("another result: {}", told(&found)),
        };
        Self {
            text,
            is_wrong: !found.is_empty() && !throughout,
        }
    }
}

/// The first few differences.
fn told(differences: &[String]) -> String {
    const TOLD: usize = 5;
    let mut text = differences[..differences.len().min(TOLD)].join("; ");
    if differences.len() > TOLD {
        text += &format!("; and {} more", differences.len() - TOLD);
    }
    text
}
