//! `espalier merge`: joins the journals of the shards of a run.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufRead, BufReader};

use contest::{FileStore, Merge, Report, Units};
use research::alternatives::Findings;
use research::ladder::PairLedger;
use research::suite;
use teaching::class;

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
Journals are the files of --resume (match, tournament, ladder, suite), the packs of datagen, and the folders of experiment (--resume)
and class. All must have the same plan. Every unit is taken once; a unit that differs between two journals is an error. Missing units
are named, and the exit status is 1; the command of the run with the merged journal and without --shard computes them.
docs/scale.md shows shards on many machines.

Examples:
  espalier match classic alphabeta --nodes 5000 --resume 0.jsonl --shard 0/2
  espalier match classic alphabeta --nodes 5000 --resume 1.jsonl --shard 1/2
  espalier merge 0.jsonl 1.jsonl -o all.jsonl")]
pub struct MergeArgs {
    /// The journals of the shards
    #[arg(value_name = "JOURNAL", required = true)]
    journals: Vec<PathBuf>,
    /// The merged journal, a new file or folder
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Merge journals of different versions of the program
    #[arg(long)]
    mix: bool,
    /// Print one JSON object instead of the report of a match
    #[arg(long)]
    json: bool,
}

/// Merges journals, writes the result and prints its report.
pub fn command(args: &MergeArgs, output: &mut impl Write) -> Result {
    if args.output.exists() {
        return fail!("{} exists: name a new file", args.output.display());
    }
    if args.journals[0].is_dir() {
        return folders(args, output);
    }
    file(&args.journals, &args.output, args, output)
}

/// Merges folders: each journal with the journals of the same name.
fn folders(args: &MergeArgs, output: &mut impl Write) -> Result {
    let mut names = BTreeSet::new();
    for folder in &args.journals {
        let entries = std::fs::read_dir(folder).map_err(files::cannot("read", folder))?;
        let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
        let journals = paths.filter(|path| path.extension().is_some_and(|end| end == "jsonl"));
        names.extend(journals.filter_map(|path| Some(path.file_name()?.to_owned())));
    }
    if names.is_empty() {
        let folder = args.journals[0].display();
        return fail!("{folder} has no journal: it is a folder of experiment --resume or of class");
    }
    files::create_folder(&args.output)?;
    let mut result = Ok(());
    for name in names {
        let paths = args.journals.iter().map(|folder| folder.join(&name));
        let paths: Vec<PathBuf> = paths.filter(|path| path.is_file()).collect();
        match file(&paths, &args.output.join(&name), args, output) {
            // The other files are merged all the same.
            Err(Failure::Mismatch) => result = Err(Failure::Mismatch),
            merged => merged?,
        }
    }
    result
}

/// Merges files of one kind.
fn file(paths: &[PathBuf], to: &Path, args: &MergeArgs, output: &mut impl Write) -> Result {
    // A ledger creates a missing file.
    if let Some(path) = paths.iter().find(|path| !path.is_file()) {
        return fail!("{} is not a file", path.display());
    }
    let name = to.display();
    let first = start(&paths[0])?;
    let begins = |with: &[u8]| first.starts_with(with);
    if begins(b"\x1f\x8b") {
        let (games, missing) = packs::merge(paths, to, args.mix).map_err(Failure::input)?;
        writeln!(output, "{games} games in {name}")?;
        return named(
            &missing.iter().map(|it| it + 1).collect::<Vec<_>>(),
            "game",
            to,
        );
    }
    if begins(b"{\"sitting\"") {
        let pairs = PairLedger::merge(paths, to, args.mix)?;
        writeln!(
            output,
            "{} pairs of games in {name}; the command of the run with --resume plays what is missing and reports",
            pairs.pairs
        )?;
        return match pairs.missing_shards.is_empty() {
            true => Ok(()),
            false => {
                _ = writeln!(
                    io::stderr(),
                    "missing: shard {}",
                    pairs.missing_shards.join(", shard ")
                );
                Err(Failure::Mismatch)
            }
        };
    }
    if begins(b"{\"name\"") {
        let findings = Findings::merge(paths, to)?;
        writeln!(output, "{findings} findings in {name}")?;
        return Ok(());
    }
    for units in [suite::UNITS, class::UNITS] {
        if begins(format!("{{\"{}\"", units.plan).as_bytes()) {
            return merge_units(units, paths, to, args.mix, output);
        }
    }
    let mut merge = Merge::default();
    for path in paths {
        let file = File::open(path).map_err(files::cannot("read", path))?;
        merge.add(BufReader::new(file), &path.display().to_string(), args.mix)?;
    }
    let report = merge.write(Box::new(FileStore::open(to)?))?;
    if let Some(report) = report {
        files::print::<Report>(&report, args.json, output)?;
    }
    named(&merge.missing(), "game", to)
}

fn merge_units(
    units: Units,
    paths: &[PathBuf],
    to: &Path,
    mix: bool,
    output: &mut impl Write,
) -> Result {
    let merged = units.merge(paths, to, mix)?;
    writeln!(
        output,
        "{} of {} {}s in {}",
        merged.units,
        merged.of,
        units.name,
        to.display()
    )?;
    named(&merged.missing, units.name, to)
}

/// Names missing units.
fn named(missing: &[u64], unit: &str, merged: &Path) -> Result {
    if missing.is_empty() {
        return Ok(());
    }
    _ = writeln!(
        io::stderr(),
        "missing: {unit}s {}; resume their shards, or run the command without --shard on {}",
        ranges(missing),
        merged.display()
    );
    Err(Failure::Mismatch)
}

/// Returns the first bytes of a file.
fn start(path: &Path) -> Result<Vec<u8>> {
    let file = File::open(path).map_err(files::cannot("read", path))?;
    let mut reader = BufReader::new(file);
    let start = reader.fill_buf().map_err(files::cannot("read", path))?;
    Ok(start.to_vec())
}

/// Writes numbers as `1 to 4, 7`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|a, b| a + 1 == *b);
    let runs = runs.map(|run| match run {
        [only] => only.to_string(),
        _ => format!("{} to {}", run[0], run[run.len() - 1]),
    });
    runs.collect::<Vec<_>>().join(", ")
}
