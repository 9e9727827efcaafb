//! A training with files: checkpoints while it runs, then the network, its curve and its test vectors.

use std::error::Error;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use engine::network::{self, Network};
use gametree::clock::Stopwatch;
use report::grouped;

use crate::checkpoint::{Checkpoint, CheckpointError, replace};
use crate::curve::{self, Point};
use crate::quantised::{held_out, quantise, vectors};
use crate::session::Session;
use crate::trainer::State;

/// The time between two checkpoints.
const CHECKPOINT: Duration = Duration::from_secs(30);

/// The most held-out positions of the last error.
const HELD_OUT: usize = 300_000;

/// The positions of test vectors.
const VECTORS: usize = 2_000;

/// The files of a training.
#[derive(Clone, Debug)]
pub struct Files {
    network: PathBuf,
    vectors: Option<PathBuf>,
    checkpoint: PathBuf,
}

/// The progress of a training.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Samples learned, of earlier runs too.
    pub samples: u64,
    /// Samples of the whole training.
    pub of: u64,
    /// Samples per second of this run.
    pub speed: f64,
    /// The last held-out error.
    pub held_out: Option<f64>,
}

/// A trained network.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network.
    pub network: std::sync::Arc<Network>,
    /// Its name.
    pub name: String,
    /// The batches learned, and those of the whole training.
    pub batches: [u64; 2],
    /// The samples of this run.
    pub samples: u64,
    /// The seconds of this run.
    pub seconds: f64,
    /// The held-out error, and the error against the score alone.
    pub held_out: [f64; 2],
}

impl Trained {
    /// Returns whether no batch is left.
    #[must_use]
    pub const fn is_complete(&self) -> bool {
        self.batches[0] >= self.batches[1]
    }
}

impl fmt::Display for Trained {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let speed = self.samples as f64 / self.seconds.max(1e-3) / 1e6;
        let (name, samples, seconds) = (&self.name, grouped(self.samples), self.seconds);
        let [own, score] = self.held_out;
        writeln!(
            f,
            "network {name}, {samples} samples in {seconds:.1} s ({speed:.2} million a second)"
        )?;
        writeln!(
            f,
            "held-out error {own:.6}, against the score alone {score:.6}"
        )
    }
}

impl Files {
    /// Returns the files of a training that writes this network, and test vectors if they have a file.
    #[must_use]
    pub fn new(network: &Path, vectors: Option<&Path>) -> Self {
        Self {
            network: network.to_owned(),
            vectors: vectors.map(Path::to_owned),
            checkpoint: network.with_extension("checkpoint"),
        }
    }

    /// Reads the checkpoint of a training with this description; `None` without a checkpoint.
    ///
    /// # Errors
    /// The checkpoint cannot be read, is damaged, or is of another training.
    pub fn resume(
        &self,
        description: &str,
    ) -> Result<Option<(State, Vec<Point>)>, CheckpointError> {
        if !self.checkpoint.exists() {
            return Ok(None);
        }
        let read = Checkpoint::read(&self.checkpoint, description)?;
        Ok(Some((read.state, read.curve)))
    }

    /// Trains to the end or until `stop` is set, and writes the files. The checkpoint is removed if the training is complete.
    ///
    /// # Errors
    /// A file cannot be written, or the weights are beyond the range of the quantised network.
    pub fn train(
        &self,
        mut session: Session<'_>,
        description: &str,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(Progress),
    ) -> Result<Trained, Box<dyn Error + Send + Sync>> {
        let settings = *session.trainer.settings();
        let (batch, of) = (settings.batch as u64, settings.batches());
        let before = session.trainer.batches();
        let (time, mut saved) = (Stopwatch::new(), Stopwatch::new());
        let save = |session: &mut Session<'_>| {
            let checkpoint = Checkpoint {
                description: description.to_owned(),
                state: session.trainer.state(),
                curve: session.curve.clone(),
            };
            checkpoint.write(&self.checkpoint)
        };
        session.run(stop, &mut |session| {
            let done = session.trainer.batches();
            let learned = ((done - before) * batch) as f64;
            watch(Progress {
                samples: done * batch,
                of: of * batch,
                speed: learned / time.elapsed().as_secs_f64().max(1e-3),
                held_out: session.curve.last().map(|point| point.held_out),
            });
            if saved.elapsed() < CHECKPOINT {
                return Ok(());
            }
            saved = Stopwatch::new();
            save(session)
        })?;
        let seconds = time.elapsed().as_secs_f64();
        let done = session.trainer.batches();
        let average = session.trainer.average();
        let data = &session.data.held_out;
        let network = quantise(&average, data)?;
        self.write(&self.network, &network.to_bytes())?;
        for (end, text) in [
            ("csv", curve::csv(&session.curve)),
            ("svg", curve::svg(&session.curve)),
        ] {
            self.write(&self.network.with_extension(end), text.as_bytes())?;
        }
        if let Some(path) = &self.vectors {
            let some = &data[..data.len().min(VECTORS)];
            self.write(path, &vectors(&network, some))?;
        }
        let some = &data[..data.len().min(HELD_OUT)];
        let trained = Trained {
            name: network::name(&network),
            held_out: held_out(&average, some, settings.target, session.threads),
            network: network.into(),
            batches: [done, of],
            samples: (done - before) * batch,
            seconds,
        };
        if trained.is_complete() {
            _ = std::fs::remove_file(&self.checkpoint);
        } else {
            save(&mut session)?;
        }
        Ok(trained)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), CheckpointError> {
        replace(path, bytes).map_err(|error| CheckpointError::Io("write", path.to_owned(), error))
    }
}
