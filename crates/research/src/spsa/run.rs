//! Steps on several threads, each recorded before it counts.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use contest::manifest::first_difference;
use contest::{Ledger, LedgerError};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Parameter, Step, Tuner};
use crate::Error;
use crate::pairs::{self, Jobs};

/// The settings of a tuning.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Recipe {
    /// The parameters with their start values and perturbations.
    pub parameters: Vec<Parameter>,
    /// The number of steps, each a pair of games.
    pub steps: u64,
    /// The seed of the directions and the openings.
    pub seed: u64,
    /// The conditions of the games, which must be the same when a tuning is resumed.
    pub games: Value,
}

/// The result of a step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// Games won by `+` minus games won by `-`: from -2 to 2 for a pair.
    pub difference: i32,
    /// Faults that lost a game.
    pub faults: Vec<String>,
}

/// Compares two players.
pub trait Objective: Sync {
    /// Returns the result of a step, or `None` if it was stopped.
    ///
    /// # Errors
    /// A player cannot play, for this reason.
    fn compare(&self, step: &Step, stop: &Arc<AtomicBool>) -> Result<Option<Outcome>, String>;
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// The first line: the settings.
    Tuning(Recipe),
    /// A step: its number and the difference of its outcome.
    Step(u64, i32),
    /// A fault in the step of this number.
    Fault(u64, String),
}

/// Tunes on several threads until all steps are played or `stop` is set. Returns the number of steps and the tuner. The
/// steps in the file are not played again. Calls `watch` after each step with the number of steps so far.
pub fn tune(
    recipe: &Recipe,
    path: &Path,
    objective: &impl Objective,
    threads: usize,
    stop: &Arc<AtomicBool>,
    watch: &(dyn Fn(u64, &Tuner) + Sync),
) -> Result<(u64, Tuner), Error> {
    let mut state = State::resume(recipe, path, watch)?;
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    pairs::run(&mut state, threads, stop, || {
        |step: &Step| objective.compare(step, stop).map_err(Error::Player)
    })?;
    Ok((state.done, state.tuner))
}

/// The tuning, its file, and its steps.
struct State<'a> {
    tuner: Tuner,
    ledger: Ledger,
    /// Steps that are played or being played.
    taken: BTreeSet<u64>,
    /// The lowest step that can be free.
    next: u64,
    done: u64,
    watch: &'a (dyn Fn(u64, &Tuner) + Sync),
}

impl<'a> State<'a> {
    /// Reads the steps of the file, or begins it.
    fn resume(
        recipe: &Recipe,
        path: &Path,
        watch: &'a (dyn Fn(u64, &Tuner) + Sync),
    ) -> Result<Self, LedgerError> {
        let mut ledger = Ledger::open(path)?;
        let mut tuner = Tuner::new(recipe.parameters.clone(), recipe.steps, recipe.seed);
        let (mut taken, mut is_new) = (BTreeSet::new(), true);
        ledger.resume(b"{", |_, line| {
            match (std::mem::take(&mut is_new), line) {
                (true, Line::Tuning(before)) => {
                    let parts = |of| serde_json::to_value(of).unwrap_or_default();
                    let part = first_difference(&parts(&before), &parts(recipe));
                    if let Some(part) = part {
                        return Err(format!("it is of another tuning: {part}"));
                    }
                }
                (true, _) | (false, Line::Tuning(_)) => {
                    return Err("it is not a file of a tuning".to_owned());
                }
                (false, Line::Step(number, difference)) => {
                    if (1..=recipe.steps).contains(&number) && taken.insert(number) {
                        tuner.learn(number, f64::from(difference));
                    }
                }
                (false, Line::Fault(..)) => {}
            }
            Ok(())
        })?;
        if is_new {
            ledger.add(&Line::Tuning(recipe.clone()))?;
        }
        Ok(Self {
            tuner,
            ledger,
            done: taken.len() as u64,
            taken,
            next: 1,
            watch,
        })
    }
}

impl Jobs for State<'_> {
    type Job = Step;
    type Done = Outcome;

    /// Returns the next step, around the current values.
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

    fn give(&mut self, step: Step, outcome: Outcome) -> Result<(), Error> {
        for fault in outcome.faults {
            self.ledger.add(&Line::Fault(step.number, fault))?;
        }
        self.ledger
            .add(&Line::Step(step.number, outcome.difference))?;
        self.tuner.learn(step.number, f64::from(outcome.difference));
        self.done += 1;
        (self.watch)(self.done, &self.tuner);
        Ok(())
    }
}
