//! A network: its weights, and what they say about a position.

use std::fmt;

use chess::{Color, PieceKind, Position, Square};

use crate::accumulator::Accumulator;
use crate::features::{INPUTS, bucket};
use crate::format::{self, NetworkError};
use crate::kernels::{self, Instructions, LANES, Line, Simd};
use crate::quantisation::{MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, QA, QB, SCALE};

/// The numbers of a network, as a trainer makes them. [`Network::new`] checks them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// The neurons of one perspective: a multiple of 32, at most [`MAX_WIDTH`](crate::MAX_WIDTH).
    pub width: usize,
    /// The output buckets: 1 or 8.
    pub buckets: usize,
    /// The SHA-256 of the manifest of the training.
    pub manifest: [u8; 32],
    /// For each of the 768 inputs a weight for each neuron.
    pub feature_weights: Vec<i16>,
    /// For each neuron what it is without any input.
    pub feature_biases: Vec<i16>,
    /// For each bucket a weight for each neuron, first those of the side to move.
    pub output_weights: Vec<i16>,
    /// For each bucket what its output is without any neuron, in units of 1 / (QA * QB).
    pub output_biases: Vec<i32>,
}

/// A network that is ready for use.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    width: usize,
    buckets: usize,
    manifest: [u8; 32],
    feature_weights: Box<[Line]>,
    feature_biases: Box<[Line]>,
    output_weights: Box<[Line]>,
    output_biases: Box<[i32]>,
    /// The bucket for each number of men: a division takes as long as the output of a small network.
    bucket_of: [u8; 33],
    instructions: Instructions,
}

impl Network {
    /// A network of these numbers, or what is wrong with them.
    pub fn new(parameters: &Parameters) -> Result<Self, NetworkError> {
        let &Parameters {
            width,
            buckets,
            manifest,
            ..
        } = parameters;
        format::check_shape(width, buckets)?;
        let lengths = [
            (parameters.feature_weights.len(), INPUTS * width),
            (parameters.feature_biases.len(), width),
            (parameters.output_weights.len(), 2 * width * buckets),
            (parameters.output_biases.len(), buckets),
        ];
        for (found, expected) in lengths {
            if found != expected {
                return Err(NetworkError::Count { expected, found });
            }
        }
        check_weights(
            "input weight",
            &parameters.feature_weights,
            MAX_FEATURE_WEIGHT,
        )?;
        check_weights("input bias", &parameters.feature_biases, MAX_FEATURE_WEIGHT)?;
        check_weights(
            "output weight",
            &parameters.output_weights,
            MAX_OUTPUT_WEIGHT,
        )?;
        Ok(Self {
            width,
            buckets,
            manifest,
            feature_weights: lines(&parameters.feature_weights),
            feature_biases: lines(&parameters.feature_biases),
            output_weights: lines(&parameters.output_weights),
            output_biases: parameters.output_biases.clone().into(),
            bucket_of: std::array::from_fn(|men| bucket(men as u32, buckets) as u8),
            instructions: Instructions::best(),
        })
    }

    /// The network in the bytes of a file, or what is wrong with them. README.md has the format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::new(&format::read(bytes)?)
    }

    /// The bytes of its file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        format::write(&self.parameters())
    }

    /// Its numbers.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        let numbers = |lines: &[Line]| lines.iter().flat_map(|line| line.0).collect();
        Parameters {
            width: self.width,
            buckets: self.buckets,
            manifest: self.manifest,
            feature_weights: numbers(&self.feature_weights),
            feature_biases: numbers(&self.feature_biases),
            output_weights: numbers(&self.output_weights),
            output_biases: self.output_biases.to_vec(),
        }
    }

    /// The same network, which from now on uses other instructions of this processor.
    #[must_use]
    pub fn with_instructions(mut self, instructions: Instructions) -> Self {
        self.instructions = instructions;
        self
    }

    /// The instructions it uses: the best there are, unless others were asked for.
    #[inline(always)]
    #[must_use]
    pub fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// The neurons of one perspective.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// The output buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// The SHA-256 of the manifest of its training.
    #[must_use]
    pub fn manifest(&self) -> [u8; 32] {
        self.manifest
    }

    /// The value of a position in centipawns for the side to move, made from nothing. A search uses
    /// [`Accumulators`](crate::Accumulators), which are many times as fast.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        let mut accumulator = Accumulator::new(self);
        accumulator.refresh(self, position);
        accumulator.evaluate(self, position)
    }

    /// The value of a position as if the man on a square were not there, for the side to move. What is left need not be a legal
    /// position: the network does not ask. `None` if nothing or a king stands there.
    #[must_use]
    pub fn evaluate_without(&self, position: &Position, square: Square) -> Option<i32> {
        let piece = position.piece_at(square)?;
        if piece.kind() == PieceKind::King {
            return None;
        }
        let mut accumulator = Accumulator::new(self);
        accumulator.refresh(self, position);
        Some(accumulator.evaluate_without(self, position, piece, square))
    }

    /// The neurons without any input.
    #[inline(always)]
    pub(crate) fn biases(&self) -> &[Line] {
        &self.feature_biases
    }

    /// What an input adds to the neurons.
    #[inline(always)]
    pub(crate) fn row(&self, feature: usize) -> &[Line] {
        let len = self.feature_biases.len();
        &self.feature_weights[feature * len..][..len]
    }

    /// The bucket for so many men on the board, and the weights of its output: those of the side to move, then the others.
    #[inline(always)]
    pub(crate) fn output_weights(&self, men: usize) -> (usize, [&[Line]; 2]) {
        let bucket = usize::from(self.bucket_of[men]);
        let len = self.feature_biases.len();
        let (ours, theirs) = self.output_weights[2 * len * bucket..][..2 * len].split_at(len);
        (bucket, [ours, theirs])
    }

    /// The value of the output for the neurons of both perspectives and so many men on the board.
    #[inline(always)]
    pub(crate) fn output<S: Simd>(
        &self,
        simd: S,
        us: Color,
        men: usize,
        neurons: [&[Line]; 2],
    ) -> i32 {
        let (bucket, weights) = self.output_weights(men);
        let sum = kernels::forward(simd, [neurons[us], neurons[!us]], weights);
        self.value(simd, bucket, sum)
    }

    /// The value of a sum over all neurons: `(sum / QA + bias) * SCALE / (QA * QB)`, where both divisions drop what is behind
    /// the point, towards zero.
    #[inline(always)]
    pub(crate) fn value<S: Simd>(&self, simd: S, bucket: usize, sum: S::Sum) -> i32 {
        let output = simd.total(sum) / i64::from(QA) + i64::from(self.output_biases[bucket]);
        // No sum is beyond 2^33 + 2^31, so this is below 2^28.
        (output * i64::from(SCALE) / (i64::from(QA) * i64::from(QB))) as i32
    }
}

const _: () = assert!(Color::White as usize == 0 && Color::Black as usize == 1);

impl fmt::Debug for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Network(768 -> {} x2 -> {}, {})",
            self.width, self.buckets, self.instructions
        )
    }
}

/// Numbers in lines. Their count is a multiple of the length of a line.
fn lines(numbers: &[i16]) -> Box<[Line]> {
    let (chunks, rest) = numbers.as_chunks::<LANES>();
    debug_assert!(rest.is_empty());
    chunks.iter().map(|&chunk| Line(chunk)).collect()
}

fn check_weights(what: &'static str, weights: &[i16], limit: i16) -> Result<(), NetworkError> {
    match weights
        .iter()
        .find(|weight| weight.unsigned_abs() > limit.unsigned_abs())
    {
        None => Ok(()),
        Some(&found) => Err(NetworkError::Weight { what, found, limit }),
    }
}
