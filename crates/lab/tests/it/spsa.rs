//! Tuning finds the top of a hill, and goes on after it was killed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use contest::stats::score_of_elo;
use gametree::{SplitMix64, mix};
use lab::spsa::{Objective, Outcome, Parameter, Recipe, Step, tune};
use serde_json::json;

/// Players whose strength is a hill over two numbers: its top is at 140 and 30, and a pair of games is as uncertain as real
/// ones.
struct Hill {
    played: AtomicU64,
    /// After so many pairs somebody presses stop.
    until: u64,
}

const TOP: [f64; 2] = [140.0, 30.0];

fn elo(values: &[i32]) -> f64 {
    let away = values
        .iter()
        .zip(TOP)
        .map(|(&value, top)| f64::from(value) - top);
    -away.map(|far| far * far / 20.0).sum::<f64>()
}

impl Objective for Hill {
    fn compare(&self, step: &Step, stop: &Arc<AtomicBool>) -> Result<Option<Outcome>, String> {
        if self.played.fetch_add(1, Ordering::Relaxed) >= self.until {
            stop.store(true, Ordering::Relaxed);
            return Ok(None);
        }
        let score = score_of_elo(elo(&step.plus) - elo(&step.minus));
        let mut random = SplitMix64::new(mix(step.number));
        let mut game = || i32::from((random.below(1 << 20) as f64) < score * f64::from(1 << 20));
        Ok(Some(Outcome {
            difference: 2 * (game() + game()) - 2,
            faults: Vec::new(),
        }))
    }
}

fn recipe() -> Recipe {
    let mut parameters = vec![
        Parameter::new("a", 60, 0, 200),
        Parameter::new("b", 110, 0, 200),
    ];
    for one in &mut parameters {
        one.rate = 0.02;
    }
    Recipe {
        parameters,
        steps: 4_000,
        seed: 5,
        games: json!("a hill"),
    }
}

fn file(name: &str) -> PathBuf {
    let name = format!("espalier-spsa-{name}-{}.jsonl", std::process::id());
    let path = std::env::temp_dir().join(name);
    _ = std::fs::remove_file(&path);
    path
}

fn run(recipe: &Recipe, path: &Path, until: u64, threads: usize) -> (u64, Vec<f64>) {
    let hill = Hill {
        played: AtomicU64::new(0),
        until,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let (done, tuner) = tune(recipe, path, &hill, threads, &stop, &|_, _| {}).expect("a tuning");
    (done, tuner.values().to_vec())
}

#[test]
fn it_climbs_to_the_top() {
    let path = file("climbs");
    let (done, values) = run(&recipe(), &path, u64::MAX, 2);
    assert_eq!(done, 4_000);
    for (value, top) in values.iter().zip(TOP) {
        assert!((value - top).abs() < 15.0, "{values:?}");
    }
    std::fs::remove_file(path).expect("the file goes");
}

#[test]
fn a_killed_tuning_goes_on_to_the_same_end() {
    let whole = file("whole");
    let (_, wanted) = run(&recipe(), &whole, u64::MAX, 1);
    let path = file("killed");
    let (done, _) = run(&recipe(), &path, 700, 1);
    assert_eq!(done, 700);
    // Killed in the middle of a line: that step is played again.
    let mut bytes = std::fs::read(&path).expect("the file");
    bytes.truncate(bytes.len() - 3);
    std::fs::write(&path, bytes).expect("the file");
    let (done, values) = run(&recipe(), &path, u64::MAX, 1);
    assert_eq!((done, values), (4_000, wanted.clone()));
    // Nothing is left to play.
    assert_eq!(run(&recipe(), &path, 0, 1), (4_000, wanted));

    let other = Recipe {
        seed: 6,
        ..recipe()
    };
    let hill = Hill {
        played: AtomicU64::new(0),
        until: 0,
    };
    let stop = Arc::new(AtomicBool::new(false));
    let refused = tune(&other, &path, &hill, 1, &stop, &|_, _| {}).expect_err("another seed");
    assert!(
        refused.to_string().contains("its seed is 5, not 6"),
        "{refused}"
    );
    for path in [whole, path] {
        std::fs::remove_file(path).expect("the file goes");
    }
}

/// Whoever cannot play ends the tuning with a sentence.
#[test]
fn nobody_there_is_said() {
    struct Nobody;
    impl Objective for Nobody {
        fn compare(&self, _: &Step, _: &Arc<AtomicBool>) -> Result<Option<Outcome>, String> {
            Err("did not start: no such program".to_owned())
        }
    }
    let path = file("nobody");
    let stop = Arc::new(AtomicBool::new(false));
    let error = tune(&recipe(), &path, &Nobody, 2, &stop, &|_, _| {}).expect_err("nobody");
    assert!(error.to_string().contains("no such program"), "{error}");
    std::fs::remove_file(path).expect("the file goes");
}
