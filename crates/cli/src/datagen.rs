//! `espalier datagen`: generates self-play games for training.

use std::sync::Arc;

use contest::Shard;
use datagen::{Control, SelfPlay};
use engine::network::{self, Network};
use gametree::clock::Stopwatch;
use packs::{Recipe, Tally};

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
The games are written to a pack, whole games only. Ctrl-C, a termination signal or --seconds ends the run without loss; a killed
run loses the last few seconds. The same command with --resume continues.

While a file FILE.pause exists, the run is paused: each thread finishes its game, and all games are written. With --background
other programs take precedence: the process has the lowest priority, on Linux with its whole terminal session.

Examples:
  espalier datagen games.pack --games 1000
  espalier datagen games.pack --games 1000000 --nodes 5000 --seconds 3600 --concurrency 16 --resume
  espalier datagen games.pack --games 1000000 --background --resume
  espalier pack inspect games.pack")]
pub struct DatagenArgs {
    /// The pack to write
    #[arg(value_name = "FILE")]
    output: PathBuf,
    /// Number of games; those that are too long are left out
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    games: u64,
    /// Soft node limit: a search ends with the first iteration completed beyond N nodes
    #[arg(long, value_name = "N", default_value_t = Recipe::default().nodes)]
    nodes: u64,
    /// Random moves at the start of a game
    #[arg(long, value_name = "N", default_value_t = Recipe::default().random_plies)]
    random_plies: u64,
    /// Percentage of games that begin in the built-in opening book
    #[arg(long, value_name = "PERCENT", default_value_t = Recipe::default().book, value_parser = clap::value_parser!(u64).range(..=100))]
    book: u64,
    /// Percentage of games that begin in a start position of Chess960
    #[arg(long, value_name = "PERCENT", default_value_t = Recipe::default().chess960, value_parser = clap::value_parser!(u64).range(..=100))]
    chess960: u64,
    /// Discard openings whose score by a short search is beyond N centipawns
    #[arg(long, value_name = "N", default_value_t = Recipe::default().balance, value_parser = clap::value_parser!(i16).range(0..=30_000))]
    balance: i16,
    /// Adjudicate a win after four consecutive plies at N centipawns or more
    #[arg(long, value_name = "N", default_value_t = Recipe::default().won, value_parser = clap::value_parser!(i16).range(1..=30_000))]
    won: i16,
    /// Search won positions for the mate, with up to eight times the nodes
    #[arg(long)]
    hunt: bool,
    /// Stop after this number of seconds and keep the games so far
    #[arg(long, value_name = "SECONDS")]
    seconds: Option<u64>,
    /// Random seed; by default from the clock
    #[arg(long, value_name = "SEED")]
    seed: Option<u64>,
    /// Number of concurrent games, by default the threads of the machine
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Play with the network in this file instead of the built-in one
    #[arg(long, value_name = "FILE")]
    evalfile: Option<PathBuf>,
    /// Add games to an existing pack
    #[arg(long)]
    resume: bool,
    /// Play only the games whose number is I modulo N, from 0; `espalier merge` joins the packs of all shards
    #[arg(long, value_name = "I/N", requires = "seed")]
    shard: Option<Shard>,
    /// Run at the lowest priority
    #[arg(long)]
    background: bool,
}

/// Plays the games and writes them.
pub fn command(args: &DatagenArgs, output: &mut impl Write) -> Result {
    let recipe = Recipe {
        nodes: args.nodes.max(1),
        random_plies: args.random_plies,
        book: args.book,
        chess960: args.chess960,
        balance: args.balance,
        won: args.won,
        hunt: args.hunt,
        ..Recipe::default()
    };
    let network = network(args.evalfile.as_deref())?;
    let player = player(network.as_deref());
    let pack = SelfPlay::open(&args.output, &player, recipe, args.seed, args.resume)
        .map_err(Failure::Input)?;
    let stop = stop_on_ctrl_c();
    // New threads inherit the priority.
    if args.background
        && let Err(error) = lower_priority()
    {
        _ = writeln!(
            io::stderr(),
            "the priority cannot be lowered ({error}), so the run has the usual priority"
        );
    }
    let threads = args.concurrency.unwrap_or_else(pool::all_threads);
    let mut pause = args.output.clone().into_os_string();
    pause.push(".pause");
    let control = Control {
        stop,
        seconds: args.seconds,
        pause: Some(pause.into()),
        time: Stopwatch::new(),
    };
    let speed = |tally: &Tally| {
        let seconds = control.time.elapsed().as_secs_f64().max(0.001);
        let kept = tally.kept as f64 / seconds / threads.get() as f64;
        format!("{tally}, {kept:.0} kept per second and thread")
    };
    let mut progress = Progress::new("games");
    let tally = pack.run(
        (args.games, args.shard.unwrap_or(Shard::WHOLE)),
        network.as_ref(),
        threads,
        &control,
        &mut |now| {
            let paused = if control.is_paused() { ", paused" } else { "" };
            let note = |what: &str| format!("{what}{paused}, {}", speed(&now.tally));
            progress.update_with(now.tally.games as usize, now.of as usize, note);
        },
    )?;
    drop(progress);
    writeln!(
        output,
        "{} games in {}, seed {}: {}",
        tally.games,
        args.output.display(),
        pack.seed(),
        speed(&tally),
    )?;
    let mut all = pack.before();
    all.add(&tally);
    if all.games > tally.games {
        let Tally { games, kept, .. } = all;
        writeln!(output, "{games} games in all, {kept} positions kept")?;
    }
    Ok(())
}

/// Returns the network in a file, or the built-in one.
pub fn network(file: Option<&Path>) -> Result<Option<Arc<Network>>> {
    match file {
        Some(path) => network::read(path).map(Some).map_err(Failure::Input),
        None => Ok(network::embedded().ok()),
    }
}

/// Returns the version and the commit of this program, and the name of its network.
fn player(network: Option<&Network>) -> String {
    let network = network.map(|network| format!(" network {}", network::name(network)));
    let commit = env!("ESPALIER_COMMIT");
    let space = if commit.is_empty() { "" } else { " " };
    format!(
        "espalier {}{space}{commit}{}",
        env!("CARGO_PKG_VERSION"),
        network.unwrap_or_default()
    )
}

/// The lowest priority of a process.
#[cfg(unix)]
const LOWEST: i32 = 19;

/// Gives this process the lowest priority.
#[cfg(unix)]
fn lower_priority() -> io::Result<()> {
    rustix::process::setpriority_process(None, LOWEST)?;
    // Linux divides the processor between terminal sessions before it compares the priorities of processes.
    let group = Path::new("/proc/self/autogroup");
    match group.exists() {
        true => std::fs::write(group, LOWEST.to_string()),
        false => Ok(()),
    }
}

#[cfg(not(unix))]
fn lower_priority() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}
