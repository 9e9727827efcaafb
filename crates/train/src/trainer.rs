//! The trainer: batches by AdamW, with threads that own columns.

use std::sync::{PoisonError, RwLock};

use gametree::SplitMix64;

use crate::adam::{Number, Step};
use crate::barrier::Barrier;
use crate::chunk::{CHUNK, Chunk, ROWS, Source, boxed};
use crate::columns::{Columns, OutputGradients, output};
use crate::kernels::{Job, Kernel, LANES, Simd};
use crate::permutation::Permutation;
use crate::sample::Sample;
use crate::target::{Target, logistic};
use crate::weights::{Shape, Weights};

/// Everything that determines the result of a training, with its samples and its first weights.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The shape of the network.
    pub shape: Shape,
    /// The number of samples to learn from; positions repeat if there are fewer.
    pub samples: u64,
    /// The samples of a batch: a multiple of 1,024.
    pub batch: usize,
    /// The highest learning rate. It rises in a short warm-up and then falls on a cosine.
    pub rate: f32,
    /// The last learning rate.
    pub last_rate: f32,
    /// The weight decay.
    pub decay: f32,
    /// The share of the moving average that a batch keeps; 0 for the last weights.
    pub average: f32,
    /// The target.
    pub target: Target,
    /// The seed of the order of the samples, and of random weights.
    pub seed: u64,
}

/// The batches of the warm-up. Short trainings have a tenth of their batches.
const WARM_UP: u64 = 200;

impl Default for Settings {
    /// The recipe of docs/networks.md.
    fn default() -> Self {
        Self {
            shape: Shape {
                width: 512,
                buckets: 8,
            },
            samples: 66_000_000,
            batch: 16 * CHUNK,
            rate: 1e-3,
            last_rate: 1e-5,
            decay: 0.01,
            average: 0.9998,
            target: Target {
                scale: 180.0,
                result_weight: 0.05,
            },
            seed: 1,
        }
    }
}

impl Settings {
    /// Returns the number of batches.
    #[must_use]
    pub const fn batches(&self) -> u64 {
        self.samples.div_ceil(self.batch as u64)
    }

    /// Returns the learning rate of a batch.
    fn rate_of(&self, batch: u64) -> f32 {
        let batches = self.batches().max(1);
        let warm_up = WARM_UP.min(batches / 10).max(1);
        let progress = batch as f64 / batches as f64;
        let wave = half_cosine(progress) as f32;
        let rate = self.last_rate + (self.rate - self.last_rate) * wave;
        rate * ((batch + 1) as f32 / warm_up as f32).min(1.0)
    }
}

/// Returns `(1 + cos(pi x)) / 2` for `x` from 0 to 1, with the same bits on all machines.
fn half_cosine(x: f64) -> f64 {
    // cos(pi x) = 1 - 2 sin^2(pi x / 2), and the Taylor series of the sine is exact to 1e-9 here.
    let y = std::f64::consts::FRAC_PI_2 * x;
    let mut term = y;
    let mut sine = y;
    for n in [6.0, 20.0, 42.0, 72.0, 110.0, 156.0] {
        term *= -y * y / n;
        sine += term;
    }
    1.0 - sine * sine
}

/// A training in progress: a network, its optimiser state and its moving average.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The number of completed batches.
    pub batches: u64,
    /// The weights, the two moments of the gradients, and the moving average of the weights.
    pub parts: [Weights; 4],
}

impl State {
    /// Returns the state before the first batch.
    #[must_use]
    pub fn new(weights: Weights) -> Self {
        let zero = Weights::zero(weights.shape);
        Self {
            batches: 0,
            parts: [weights.clone(), zero.clone(), zero, weights],
        }
    }

    /// Returns the moving average of the weights: the network that the training has made.
    #[must_use]
    pub const fn average(&self) -> &Weights {
        &self.parts[3]
    }
}

/// Trains a network, some batches at a time.
pub struct Trainer {
    settings: Settings,
    kernel: Kernel,
    batches: u64,
    threads: Vec<Thread>,
    shared: Shared,
}

/// The data of one thread.
struct Thread {
    columns: Columns,
    /// The biases of the outputs. Each thread computes all of them, with the same result.
    biases: Vec<Number>,
    output: OutputGradients,
    /// The sum of the squared errors since they were read.
    error: f64,
}

/// The data that the threads share.
struct Shared {
    barrier: Barrier,
    /// The chunks of this batch, and those of the next one, which a fast thread prepares early.
    chunks: [Vec<RwLock<Chunk>>; 2],
    /// For each thread the outputs of the rows of a chunk, and those of the next one.
    sums: [Vec<RwLock<Box<[i32; ROWS]>>>; 2],
}

impl Trainer {
    /// Continues from a state. At most one thread for each 32 neurons is used.
    ///
    /// # Panics
    /// The shape of the state is not that of the settings, or the batch is not a multiple of 1,024.
    #[must_use]
    pub fn new(settings: Settings, state: &State, kernel: Kernel, threads: usize) -> Self {
        let Settings { shape, batch, .. } = settings;
        assert!(shape.is_valid() && state.parts.iter().all(|part| part.shape == shape));
        assert!(batch > 0 && batch.is_multiple_of(CHUNK));
        let lines = shape.width / LANES;
        let threads = threads.clamp(1, lines);
        let make = |thread: usize| {
            let lines = thread * lines / threads..(thread + 1) * lines / threads;
            let mut columns = Columns::new(shape, lines);
            let mut biases = vec![Number::default(); shape.buckets];
            for (index, weights) in state.parts.iter().enumerate() {
                columns.read(index, weights);
                for (number, &value) in biases.iter_mut().zip(&weights.biases) {
                    *number.parts()[index] = value;
                }
            }
            kernel.run(Quantise(&mut columns));
            Thread {
                columns,
                biases,
                output: OutputGradients {
                    quantised: boxed(0),
                    unit: 0.0,
                },
                error: 0.0,
            }
        };
        let chunks = || {
            (0..batch / CHUNK)
                .map(|_| RwLock::new(Chunk::new()))
                .collect()
        };
        let sums = || (0..threads).map(|_| RwLock::new(boxed(0))).collect();
        Self {
            settings,
            kernel,
            batches: state.batches,
            threads: (0..threads).map(make).collect(),
            shared: Shared {
                barrier: Barrier::new(threads),
                chunks: [chunks(), chunks()],
                sums: [sums(), sums()],
            },
        }
    }

    /// Returns the number of completed batches.
    #[must_use]
    pub const fn batches(&self) -> u64 {
        self.batches
    }

    /// Returns the settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Learns from the next batches of these samples. Returns the mean squared error before each update.
    ///
    /// # Panics
    /// There are no samples.
    pub fn learn(&mut self, samples: &[Sample], batches: u64) -> f64 {
        self.run(samples, batches, true);
        self.batches += batches;
        let count = batches.max(1) * self.settings.batch as u64;
        self.threads[0].error / count as f64
    }

    /// Returns the mean squared error of the next batch and its gradient, without learning.
    ///
    /// # Panics
    /// There are no samples.
    pub fn gradient(&mut self, samples: &[Sample]) -> (f64, Weights) {
        self.run(samples, 1, false);
        let error = self.threads[0].error / self.settings.batch as f64;
        (error, self.part(4))
    }

    fn run(&mut self, samples: &[Sample], batches: u64, learns: bool) {
        assert!(!samples.is_empty(), "there are no samples");
        let (shared, settings, kernel) = (&self.shared, &self.settings, self.kernel);
        let first = self.batches;
        let work = |(index, thread)| Work {
            index,
            thread,
            shared,
            settings,
            samples,
            batches: first..first + batches,
            learns,
        };
        let mut all = self.threads.iter_mut().enumerate().map(work);
        let own = all.next();
        std::thread::scope(|scope| {
            for other in all {
                scope.spawn(move || kernel.run(other));
            }
            if let Some(own) = own {
                kernel.run(own);
            }
        });
    }

    /// Returns the state.
    #[must_use]
    pub fn state(&mut self) -> State {
        State {
            batches: self.batches,
            parts: std::array::from_fn(|index| self.part(index)),
        }
    }

    /// Returns the moving average of the weights: the network so far.
    #[must_use]
    pub fn average(&mut self) -> Weights {
        self.part(3)
    }

    fn part(&mut self, index: usize) -> Weights {
        let mut weights = Weights::zero(self.settings.shape);
        for thread in &mut self.threads {
            thread.columns.write(index, &mut weights);
            for (value, number) in weights.biases.iter_mut().zip(&mut thread.biases) {
                *value = *number.parts()[index];
            }
        }
        weights
    }
}

/// Copies the weights of columns to 16 bits.
struct Quantise<'a>(&'a mut Columns);

impl Job for Quantise<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        self.0.quantise(simd);
    }
}

/// The work of a thread on some batches.
struct Work<'a> {
    index: usize,
    thread: &'a mut Thread,
    shared: &'a Shared,
    settings: &'a Settings,
    samples: &'a [Sample],
    batches: std::ops::Range<u64>,
    learns: bool,
}

impl Job for Work<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) {
        let Shared {
            barrier,
            chunks,
            sums,
        } = self.shared;
        let _guard = barrier.guard();
        let settings = self.settings;
        let thread = self.thread;
        thread.error = 0.0;
        let threads = sums[0].len();
        let each_epoch = (self.samples.len() / settings.batch).max(1) as u64;
        let mut parity = 0;
        for batch in self.batches {
            let epoch = batch / each_epoch;
            // The seed and the epoch are mixed, so that neighbouring seeds do not share epochs.
            let seed = SplitMix64::new(settings.seed)
                .next_u64()
                .wrapping_add(epoch);
            let order = Permutation::new(self.samples.len(), seed);
            let chunks = &chunks[(batch % 2) as usize];
            for (index, chunk) in chunks.iter().enumerate() {
                if index % threads != self.index {
                    continue;
                }
                let source = Source {
                    samples: self.samples,
                    order,
                    place: (batch % each_epoch) as usize * settings.batch + index * CHUNK,
                };
                let mut chunk = chunk.write().unwrap_or_else(PoisonError::into_inner);
                chunk.prepare(simd, &source, settings.target, settings.shape.buckets);
            }
            barrier.wait();
            for chunk in chunks {
                let chunk = chunk.read().unwrap_or_else(PoisonError::into_inner);
                let sums = &sums[parity];
                parity = 1 - parity;
                {
                    let mut own = sums[self.index].write();
                    let own = own.as_deref_mut().unwrap_or_else(|error| error.get_mut());
                    thread.columns.forward(simd, &chunk, own);
                }
                barrier.wait();
                outputs(&chunk, sums, thread, settings);
                thread.columns.backward(simd, &chunk, &thread.output);
            }
            if self.learns {
                let rate = settings.rate_of(batch);
                let step = Step::new(batch + 1, rate, settings.decay, settings.average);
                thread.columns.update(simd, &step);
                for bias in &mut thread.biases {
                    step.update(bias);
                }
            }
        }
    }
}

/// Computes the errors of a chunk and the gradients of its outputs.
#[inline(always)]
fn outputs(
    chunk: &Chunk,
    sums: &[RwLock<Box<[i32; ROWS]>>],
    thread: &mut Thread,
    settings: &Settings,
) {
    let mut totals = [0_i32; CHUNK];
    for sums in sums {
        let sums = sums.read().unwrap_or_else(PoisonError::into_inner);
        let (ours, theirs) = sums.split_at(CHUNK);
        for ((total, ours), theirs) in totals.iter_mut().zip(ours).zip(theirs) {
            *total = total.wrapping_add(*ours).wrapping_add(*theirs);
        }
    }
    let steepness = settings.target.steepness();
    let norm = 2.0 * steepness / settings.batch as f32;
    let mut gradients = [0_f32; CHUNK];
    let mut errors = [0_f32; CHUNK];
    for (bucket, bias) in thread.biases.iter_mut().enumerate() {
        let range = chunk.ranges[bucket]..chunk.ranges[bucket + 1];
        let weight = bias.weight;
        let all = totals[range.clone()]
            .iter()
            .zip(&chunk.wanted[range.clone()]);
        let all = all
            .zip(&mut gradients[range.clone()])
            .zip(&mut errors[range.clone()]);
        for (((&total, &wanted), gradient), error) in all {
            let expected = logistic(steepness * output(total, weight));
            let difference = expected - wanted;
            *error = difference * difference;
            *gradient = norm * difference * expected * (1.0 - expected);
        }
        bias.gradient += gradients[range].iter().sum::<f32>();
    }
    thread.error += errors.iter().map(|&error| f64::from(error)).sum::<f64>();
    let most = gradients
        .iter()
        .fold(1e-20_f32, |most, one| most.max(one.abs()));
    thread.output.unit = most * (32_768.0 / 32_767.0);
    let scale = 32_767.0 / most;
    for (quantised, gradient) in thread.output.quantised.iter_mut().zip(&gradients) {
        *quantised = round(gradient * scale);
    }
}

/// Rounds to the nearest integer, for numbers that fit in 16 bits.
#[inline(always)]
fn round(number: f32) -> i16 {
    // Adding this number moves the integer part into the low bits.
    (number + 12_582_912.0).to_bits() as i16
}
