//! The loop of a training: batches, held-out errors, and a caller that watches and stops it.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::curve::Point;
use crate::quantised::held_out;
use crate::sample::Data;
use crate::trainer::Trainer;

/// The points of a curve.
const POINTS: u64 = 40;

/// The held-out positions of a point.
const EACH_POINT: usize = 20_000;

/// The most batches between two calls of the watcher.
const ROUND: u64 = 16;

/// A training and its curve.
pub struct Session<'a> {
    /// The trainer.
    pub trainer: Trainer,
    /// The samples.
    pub data: &'a Data,
    /// The errors so far.
    pub curve: Vec<Point>,
    /// The threads that compute held-out errors.
    pub threads: usize,
}

impl Session<'_> {
    /// Trains to the end, or until `stop` is set or the watcher fails. The watcher is called every few batches.
    ///
    /// # Errors
    /// Those of the watcher.
    pub fn run<E>(
        &mut self,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&mut Self) -> Result<(), E>,
    ) -> Result<(), E> {
        let settings = *self.trainer.settings();
        let batches = settings.batches();
        let each = batches.div_ceil(POINTS).max(1);
        let (mut error, mut count) = (0.0, 0_u64);
        while self.trainer.batches() < batches && !stop.load(Ordering::Relaxed) {
            let done = self.trainer.batches();
            let next = (done / each + 1) * each;
            let round = ROUND.min(next - done).min(batches - done);
            error += self.trainer.learn(&self.data.train, round) * round as f64;
            count += round;
            let done = done + round;
            if done.is_multiple_of(each) || done == batches {
                let some = &self.data.held_out;
                let some = &some[..some.len().min(EACH_POINT)];
                let average = self.trainer.average();
                let [own, score] = held_out(&average, some, settings.target, self.threads);
                self.curve.push(Point {
                    samples: done * settings.batch as u64,
                    train: error / count as f64,
                    held_out: own,
                    held_out_score: score,
                });
                (error, count) = (0.0, 0);
            }
            watch(self)?;
        }
        Ok(())
    }
}
