//! Columns: the neurons that one thread owns, for all positions.
//!
//! Threads own columns, not samples: no gradients are added up between threads, and the number of threads does not change a bit of
//! the result. The forward pass adds up rows of 16-bit weights, copies of the 32-bit weights that AdamW updates. The backward pass
//! computes the gradients of the neurons in 16 bits, then adds up the rows of each input in groups of four.

use std::ops::Range;

use nnue::features::{INPUTS, bucket};

use crate::adam::{Step, Tensor};
use crate::chunk::{CHUNK, Chunk, GROUP, ROWS};
use crate::kernels::{LANES, Line, ONE, Simd, interleaved, packed};
use crate::weights::{BIAS, Shape, Weights};

/// 1.0 of an output weight.
const OUTPUT_ONE: f32 = 8192.0;

/// The inputs and the biases.
const INPUT_ROWS: usize = INPUTS + 1;

/// Rows of input weights in memory: a power of two, so that a masked index needs no check.
const STRIDE: usize = 1024;

/// Rows of gradients in memory: those of a chunk, a row of zeros, and the rest up to a power of two.
const GRADIENT_ROWS: usize = 2 * ROWS;

/// The lines whose gradients are added up together.
const PAIR: usize = 2;

/// The lines that the forward pass computes together: their input weights fit into the second-level cache.
const BLOCK: usize = 4;

const EMPTY: Line = Line([0; LANES]);

/// The columns of a thread: weights, moments and gradients, and the memory of the passes.
pub struct Columns {
    shape: Shape,
    /// The first line, in the network.
    first: usize,
    lines: usize,
    /// The input weights in 16 bits: blocks of at most four lines, each with its rows.
    quick_inputs: Vec<Line>,
    /// The output weights in 16 bits: for each bucket and perspective, the lines.
    quick_outputs: Vec<Line>,
    /// For each line and input, 16 even and 16 odd columns.
    inputs: Tensor,
    /// For each bucket, perspective and line, 32 columns in the order of [`interleaved`].
    outputs: Tensor,
    /// For each line, the neurons of each row before the activation.
    neurons: Vec<Line>,
    /// For each row, the gradients of the neurons of two lines.
    gradients: Vec<[Line; PAIR]>,
}

/// The gradients of the outputs of a chunk, in 16 bits.
pub struct OutputGradients {
    /// For each position, in units of `unit`.
    pub quantised: Box<[i16; CHUNK]>,
    /// One unit times 2^15.
    pub unit: f32,
}

impl Columns {
    /// Creates the columns of lines of a network.
    pub fn new(shape: Shape, lines: Range<usize>) -> Self {
        let count = lines.len();
        Self {
            shape,
            first: lines.start,
            lines: count,
            quick_inputs: vec![EMPTY; count * STRIDE],
            quick_outputs: vec![EMPTY; 2 * shape.buckets * count],
            inputs: Tensor::new(count * INPUT_ROWS * 2),
            outputs: Tensor::new(2 * shape.buckets * count * 2),
            neurons: vec![EMPTY; count * ROWS],
            gradients: vec![[EMPTY; PAIR]; GRADIENT_ROWS],
        }
    }

    /// Copies a part of the tensors ([`Tensor::parts`]) from the network's columns.
    pub fn read(&mut self, part: usize, network: &Weights) {
        let [inputs, outputs] = self.places();
        let parts = network.parts();
        for (tensor, places, from) in [
            (&mut self.inputs, inputs, parts[0]),
            (&mut self.outputs, outputs, parts[1]),
        ] {
            let numbers = tensor.parts()[part]
                .iter_mut()
                .flat_map(|reals| &mut reals.0);
            for (number, place) in numbers.zip(places) {
                *number = from[place];
            }
        }
    }

    /// Copies a part of the tensors to the network's columns.
    pub fn write(&mut self, part: usize, network: &mut Weights) {
        let [inputs, outputs] = self.places();
        let [input_weights, output_weights, _] = network.parts_mut();
        for (tensor, places, to) in [
            (&mut self.inputs, inputs, input_weights),
            (&mut self.outputs, outputs, output_weights),
        ] {
            let numbers = tensor.parts()[part].iter().flat_map(|reals| &reals.0);
            for (number, place) in numbers.zip(places) {
                to[place] = *number;
            }
        }
    }

    /// Returns the places of the numbers of the tensors in the lists of [`Weights`].
    fn places(&self) -> [Vec<usize>; 2] {
        let (width, lines) = (self.shape.width, self.lines);
        let column = |line: usize| (self.first + line) * LANES;
        let inputs = (0..lines).flat_map(|line| {
            let rows = (0..INPUT_ROWS).map(move |input| input * width + column(line));
            rows.flat_map(|row| (0..LANES).map(move |place| row + packed(place)))
        });
        let outputs = (0..2 * self.shape.buckets).flat_map(|row| {
            let lines = (0..lines).map(move |line| row * width + column(line));
            lines.flat_map(|row| (0..LANES).map(move |place| row + interleaved(place)))
        });
        [inputs.collect(), outputs.collect()]
    }

    /// Copies the weights to 16 bits.
    #[inline(always)]
    pub fn quantise<S: Simd>(&mut self, simd: S) {
        let one = simd.fill(f32::from(ONE));
        let mut start = 0;
        while start < self.lines {
            let block = block(self.lines - start);
            for place in 0..block {
                let weights = &self.inputs.weights[(start + place) * INPUT_ROWS * 2..];
                let rows = &mut self.quick_inputs[start * STRIDE + place..];
                let rows = rows.iter_mut().step_by(block);
                for (row, halves) in rows.zip(weights.as_chunks::<2>().0).take(INPUT_ROWS) {
                    let even = simd.times(simd.read(&halves[0]), one);
                    let odd = simd.times(simd.read(&halves[1]), one);
                    simd.store(row, simd.pack(even, odd));
                }
            }
            start += block;
        }
        let halves = self.outputs.weights.as_chunks::<2>().0;
        for (line, halves) in self.quick_outputs.iter_mut().zip(halves) {
            for place in 0..LANES {
                let weight = halves[place / 16].0[place % 16];
                line.0[interleaved(place)] = (weight * OUTPUT_ONE).round_ties_even() as i16;
            }
        }
    }

    /// Computes the neurons of all rows, and adds up the outputs of each row.
    #[inline(always)]
    pub fn forward<S: Simd>(&mut self, simd: S, chunk: &Chunk, sums: &mut [i32; ROWS]) {
        sums.fill(0);
        let mut start = 0;
        while start < self.lines {
            let block = block(self.lines - start);
            match block {
                BLOCK => self.forward_block::<S, BLOCK>(simd, chunk, start, sums),
                2 => self.forward_block::<S, 2>(simd, chunk, start, sums),
                _ => self.forward_block::<S, 1>(simd, chunk, start, sums),
            }
            start += block;
        }
    }

    #[inline(always)]
    fn forward_block<S: Simd, const N: usize>(
        &mut self,
        simd: S,
        chunk: &Chunk,
        start: usize,
        sums: &mut [i32; ROWS],
    ) {
        let weights = &self.quick_inputs[start * STRIDE..][..N * STRIDE];
        let Ok(weights): Result<&[[Line; N]; STRIDE], _> = weights.as_chunks::<N>().0.try_into()
        else {
            return;
        };
        let Ok(neurons): Result<&mut [[Line; ROWS]; N], _> = self.neurons[start * ROWS..]
            [..N * ROWS]
            .as_chunks_mut::<ROWS>()
            .0
            .try_into()
        else {
            return;
        };
        for perspective in 0..2 {
            for position in 0..CHUNK {
                let row = perspective * CHUNK + position;
                let men = usize::from(chunk.men[position]);
                let mut sum = [simd.splat(0); N];
                for line in 0..N {
                    sum[line] = simd.load(&weights[BIAS][line]);
                }
                for input in &chunk.inputs[row][..men] {
                    let weights = &weights[simd.index(input) % STRIDE];
                    for line in 0..N {
                        sum[line] = simd.add(sum[line], simd.load(&weights[line]));
                    }
                }
                let bucket = bucket(men as u32, self.shape.buckets);
                let outputs = (bucket * 2 + perspective) * self.lines + start;
                let outputs = &self.quick_outputs[outputs..][..N];
                let mut output = simd.zero();
                for line in 0..N {
                    simd.store(&mut neurons[line][row], sum[line]);
                    let squared = simd.square(simd.clamp(sum[line]));
                    output = simd.dot(output, squared, simd.load(&outputs[line]));
                }
                sums[row] = sums[row].wrapping_add(simd.total(output));
            }
        }
    }

    /// Adds the gradients of all weights.
    #[inline(always)]
    pub fn backward<S: Simd>(&mut self, simd: S, chunk: &Chunk, output: &OutputGradients) {
        let mut line = 0;
        while line < self.lines {
            let pair = PAIR.min(self.lines - line);
            for place in 0..pair {
                self.elementwise(simd, chunk, output, line + place, place);
            }
            if pair == PAIR {
                self.gather::<S, PAIR>(simd, chunk, output.unit, line);
            } else {
                self.gather::<S, 1>(simd, chunk, output.unit, line);
            }
            line += pair;
        }
    }

    /// Computes the gradients of the neurons of a line, and adds those of its output weights and biases.
    #[inline(always)]
    fn elementwise<S: Simd>(
        &mut self,
        simd: S,
        chunk: &Chunk,
        output: &OutputGradients,
        line: usize,
        place: usize,
    ) {
        /// Positions that are added up in 32 bits: each adds at most 2^24.
        const EXACT: usize = 64;
        let even = simd.pair(1, 0);
        let odd = simd.pair(0, 1);
        let (mut even_sums, mut odd_sums) = (simd.zero(), simd.zero());
        // A unit of the products below: squares are in units of 1 / ONE, and the gradients have lost three bits.
        let unit = simd.fill(output.unit / 32_768.0 * 8.0 / f32::from(ONE));
        for perspective in 0..2 {
            let neurons = &self.neurons[line * ROWS + perspective * CHUNK..][..CHUNK];
            let gradients = &mut self.gradients[perspective * CHUNK..][..CHUNK];
            for bucket in 0..self.shape.buckets {
                let range = chunk.ranges[bucket]..chunk.ranges[bucket + 1];
                if range.is_empty() {
                    continue;
                }
                let row = (bucket * 2 + perspective) * self.lines + line;
                let weights = simd.load(&self.quick_outputs[row]);
                let sums = &mut self.outputs.gradients[2 * row..][..2];
                let mut halves = [simd.read(&sums[0]), simd.read(&sums[1])];
                let all = neurons[range.clone()].chunks(EXACT);
                let all = all.zip(gradients[range.clone()].chunks_mut(EXACT));
                let all = all.zip(output.quantised[range].chunks(EXACT));
                for ((neurons, gradients), output) in all {
                    let mut products = [simd.zero(); 2];
                    let mut index = 0;
                    while index < neurons.len() {
                        let neuron = simd.load(&neurons[index]);
                        let clamped = simd.clamp(neuron);
                        let gradient = output[index];
                        // The derivative of the square of a clamped neuron is 0 at 0 anyway.
                        let slope = simd.weigh(clamped, weights);
                        let slope = simd.multiply_below_one(neuron, slope, simd.splat(gradient));
                        simd.store(&mut gradients[index][place], slope);
                        let mut both = slope;
                        let mut squares = [simd.square(clamped), simd.splat(0)];
                        let mut second = 0;
                        index += 1;
                        if index < neurons.len() {
                            let neuron = simd.load(&neurons[index]);
                            let clamped = simd.clamp(neuron);
                            second = output[index];
                            let slope = simd.weigh(clamped, weights);
                            let slope = simd.multiply_below_one(neuron, slope, simd.splat(second));
                            simd.store(&mut gradients[index][place], slope);
                            both = simd.add(both, slope);
                            squares[1] = simd.square(clamped);
                            index += 1;
                        }
                        even_sums = simd.dot(even_sums, both, even);
                        odd_sums = simd.dot(odd_sums, both, odd);
                        let by = simd.pair(eighth(gradient), eighth(second));
                        let [low, high] = simd.interleave(squares[0], squares[1]);
                        products[0] = simd.dot(products[0], low, by);
                        products[1] = simd.dot(products[1], high, by);
                    }
                    for half in 0..2 {
                        let product = simd.times(simd.float(products[half]), unit);
                        halves[half] = simd.plus(halves[half], product);
                    }
                }
                simd.write(&mut sums[0], halves[0]);
                simd.write(&mut sums[1], halves[1]);
            }
        }
        self.add_input(simd, line, BIAS, [even_sums, odd_sums], output.unit);
    }

    /// Adds up the gradients of the rows in which each input is active.
    #[inline(always)]
    fn gather<S: Simd, const N: usize>(&mut self, simd: S, chunk: &Chunk, unit: f32, line: usize) {
        let even = simd.pair(1, 0);
        let odd = simd.pair(0, 1);
        let mut rows = chunk.rows.as_slice();
        for &(input, groups) in &chunk.active {
            let mut sums = [[simd.zero(); 2]; N];
            {
                let Ok(gradients): Result<&[[Line; PAIR]; GRADIENT_ROWS], _> =
                    self.gradients.as_slice().try_into()
                else {
                    return;
                };
                let Some((own, rest)) = rows.split_at_checked(usize::from(groups)) else {
                    return;
                };
                rows = rest;
                for group in own {
                    let group: [&[Line; PAIR]; GROUP] = [
                        &gradients[simd.index(&group[0]) % GRADIENT_ROWS],
                        &gradients[simd.index(&group[1]) % GRADIENT_ROWS],
                        &gradients[simd.index(&group[2]) % GRADIENT_ROWS],
                        &gradients[simd.index(&group[3]) % GRADIENT_ROWS],
                    ];
                    for place in 0..N {
                        let one =
                            simd.add(simd.load(&group[0][place]), simd.load(&group[1][place]));
                        let two =
                            simd.add(simd.load(&group[2][place]), simd.load(&group[3][place]));
                        let four = simd.add(one, two);
                        sums[place][0] = simd.dot(sums[place][0], four, even);
                        sums[place][1] = simd.dot(sums[place][1], four, odd);
                    }
                }
            }
            for (place, sums) in sums.into_iter().enumerate() {
                self.add_input(simd, line + place, usize::from(input), sums, unit);
            }
        }
    }

    /// Adds to the gradients of the weights of an input.
    #[inline(always)]
    fn add_input<S: Simd>(
        &mut self,
        simd: S,
        line: usize,
        input: usize,
        sums: [S::Sums; 2],
        unit: f32,
    ) {
        // The derivative of a square has a factor of 2; the gradients of neurons are in units of 1 / OUTPUT_ONE.
        let unit = simd.fill(unit * 2.0 / OUTPUT_ONE);
        let gradients = &mut self.inputs.gradients[(line * INPUT_ROWS + input) * 2..][..2];
        for half in 0..2 {
            let sum = simd.times(simd.float(sums[half]), unit);
            let sum = simd.plus(simd.read(&gradients[half]), sum);
            simd.write(&mut gradients[half], sum);
        }
    }

    /// Changes the weights by their gradients, and sets these to 0.
    #[inline(always)]
    pub fn update<S: Simd>(&mut self, simd: S, step: &Step) {
        self.inputs.update(simd, step);
        self.outputs.update(simd, step);
        self.quantise(simd);
    }
}

/// Returns the output of a network for the sum of a position's rows.
#[inline(always)]
pub fn output(sum: i32, bias: f32) -> f32 {
    sum as f32 / (f32::from(ONE) * OUTPUT_ONE) + bias
}

/// Returns how many of the remaining lines the forward pass computes together.
#[inline(always)]
const fn block(lines: usize) -> usize {
    match lines {
        0 | 1 => 1,
        2 | 3 => 2,
        _ => BLOCK,
    }
}

/// Returns an eighth, rounded: rounding down would bias gradients by up to 3%.
#[inline(always)]
fn eighth(number: i16) -> i16 {
    ((i32::from(number) + 4) >> 3) as i16
}
