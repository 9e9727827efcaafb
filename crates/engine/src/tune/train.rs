//! The way down: epochs, batches, threads, and when to stop.

use std::num::NonZeroUsize;
use std::thread;

use gametree::SplitMix64;

use super::adam::Adam;
use super::data::Dataset;
use super::model::{Pair, Params, expected, steepness};
use crate::eval::COUNT;

/// How to tune.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The most times to go over all positions.
    pub epochs: usize,
    /// How many threads work at the same time.
    pub threads: NonZeroUsize,
    /// Positions between two steps.
    pub batch: usize,
    /// The size of a step at the beginning, in hundredths of a pawn. It shrinks to a twentieth.
    pub rate: f64,
    /// The share of positions that only judge, from 0 to 1.
    pub validation: f64,
    /// How much the search's score counts against the result, from 0 to 1.
    pub lambda: f64,
    /// How steep the curve is; fitted if there is none.
    pub k: Option<f64>,
    /// Stop after so many epochs without a better validation loss.
    pub patience: usize,
    /// How far weights may be expected to be from those at the beginning, in hundredths of a pawn; the fewer positions
    /// there are, the more it holds them back.
    pub trust: f64,
    /// Leave weights alone that fewer positions use.
    pub least_uses: usize,
    /// Where the shuffling begins.
    pub seed: u64,
    /// The weights to begin with.
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

/// How an epoch went.
#[derive(Clone, Copy, Debug)]
pub struct Epoch<'a> {
    /// Its number; 0 is before the first step.
    pub number: usize,
    /// The steepness of the curve.
    pub k: f64,
    /// The mean squared error on the positions that were learned from.
    pub training: f64,
    /// The mean squared error on the positions that only judge.
    pub validation: f64,
    /// Whether this is the best validation loss so far.
    pub is_best: bool,
    /// The weights now.
    pub params: &'a [Pair],
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The weights with the best validation loss.
    pub params: Params,
    /// The steepness of the curve.
    pub k: f64,
    /// The epoch they are from.
    pub epoch: usize,
    /// Their loss on the positions that only judge.
    pub validation: f64,
}

/// Somebody who is told how the tuning goes. A function of an [`Epoch`] will do.
pub trait Watch {
    /// An epoch is over. If the answer is `false`, that was the last.
    fn epoch(&mut self, epoch: &Epoch<'_>) -> bool;

    /// So many batches of the epoch are done.
    fn batch(&mut self, _done: usize, _of: usize) {}
}

impl<F: FnMut(&Epoch<'_>) -> bool> Watch for F {
    fn epoch(&mut self, epoch: &Epoch<'_>) -> bool {
        self(epoch)
    }
}

/// Tunes the weights.
pub fn tune(data: &Dataset, settings: &Settings, watch: &mut impl Watch) -> Outcome {
    let (mut training, judging) = split(data.len(), settings.validation);
    let mut params = settings.start.clone();
    let k = settings
        .k
        .unwrap_or_else(|| fit_k(data, &params, settings.threads));
    let goal = Goal {
        data,
        k,
        lambda: settings.lambda,
        threads: settings.threads,
    };
    // Where nothing is kept to judge, what was learned must do.
    let judges = if judging.is_empty() {
        training.clone()
    } else {
        judging
    };
    let is_free = free_weights(data, settings.least_uses);
    let mut best = Outcome {
        params: params.clone(),
        k,
        epoch: 0,
        validation: goal.loss(&judges, &params),
    };
    let first = Epoch {
        number: 0,
        k,
        training: goal.loss(&training, &params),
        validation: best.validation,
        is_best: true,
        params: &params,
    };
    if training.is_empty() || !watch.epoch(&first) {
        return best;
    }

    // What a weight's distance from its beginning costs. In the language of statistics, a normal prior: the squared error
    // of a position is about 0.05, and some twenty positions of a game say no more than one.
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
            watch.batch(done, batches);
            let (loss, mut gradient) = goal.gradient(batch, &params);
            sum += loss;
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
        // The steps jitter about the way; their mean is where it leads.
        let validation = goal.loss(&judges, &mean);
        let is_best = validation < best.validation;
        if is_best {
            best.params.clone_from(&mean);
            best.epoch = number;
            best.validation = validation;
        }
        let goes_on = watch.epoch(&Epoch {
            number,
            k,
            training: sum / training.len() as f64,
            validation,
            is_best,
            params: &mean,
        });
        if !goes_on || number - best.epoch >= settings.patience.max(1) {
            break;
        }
    }
    best
}

/// The step size of an epoch: half a wave of a cosine from the whole to a twentieth.
fn rate(settings: &Settings, number: usize) -> f64 {
    let progress = (number - 1) as f64 / settings.epochs.max(1) as f64;
    let wave = (1.0 + (std::f64::consts::PI * progress).cos()) / 2.0;
    settings.rate * (0.05 + 0.95 * wave)
}

/// The numbers of the positions to learn from, and of those that judge. Neighbours in a file are mostly from one game
/// and know of each other, so whole blocks of them go one way.
fn split(count: usize, validation: f64) -> (Vec<u32>, Vec<u32>) {
    let block = (count / 400).clamp(1, 2_000);
    let judges = |number: &u32| {
        let block = (*number as usize / block) as f64;
        // The share grows past a whole number so often.
        ((block + 1.0) * validation).floor() > (block * validation).floor()
    };
    let (judging, training) = (0..count as u32).partition(judges);
    (training, judging)
}

/// Which weights enough positions use.
fn free_weights(data: &Dataset, least: usize) -> Vec<bool> {
    let mut uses = vec![0_usize; COUNT];
    for number in 0..data.len() {
        for index in data.position(number).weights() {
            uses[index] += 1;
        }
    }
    uses.into_iter().map(|uses| uses >= least.max(1)).collect()
}

/// The steepness for which these weights predict the results best.
#[must_use]
pub fn fit_k(data: &Dataset, params: &[Pair], threads: NonZeroUsize) -> f64 {
    // A few hundred thousand positions are plenty for one number.
    let stride = data.len().div_ceil(300_000).max(1);
    let numbers: Vec<u32> = (0..data.len() as u32).step_by(stride).collect();
    let loss = |k: f64| {
        let goal = Goal {
            data,
            k,
            lambda: 0.0,
            threads,
        };
        goal.loss(&numbers, params)
    };
    // The golden section: three points, each time the worse end is thrown away.
    let ratio = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut low, mut high) = (0.05, 5.0);
    let inner = |low: f64, high: f64| (high - ratio * (high - low), low + ratio * (high - low));
    let (mut a, mut b) = inner(low, high);
    let (mut at_a, mut at_b) = (loss(a), loss(b));
    while high - low > 1e-3 {
        if at_a < at_b {
            high = b;
            (b, at_b) = (a, at_a);
            a = inner(low, high).0;
            at_a = loss(a);
        } else {
            low = a;
            (a, at_a) = (b, at_b);
            b = inner(low, high).1;
            at_b = loss(b);
        }
    }
    (low + high) / 2.0
}

/// What is to be made small.
struct Goal<'a> {
    data: &'a Dataset,
    k: f64,
    lambda: f64,
    threads: NonZeroUsize,
}

impl Goal<'_> {
    /// The mean squared error over these positions.
    fn loss(&self, numbers: &[u32], params: &[Pair]) -> f64 {
        if numbers.is_empty() {
            return 0.0;
        }
        let sum: f64 = self
            .share_out(numbers, |numbers| {
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

    /// The sum of the squared errors over these positions, and its slope for each weight.
    fn gradient(&self, numbers: &[u32], params: &[Pair]) -> (f64, Vec<Pair>) {
        let parts = self.share_out(numbers, |numbers| {
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

    /// The score to aim at.
    fn target(&self, result: f64, score: Option<f64>) -> f64 {
        match score {
            Some(score) => result + self.lambda * (expected(score, self.k) - result),
            None => result,
        }
    }

    /// Cuts the work in equal pieces, one a thread. The pieces are always the same, so that sums are too.
    fn share_out<T: Send>(&self, numbers: &[u32], work: impl Fn(&[u32]) -> T + Sync) -> Vec<T> {
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
                .map(|worker| worker.join().expect("the work does not panic"))
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
    fn slopes_equal_differences() {
        let data = data();
        let goal = Goal {
            data: &data,
            k: 1.1,
            lambda: 0.3,
            threads: NonZeroUsize::new(2).unwrap(),
        };
        let numbers: Vec<u32> = (0..5).collect();
        // Round numbers sit on the corners of the function; these do not.
        let mut params = super::super::current();
        for (n, param) in params.iter_mut().enumerate() {
            param[0] += 0.37 + (n % 5) as f64 * 0.01;
            param[1] += 0.23 + (n % 7) as f64 * 0.01;
        }
        let (loss, gradient) = goal.gradient(&numbers, &params);
        assert!((loss / 5.0 - goal.loss(&numbers, &params)).abs() < 1e-12);
        let mut used = 0;
        for n in 0..COUNT {
            for half in 0..2 {
                let step = 1e-3;
                let mut at = |offset: f64| {
                    let before = params[n][half];
                    params[n][half] += offset;
                    let loss = goal.loss(&numbers, &params) * 5.0;
                    params[n][half] = before;
                    loss
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
    fn blocks_go_one_way() {
        let (training, judging) = split(100_000, 0.05);
        assert_eq!(training.len() + judging.len(), 100_000);
        assert!((4_500..5_500).contains(&judging.len()), "{}", judging.len());
        let (training, judging) = split(10, 0.0);
        assert_eq!((training.len(), judging.len()), (10, 0));
    }
}
