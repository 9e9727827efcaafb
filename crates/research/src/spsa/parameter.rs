//! Parameters to tune.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// An integer parameter, written as in OpenBench: `lmr_base, int, 78, 20, 150, 6.5, 0.002`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// The name, which is an option of the program.
    pub name: String,
    /// The start value.
    pub value: f64,
    /// The lowest value.
    pub min: f64,
    /// The highest value.
    pub max: f64,
    /// The perturbation in the last step (`C_end`).
    pub perturbation: f64,
    /// The update for a won game in the last step, in units of the perturbation (`R_end`).
    pub rate: f64,
}

impl Parameter {
    /// The default rate.
    pub const RATE: f64 = 0.002;

    /// Creates a parameter with the default rate and a perturbation of a twentieth of its range, but at least 0.5: a
    /// smaller one would often not change an integer.
    #[must_use]
    pub fn new(name: &str, value: i32, min: i32, max: i32) -> Self {
        Self {
            name: name.to_owned(),
            value: f64::from(value),
            min: f64::from(min),
            max: f64::from(max),
            perturbation: (f64::from(max - min) / 20.0).max(0.5),
            rate: Self::RATE,
        }
    }

    /// Reads the lines of a text. Ignores empty lines and lines that begin with `#`.
    pub fn read_all(text: &str) -> Result<Vec<Self>, String> {
        let mut all: Vec<Self> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let one: Self = line
                .parse()
                .map_err(|error| format!("line {}: {error}", index + 1))?;
            if all.iter().any(|other| other.name == one.name) {
                return Err(format!("line {}: {} occurs twice", index + 1, one.name));
            }
            all.push(one);
        }
        Ok(all)
    }
}

impl FromStr for Parameter {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let fields: Vec<&str> = text.split(',').map(str::trim).collect();
        let [name, kind, numbers @ ..] = &fields[..] else {
            return Err(wrong(text));
        };
        if numbers.len() != 5 || name.is_empty() {
            return Err(wrong(text));
        }
        if *kind != "int" {
            return Err(format!(
                "{name} is {kind:?}; only integers, \"int\", can be tuned"
            ));
        }
        let mut read = [0.0; 5];
        for (number, field) in read.iter_mut().zip(numbers) {
            let value: f64 = field.parse().map_err(|_| wrong(text))?;
            *number = Some(value)
                .filter(|value| value.is_finite())
                .ok_or_else(|| wrong(text))?;
        }
        let [value, min, max, perturbation, rate] = read;
        if !(min <= value && value <= max && min < max) {
            return Err(format!(
                "{name}: {value} is not between {min} and {max}, or the range is empty"
            ));
        }
        if !(perturbation > 0.0 && rate > 0.0) {
            return Err(format!("{name}: the last two numbers must be above 0"));
        }
        Ok(Self {
            name: (*name).to_owned(),
            value,
            min,
            max,
            perturbation,
            rate,
        })
    }
}

fn wrong(text: &str) -> String {
    format!("{text:?} is not a parameter; the form is NAME, int, VALUE, MIN, MAX, C_END, R_END")
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}, int, {}, {}, {}, {}, {}",
            self.name, self.value, self.min, self.max, self.perturbation, self.rate
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let one = Parameter::new("lmr_base", 78, 20, 150);
        assert_eq!(one.to_string(), "lmr_base, int, 78, 20, 150, 6.5, 0.002");
        assert_eq!(one.to_string().parse(), Ok(one.clone()));
        let text = format!("# numbers\n\n{one}\nother, int, 1, 0, 9, 0.5, 0.1\n");
        assert_eq!(Parameter::read_all(&text).expect("two").len(), 2);
    }

    #[test]
    fn bad_lines_are_named() {
        for (text, part) in [
            ("a, int, 1, 0, 9, 1", "is not a parameter"),
            ("a, float, 1, 0, 9, 1, 1", "only integers"),
            ("a, int, 10, 0, 9, 1, 1", "not between 0 and 9"),
            ("a, int, 1, 0, 9, 0, 1", "above 0"),
            ("a, int, 1, 0, inf, 1, 1", "is not a parameter"),
            (
                "a, int, 1, 0, 9, 1, 1\na, int, 1, 0, 9, 1, 1",
                "line 2: a occurs twice",
            ),
        ] {
            let error = Parameter::read_all(text).expect_err(text);
            assert!(error.contains(part), "{error}");
        }
    }
}
