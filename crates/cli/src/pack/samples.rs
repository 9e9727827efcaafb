//! `espalier pack samples`: samples positions from search trees.

use std::fs::File;
use std::io::BufWriter;

use datagen::{Control, Drawing, Sampled, Samples, sample};
use gametree::clock::Stopwatch;
use packs::Pack;

use crate::datagen::network;
use crate::prelude::*;

#[derive(Args, Debug)]
pub struct SamplesArgs {
    /// The packs
    #[arg(value_name = "PACK", required = true)]
    packs: Vec<PathBuf>,
    /// The file to write: records of 32 bytes
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Search at most N positions from each tree
    #[arg(long, value_name = "N", default_value_t = Drawing::default().each, value_parser = number("a number of positions", 1, 1_000_000_usize))]
    each: usize,
    /// Search every Nth position of a game, at random
    #[arg(long, value_name = "N", default_value_t = Drawing::default().one_in, value_parser = clap::value_parser!(u64).range(1..))]
    one_in: u64,
    /// Soft node limit: a search ends with the first iteration completed beyond N nodes
    #[arg(long, value_name = "N", default_value_t = Drawing::default().nodes, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Skip positions whose value differs from that of their tree by more centipawns
    #[arg(long, value_name = "CP", default_value_t = Drawing::default().near, value_parser = clap::value_parser!(i16).range(1..))]
    near: i16,
    /// Stop after this number of seconds and keep the positions so far
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Random seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of concurrent games, by default the threads of the machine
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Search with the network in this file instead of the built-in one
    #[arg(long, value_name = "FILE")]
    evalfile: Option<PathBuf>,
}

/// Samples the games of the packs and prints the number of positions.
pub fn command(args: &SamplesArgs, output: &mut impl Write) -> Result {
    let network = network(args.evalfile.as_deref())?;
    let mut games = Vec::new();
    for path in &args.packs {
        for game in Pack::open(path)?.games() {
            games.push(game?);
        }
    }
    let name = args.output.display();
    let cannot = files::cannot("write", &args.output);
    let file = BufWriter::new(File::create(&args.output).map_err(&cannot)?);
    let threads = args.concurrency.unwrap_or_else(pool::all_threads);
    let drawing = Drawing {
        each: args.each,
        one_in: args.one_in,
        nodes: args.nodes,
        near: args.near,
    };
    let control = Control {
        stop: stop_on_ctrl_c(),
        seconds: args.seconds,
        pause: None,
        time: Stopwatch::new(),
    };
    let speed = |sampled: Sampled| {
        let seconds = control.time.elapsed().as_secs_f64().max(0.001);
        let each = sampled.positions as f64 / seconds / threads.get() as f64;
        let positions = sampled.positions;
        format!("{positions} positions, {each:.0} per second and thread")
    };
    let mut progress = Progress::new("games");
    let make = || Samples::new(drawing, args.seed, network.clone());
    let sampled = sample(&games, make, threads, &control, file, &mut |sampled| {
        let note = |what: &str| format!("{what}, {}", speed(sampled));
        progress.update_with(sampled.games, games.len(), note);
    });
    drop(progress);
    let sampled = sampled.map_err(cannot)?;
    let (games, speed) = (sampled.games, speed(sampled));
    Ok(writeln!(output, "{games} games, {speed} in {name}")?)
}
