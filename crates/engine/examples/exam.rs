//! Compares the hand-crafted evaluation and a network with the scores of deep searches.
//!
//! ```text
//! cargo run --release -p engine --example exam -- exam.txt [NETWORK]
//! cargo run --release -p engine --example exam -- exam.txt --terms > exam-with-terms.txt
//! ```
//!
//! An exam has lines of `FEN|score|best move`, the score in centipawns for the side to move. The error is the mean squared
//! difference of expected scores, as in `espalier train --exam`; the mean absolute values show whether the search's margins fit.
//! With `--terms` it prints the lines with the hand-crafted evaluation as an additional field.

use std::error::Error;

use chess::Position;
use engine::{eval, network};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let exam = words.next().ok_or("the file of an exam is missing")?;
    let network = match words.next() {
        Some(word) if word == "--terms" => return with_terms(&exam),
        Some(path) => network::read(path.as_ref())?,
        None => network::embedded()?,
    };
    let mut positions = Vec::new();
    for line in std::fs::read_to_string(exam)?.lines() {
        let mut fields = line.split('|');
        let (Some(fen), Some(score)) = (fields.next(), fields.next()) else {
            return Err(format!("a line has no score: {line}").into());
        };
        positions.push((Position::from_fen(fen)?, score.parse::<f64>()?));
    }
    let print = |name: &str, value: &dyn Fn(&Position) -> i32| {
        let expected = |score: f64| 1.0 / (1.0 + (-score / 400.0).exp());
        let (mut error, mut size, mut scores) = (0.0, 0.0, 0.0);
        for (position, score) in &positions {
            let value = f64::from(value(position));
            error += (expected(value) - expected(*score)).powi(2);
            size += value.abs();
            scores += score.abs();
        }
        let count = positions.len() as f64;
        println!(
            "{name}: error {:.6}, mean value {:.0}, mean score {:.0}",
            error / count,
            size / count,
            scores / count
        );
    };
    print("terms", &eval::evaluate);
    print("network", &|position| network.evaluate(position));
    print("network in the search", &|position| {
        eval::by_network(position, || network.evaluate(position))
    });
    Ok(())
}

/// Prints the lines of an exam with the hand-crafted evaluation as an additional field.
fn with_terms(exam: &str) -> Result<(), Box<dyn Error>> {
    for line in std::fs::read_to_string(exam)?.lines() {
        let fen = line.split('|').next().unwrap_or(line);
        println!("{line}|{}", eval::evaluate(&Position::from_fen(fen)?));
    }
    Ok(())
}
