//! `espalier pack samples`: positions out of the trees of searches, judged by searches.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use lab::datagen::{Drawing, Keep, Record, Samples, ScoredGame};

use super::{games, open};
use crate::datagen::network_of;
use crate::error::Failure;
use crate::matches::stop_on_ctrl_c;
use crate::pool::{self, Done};
use crate::progress::Progress;

/// What `pack samples` takes.
#[derive(Args, Debug)]
pub struct SamplesArgs {
    /// The packs
    #[arg(value_name = "PACK", required = true)]
    pub packs: Vec<PathBuf>,
    /// The file to write: records of 32 bytes
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Search at most so many positions out of each tree
    #[arg(long, value_name = "N", default_value_t = Drawing::default().each, value_parser = at_least_one)]
    pub each: usize,
    /// Search one in so many positions of a game
    #[arg(long, value_name = "N", default_value_t = Drawing::default().one_in, value_parser = clap::value_parser!(u64).range(1..))]
    pub one_in: u64,
    /// A search ends with the first iteration that is finished beyond so many nodes
    #[arg(long, value_name = "N", default_value_t = Drawing::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: u64,
    /// Leave out positions whose value is further from that of their tree, in centipawns
    #[arg(long, value_name = "CP", default_value_t = Drawing::default().near, value_parser = clap::value_parser!(i16).range(1..))]
    pub near: i16,
    /// Stop after so many seconds, with the positions found by then
    #[arg(long, value_name = "SECONDS")]
    pub seconds: Option<u64>,
    /// Decides what is left to chance
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Games at a time; all processors if not given
    #[arg(long, value_name = "N")]
    pub concurrency: Option<NonZeroUsize>,
    /// Search with the network in this file, and not with the one in the program
    #[arg(long, value_name = "FILE")]
    pub evalfile: Option<PathBuf>,
}

fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number > 0 => Ok(number),
        _ => Err(format!("'{text}' is no number from 1 on")),
    }
}

/// Goes through the games of the packs, several at a time.
pub fn command(args: &SamplesArgs, output: &mut impl Write) -> Result<(), Failure> {
    let network = network_of(args.evalfile.as_deref())?;
    let mut all = Vec::new();
    for path in &args.packs {
        for game in games(&open(path)?) {
            all.push(game.map_err(Failure::input)?);
        }
    }
    let file = File::create(&args.output).map_err(|error| args.cannot_write(&error))?;
    let threads = args.concurrency.unwrap_or_else(pool::all_threads);
    let drawing = Drawing {
        each: args.each,
        one_in: args.one_in,
        nodes: args.nodes,
        near: args.near,
    };
    let run = Run {
        games: &all,
        next: AtomicU64::new(0),
        found: AtomicU64::new(0),
        file: Mutex::new(BufWriter::new(file)),
        stop: stop_on_ctrl_c(),
        end: args
            .seconds
            .map(|seconds| Instant::now() + Duration::from_secs(seconds)),
    };
    let start = Instant::now();
    let mut progress = Progress::new("games");
    let results = pool::run(
        threads,
        threads.get(),
        |_| run.worker(&mut Samples::new(drawing, args.seed, network.clone())),
        &mut |_| {
            progress.note(format!("games, {}", run.in_words(start, threads)));
            progress.update(Done {
                jobs: run.games_begun(),
                of: all.len(),
            });
        },
    );
    drop(progress);
    for result in results {
        result.map_err(|error| args.cannot_write(&error))?;
    }
    let mut file = run.file.lock().unwrap_or_else(PoisonError::into_inner);
    file.flush().map_err(|error| args.cannot_write(&error))?;
    writeln!(
        output,
        "{} games, {} in {}",
        run.games_begun(),
        run.in_words(start, threads),
        args.output.display()
    )?;
    Ok(())
}

impl SamplesArgs {
    fn cannot_write(&self, error: &std::io::Error) -> Failure {
        Failure::input(format_args!(
            "cannot write {}: {error}",
            self.output.display()
        ))
    }
}

/// What all workers share.
struct Run<'a> {
    games: &'a [ScoredGame],
    next: AtomicU64,
    found: AtomicU64,
    file: Mutex<BufWriter<File>>,
    stop: Arc<AtomicBool>,
    end: Option<Instant>,
}

impl Run<'_> {
    fn worker(&self, samples: &mut Samples) -> std::io::Result<()> {
        let keep = Keep::default();
        loop {
            let over = self.stop.load(Ordering::Relaxed)
                || self.end.is_some_and(|end| Instant::now() >= end);
            if over {
                return Ok(());
            }
            let next = self.next.fetch_add(1, Ordering::Relaxed) as usize;
            let Some(game) = self.games.get(next) else {
                return Ok(());
            };
            let found = samples.of(game, &keep);
            let mut bytes = Vec::with_capacity(found.len() * lab::datagen::RECORD_SIZE);
            for sample in &found {
                bytes.extend_from_slice(&Record::without_result(game, sample).0);
            }
            self.found.fetch_add(found.len() as u64, Ordering::Relaxed);
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            file.write_all(&bytes)?;
        }
    }

    fn games_begun(&self) -> usize {
        (self.next.load(Ordering::Relaxed) as usize).min(self.games.len())
    }

    fn in_words(&self, start: Instant, threads: NonZeroUsize) -> String {
        let found = self.found.load(Ordering::Relaxed);
        let each = found as f64 / start.elapsed().as_secs_f64().max(0.001) / threads.get() as f64;
        format!("{found} positions, {each:.0} a second on each thread")
    }
}
