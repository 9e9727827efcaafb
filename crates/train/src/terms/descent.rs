//! The gradient-descent loop: epochs, batches, validation and early stopping.

use std::fmt;
use std::num::NonZeroUsize;
use std::thread;

use gametree::SplitMix64;
use report::grouped;

use super::adam::Adam;
use super::data::Dataset;
use super::model::{Pair, Params, expected, steepness};
use super::source::source;
use engine::eval::COUNT;

/// The hyperparameters.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The maximum number of passes over all positions.
    pub epochs: usize,
    /// The number of threads.
    pub threads: NonZeroUsize,
    /// The number of positions in a batch: one step of the optimiser.
    pub batch: usize,
    /// The initial learning rate in centipawns. It decays to a twentieth.
    pub rate: f64,
    /// The share of positions in the validation set, from 0 to 1.
    pub validation: f64,
    /// The weight of the search's score against the result, from 0 to 1.
    pub lambda: f64,
    /// The steepness K of the logistic curve; `None` fits it first.
    pub k: Option<f64>,
    /// Stop after this number of epochs without a lower validation loss.
    pub patience: usize,
    /// The expected distance of weights from their start, in centipawns (the standard deviation of a normal prior). It
    /// matters the more, the fewer positions there are.
    pub trust: f64,
    /// Weights that fewer positions use keep their value.
    pub least_uses: usize,
    /// The random seed of the shuffling.
    pub seed: u64,
    /// The initial weights.
    pub start: Params,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            epochs: 40,
            threads: thread::available_parallelism().unwrap_or(NonZeroUsize::MIN),
            batch: 16_384,
            rate: 1.0,
            validation: 0.05,
            lambda: 0.0,
            k: None,
            patience: 10,
            trust: 20.0,
            least_uses: 50,
            seed: 1,
            start: super::current(),
        }
    }
}

/// The state after an epoch.
#[derive(Clone, Copy, Debug)]
pub struct Epoch<'a> {
    /// Its number; 0 is the state before the first step.
    pub number: usize,
    /// The steepness K of the logistic curve.
    pub k: f64,
    /// The mean squared error on the training set.
    pub training: f64,
    /// The mean squared error on the validation set.
    pub validation: f64,
    /// Whether this is the lowest validation loss so far.
    pub is_best: bool,
    /// The current weights.
    pub params: &'a [Pair],
}

impl Epoch<'_> {
    /// Returns the weights as Rust source with a sentence about their data.
    #[must_use]
    pub fn source(&self, positions: usize) -> String {
        let (positions, number) = (grouped(positions as u64), self.number);
        let origin = format!(
            "Tuned on {positions} positions; K {:.3}, validation loss {:.6} after {number} epochs.",
            self.k, self.validation
        );
        source(self.params, &origin)
    }
}

/// Prints a line of a table. The first epoch also prints its head.
impl fmt::Display for Epoch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.number == 0 {
            writeln!(f, "K {:.3}\nepoch  training  validation", self.k)?;
        }
        let best = if self.is_best { "  best" } else { "" };
        let (training, validation) = (self.training, self.validation);
        writeln!(
            f,
            "{:>5}  {training:.6}    {validation:.6}{best}",
            self.number
        )
    }
}

/// The result of a tuning run.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The weights with the lowest validation loss.
    pub params: Params,
    /// The steepness K of the logistic curve.
    pub k: f64,
    /// The epoch of these weights.
    pub epoch: usize,
    /// Their mean squared error on the validation set.
    pub validation: f64,
}

/// The progress of a tuning run.
#[derive(Clone, Copy, Debug)]
pub enum Step<'a> {
    /// A batch begins; the number of finished batches of the epoch, and of all.
    Batch(usize, usize),
    /// An epoch is complete.
    Epoch(Epoch<'a>),
}

/// Tunes the weights. Returns those with the lowest validation loss. Calls `report` before each batch and after each epoch.
///
/// # Errors
/// The error of `report`, which ends the run.
pub fn tune<E>(
    data: &Dataset,
    settings: &Settings,
    mut report: impl FnMut(Step<'_>) -> Result<(), E>,
) -> Result<Outcome, E> {
    let (mut training, held_out) = split(data.len(), settings.validation);
    let mut params = settings.start.clone();
    let k = settings
        .k
        .unwrap_or_else(|| fit_k(data, &params, settings.threads));
    let loss = Loss {
        data,
        k,
        lambda: settings.lambda,
        threads: settings.threads,
    };
    // Without a validation set, the training set serves as one.
    let validation_set = if held_out.is_empty() {
        training.clone()
    } else {
        held_out
    };
    let is_free = free_weights(data, settings.least_uses);
    let mut best = Outcome {
        params: params.clone(),
        k,
        epoch: 0,
        validation: loss.mean(&validation_set, &params),
    };
    report(Step::Epoch(Epoch {
        number: 0,
        k,
        training: loss.mean(&training, &params),
        validation: best.validation,
        is_best: true,
        params: &params,
    }))?;
    if training.is_empty() {
        return Ok(best);
    }

    // A normal prior on each weight: the penalty for its distance from the start. The squared error of a position is about
    // 0.05, and about twenty positions of a game carry the information of one.
    let pull = 0.05 * 20.0 / (settings.trust * settings.trust * training.len() as f64);
    let mut adam = Adam::new(COUNT);
    let mut random = SplitMix64::new(settings.seed);
    for number in 1..=settings.epochs {
        random.shuffle(&mut training);
        let rate = rate(settings, number);
        let mut sum = 0.0;
        let mut mean = vec![[0.0; 2]; COUNT];
        let batches = training.len().div_ceil(settings.batch.max(1));
        for (done, batch) in training.chunks(settings.batch.max(1)).enumerate() {
            report(Step::Batch(done, batches))?;
            let (errors, mut gradient) = loss.gradient(batch, &params);
            sum += errors;
            for (n, slopes) in gradient.iter_mut().enumerate() {
                for (half, slope) in slopes.iter_mut().enumerate() {
                    let moved = params[n][half] - settings.start[n][half];
                    *slope = *slope / batch.len() as f64 + 2.0 * pull * moved;
                }
                if !is_free[n] {
                    *slopes = [0.0; 2];
                }
            }
            adam.step(&mut params, &gradient, rate);
            for (mean, param) in mean.iter_mut().zip(&params) {
                mean[0] += param[0] / batches as f64;
                mean[1] += param[1] / batches as f64;
            }
        }
        // The mean weights of the epoch are less noisy than the last ones.
        let validation = loss.mean(&validation_set, &mean);
        let is_best = validation < best.validation;
        if is_best {
            best.params.clone_from(&mean);
            best.epoch = number;
            best.validation = validation;
        }
        report(Step::Epoch(Epoch {
            number,
            k,
            training: sum / training.len() as f64,
            validation,
            is_best,
            params: &mean,
        }))?;
        if number - best.epoch >= settings.patience.max(1) {
            break;
        }
    }
    Ok(best)
}

/// The learning rate of an epoch: cosine decay to a twentieth.
fn rate(settings: &Settings, number: usize) -> f64 {
    let progress = (number - 1) as f64 / settings.epochs.max(1) as f64;
    let wave = (1.0 + (std::f64::consts::PI * progress).cos()) / 2.0;
    settings.rate * (0.05 + 0.95 * wave)
}

/// Splits the positions into a training and a validation set. Neighbours in a file are mostly from the same game and
/// correlated, so whole blocks are assigned.
fn split(count: usize, validation: f64) -> (Vec<u32>, Vec<u32>) {
    let block = (count / 400).clamp(1, 2_000);
    let is_held_out = |number: &u32| {
        let block = (*number as usize / block) as f64;
        // Spreads the validation blocks evenly.
        ((block + 1.0) * validation).floor() > (block * validation).floor()
    };
    let (held_out, training) = (0..count as u32).partition(is_held_out);
    (training, held_out)
}

/// Returns which weights at least `least` positions use.
fn free_weights(data: &Dataset, least: usize) -> Vec<bool> {
    let mut uses = vec![0_usize; COUNT];
    for number in 0..data.len() {
        for index in data.position(number).weights() {
            uses[index] += 1;
        }
    }
    uses.into_iter().map(|uses| uses >= least.max(1)).collect()
}

/// Returns the K for which these weights predict the results with the smallest error.
#[must_use]
pub fn fit_k(data: &Dataset, params: &[Pair], threads: NonZeroUsize) -> f64 {
    // 300,000 positions determine one parameter well enough.
    let stride = data.len().div_ceil(300_000).max(1);
    let numbers: Vec<u32> = (0..data.len() as u32).step_by(stride).collect();
    let loss_at = |k: f64| {
        let loss = Loss {
            data,
            k,
            lambda: 0.0,
            threads,
        };
        loss.mean(&numbers, params)
    };
    // Golden-section search.
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.05, 5.0);
    let inner = |low: f64, high: f64| (high - ratio * (high - low), low + ratio * (high - low));
    let (mut a, mut b) = inner(low, high);
    let (mut at_a, mut at_b) = (loss_at(a), loss_at(b));
    while high - low > 1e-3 {
        if at_a < at_b {
            high = b;
            (b, at_b) = (a, at_a);
            a = inner(low, high).0;
            at_a = loss_at(a);
        } else {
            low = a;
            (a, at_a) = (b, at_b);
            b = inner(low, high).1;
            at_b = loss_at(b);
        }
    }
    (low + high) / 2.0
}

/// The loss function.
struct Loss<'a> {
    data: &'a Dataset,
    k: f64,
    lambda: f64,
    threads: NonZeroUsize,
}

impl Loss<'_> {
    /// Returns the mean squared error over these positions.
    fn mean(&self, numbers: &[u32], params: &[Pair]) -> f64 {
        if numbers.is_empty() {
            return 0.0;
        }
        let sum: f64 = self
            .in_parallel(numbers, |numbers| {
                numbers
                    .iter()
                    .map(|&number| {
                        let position = self.data.position(number as usize);
                        let error = expected(position.forward(params).value, self.k)
                            - self.target(position.result, position.score);
                        error * error
                    })
                    .sum::<f64>()
            })
            .into_iter()
            .sum();
        sum / numbers.len() as f64
    }

    /// Returns the sum of the squared errors over these positions, and its gradient.
    fn gradient(&self, numbers: &[u32], params: &[Pair]) -> (f64, Vec<Pair>) {
        let parts = self.in_parallel(numbers, |numbers| {
            let mut gradient = vec![[0.0; 2]; COUNT];
            let mut loss = 0.0;
            for &number in numbers {
                let position = self.data.position(number as usize);
                let forward = position.forward(params);
                let score = expected(forward.value, self.k);
                let error = score - self.target(position.result, position.score);
                loss += error * error;
                let slope = 2.0 * error * score * (1.0 - score) * self.k * steepness();
                position.backward(&forward, slope, &mut gradient);
            }
            (loss, gradient)
        });
        let mut parts = parts.into_iter();
        let (mut loss, mut gradient) = parts.next().unwrap_or_else(|| (0.0, vec![[0.0; 2]; COUNT]));
        for (more, slopes) in parts {
            loss += more;
            for (slope, more) in gradient.iter_mut().zip(slopes) {
                slope[0] += more[0];
                slope[1] += more[1];
            }
        }
        (loss, gradient)
    }

    /// Returns the target of the expected score: the result, mixed with the search's score.
    fn target(&self, result: f64, score: Option<f64>) -> f64 {
        match score {
            Some(score) => result + self.lambda * (expected(score, self.k) - result),
            None => result,
        }
    }

    /// Splits the work evenly between the threads. The split depends only on the settings, so that floating-point sums are
    /// reproducible.
    fn in_parallel<T: Send>(&self, numbers: &[u32], work: impl Fn(&[u32]) -> T + Sync) -> Vec<T> {
        let share = numbers.len().div_ceil(self.threads.get()).max(1);
        if share >= numbers.len() {
            return vec![work(numbers)];
        }
        let work = &work;
        thread::scope(|scope| {
            let workers: Vec<_> = numbers
                .chunks(share)
                .map(|numbers| scope.spawn(move || work(numbers)))
                .collect();
            workers
                .into_iter()
                .map(|worker| worker.join().expect("the worker does not panic"))
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data() -> Dataset {
        let mut data = Dataset::new();
        let text = "\
            r2q1rk1/pp2bppp/2n1bn2/3p4/3N4/2N1B3/PP2BPPP/R2Q1RK1 w - - 4 12|1\n\
            r4rk1/pppq1pp1/8/6N1/7Q/8/PPP2PP1/4R1KR b - - 0 1|0.5|300\n\
            8/2p2pk1/1p4p1/p2P3p/P1r4P/1P3KP1/3R4/8 w - - 30 40|0\n\
            8/8/1p3k2/p1p2p2/P1P2P2/1P2K3/8/8 w - - 0 50|0.5|-20\n\
            2kr3r/ppp2ppp/2n1b3/2b1N2q/5B2/2PB4/PP1Q1PPP/R4RK1 b - - 0 15|0|-120\n";
        data.read("test", text, NonZeroUsize::MIN).unwrap();
        assert_eq!(data.len(), 5);
        data
    }

    #[test]
    fn gradient_equals_finite_differences() {
        let data = data();
        let loss = Loss {
            data: &data,
            k: 1.1,
            lambda: 0.3,
            threads: NonZeroUsize::new(2).unwrap(),
        };
        let numbers: Vec<u32> = (0..5).collect();
        // The function has corners at whole numbers, so avoid them.
        let mut params = super::super::current();
        for (n, param) in params.iter_mut().enumerate() {
            param[0] += 0.37 + (n % 5) as f64 * 0.01;
            param[1] += 0.23 + (n % 7) as f64 * 0.01;
        }
        let (sum, gradient) = loss.gradient(&numbers, &params);
        assert!((sum / 5.0 - loss.mean(&numbers, &params)).abs() < 1e-12);
        let mut used = 0;
        for n in 0..COUNT {
            for half in 0..2 {
                let step = 1e-3;
                let mut at = |offset: f64| {
                    let before = params[n][half];
                    params[n][half] += offset;
                    let sum = loss.mean(&numbers, &params) * 5.0;
                    params[n][half] = before;
                    sum
                };
                let difference = (at(step) - at(-step)) / (2.0 * step);
                let slope = gradient[n][half];
                let error = (difference - slope).abs();
                assert!(
                    error < 1e-8 + 1e-4 * slope.abs(),
                    "weight {n}, half {half}: {slope} but {difference}"
                );
                used += usize::from(slope != 0.0);
            }
        }
        assert!(used > 150, "{used} slopes");
    }

    #[test]
    fn split_has_the_requested_share() {
        let (training, held_out) = split(100_000, 0.05);
        assert_eq!(training.len() + held_out.len(), 100_000);
        assert!(
            (4_500..5_500).contains(&held_out.len()),
            "{}",
            held_out.len()
        );
        let (training, held_out) = split(10, 0.0);
        assert_eq!((training.len(), held_out.len()), (10, 0));
    }
}
