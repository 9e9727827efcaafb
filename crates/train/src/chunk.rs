//! Chunks: positions of a batch, decoded and sorted for the passes.

use chess::Position;
use nnue::features::{INPUTS, bucket};

use crate::kernels::Simd;
use crate::permutation::Permutation;
use crate::sample::{Inputs, MEN, Sample};
use crate::target::Target;

/// The positions of a chunk. The inputs of the first layer and their gradients stay in the cache for that long.
pub const CHUNK: usize = 1024;

/// The rows of a chunk: each position from the perspective of the side to move, then each from the other.
pub const ROWS: usize = 2 * CHUNK;

/// The number of rows that are added up in 16 bits.
pub const GROUP: usize = 4;

/// A row whose gradient is zero: it completes a group.
pub const NO_ROW: u16 = ROWS as u16;

/// The positions of a chunk, sorted by the number of men, so that buckets are ranges and loops have predictable lengths.
pub struct Chunk {
    /// The inputs of each row.
    pub inputs: Box<[[u16; MEN]; ROWS]>,
    /// The number of men of each position.
    pub men: Box<[u8; CHUNK]>,
    /// The expected score of each position.
    pub wanted: Box<[f32; CHUNK]>,
    /// The first position of each bucket, and the end.
    pub ranges: [usize; 9],
    /// The rows in which an input is active: for each active input its index and its number of groups.
    pub active: Vec<(u16, u16)>,
    /// The rows of all active inputs, in groups.
    pub rows: Vec<[u16; GROUP]>,
    samples: Box<[Sample; CHUNK]>,
}

/// The places of the samples of a chunk in an order.
pub struct Source<'a> {
    /// All samples.
    pub samples: &'a [Sample],
    /// Their order.
    pub order: Permutation,
    /// The place of the first sample in the order.
    pub place: usize,
}

impl Chunk {
    /// Creates an empty chunk.
    pub fn new() -> Self {
        Self {
            inputs: boxed([0; MEN]),
            men: boxed(0),
            wanted: boxed(0.0),
            ranges: [0; 9],
            active: Vec::with_capacity(INPUTS),
            rows: Vec::new(),
            samples: boxed(Sample::of(&Position::startpos(), 0)),
        }
    }

    /// Decodes and sorts the samples.
    #[inline(always)]
    pub fn prepare<S: Simd>(
        &mut self,
        simd: S,
        source: &Source<'_>,
        target: Target,
        buckets: usize,
    ) {
        /// The number of samples that are loaded in advance.
        const AHEAD: usize = 32;
        let samples = source.samples;
        let mut indices = [0; CHUNK];
        for (place, index) in indices.iter_mut().enumerate() {
            *index = source.order.at((source.place + place) % samples.len());
        }
        let mut starts = [0_usize; MEN + 2];
        for place in 0..CHUNK {
            simd.prefetch(&samples[indices[(place + AHEAD).min(CHUNK - 1)]]);
            let sample = samples[indices[place]];
            self.samples[place] = sample;
            starts[sample.men() + 1] += 1;
        }
        for men in 0..=MEN {
            starts[men + 1] += starts[men];
        }
        self.ranges = [CHUNK; 9];
        for men in (2..=MEN).rev() {
            self.ranges[bucket(men as u32, buckets)] = starts[men];
        }
        self.ranges[0] = 0;
        let mut counts = [[0_u32; 1024]; 2];
        for sample in self.samples.iter() {
            let place = &mut starts[sample.men()];
            let position = *place % CHUNK;
            *place += 1;
            let mut inputs: Inputs = [[0; MEN]; 2];
            let men = sample.inputs(&mut inputs);
            self.men[position] = men as u8;
            self.wanted[position] = target.of(sample);
            for (counts, inputs) in counts.iter_mut().zip(&inputs) {
                for input in &inputs[..men.min(MEN)] {
                    counts[simd.index(input) % 1024] += 1;
                }
            }
            self.inputs[position] = inputs[0];
            self.inputs[CHUNK + position] = inputs[1];
        }
        self.sort_rows(simd, &mut counts);
    }

    /// Sorts the rows by their inputs (counting sort).
    #[inline(always)]
    fn sort_rows<S: Simd>(&mut self, simd: S, counts: &mut [[u32; 1024]; 2]) {
        // Inputs with many rows first: the loops over groups then have slowly decreasing lengths, which are predicted well.
        const MOST: usize = ROWS / GROUP;
        let groups = |input: usize, counts: &[[u32; 1024]; 2]| {
            ((counts[0][input] + counts[1][input]) as usize)
                .div_ceil(GROUP)
                .min(MOST)
        };
        let mut places = [0_u16; MOST + 2];
        for input in 0..INPUTS {
            places[MOST - groups(input, counts) + 1] += 1;
        }
        for size in 0..=MOST {
            places[size + 1] += places[size];
        }
        self.active.resize(INPUTS, (0, 0));
        for input in 0..INPUTS {
            let groups = groups(input, counts);
            let place = &mut places[MOST - groups];
            self.active[usize::from(*place)] = (input as u16, groups as u16);
            *place += 1;
        }
        let used = self.active.iter().position(|&(_, groups)| groups == 0);
        self.active.truncate(used.unwrap_or(INPUTS));

        let mut end = 0_u32;
        for &(input, groups) in &self.active {
            let input = usize::from(input);
            let first = counts[0][input];
            counts[0][input] = end;
            counts[1][input] = end + first;
            end += u32::from(groups) * GROUP as u32;
        }
        self.rows.clear();
        self.rows.resize(end as usize / GROUP, [NO_ROW; GROUP]);
        let rows = self.rows.as_flattened_mut();
        for (perspective, next) in counts.iter_mut().enumerate() {
            for position in 0..CHUNK {
                let row = perspective * CHUNK + position;
                let men = usize::from(self.men[position]).min(MEN);
                for input in &self.inputs[row][..men] {
                    let next = &mut next[simd.index(input) % 1024];
                    rows[*next as usize] = row as u16;
                    *next += 1;
                }
            }
        }
    }
}

/// Returns an array on the heap.
pub fn boxed<T: Clone, const N: usize>(value: T) -> Box<[T; N]> {
    let array: Result<Box<[T; N]>, _> = vec![value; N].into_boxed_slice().try_into();
    array.unwrap_or_else(|_| unreachable!("the vector has N elements"))
}
