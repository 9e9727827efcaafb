//! All instruction sets give the same values.

use std::sync::Arc;

use nnue::{Accumulators, Instructions, Network};

use crate::common::{random_network, random_parameters, random_positions};

const WIDTHS: [usize; 6] = [32, 64, 128, 256, 512, 1024];

#[test]
fn all_instruction_sets_give_the_same_values() {
    let positions = random_positions(1, 300);
    for width in WIDTHS {
        for buckets in [1, 8] {
            let scalar = random_network(width as u64, width, buckets)
                .with_instructions(Instructions::SCALAR);
            let values: Vec<i32> = positions.iter().map(|p| scalar.evaluate(p)).collect();
            for set in Instructions::available() {
                let network = scalar.clone().with_instructions(set);
                for (position, &value) in positions.iter().zip(&values) {
                    assert_eq!(
                        network.evaluate(position),
                        value,
                        "{set}, width {width}, {position}"
                    );
                }
            }
        }
    }
}

#[test]
fn all_instruction_sets_update_to_the_same_values() {
    let before = random_positions(2, 200);
    for set in Instructions::available() {
        let network = Arc::new(random_network(3, 96, 1).with_instructions(set));
        for before in &before {
            let mut stack = Accumulators::new(Arc::clone(&network), before);
            for m in before.legal_moves() {
                let after = before.after(m);
                stack.push(before, m, &after);
                let fresh = network.evaluate(&after);
                assert_eq!(stack.evaluate(&after), fresh, "{set}, {m} in {before}");
                stack.pop();
            }
        }
    }
}

/// Evaluates a position by the formula of README.md, in 64-bit integers.
fn by_formula(network: &Network, position: &chess::Position) -> i32 {
    let numbers = network.parameters();
    let width = numbers.width;
    let us = position.side_to_move();
    let bucket = nnue::features::bucket(position.occupied().count(), numbers.buckets);
    let mut sum = 0;
    for (half, side) in [us, !us].into_iter().enumerate() {
        let mirrored = nnue::features::is_mirrored(position.king(side));
        for neuron in 0..width {
            let mut value = i64::from(numbers.feature_biases[neuron]);
            for square in position.occupied() {
                let piece = position.piece_at(square).expect("a piece");
                let input = nnue::features::index(side, mirrored, piece, square);
                value += i64::from(numbers.feature_weights[input * width + neuron]);
            }
            let weight = numbers.output_weights[(2 * bucket + half) * width + neuron];
            sum += value.clamp(0, 255).pow(2) * i64::from(weight);
        }
    }
    let output = sum / 255 + i64::from(numbers.output_biases[bucket]);
    (output * 400 / (255 * 64)) as i32
}

#[test]
fn values_equal_the_formula() {
    for (width, buckets) in [(32, 1), (64, 8), (1024, 8)] {
        let network = random_network(4, width, buckets);
        for position in random_positions(5, 50) {
            let expected = by_formula(&network, &position);
            assert_eq!(network.evaluate(&position), expected, "{position}");
        }
    }
}

#[test]
fn the_largest_sums_do_not_overflow() {
    for (weight, bias) in [(128, i32::MAX), (-128, i32::MIN), (128, 0), (-128, 0)] {
        let mut parameters = random_parameters(6, 1024, 1);
        parameters.feature_weights.fill(992);
        parameters.feature_biases.fill(992);
        parameters.output_weights.fill(weight);
        parameters.output_biases.fill(bias);
        let network = Network::new(&parameters).expect("weights within limits");
        for set in Instructions::available() {
            let network = network.clone().with_instructions(set);
            let position = chess::Position::startpos();
            let expected = by_formula(&network, &position);
            assert_eq!(network.evaluate(&position), expected, "{set}");
            assert_eq!(expected.signum(), i32::from(weight.signum()));
        }
    }
}
