//! The command `espalier datagen`: games of the engine against itself, to tune on.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use lab::datagen::{Generator, Recipe};

use crate::error::Failure;
use crate::pool::{self, Done};
use crate::progress::Progress;

/// What `datagen` takes.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  espalier datagen games.txt --games 1000
  espalier datagen games.txt --games 100000 --nodes 5000 --seed 7 --concurrency 16")]
pub struct DatagenArgs {
    /// The file to write: one position a line, FEN|result|score
    #[arg(value_name = "FILE")]
    pub output: PathBuf,
    /// How many games
    #[arg(long, default_value_t = 1_000)]
    pub games: usize,
    /// Nodes a move
    #[arg(long, default_value_t = 5_000)]
    pub nodes: u64,
    /// Random moves at the start of each game
    #[arg(long, default_value_t = 8)]
    pub random_plies: u32,
    /// Stop after so many seconds, with the games played by then
    #[arg(long, value_name = "SECONDS")]
    pub seconds: Option<u64>,
    /// Decides everything left to chance
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at a time; all processors if not given
    #[arg(long)]
    pub concurrency: Option<NonZeroUsize>,
}

/// Plays the games and writes their positions, whole games at a time.
pub fn command(args: &DatagenArgs, output: &mut impl Write) -> Result<(), Failure> {
    let recipe = Recipe {
        nodes: args.nodes.max(1),
        random_plies: args.random_plies,
        seed: args.seed,
        ..Recipe::default()
    };
    let file = File::create(&args.output).map_err(|error| {
        Failure::input(format!("cannot write {}: {error}", args.output.display()))
    })?;
    let file = Mutex::new(BufWriter::new(file));
    let threads = args.concurrency.unwrap_or_else(pool::all_threads);
    let end = args
        .seconds
        .map(|s| Instant::now() + Duration::from_secs(s));
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let positions = AtomicUsize::new(0);
    let mut progress = Progress::new("games");
    let results = pool::run(
        threads,
        threads.get(),
        |_| -> std::io::Result<()> {
            let mut generator = Generator::new(recipe);
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= args.games || end.is_some_and(|end| Instant::now() >= end) {
                    return Ok(());
                }
                let lines = generator.game(number as u64);
                positions.fetch_add(lines.lines().count(), Ordering::Relaxed);
                file.lock()
                    .unwrap_or_else(std::sync::PoisonError::into_inner)
                    .write_all(lines.as_bytes())?;
                done.fetch_add(1, Ordering::Relaxed);
            }
        },
        &mut |_| {
            progress.update(Done {
                jobs: done.load(Ordering::Relaxed),
                of: args.games,
            });
        },
    );
    drop(progress);
    for result in results {
        result?;
    }
    file.into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
        .flush()?;
    writeln!(
        output,
        "{} positions of {} games in {}",
        positions.into_inner(),
        done.into_inner(),
        args.output.display()
    )?;
    Ok(output.flush()?)
}
