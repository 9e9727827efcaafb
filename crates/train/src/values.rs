//! The values that a network has learned for each piece on each square.

use chess::PieceKind;
use nnue::features::bucket;

use crate::sample::{MEN, Sample};
use crate::weights::{BIAS, Weights};

/// Mean values in centipawns: how much lower a network evaluates positions for the owner of a piece without that piece.
#[derive(Clone, PartialEq, Debug)]
pub struct Values {
    /// For each kind of piece except the king, its mean value on all squares.
    pub kinds: [f64; 5],
    /// The same for each square from the owner's view, a1 first; `None` where no sample has such a piece.
    pub squares: [[Option<f64>; 64]; 5],
}

impl Values {
    /// Computes the values of a network on samples.
    #[must_use]
    pub fn new(weights: &Weights, samples: &[Sample]) -> Self {
        let mut sums = [[(0.0, 0_u32); 64]; 5];
        for sample in samples {
            add(weights, sample, &mut sums);
        }
        let mean = |(sum, count): (f64, u32)| (count > 0).then(|| sum / f64::from(count));
        let all = |squares: &[(f64, u32); 64]| {
            let sum = squares.iter().fold((0.0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
            mean(sum).unwrap_or(0.0)
        };
        Self {
            kinds: sums.each_ref().map(all),
            squares: sums.map(|squares| squares.map(mean)),
        }
    }
}

/// Adds the values of the pieces of a sample.
fn add(weights: &Weights, sample: &Sample, sums: &mut [[(f64, u32); 64]; 5]) {
    let width = weights.shape.width;
    let mut inputs = [[0; MEN]; 2];
    let men = sample.inputs(&mut inputs);
    let outputs = &weights.outputs[bucket(men as u32, weights.shape.buckets) * 2 * width..];
    let row = |input: usize| &weights.inputs[input * width..][..width];
    let neurons = [0, 1].map(|side: usize| {
        let mut neurons = row(BIAS).to_vec();
        for &input in &inputs[side][..men] {
            for (neuron, weight) in neurons.iter_mut().zip(row(input.into())) {
                *neuron += weight;
            }
        }
        neurons
    });
    // The output without the bias, after subtracting a row from the neurons of each side.
    let output = |without: Option<usize>| -> f32 {
        let sides = neurons.iter().zip(&inputs).zip(outputs.chunks_exact(width));
        let sums = sides.map(|((neurons, inputs), outputs)| -> f32 {
            let row = without.map(|place| row(inputs[place].into()));
            let each = neurons.iter().zip(outputs).enumerate();
            each.map(|(column, (neuron, weight))| {
                let neuron = neuron - row.map_or(0.0, |row| row[column]);
                let active = neuron.clamp(0.0, 1.0);
                active * active * weight
            })
            .sum()
        });
        sums.sum()
    };
    let full = output(None);
    for (place, (square, kind, is_own)) in sample.pieces().enumerate() {
        if kind == PieceKind::King {
            continue;
        }
        let lost = f64::from(full - output(Some(place))) * f64::from(nnue::SCALE);
        let value = if is_own { lost } else { -lost };
        let (sum, count) = &mut sums[kind as usize][square as usize];
        *sum += value;
        *count += 1;
    }
}
