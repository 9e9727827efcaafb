//! A training small enough for a web page: 768 inputs, 32 neurons, and the games that come with the lesson.
//!
//! It needs no threads, no clock and no files. A page trains for a slice of time, shows the state, and continues.

use nnue::{Network, NetworkError};
use packs::{Pack, PackError};

use crate::kernels::Kernel;
use crate::quantised::{held_out, quantise};
use crate::sample::{Data, Sample};
use crate::target::Target;
use crate::trainer::{Settings, State, Trainer};
use crate::values::Values;
use crate::weights::{Shape, Weights};

/// Games of the engine against itself: 1% of a pack of docs/networks.md.
pub const GAMES: &[u8] = include_bytes!("../data/lesson.pack");

/// The samples of a training: each position of the lesson about a hundred times.
pub const SAMPLES: u64 = 4_000_000;

/// The percentage of held-out games.
const HELD_OUT: u64 = 10;

/// The positions on which the values of pieces are computed.
const SHOWN: usize = 1_000;

/// A training that continues whenever it is asked to.
pub struct Lesson {
    trainer: Trainer,
    data: Data,
    kernel: Kernel,
}

/// The state of a training.
#[derive(Clone, PartialEq, Debug)]
pub struct Progress {
    /// The number of samples that the network has seen.
    pub samples: u64,
    /// The number at which the training ends.
    pub of: u64,
    /// The mean squared error of the held-out positions.
    pub held_out: f64,
    /// The learned values.
    pub values: Values,
}

impl Lesson {
    /// Begins with random weights.
    ///
    /// # Errors
    /// The games of the lesson are damaged.
    pub fn new(seed: u64, samples: u64) -> Result<Self, PackError> {
        Self::with_games(GAMES, seed, samples)
    }

    /// Begins with random weights, on the games of a pack.
    ///
    /// # Errors
    /// The pack is damaged.
    pub fn with_games(games: &[u8], seed: u64, samples: u64) -> Result<Self, PackError> {
        let pack = Pack::from_bytes("lesson.pack".as_ref(), games.to_vec())?;
        let data = Data::of_pack(&pack, HELD_OUT)?;
        Ok(Self::with(data, seed, samples, Kernel::best()))
    }

    /// Begins with random weights, on other samples or with another kernel.
    #[must_use]
    pub fn with(data: Data, seed: u64, samples: u64, kernel: Kernel) -> Self {
        let settings = Settings {
            shape: Shape {
                width: 32,
                buckets: 1,
            },
            samples,
            batch: 2 * crate::CHUNK,
            rate: 5e-3,
            last_rate: 5e-5,
            average: 0.99,
            target: Target::SCORE,
            seed,
            ..Settings::default()
        };
        let state = State::new(Weights::random(settings.shape, seed));
        Self {
            trainer: Trainer::new(settings, &state, kernel, 1),
            data,
            kernel,
        }
    }

    /// Returns whether the training is complete.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.trainer.batches() >= self.trainer.settings().batches()
    }

    /// Trains on one batch, some milliseconds of work, unless the training is complete.
    pub fn step(&mut self) {
        if !self.is_done() {
            self.trainer.learn(&self.data.train, 1);
        }
    }

    /// Returns the number of samples that the network has seen, and the number at which the training ends.
    #[must_use]
    pub const fn samples(&self) -> (u64, u64) {
        let settings = self.trainer.settings();
        let batch = settings.batch as u64;
        (self.trainer.batches() * batch, settings.batches() * batch)
    }

    /// Returns the state: the error, and the values of the pieces.
    #[must_use]
    pub fn progress(&mut self) -> Progress {
        let weights = self.trainer.average();
        let settings = self.trainer.settings();
        let [error, _] = held_out(&weights, &self.data.held_out, settings.target, 1);
        let (samples, of) = self.samples();
        Progress {
            samples,
            of,
            held_out: error,
            values: Values::new(&weights, self.shown()),
        }
    }

    /// Returns the network so far, with which the engine can play.
    ///
    /// # Errors
    /// A weight is too large, which the optimiser prevents.
    pub fn network(&mut self) -> Result<Network, NetworkError> {
        let weights = self.trainer.average();
        quantise(&weights, &self.data.held_out)
    }

    /// Returns the kernel.
    #[must_use]
    pub const fn kernel(&self) -> Kernel {
        self.kernel
    }

    fn shown(&self) -> &[Sample] {
        &self.data.held_out[..self.data.held_out.len().min(SHOWN)]
    }
}
