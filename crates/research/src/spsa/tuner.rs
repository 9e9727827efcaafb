//! The arithmetic of SPSA: the current values, the next step, and the update after a result.

use gametree::{SplitMix64, mix};
use report::{Cell, Column, Table};

use super::Parameter;

/// The exponent of the perturbations.
const GAMMA: f64 = 0.101;
/// The exponent of the updates.
const ALPHA: f64 = 0.602;
/// The share of all steps in which the updates shrink little.
const STABILITY: f64 = 0.1;

/// Parameters during a tuning.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuner {
    parameters: Vec<Parameter>,
    /// The number of steps.
    steps: u64,
    seed: u64,
    /// The current values.
    values: Vec<f64>,
}

/// One step: the values of both players.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Its number, from 1.
    pub number: u64,
    /// The values of the player `+`.
    pub plus: Vec<i32>,
    /// The values of the player `-`.
    pub minus: Vec<i32>,
}

impl Tuner {
    /// Creates a tuner at the start values.
    #[must_use]
    pub fn new(parameters: Vec<Parameter>, steps: u64, seed: u64) -> Self {
        Self {
            values: parameters.iter().map(|one| one.value).collect(),
            parameters,
            steps,
            seed,
        }
    }

    /// Returns the parameters with their start values.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// Returns the current values.
    #[must_use]
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Returns a table of the start value and the current value of each parameter.
    #[must_use]
    pub fn to_text(&self) -> String {
        let rows: Vec<(&Parameter, &f64)> = self.parameters.iter().zip(&self.values).collect();
        Table::new(&rows)
            .column(Column::left("parameter"), |(one, _)| &one.name)
            .column(Column::right("start"), |(one, _)| one.value.to_string())
            .column(Column::right("now"), |(_, value)| Cell::fixed(**value, 2))
            .to_text()
    }

    /// Returns the number of steps.
    #[must_use]
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the step of a number, around the current values. The number determines the directions.
    #[must_use]
    pub fn step(&self, number: u64) -> Step {
        let moved = |sign: f64| {
            let numbers = self.parameters.iter().zip(&self.values);
            let moved = numbers.zip(self.directions(number));
            moved
                .map(|((one, value), direction)| {
                    let there = value + sign * direction * self.perturbation(one, number);
                    there.clamp(one.min, one.max).round() as i32
                })
                .collect()
        };
        Step {
            number,
            plus: moved(1.0),
            minus: moved(-1.0),
        }
    }

    /// Updates the values after a step: `difference` is the number of games won by `+` minus those won by `-`.
    pub fn learn(&mut self, number: u64, difference: f64) {
        let directions = self.directions(number);
        for (index, direction) in directions.into_iter().enumerate() {
            let one = &self.parameters[index];
            let push = self.push(one, number) * difference * direction;
            let value = &mut self.values[index];
            *value = (*value + push).clamp(one.min, one.max);
        }
    }

    /// Returns the direction of each parameter, 1 or -1.
    fn directions(&self, number: u64) -> Vec<f64> {
        let mut random = SplitMix64::new(mix(self.seed) ^ mix(number));
        let mut direction = || if random.below(2) == 0 { -1.0 } else { 1.0 };
        self.parameters.iter().map(|_| direction()).collect()
    }

    /// Returns the perturbation of a parameter in a step: `c / k^gamma`, which is `C_end` in the last step.
    fn perturbation(&self, one: &Parameter, number: u64) -> f64 {
        one.perturbation * (self.steps as f64 / number as f64).powf(GAMMA)
    }

    /// Returns the update of a parameter for one won game: `a / (A + k)^alpha / c`, which is `R_end C_end` in the last step.
    fn push(&self, one: &Parameter, number: u64) -> f64 {
        let stability = STABILITY * self.steps as f64;
        let shrunk = (stability + self.steps as f64) / (stability + number as f64);
        let a = one.rate * one.perturbation.powi(2) * shrunk.powf(ALPHA);
        a / self.perturbation(one, number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> Vec<Parameter> {
        vec![
            Parameter::new("a", 10, 0, 200),
            Parameter::new("b", 150, 0, 200),
        ]
    }

    #[test]
    fn the_last_step_is_as_ordered() {
        let tuner = Tuner::new(two(), 1_000, 7);
        let one = &tuner.parameters[0];
        assert!((tuner.perturbation(one, 1_000) - 10.0).abs() < 1e-9);
        assert!((tuner.push(one, 1_000) - 0.002 * 10.0).abs() < 1e-9);
        assert!(tuner.push(one, 1) > 2.0 * tuner.push(one, 1_000));
    }

    #[test]
    fn both_players_are_as_far_from_the_middle_and_within_the_range() {
        let tuner = Tuner::new(two(), 1_000, 7);
        for number in 1..=50 {
            let step = tuner.step(number);
            assert_eq!(step, tuner.step(number), "always the same");
            for index in 0..2 {
                let (plus, minus) = (step.plus[index], step.minus[index]);
                assert_ne!(plus, minus);
                assert!((0..=200).contains(&plus) && (0..=200).contains(&minus));
            }
            assert_eq!(step.plus[1] + step.minus[1], 300);
        }
        let ups = (1..=400).filter(|&n| tuner.directions(n)[0] > 0.0).count();
        assert!((150..250).contains(&ups), "{ups}");
    }

    #[test]
    fn a_win_pulls_towards_the_winner() {
        let mut tuner = Tuner::new(two(), 1_000, 7);
        let step = tuner.step(1);
        let before = tuner.values().to_vec();
        tuner.learn(1, 2.0);
        for (index, before) in before.iter().enumerate() {
            let towards = f64::from(step.plus[index] - step.minus[index]).signum();
            assert!((tuner.values()[index] - before) * towards > 0.0);
        }
        tuner.learn(1, -2.0);
        for (value, before) in tuner.values().iter().zip(before) {
            assert!((value - before).abs() < 1e-9);
        }
    }
}
