//! Quantised networks: rounding, centring, and their errors.

use chess::Position;
use nnue::features::{INPUTS, bucket};
use nnue::{Network, NetworkError, Parameters, QA, QB, SCALE};

use crate::reference;
use crate::sample::{MEN, Sample};
use crate::sha256::sha256;
use crate::target::Target;
use crate::weights::Weights;

/// The samples that determine the centre of each bucket.
const CENTRED: usize = 16_384;

/// The fewest samples of a bucket that is centred.
const LEAST: usize = 50;

/// Rounds weights to a network and shifts its output biases, so that its mean output on the samples of each bucket is that of the
/// exact weights: rounding errors of the output weights do not cancel, because neurons are never negative. The hash in the
/// file is the SHA-256 of the rest, so equal networks have equal names.
///
/// # Errors
/// A weight is too large.
pub fn quantise(weights: &Weights, samples: &[Sample]) -> Result<Network, NetworkError> {
    let mut parameters = weights.quantise()?;
    let one = f64::from(QA) * f64::from(QB);
    let mut sums = vec![(0.0, 0); parameters.buckets];
    for sample in samples.iter().take(CENTRED) {
        let exact = f64::from(reference::output(weights, sample)) * one;
        let (bucket, output) = output(&parameters, sample);
        sums[bucket].0 += exact - output as f64;
        sums[bucket].1 += 1;
    }
    for (bias, (sum, count)) in parameters.output_biases.iter_mut().zip(sums) {
        if count >= LEAST {
            *bias += (sum / count as f64).round() as i32;
        }
    }
    let bytes = Network::new(&parameters)?.to_bytes();
    parameters.manifest = sha256(&bytes);
    Network::new(&parameters)
}

/// Returns the bucket and the output of a quantised network, in units of 1 / (QA * QB), in plain integers.
fn output(parameters: &Parameters, sample: &Sample) -> (usize, i64) {
    let width = parameters.width;
    let mut inputs = [[0; MEN]; 2];
    let men = sample.inputs(&mut inputs);
    let bucket = bucket(men as u32, parameters.buckets);
    let mut sum = 0;
    for (side, inputs) in inputs.iter().enumerate() {
        let mut neurons: Vec<i32> = parameters
            .feature_biases
            .iter()
            .map(|&x| x.into())
            .collect();
        for &input in &inputs[..men] {
            let row = &parameters.feature_weights[usize::from(input).min(INPUTS - 1) * width..];
            for (neuron, &weight) in neurons.iter_mut().zip(row) {
                *neuron += i32::from(weight);
            }
        }
        let row = &parameters.output_weights[(2 * bucket + side) * width..];
        for (neuron, &weight) in neurons.into_iter().zip(row) {
            let active = i64::from(neuron.clamp(0, i32::from(QA)));
            sum += active * active * i64::from(weight);
        }
    }
    let output = sum / i64::from(QA) + i64::from(parameters.output_biases[bucket]);
    (bucket, output)
}

/// Returns test vectors of a network: for each sample its record of 32 bytes and the value in 4 bytes, little-endian.
#[must_use]
pub fn vectors(network: &Network, samples: &[Sample]) -> Vec<u8> {
    let parameters = network.parameters();
    let mut vectors = Vec::new();
    for sample in samples {
        let (_, output) = output(&parameters, sample);
        let value = output * i64::from(SCALE) / (i64::from(QA) * i64::from(QB));
        vectors.extend(sample.record().0);
        vectors.extend((value as i32).to_le_bytes());
    }
    vectors
}

/// Positions with scores for the side to move, such as those of deep searches.
#[derive(Clone, Debug, Default)]
pub struct Exam(Vec<(Position, f64)>);

impl Exam {
    /// Reads lines of `FEN|score`, with further fields ignored.
    ///
    /// # Errors
    /// A line is malformed. The text is a sentence that names it.
    pub fn read(text: &str) -> Result<Self, String> {
        let read = |(index, line): (usize, &str)| {
            let number = index + 1;
            let mut fields = line.split('|');
            let (Some(fen), Some(score)) = (fields.next(), fields.next()) else {
                return Err(format!("line {number} of the exam is not FEN|score"));
            };
            let position = Position::from_fen(fen)
                .map_err(|error| format!("line {number} of the exam: {error}"))?;
            match score.trim().parse::<i32>() {
                Ok(score) => Ok((position, f64::from(score))),
                Err(_) => Err(format!(
                    "line {number} of the exam has the score {score:?}, which is not a whole number of centipawns"
                )),
            }
        };
        let lines = text.lines().enumerate();
        let lines = lines.filter(|(_, line)| !line.trim().is_empty());
        let positions: Vec<_> = lines.map(read).collect::<Result<_, _>>()?;
        match positions.is_empty() {
            true => Err("the exam has no position: a line should be FEN|score".to_owned()),
            false => Ok(Self(positions)),
        }
    }

    /// Returns the number of positions.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there are no positions.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the mean squared error of a network, in expected scores with a scale in centipawns.
    #[must_use]
    pub fn error(&self, network: &Network, scale: f32) -> f64 {
        let expected = |value: f64| 1.0 / (1.0 + (-value / f64::from(scale)).exp());
        let error = |(position, score): &(Position, f64)| {
            let value = f64::from(network.evaluate(position));
            (expected(value) - expected(*score)).powi(2)
        };
        self.0.iter().map(error).sum::<f64>() / self.0.len().max(1) as f64
    }
}

/// Returns the held-out errors of weights: against their own target, and against the score alone with 400 centipawns.
#[must_use]
pub fn held_out(weights: &Weights, samples: &[Sample], target: Target, threads: usize) -> [f64; 2] {
    reference::errors(weights, samples, [target, Target::SCORE], threads)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::weights::Shape;

    #[test]
    fn vectors_are_the_values_of_the_engine() {
        let fens = include_str!("../../nnue/tests/data/positions.fen");
        let positions = fens
            .lines()
            .map(|fen| Position::from_fen(fen).expect("a legal FEN"));
        let positions: Vec<Position> = positions.collect();
        let samples: Vec<Sample> = positions.iter().map(|one| Sample::of(one, 0)).collect();
        for (width, buckets) in [(32, 8), (64, 1)] {
            let mut weights = Weights::random(Shape { width, buckets }, 4);
            weights.parts_mut()[1]
                .iter_mut()
                .for_each(|weight| *weight *= 9.0);
            let network = quantise(&weights, &samples).expect("a network");
            assert_ne!(network.manifest(), [0; 32]);
            let vectors = vectors(&network, &samples);
            let mean: f64 = positions
                .iter()
                .zip(vectors.as_chunks::<36>().0)
                .zip(&samples)
                .map(|((position, vector), sample)| {
                    let value = i32::from_le_bytes(vector[32..].try_into().expect("4 bytes"));
                    assert_eq!(network.evaluate(position), value, "{position}");
                    let exact = reference::output(&weights, sample) * SCALE as f32;
                    assert!((exact - value as f32).abs() < 40.0, "{exact} and {value}");
                    f64::from(exact) - f64::from(value)
                })
                .sum::<f64>()
                / positions.len() as f64;
            assert!(mean.abs() < 3.0, "{mean}");
        }
    }

    #[test]
    fn an_exam_names_the_line_of_an_error() {
        let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
        let exam = Exam::read(&format!("{fen}|12|e1e2\n\n{fen}|-5\n")).expect("an exam");
        assert_eq!(exam.len(), 2);
        for (text, part) in [
            (format!("{fen}|1\n{fen}"), "line 2"),
            (format!("{fen}|x"), "\"x\""),
            ("8/8|1".to_owned(), "line 1"),
            (String::new(), "FEN|score"),
        ] {
            let error = Exam::read(&text).expect_err("an error");
            assert!(error.contains(part), "{error}");
        }
    }
}
