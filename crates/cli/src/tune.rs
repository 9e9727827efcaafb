//! The command `espalier tune`: better weights for the evaluation from positions with results.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::Args;
use engine::tune::{self, Dataset, Epoch, Pair, Settings, Watch};
use lab::report::grouped;

use crate::error::Failure;
use crate::pool::Done;
use crate::progress::Progress;
use crate::search::write_file;

/// Arguments of `espalier tune`.
#[derive(Args, Debug)]
#[command(after_help = "\
A line of data is FEN|result or FEN|result|score: the result is 1, 0.5 or 0 for White, the score is what a search found,
in hundredths of a pawn for White. Positions should be quiet: no capture should be pending. The loss is the mean squared
error between the expected score of a value and the result. Some positions only judge, and the weights that they like
best are kept. The file is written again whenever the weights got better, so an interrupted run leaves its best.

Examples:
  espalier tune games.txt --out crates/engine/src/eval/weights.rs
  espalier tune a.txt b.txt --epochs 60 --threads 16 --lambda 0.3 --out weights.rs")]
pub struct TuneArgs {
    /// Files of positions with results
    #[arg(value_name = "DATA", required = true)]
    pub data: Vec<PathBuf>,
    /// How often to go over all positions, at most
    #[arg(long, value_name = "N", default_value = "40")]
    pub epochs: usize,
    /// How many threads work at the same time; all processors if not given
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
    /// Where to write the weights as Rust source
    #[arg(long, short, value_name = "FILE", default_value = "weights.rs")]
    pub out: PathBuf,
    /// How steep the curve from values to expected scores is: a number, or auto to fit it first
    #[arg(long, value_name = "K", default_value = "auto", value_parser = parse_k)]
    pub k: Steepness,
    /// How much the search's score counts against the result, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = parse_share)]
    pub lambda: f64,
    /// The share of positions that only judge, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = parse_share)]
    pub validation: f64,
    /// The size of a step at the beginning, in hundredths of a pawn
    #[arg(long, value_name = "STEP", default_value = "1", value_parser = parse_positive)]
    pub rate: f64,
    /// Positions between two steps
    #[arg(long, value_name = "N", default_value = "16384")]
    pub batch: NonZeroUsize,
    /// Stop after so many epochs that were no better
    #[arg(long, value_name = "N", default_value = "10")]
    pub patience: usize,
    /// How far a weight may be expected to be from its value now, in hundredths of a pawn; holds back where data is scarce
    #[arg(long, value_name = "DISTANCE", default_value = "20", value_parser = parse_positive)]
    pub trust: f64,
    /// Leave weights alone that fewer positions use
    #[arg(long, value_name = "N", default_value = "50")]
    pub least_uses: usize,
    /// Where the shuffling begins
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub seed: u64,
}

/// How steep the curve is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Steepness {
    /// As the positions say.
    Fitted,
    /// This much.
    Given(f64),
}

fn parse_k(text: &str) -> Result<Steepness, String> {
    if text == "auto" {
        return Ok(Steepness::Fitted);
    }
    parse_positive(text)
        .map(Steepness::Given)
        .map_err(|_| "it should be auto or a number above 0".to_owned())
}

fn parse_positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("it should be a number above 0".to_owned()),
    }
}

fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("it should be a number from 0 to 1".to_owned()),
    }
}

/// Tunes, prints how each epoch went, and writes the weights.
pub fn command(args: &TuneArgs, output: &mut impl Write) -> Result<(), Failure> {
    let defaults = Settings::default();
    let settings = Settings {
        epochs: args.epochs,
        threads: args.threads.unwrap_or(defaults.threads),
        batch: args.batch.get(),
        rate: args.rate,
        validation: args.validation,
        lambda: args.lambda,
        k: match args.k {
            Steepness::Fitted => None,
            Steepness::Given(k) => Some(k),
        },
        patience: args.patience,
        trust: args.trust,
        least_uses: args.least_uses,
        seed: args.seed,
        start: defaults.start,
    };
    let data = read(args, settings.threads)?;
    writeln!(
        output,
        "{} positions ({} in check or known endgames left out)",
        grouped(data.len() as u64),
        grouped(data.left_out() as u64)
    )?;
    let mut report = Report {
        output,
        out: &args.out,
        positions: data.len(),
        progress: None,
        failure: None,
    };
    let outcome = tune::tune(&data, &settings, &mut report);
    if let Some(failure) = report.failure {
        return Err(failure);
    }
    writeln!(
        output,
        "best: epoch {}, validation loss {:.6}; weights in {}",
        outcome.epoch,
        outcome.validation,
        args.out.display()
    )?;
    Ok(output.flush()?)
}

fn read(args: &TuneArgs, threads: NonZeroUsize) -> Result<Dataset, Failure> {
    let mut data = Dataset::new();
    let mut progress = Progress::new("files");
    for (done, path) in args.data.iter().enumerate() {
        progress.update(Done {
            jobs: done,
            of: args.data.len(),
        });
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::input(format_args!("cannot read {name}: {error}")))?;
        data.read(&name, &text, threads).map_err(Failure::input)?;
    }
    if data.is_empty() {
        return Err(Failure::input(
            "the data has no position to tune on: a line should be FEN|result",
        ));
    }
    Ok(data)
}

/// Prints the epochs and writes the best weights as they come.
struct Report<'a, W: Write> {
    output: &'a mut W,
    out: &'a Path,
    positions: usize,
    progress: Option<Progress>,
    failure: Option<Failure>,
}

impl<W: Write> Report<'_, W> {
    fn tell(&mut self, epoch: &Epoch<'_>) -> Result<(), Failure> {
        if epoch.number == 0 {
            writeln!(self.output, "K {:.3}", epoch.k)?;
            writeln!(self.output, "epoch  training  validation")?;
        }
        writeln!(
            self.output,
            "{:>5}  {:.6}    {:.6}{}",
            epoch.number,
            epoch.training,
            epoch.validation,
            if epoch.is_best { "  best" } else { "" }
        )?;
        self.output.flush()?;
        if epoch.is_best {
            let text = source(epoch.params, self.positions, epoch);
            write_file(self.out, text.as_bytes())?;
        }
        Ok(())
    }
}

/// The weights as Rust source that says where they are from.
fn source(params: &[Pair], positions: usize, epoch: &Epoch<'_>) -> String {
    let origin = format!(
        "Tuned on {} positions; K {:.3}, validation loss {:.6} after {} epochs.",
        grouped(positions as u64),
        epoch.k,
        epoch.validation,
        epoch.number
    );
    tune::write(params, &origin)
}

impl<W: Write> Watch for Report<'_, W> {
    fn epoch(&mut self, epoch: &Epoch<'_>) -> bool {
        // The bar goes before a line is written.
        self.progress = None;
        match self.tell(epoch) {
            Ok(()) => true,
            Err(failure) => {
                self.failure = Some(failure);
                false
            }
        }
    }

    fn batch(&mut self, done: usize, of: usize) {
        self.progress
            .get_or_insert_with(|| Progress::new("batches"))
            .update(Done { jobs: done, of });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: TuneArgs,
    }

    fn run(data: &str, more: &[&str]) -> (Result<(), Failure>, String, String) {
        let folder = std::env::temp_dir().join(format!(
            "espalier-tune-{}-{:?}",
            std::process::id(),
            std::thread::current().id()
        ));
        std::fs::create_dir_all(&folder).unwrap();
        let (input, out) = (folder.join("data.txt"), folder.join("weights.rs"));
        std::fs::write(&input, data).unwrap();
        let mut words = vec![
            "tune",
            input.to_str().unwrap(),
            "--out",
            out.to_str().unwrap(),
        ];
        words.extend(more);
        let args = Line::try_parse_from(words).unwrap().args;
        let mut output = Vec::new();
        let result = command(&args, &mut output);
        let weights = std::fs::read_to_string(&out).unwrap_or_default();
        std::fs::remove_dir_all(&folder).unwrap();
        (result, String::from_utf8(output).unwrap(), weights)
    }

    #[test]
    fn epochs_are_told_and_weights_written() {
        let data = "4k3/pp6/8/8/8/8/PPP5/4K3 w - - 0 1|1\n4k3/ppp5/8/8/8/8/PP6/4K3 b - - 0 1|0\n"
            .repeat(40);
        let (result, output, weights) = run(&data, &["--epochs", "3", "--k", "1.2"]);
        assert!(result.is_ok());
        assert!(output.contains("80 positions"), "{output}");
        assert!(output.contains("K 1.200"), "{output}");
        assert!(
            output.lines().last().unwrap().starts_with("best: epoch"),
            "{output}"
        );
        assert!(weights.contains("pub const DEFAULT: Weights"), "{weights}");
        assert!(weights.contains("Tuned on 80 positions"));
    }

    #[test]
    fn bad_data_is_one_sentence() {
        let (result, ..) = run("4k3/8/8/8/8/8/8/4K3 w - - 0 1|3\n", &[]);
        let message = result.unwrap_err().message().unwrap();
        assert!(message.contains("line 1"), "{message}");
        assert_eq!(message.lines().count(), 1);
        let (result, ..) = run("", &[]);
        assert!(result.is_err());
    }
}
