//! `espalier tune`: tunes the weights of the hand-crafted evaluation on positions with game results.

use ::train::terms::{self, Dataset, Settings, Step};
use report::grouped;

use crate::prelude::*;

/// The steepness of the curve from values to expected scores; `None` if it is fitted.
type Steepness = Option<f64>;

#[derive(Args, Debug)]
#[command(after_help = "\
A line of data is FEN|result or FEN|result|score: the result is 1, 0.5 or 0 for White, the score is what a search found,
in centipawns for White. Positions should be quiet: no capture should be pending. The loss is the mean squared
error between the expected score of a value and the result. Part of the positions is the validation set; the weights with
the lowest validation loss are kept. The file is written whenever the weights have improved, so an interrupted run leaves
the best ones.

Examples:
  espalier tune games.txt --out crates/engine/src/eval/weights.rs
  espalier tune a.txt b.txt --epochs 60 --threads 16 --lambda 0.3 --out weights.rs")]
pub struct TuneArgs {
    /// Files of positions with results
    #[arg(value_name = "DATA", required = true)]
    data: Vec<PathBuf>,
    /// Maximum number of passes over all positions
    #[arg(long, value_name = "N", default_value = "40")]
    epochs: usize,
    /// Number of threads; all processors if not given
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// File for the weights, as Rust source
    #[arg(long, short, value_name = "FILE", default_value = "weights.rs")]
    out: PathBuf,
    /// Steepness of the curve from values to expected scores: a number, or auto to fit it first
    #[arg(long, value_name = "K", default_value = "auto", value_parser = parse_k)]
    k: Steepness,
    /// Weight of the search's score against the result, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value = "0", value_parser = number("a share", 0.0, 1.0))]
    lambda: f64,
    /// Share of positions in the validation set, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value = "0.05", value_parser = number("a share", 0.0, 1.0))]
    validation: f64,
    /// Initial learning rate, in centipawns
    #[arg(long, value_name = "STEP", default_value = "1", value_parser = parse_positive)]
    rate: f64,
    /// Positions in a batch
    #[arg(long, value_name = "N", default_value = "16384")]
    batch: NonZeroUsize,
    /// Stop after this number of epochs without improvement
    #[arg(long, value_name = "N", default_value = "10")]
    patience: usize,
    /// Expected distance of a weight from its present value, in centipawns; restrains weights with little data
    #[arg(long, value_name = "DISTANCE", default_value = "20", value_parser = parse_positive)]
    trust: f64,
    /// Keep weights that fewer positions use
    #[arg(long, value_name = "N", default_value = "50")]
    least_uses: usize,
    /// Random seed of the shuffling
    #[arg(long, value_name = "SEED", default_value = "1")]
    seed: u64,
}

/// Parses the steepness of the curve; `auto` is none.
fn parse_k(text: &str) -> Result<Steepness, String> {
    match text {
        "auto" => Ok(None),
        number => parse_positive(number)
            .map(Some)
            .map_err(|_| "it should be auto or a number above 0".to_owned()),
    }
}

fn parse_positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err("it should be a number above 0".to_owned()),
    }
}

/// Tunes the weights, prints each epoch and writes the file.
pub fn command(args: &TuneArgs, output: &mut impl Write) -> Result {
    let defaults = Settings::default();
    let settings = Settings {
        epochs: args.epochs,
        threads: args.threads.unwrap_or(defaults.threads),
        batch: args.batch.get(),
        rate: args.rate,
        validation: args.validation,
        lambda: args.lambda,
        k: args.k,
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
    let mut bar = None;
    let outcome = terms::tune(&data, &settings, |step| -> Result {
        match step {
            Step::Batch(done, of) => {
                let bar = bar.get_or_insert_with(|| Progress::new("batches"));
                bar.update(done, of);
            }
            Step::Epoch(epoch) => {
                // Removes the bar before a line is printed.
                bar = None;
                write!(output, "{epoch}")?;
                output.flush()?;
                if epoch.is_best {
                    files::write(&args.out, epoch.source(data.len()))?;
                }
            }
        }
        Ok(())
    })?;
    let (epoch, loss, out) = (outcome.epoch, outcome.validation, args.out.display());
    writeln!(
        output,
        "best: epoch {epoch}, validation loss {loss:.6}; weights in {out}"
    )?;
    Ok(())
}

fn read(args: &TuneArgs, threads: NonZeroUsize) -> Result<Dataset> {
    let mut data = Dataset::new();
    let mut progress = Progress::new("files");
    for (done, path) in args.data.iter().enumerate() {
        progress.update(done, args.data.len());
        let text = files::read_text(path)?;
        data.read(&path.display().to_string(), &text, threads)?;
    }
    if data.is_empty() {
        return fail!("the data has no position to tune on: a line should be FEN|result");
    }
    Ok(data)
}
