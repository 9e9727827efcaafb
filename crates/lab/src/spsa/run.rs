//! Steps on many threads, each written down before it counts.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Parameter, Step, Tuner};
use crate::pairs::{Ledger, LedgerError};

/// What is tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// The numbers, where they begin, and how far they are moved.
    pub parameters: Vec<Parameter>,
    /// Steps in all, a pair of games each.
    pub steps: u64,
    /// Decides the directions and the openings.
    pub seed: u64,
    /// How games are played: whatever else must be the same when a tuning is gone on with.
    pub games: Value,
}

/// What came of a step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Games won by `+` less those won by `-`: from -2 to 2 for a pair.
    pub difference: i32,
    /// What went wrong in it, besides losing.
    pub faults: Vec<String>,
}

/// What decides between two players.
pub trait Objective: Sync {
    /// What came of a step. `None` if it was stopped, an error if nobody could play.
    fn compare(&self, step: &Step, stop: &Arc<AtomicBool>) -> Result<Option<Outcome>, String>;
}

/// Why a tuning ended early.
#[derive(Debug)]
pub enum SpsaError {
    /// The file cannot be used.
    Ledger(LedgerError),
    /// Nobody could play. The text says why.
    Objective(String),
}

impl fmt::Display for SpsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ledger(error) => error.fmt(f),
            Self::Objective(error) => f.write_str(error),
        }
    }
}

impl std::error::Error for SpsaError {}

impl From<LedgerError> for SpsaError {
    fn from(error: LedgerError) -> Self {
        Self::Ledger(error)
    }
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// The first: what is tuned.
    Tuning(Recipe),
    /// A step that was played: its number, and what `+` won more.
    Step(u64, i32),
    /// A step in which something went wrong besides.
    Fault(u64, String),
}

/// What the threads share.
struct State {
    tuner: Tuner,
    ledger: Ledger,
    /// Steps that are played or being played.
    taken: BTreeSet<u64>,
    /// The first step that may not be taken yet.
    next: u64,
    done: u64,
    error: Option<SpsaError>,
}

impl State {
    /// The next step to play, with the numbers as they are now.
    fn take(&mut self) -> Option<Step> {
        while self.taken.contains(&self.next) {
            self.next += 1;
        }
        if self.next > self.tuner.steps() {
            return None;
        }
        self.taken.insert(self.next);
        Some(self.tuner.step(self.next))
    }

    /// A step was played: it is written, and then it counts.
    fn give(&mut self, number: u64, outcome: &Outcome) -> Result<(), SpsaError> {
        for fault in &outcome.faults {
            self.ledger.add(&Line::Fault(number, fault.clone()))?;
        }
        self.ledger.add(&Line::Step(number, outcome.difference))?;
        self.count(number, outcome.difference);
        Ok(())
    }

    fn count(&mut self, number: u64, difference: i32) {
        self.tuner.learn(number, f64::from(difference));
        self.done += 1;
    }
}

/// Tunes until all steps are played or `stop` is true, and gives where the numbers are then. What is in the file already is
/// not played again; `watch` is told after each step, with how many are done.
pub fn tune(
    recipe: &Recipe,
    path: &Path,
    objective: &impl Objective,
    threads: usize,
    stop: &Arc<AtomicBool>,
    watch: &(dyn Fn(u64, &Tuner) + Sync),
) -> Result<(u64, Tuner), SpsaError> {
    let state = Mutex::new(begin(recipe, path)?);
    let ended = AtomicBool::new(false);
    let halt = Arc::new(AtomicBool::new(false));
    thread::scope(|scope| {
        // A stop from outside and our own end are one for the games.
        scope.spawn(|| {
            while !ended.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                thread::sleep(std::time::Duration::from_millis(20));
            }
            halt.store(true, Ordering::Relaxed);
        });
        let workers: Vec<_> = (0..threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    while !halt.load(Ordering::Relaxed) {
                        let Some(step) = lock(&state).take() else {
                            return;
                        };
                        let compared = objective.compare(&step, &halt);
                        let mut state = lock(&state);
                        let given = match compared {
                            Ok(None) => return,
                            Ok(Some(outcome)) => state.give(step.number, &outcome),
                            Err(error) => Err(SpsaError::Objective(error)),
                        };
                        if let Err(error) = given {
                            state.error.get_or_insert(error);
                            halt.store(true, Ordering::Relaxed);
                            return;
                        }
                        watch(state.done, &state.tuner);
                    }
                })
            })
            .collect();
        for worker in workers {
            // A thread that fell over has written nothing of its step: it is played again next time.
            _ = worker.join();
        }
        ended.store(true, Ordering::Relaxed);
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    match state.error {
        Some(error) => Err(error),
        None => Ok((state.done, state.tuner)),
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What the file says, or a new file.
fn begin(recipe: &Recipe, path: &Path) -> Result<State, SpsaError> {
    let (ledger, lines) = Ledger::open::<Line>(path)?;
    let mut state = State {
        tuner: Tuner::new(recipe.parameters.clone(), recipe.steps, recipe.seed),
        ledger,
        taken: BTreeSet::new(),
        next: 1,
        done: 0,
        error: None,
    };
    let is_new = lines.is_empty();
    for (index, line) in lines.into_iter().enumerate() {
        match (index, line) {
            (0, Line::Tuning(before)) => {
                if let Some(part) = difference(&before, recipe) {
                    return Err(state
                        .ledger
                        .wrong(format!("it is of another tuning: {part}"))
                        .into());
                }
            }
            (0, _) | (_, Line::Tuning(_)) => {
                return Err(state.ledger.wrong("it is not a file of a tuning").into());
            }
            (_, Line::Step(number, result)) => {
                if (1..=recipe.steps).contains(&number) && state.taken.insert(number) {
                    state.count(number, result);
                }
            }
            (_, Line::Fault(..)) => {}
        }
    }
    if is_new {
        state.ledger.add(&Line::Tuning(recipe.clone()))?;
    }
    Ok(state)
}

/// What differs between two recipes, in words.
fn difference(before: &Recipe, now: &Recipe) -> Option<String> {
    if before.parameters != now.parameters {
        return Some("its parameters are others".to_owned());
    }
    if before.steps != now.steps {
        return Some(format!("it has {} steps, not {}", before.steps, now.steps));
    }
    if before.seed != now.seed {
        return Some(format!("its seed is {}, not {}", before.seed, now.seed));
    }
    (before.games != now.games).then(|| {
        format!(
            "its games are played with {}, not {}",
            before.games, now.games
        )
    })
}
