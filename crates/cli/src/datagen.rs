//! The command `espalier datagen`: games of the engine against itself, to learn from.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use clap::Args;
use engine::network::{self, Network};
use lab::datagen::pack::{Origin, Pack, PackWriter};
use lab::datagen::{Generator, Keep, Recipe, ScoredGame, Tally};

use crate::error::Failure;
use crate::matches::stop_on_ctrl_c;
use crate::pool::{self, Done};
use crate::progress::Progress;

/// What `datagen` takes.
#[derive(Args, Debug)]
#[command(after_help = "\
The games are written as a pack, whole games at a time. Ctrl-C, a signal to end, or --seconds end it with nothing lost; a kill
costs the last few seconds. With --resume the same command goes on where it stopped.

Examples:
  espalier datagen games.pack --games 1000
  espalier datagen games.pack --games 1000000 --nodes 5000 --seconds 3600 --concurrency 16 --resume
  espalier pack inspect games.pack")]
pub struct DatagenArgs {
    /// The pack to write
    #[arg(value_name = "FILE")]
    pub output: PathBuf,
    /// How many games there are to be in the pack
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    pub games: u64,
    /// A search ends with the first iteration that is finished beyond so many nodes
    #[arg(long, value_name = "N", default_value_t = Recipe::default().nodes)]
    pub nodes: u64,
    /// Random moves at the start of a game
    #[arg(long, value_name = "N", default_value_t = Recipe::default().random_plies)]
    pub random_plies: u64,
    /// So many of a hundred games begin in the program's own book
    #[arg(long, value_name = "PERCENT", default_value_t = Recipe::default().book, value_parser = clap::value_parser!(u64).range(..=100))]
    pub book: u64,
    /// So many of a hundred games begin in a start position of Chess960
    #[arg(long, value_name = "PERCENT", default_value_t = Recipe::default().chess960, value_parser = clap::value_parser!(u64).range(..=100))]
    pub chess960: u64,
    /// Stop after so many seconds, with the games played by then
    #[arg(long, value_name = "SECONDS")]
    pub seconds: Option<u64>,
    /// Decides everything left to chance; the clock decides if it is not given
    #[arg(long, value_name = "SEED")]
    pub seed: Option<u64>,
    /// Games at a time; all processors if not given
    #[arg(long, value_name = "N")]
    pub concurrency: Option<NonZeroUsize>,
    /// Play with the network in this file, and not with the one in the program
    #[arg(long, value_name = "FILE")]
    pub evalfile: Option<PathBuf>,
    /// Go on with a pack that is there
    #[arg(long)]
    pub resume: bool,
}

/// Games wait no longer than this before they are written.
const PATIENCE: Duration = Duration::from_secs(10);

/// Plays the games and writes them, whole games at a time.
pub fn command(args: &DatagenArgs, output: &mut impl Write) -> Result<(), Failure> {
    let recipe = Recipe {
        nodes: args.nodes.max(1),
        random_plies: args.random_plies,
        book: args.book,
        chess960: args.chess960,
        ..Recipe::default()
    };
    let network = network_of(args.evalfile.as_deref())?;
    let player = player(network.as_deref());
    let Begun {
        writer,
        seed,
        next,
        mut before,
    } = begin(args, player, recipe)?;
    let threads = args.concurrency.unwrap_or_else(pool::all_threads);
    let left = args.games.saturating_sub(before.games);
    let stop = stop_on_ctrl_c();
    let run = Run {
        writer: Mutex::new((writer, Instant::now())),
        tally: Mutex::new(Tally::default()),
        next: AtomicU64::new(next),
        left: AtomicU64::new(left),
        stop: Arc::clone(&stop),
        end: args
            .seconds
            .map(|s| Instant::now() + Duration::from_secs(s)),
    };
    let start = Instant::now();
    let mut progress = Progress::new("games");
    let results = pool::run(
        threads,
        threads.get(),
        |_| run.worker(&mut Generator::new(recipe, seed, network.clone())),
        &mut |_| {
            let tally = *lock(&run.tally);
            progress.note(format!("games, {}", in_words(&tally, start, threads)));
            progress.update(Done {
                jobs: tally.games as usize,
                of: left as usize,
            });
        },
    );
    drop(progress);
    for result in results {
        result?;
    }
    let (mut writer, _) = run
        .writer
        .into_inner()
        .unwrap_or_else(PoisonError::into_inner);
    writer.flush().map_err(Failure::input)?;
    let tally = *lock(&run.tally);
    writeln!(
        output,
        "{} games in {}, seed {seed}: {}",
        tally.games,
        args.output.display(),
        in_words(&tally, start, threads),
    )?;
    before.add(&tally);
    if before.games > tally.games {
        writeln!(
            output,
            "{} games in all, {} positions kept",
            before.games, before.kept
        )?;
    }
    Ok(output.flush()?)
}

/// The network in a file, or the one in the program.
pub fn network_of(file: Option<&Path>) -> Result<Option<Arc<Network>>, Failure> {
    match file {
        Some(path) => network::read(path).map(Some).map_err(Failure::input),
        None => Ok(network::own().ok()),
    }
}

/// What all workers share.
struct Run {
    /// The pack, and when games were last written to it.
    writer: Mutex<(PackWriter, Instant)>,
    tally: Mutex<Tally>,
    next: AtomicU64,
    left: AtomicU64,
    stop: Arc<AtomicBool>,
    end: Option<Instant>,
}

impl Run {
    fn worker(&self, generator: &mut Generator) -> Result<(), Failure> {
        let keep = Keep::default();
        loop {
            let over = self.stop.load(Ordering::Relaxed)
                || self.end.is_some_and(|end| Instant::now() >= end);
            if over || !self.take_one() {
                return Ok(());
            }
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            // A game that leads nowhere is played by another.
            let Some(game) = generator.game(number) else {
                self.left.fetch_add(1, Ordering::Relaxed);
                lock(&self.tally).thrown_away += 1;
                continue;
            };
            lock(&self.tally).count(&game, &keep);
            self.write(game)?;
        }
    }

    /// Whether there is a game left to play.
    fn take_one(&self) -> bool {
        let less = |left: u64| left.checked_sub(1);
        self.left
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, less)
            .is_ok()
    }

    fn write(&self, game: ScoredGame) -> Result<(), Failure> {
        let mut guard = lock(&self.writer);
        let (writer, written) = &mut *guard;
        writer.add(game).map_err(Failure::input)?;
        if written.elapsed() > PATIENCE {
            writer.flush().map_err(Failure::input)?;
            *written = Instant::now();
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Positions, results, and the figure that matters most.
fn in_words(tally: &Tally, start: Instant, threads: NonZeroUsize) -> String {
    let per_core =
        tally.kept as f64 / start.elapsed().as_secs_f64().max(0.001) / threads.get() as f64;
    format!("{tally}, {per_core:.0} kept a second on each core")
}

/// A pack that can be written to.
struct Begun {
    writer: PackWriter,
    seed: u64,
    /// The number of the next game.
    next: u64,
    /// What is there already.
    before: Tally,
}

fn begin(args: &DatagenArgs, player: String, recipe: Recipe) -> Result<Begun, Failure> {
    let path = args.output.as_path();
    if path.exists() {
        if !args.resume {
            return Err(Failure::input(format_args!(
                "{} is there already: --resume goes on with it",
                path.display()
            )));
        }
        return go_on(path, args.seed, &player, recipe);
    }
    let by_the_clock = || {
        SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(1, |time| time.as_micros() as u64)
    };
    let seed = args.seed.unwrap_or_else(by_the_clock);
    let origin = Origin {
        player,
        recipe: Some(recipe),
        seed: Some(seed),
    };
    Ok(Begun {
        writer: PackWriter::create(path, &origin).map_err(Failure::input)?,
        seed,
        next: 0,
        before: Tally::default(),
    })
}

/// Goes on with a pack of the same player and recipe, behind its last whole block.
fn go_on(path: &Path, seed: Option<u64>, player: &str, recipe: Recipe) -> Result<Begun, Failure> {
    let pack = Pack::open(path).map_err(Failure::input)?;
    let differs = |what: &str, theirs: &dyn std::fmt::Display, ours: &dyn std::fmt::Display| {
        Failure::input(format_args!(
            "{} was made with {what} {theirs}, and this is {ours}: begin another pack",
            path.display()
        ))
    };
    let json = |recipe: &Option<Recipe>| serde_json::to_string(recipe).unwrap_or_default();
    if pack.origin.player != player {
        return Err(differs("the player", &pack.origin.player, &player));
    }
    if pack.origin.recipe != Some(recipe) {
        let [theirs, ours] = [&pack.origin.recipe, &Some(recipe)].map(json);
        return Err(differs("the recipe", &theirs, &ours));
    }
    let own_seed = pack.origin.seed.unwrap_or(1);
    if let Some(seed) = seed.filter(|&seed| seed != own_seed) {
        return Err(differs("the seed", &own_seed, &seed));
    }
    let mut before = Tally::default();
    let mut next = 0;
    let mut blocks = pack.blocks();
    let mut end = blocks.offset();
    // What comes after the last whole block is cut off.
    while let Some(Ok(games)) = blocks.next() {
        end = blocks.offset();
        for game in games {
            before.count(&game, &Keep::default());
            next = next.max(game.number + 1);
        }
    }
    Ok(Begun {
        writer: PackWriter::go_on(path, end).map_err(Failure::input)?,
        seed: own_seed,
        next,
        before,
    })
}

/// Who plays: the version and the commit of this program, and its network.
fn player(network: Option<&Network>) -> String {
    let commit = env!("ESPALIER_COMMIT");
    let at = if commit.is_empty() { "" } else { " " };
    let network = network.map(|network| format!(" network {}", network::name(network)));
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "espalier {version}{at}{commit}{}",
        network.unwrap_or_default()
    )
}
