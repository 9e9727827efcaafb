//! Curves: the errors during a training, as CSV and as a plot.

use std::fmt::Write as _;

use report::plot::{Series, lines};

/// The errors after some samples.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// The number of samples.
    pub samples: u64,
    /// The mean squared error of the samples since the last point, before the network learned from them.
    pub train: f64,
    /// The mean squared error of the moving average on held-out positions.
    pub held_out: f64,
    /// The same against the score alone, with 400 centipawns.
    pub held_out_score: f64,
}

/// Returns the points as comma-separated values.
#[must_use]
pub fn csv(points: &[Point]) -> String {
    let mut text = "samples,training_error,held_out_error,held_out_score_error\n".to_owned();
    for point in points {
        let Point {
            samples,
            train,
            held_out,
            held_out_score,
        } = point;
        // Writing to memory cannot fail.
        _ = writeln!(
            text,
            "{samples},{train:.7},{held_out:.7},{held_out_score:.7}"
        );
    }
    text
}

/// Returns the points as an SVG picture. The errors are in millionths.
#[must_use]
pub fn svg(points: &[Point]) -> String {
    // The largest power of ten with which the axis has at least five whole numbers.
    let samples = points.last().map_or(1, |point| point.samples);
    let unit = 10_u64.pow((samples / 5).max(1).ilog10());
    let series = |name: &str, error: fn(&Point) -> f64| Series {
        name: name.to_owned(),
        points: points
            .iter()
            .map(|point| (point.samples as f64 / unit as f64, error(point) * 1e6))
            .collect(),
    };
    let label = format!("samples, in units of {}", report::grouped(unit));
    let series = [
        series("training", |point| point.train),
        series("held-out games", |point| point.held_out),
    ];
    lines(
        "Error during the training",
        &label,
        "mean squared error, millionths",
        &series,
    )
}
