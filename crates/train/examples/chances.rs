//! Fits the chances of winning, drawing and losing to games, for `crates/engine/src/wdl.rs`.
//!
//!     espalier datagen games.pack --games 4000 --nodes 2000
//!     cargo run --release -p train --example chances -- games.pack
//!
//! The chance to win at a value is `1 / (1 + exp((even - value) / spread))`, the chance to lose its mirror image, and the rest are
//! draws. The two numbers are those under which the results of the games are the likeliest.

use std::path::PathBuf;

use train::{Data, Sample};

/// Positions with larger values are decided and do not affect the fit.
const DECIDED: i16 = 1_500;

/// Values with their numbers of losses, draws and wins.
type Counts = Vec<(f64, [f64; 3])>;

fn tally(samples: &[Sample]) -> Counts {
    let mut counts: Counts = (-DECIDED..=DECIDED)
        .map(|value| (value.into(), [0.0; 3]))
        .collect();
    for sample in samples {
        if let Some(result) = sample.result()
            && sample.score().abs() <= DECIDED
        {
            let place = (sample.score() + DECIDED) as usize;
            counts[place].1[(result * 2.0) as usize] += 1.0;
        }
    }
    counts
}

/// Returns the probabilities of a loss, a draw and a win.
fn chances(value: f64, [even, spread]: [f64; 2]) -> [f64; 3] {
    let win = |value: f64| 1.0 / (1.0 + ((even - value) / spread).exp());
    [win(-value), 1.0 - win(value) - win(-value), win(value)]
}

/// Returns the mean of -log of the predicted probability of the actual result.
fn surprise(counts: &Counts, fit: [f64; 2]) -> f64 {
    let (mut sum, mut total) = (0.0, 0.0);
    for (value, counts) in counts {
        for (chance, count) in chances(*value, fit).into_iter().zip(counts) {
            sum -= count * chance.max(1e-6).ln();
            total += count;
        }
    }
    sum / total
}

/// Fits the two parameters by a pattern search with decreasing steps.
fn fit(counts: &Counts) -> ([f64; 2], f64) {
    let (mut fit, mut step) = ([150.0, 100.0], 64.0);
    let mut best = surprise(counts, fit);
    while step > 0.05 {
        let mut improved = false;
        for [a, b] in [
            [1.0, 0.0],
            [-1.0, 0.0],
            [0.0, 1.0],
            [0.0, -1.0],
            [1.0, 1.0],
            [-1.0, -1.0],
        ] {
            let tried = [fit[0] + a * step, fit[1] + b * step];
            if tried[0] > 0.0 && tried[1] > 1.0 && surprise(counts, tried) < best {
                (fit, best, improved) = (tried, surprise(counts, tried), true);
            }
        }
        if !improved {
            step /= 2.0;
        }
    }
    (fit, best)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let data = Data::read(&paths, 0, 1, &|_| {})?;
    let counts = tally(&data.train);
    let total: f64 = counts.iter().flat_map(|(_, counts)| counts).sum();
    if total == 0.0 {
        return Err("no position in these files has a result".into());
    }
    let (fit, surprise) = fit(&counts);
    let [even, spread] = fit;
    println!(
        "{total} positions: even {even:.1}, spread {spread:.1}, mean negative log-likelihood {surprise:.4}"
    );
    println!("value   lost  drawn    won   by the fit");
    for value in (-600..=600).step_by(100) {
        let mut seen = [0.0; 3];
        for (_, counts) in counts
            .iter()
            .filter(|(v, _)| (v - f64::from(value)).abs() <= 50.0)
        {
            for (sum, count) in seen.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        let all = seen.iter().sum::<f64>().max(1.0);
        let [a, b, c] = seen.map(|count| count / all);
        let [d, e, f] = chances(value.into(), fit);
        println!("{value:5}  {a:.3}  {b:.3}  {c:.3}   {d:.3}  {e:.3}  {f:.3}");
    }
    Ok(())
}
