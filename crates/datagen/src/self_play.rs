//! A self-play run: the generator on several threads, and the pack that it fills.

use std::collections::HashSet;
use std::fmt::Display;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use contest::{Shard, pool};
use engine::network::Network;
use gametree::clock::{self, Stopwatch};
use packs::{Keep, Origin, Pack, PackError, PackWriter, Recipe, ScoredGame, Tally};

use super::Generator;
use super::run::{Control, lock};

/// The time between two writes of the file.
const WRITE_INTERVAL: Duration = Duration::from_secs(10);

/// The progress of a self-play run.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The games of this run.
    pub tally: Tally,
    /// The number of games that this run plays.
    pub of: u64,
}

/// A pack in progress.
pub struct SelfPlay {
    /// The pack, and the time since its last block.
    writer: Mutex<(PackWriter, Stopwatch)>,
    recipe: Recipe,
    seed: u64,
    /// The numbers of the games in the pack.
    played: HashSet<u64>,
    before: Tally,
}

impl SelfPlay {
    /// Creates a pack, or resumes one if `resume` is set. Without a seed, a new pack takes one from the clock.
    ///
    /// # Errors
    /// The file exists and `resume` is not set, or has another player, recipe or seed, or cannot be read or written. The text is
    /// one sentence.
    pub fn open(
        path: &Path,
        player: &str,
        recipe: Recipe,
        seed: Option<u64>,
        resume: bool,
    ) -> Result<Self, String> {
        if path.exists() {
            if !resume {
                let name = path.display();
                return Err(format!("{name} exists: --resume adds games to it"));
            }
            return Self::resume(path, player, recipe, seed);
        }
        let seed = seed.unwrap_or_else(|| clock::since_epoch().as_micros() as u64);
        let origin = Origin {
            player: player.to_owned(),
            recipe: Some(recipe),
            seed: Some(seed),
        };
        let writer = PackWriter::create(path, &origin).map_err(|error| error.to_string())?;
        Ok(Self::new(
            writer,
            recipe,
            seed,
            HashSet::new(),
            Tally::default(),
        ))
    }

    /// Resumes a pack after its last complete block.
    fn resume(
        path: &Path,
        player: &str,
        recipe: Recipe,
        seed: Option<u64>,
    ) -> Result<Self, String> {
        let pack = Pack::open(path).map_err(|error| error.to_string())?;
        let differs = |what: &str, theirs: &dyn Display, ours: &dyn Display| {
            let name = path.display();
            format!(
                "{name} was made with the {what} {theirs}, and this is {ours}: name another file"
            )
        };
        let json = |recipe: &Option<Recipe>| serde_json::to_string(recipe).unwrap_or_default();
        if pack.origin.player != player {
            return Err(differs("player", &pack.origin.player, &player));
        }
        if pack.origin.recipe != Some(recipe) {
            let [theirs, ours] = [&pack.origin.recipe, &Some(recipe)].map(json);
            return Err(differs("recipe", &theirs, &ours));
        }
        let own_seed = pack.origin.seed.unwrap_or(1);
        if let Some(seed) = seed.filter(|&seed| seed != own_seed) {
            return Err(differs("seed", &own_seed, &seed));
        }
        let (mut before, mut played) = (Tally::default(), HashSet::new());
        let mut blocks = pack.blocks();
        let mut end = blocks.offset();
        // The rest after the last complete block is truncated.
        while let Some(Ok(games)) = blocks.next() {
            end = blocks.offset();
            for game in games {
                before.count(&game, &Keep::default());
                played.insert(game.number);
            }
        }
        let writer = PackWriter::resume(path, end).map_err(|error| error.to_string())?;
        Ok(Self::new(writer, recipe, own_seed, played, before))
    }

    fn new(
        writer: PackWriter,
        recipe: Recipe,
        seed: u64,
        played: HashSet<u64>,
        before: Tally,
    ) -> Self {
        Self {
            writer: Mutex::new((writer, Stopwatch::new())),
            recipe,
            seed,
            played,
            before,
        }
    }

    /// Returns the seed.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the counts of the games that were in the pack when it was opened.
    #[must_use]
    pub fn before(&self) -> Tally {
        self.before
    }

    /// Plays the games of a shard with numbers below `games` that the pack does not have, until `control` ends the run, and writes them.
    /// A game that is too long is left out. Calls `watch` several times a second. Returns the counts of the new games.
    ///
    /// # Errors
    /// If the pack cannot be written.
    pub fn run(
        &self,
        (games, shard): (u64, Shard),
        network: Option<&Arc<Network>>,
        threads: NonZeroUsize,
        control: &Control,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Tally, PackError> {
        let (index, count) = shard.parts();
        let in_shard = |games: u64| (games + count - 1).saturating_sub(index) / count;
        let ours = self.played.iter();
        let ours = ours.filter(|&&number| number < games && shard.has(number));
        let of = in_shard(games) - ours.count() as u64;
        let (next, tally) = (AtomicU64::new(index), Mutex::new(Tally::default()));
        let keep = Keep::default();
        // The next number that is not in the pack.
        let take_one = || loop {
            let number = next.fetch_add(count, Ordering::Relaxed);
            if number >= games {
                return None;
            }
            if !self.played.contains(&number) {
                return Some(number);
            }
        };
        let work = |_| {
            let mut generator = Generator::new(self.recipe, self.seed, network.cloned());
            while control.continues(|| lock(&self.writer).0.flush())?
                && let Some(number) = take_one()
            {
                let Some(game) = generator.game(number) else {
                    lock(&tally).thrown_away += 1;
                    continue;
                };
                lock(&tally).count(&game, &keep);
                self.write(game)?;
            }
            Ok(())
        };
        let results = pool::run(threads, threads.get(), work, &mut |_| {
            let tally = *lock(&tally);
            watch(Progress { tally, of });
        });
        results.into_iter().collect::<Result<(), PackError>>()?;
        lock(&self.writer).0.flush()?;
        Ok(*lock(&tally))
    }

    fn write(&self, game: ScoredGame) -> Result<(), PackError> {
        let mut guard = lock(&self.writer);
        let (writer, time) = &mut *guard;
        writer.add(game)?;
        if time.elapsed() > WRITE_INTERVAL {
            writer.flush()?;
            *time = Stopwatch::new();
        }
        Ok(())
    }
}
