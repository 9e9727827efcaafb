//! The reference: the same network and gradients in plain floating point, one position at a time.
//!
//! It is what the kernels are tested against, and it computes the reported errors.

use nnue::features::bucket;

use crate::sample::{Inputs, MEN, Sample};
use crate::target::{Target, logistic};
use crate::weights::{BIAS, Weights};

/// The neurons of a position from both perspectives, and the place of its bucket.
struct Forward {
    inputs: Inputs,
    men: usize,
    bucket: usize,
    output: f32,
}

/// Computes the output for a sample. `neurons` has the neurons of both perspectives before the activation afterwards.
fn forward(weights: &Weights, sample: &Sample, neurons: &mut [Vec<f32>; 2]) -> Forward {
    let width = weights.shape.width;
    let mut inputs = [[0; MEN]; 2];
    let men = sample.inputs(&mut inputs);
    let bucket = bucket(men as u32, weights.shape.buckets);
    let mut output = weights.biases[bucket];
    for (side, neurons) in neurons.iter_mut().enumerate() {
        neurons.clear();
        neurons.extend_from_slice(&weights.inputs[BIAS * width..]);
        for &input in &inputs[side][..men] {
            let row = &weights.inputs[usize::from(input) * width..][..width];
            for (neuron, weight) in neurons.iter_mut().zip(row) {
                *neuron += weight;
            }
        }
        let row = &weights.outputs[(2 * bucket + side) * width..][..width];
        // Sixteen sums: compilers may not reorder a single one.
        let mut sums = [0.0_f32; 16];
        for (neurons, weights) in neurons
            .as_chunks::<16>()
            .0
            .iter()
            .zip(row.as_chunks::<16>().0)
        {
            for place in 0..16 {
                let active = neurons[place].clamp(0.0, 1.0);
                sums[place] += active * active * weights[place];
            }
        }
        output += sums.iter().sum::<f32>();
    }
    Forward {
        inputs,
        men,
        bucket,
        output,
    }
}

/// Returns the output of a network for a sample: 1.0 is 400 centipawns for the side to move.
#[must_use]
pub fn output(weights: &Weights, sample: &Sample) -> f32 {
    forward(weights, sample, &mut [Vec::new(), Vec::new()]).output
}

/// Returns the mean squared error of samples, and its gradient.
#[must_use]
pub fn gradient(weights: &Weights, samples: &[Sample], target: Target) -> (f64, Weights) {
    let width = weights.shape.width;
    let steepness = target.steepness();
    let mut total = Weights::zero(weights.shape);
    let mut error = 0.0;
    let mut neurons = [Vec::new(), Vec::new()];
    let mut slopes = vec![0.0; width];
    for sample in samples {
        let made = forward(weights, sample, &mut neurons);
        let expected = logistic(steepness * made.output);
        let difference = expected - target.of(sample);
        error += f64::from(difference * difference);
        let factor = 2.0 * steepness / samples.len() as f32;
        let by_output = factor * difference * expected * (1.0 - expected);
        total.biases[made.bucket] += by_output;
        for (side, neurons) in neurons.iter().enumerate() {
            let outputs = (2 * made.bucket + side) * width;
            for column in 0..width {
                let neuron = neurons[column];
                let active = neuron.clamp(0.0, 1.0);
                total.outputs[outputs + column] += by_output * active * active;
                slopes[column] = if neuron > 0.0 && neuron < 1.0 {
                    by_output * weights.outputs[outputs + column] * 2.0 * active
                } else {
                    0.0
                };
            }
            let active = made.inputs[side][..made.men]
                .iter()
                .map(|&input| usize::from(input));
            for input in active.chain([BIAS]) {
                let row = &mut total.inputs[input * width..][..width];
                for (sum, slope) in row.iter_mut().zip(&slopes) {
                    *sum += slope;
                }
            }
        }
    }
    (error / samples.len().max(1) as f64, total)
}

/// Returns the mean squared errors of samples against some targets. The result does not depend on the number of threads.
#[must_use]
pub fn errors<const N: usize>(
    weights: &Weights,
    samples: &[Sample],
    targets: [Target; N],
    threads: usize,
) -> [f64; N] {
    /// The samples that one thread adds up.
    const PIECE: usize = 512;
    let piece = |samples: &[Sample]| {
        let mut neurons = [Vec::new(), Vec::new()];
        let mut sums = [0.0; N];
        for sample in samples {
            let output = forward(weights, sample, &mut neurons).output;
            for (sum, target) in sums.iter_mut().zip(targets) {
                let difference = logistic(target.steepness() * output) - target.of(sample);
                *sum += f64::from(difference * difference);
            }
        }
        sums
    };
    let pieces: Vec<&[Sample]> = samples.chunks(PIECE).collect();
    let each = pieces.len().div_ceil(threads.max(1)).max(1);
    let run = |pieces: &[&[Sample]]| -> Vec<[f64; N]> {
        pieces.iter().map(|samples| piece(samples)).collect()
    };
    let mut parts = pieces.chunks(each);
    let own = parts.next().unwrap_or_default();
    let sums: Vec<[f64; N]> = std::thread::scope(|scope| {
        let others: Vec<_> = parts.map(|part| scope.spawn(move || run(part))).collect();
        let mut sums = run(own);
        for other in others {
            sums.extend(
                other
                    .join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            );
        }
        sums
    });
    let count = samples.len().max(1) as f64;
    std::array::from_fn(|index| sums.iter().map(|sums| sums[index]).sum::<f64>() / count)
}
