//! Networks: weights and evaluation.

use std::fmt;

use chess::{Color, PieceKind, Position, Square};

use crate::accumulator::Scratch;
use crate::features::{INPUTS, bucket};
use crate::format::{self, NetworkError};
use crate::kernels::{self, Instructions, LANES, Line, Simd};
use crate::quantisation::{MAX_FEATURE_WEIGHT, MAX_OUTPUT_WEIGHT, QA, QB, SCALE};

/// The numbers of a network, as a trainer produces them. [`Network::new`] validates them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parameters {
    /// The number of neurons of one perspective: a multiple of 32, at most [`MAX_WIDTH`](crate::MAX_WIDTH).
    pub width: usize,
    /// The number of output buckets: 1 or 8.
    pub buckets: usize,
    /// The SHA-256 that names the network.
    pub manifest: [u8; 32],
    /// For each of the 768 inputs, one weight for each neuron.
    pub feature_weights: Vec<i16>,
    /// For each neuron, its value without any input.
    pub feature_biases: Vec<i16>,
    /// For each bucket, one weight for each neuron, those of the side to move first.
    pub output_weights: Vec<i16>,
    /// For each bucket, its output without any active neuron, in units of 1 / (QA * QB).
    pub output_biases: Vec<i32>,
}

/// A validated network.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    width: usize,
    buckets: usize,
    manifest: [u8; 32],
    feature_weights: Box<[Line]>,
    feature_biases: Box<[Line]>,
    output_weights: Box<[Line]>,
    output_biases: Box<[i32]>,
    /// The bucket for each number of pieces: a division takes as long as the output of a small network.
    bucket_of: [u8; 33],
    instructions: Instructions,
}

impl Network {
    /// Creates a network, or returns the error in its numbers.
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

    /// Reads a network from the bytes of a file. README.md describes the format.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetworkError> {
        Self::new(&format::read(bytes)?)
    }

    /// Writes the network as the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        format::write(&self.parameters())
    }

    /// Returns the numbers of the network.
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

    /// Selects the instructions of this processor that the network uses.
    #[must_use]
    pub fn with_instructions(mut self, instructions: Instructions) -> Self {
        self.instructions = instructions;
        self
    }

    /// Returns the instructions that the network uses: [`Instructions::best`] by default.
    #[inline(always)]
    #[must_use]
    pub fn instructions(&self) -> Instructions {
        self.instructions
    }

    /// Returns the number of neurons of one perspective.
    #[must_use]
    pub fn width(&self) -> usize {
        self.width
    }

    /// Returns the number of output buckets.
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.buckets
    }

    /// Returns the SHA-256 that names the network.
    #[must_use]
    pub fn manifest(&self) -> [u8; 32] {
        self.manifest
    }

    /// Evaluates a position from scratch, in centipawns for the side to move. A search uses
    /// [`Accumulators`](crate::Accumulators), which are many times faster.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> i32 {
        self.instructions.run(Scratch {
            network: self,
            position,
            without: None,
        })
    }

    /// Evaluates a position without the piece on a square, for the side to move. The remaining position may be illegal.
    /// Returns `None` if the square is empty or holds a king.
    #[must_use]
    pub fn evaluate_without(&self, position: &Position, square: Square) -> Option<i32> {
        let is_removable = position.piece_at(square)?.kind() != PieceKind::King;
        is_removable.then(|| {
            self.instructions.run(Scratch {
                network: self,
                position,
                without: Some(square),
            })
        })
    }

    /// Returns the neurons without any input.
    #[inline(always)]
    pub(crate) fn biases(&self) -> &[Line] {
        &self.feature_biases
    }

    /// Returns the weights that an input adds to the neurons.
    #[inline(always)]
    pub(crate) fn row(&self, feature: usize) -> &[Line] {
        let len = self.feature_biases.len();
        &self.feature_weights[feature * len..][..len]
    }

    /// Returns the bucket for the number of pieces on the board, and its output weights: those of the side to move, then the
    /// others.
    #[inline(always)]
    pub(crate) fn output_weights(&self, men: usize) -> (usize, [&[Line]; 2]) {
        let bucket = usize::from(self.bucket_of[men]);
        let len = self.feature_biases.len();
        let (ours, theirs) = self.output_weights[2 * len * bucket..][..2 * len].split_at(len);
        (bucket, [ours, theirs])
    }

    /// Computes the value from the neurons of both perspectives and the number of pieces on the board.
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

    /// Computes the value from the sum over all neurons: `(sum / QA + bias) * SCALE / (QA * QB)`. Both divisions round towards
    /// zero.
    #[inline(always)]
    pub(crate) fn value<S: Simd>(&self, simd: S, bucket: usize, sum: S::Sum) -> i32 {
        let output = simd.total(sum) / i64::from(QA) + i64::from(self.output_biases[bucket]);
        // The sum is at most 2^33 + 2^31, so this is below 2^28.
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

/// Splits numbers into lines. Their count is a multiple of the length of a line.
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
