//! Tuning finds the maximum of a function, and resumes after it was killed.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use contest::stats::score_of_elo;
use gametree::{SplitMix64, mix};
use research::spsa::{Objective, Outcome, Parameter, Recipe, Step, tune};
use serde_json::json;
use tempfile::TempDir;

/// Players whose strength is a hill over two numbers: its top is at 140 and 30, and a pair of games is as uncertain as real
/// ones.
struct Hill {
    played: AtomicU64,
    /// The number of pairs after which the tuning is stopped.
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

/// A file that does not exist yet, in a temporary folder.
fn file() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tuning.jsonl");
    (folder, path)
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
    let (_folder, path) = file();
    let (done, values) = run(&recipe(), &path, u64::MAX, 2);
    assert_eq!(done, 4_000);
    for (value, top) in values.iter().zip(TOP) {
        assert!((value - top).abs() < 15.0, "{values:?}");
    }
}

#[test]
fn a_killed_tuning_resumes_to_the_same_result() {
    let (_folder, whole) = file();
    let (_, wanted) = run(&recipe(), &whole, u64::MAX, 1);
    let (_folder, path) = file();
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
}

/// A player that cannot play ends the tuning with an error.
#[test]
fn a_missing_player_is_an_error() {
    struct Missing;
    impl Objective for Missing {
        fn compare(&self, _: &Step, _: &Arc<AtomicBool>) -> Result<Option<Outcome>, String> {
            Err("did not start: no such program".to_owned())
        }
    }
    let (_folder, path) = file();
    let stop = Arc::new(AtomicBool::new(false));
    let error =
        tune(&recipe(), &path, &Missing, 2, &stop, &|_, _| {}).expect_err("a missing player");
    assert!(error.to_string().contains("no such program"), "{error}");
}
