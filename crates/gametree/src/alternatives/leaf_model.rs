//! The reliability of a static value, measured by the changes of deeper searches.

use crate::score::Score;

/// The number of equally likely outcomes for each class of position.
pub const OUTCOMES: usize = 16;

/// The boundaries between the classes, as fractions of a nearly won value, for the side to move.
pub const STEPS: [f64; 4] = [-0.6, -0.15, 0.15, 0.6];

/// The changes of a value by a deeper search, as fractions of a nearly won value, for the side to move: the same number of
/// equally likely outcomes for each class.
#[derive(Clone, Debug, PartialEq)]
pub struct LeafModel {
    changes: [[f64; OUTCOMES]; STEPS.len() + 1],
}

impl Default for LeafModel {
    /// Returns the model for games without measurements: symmetric, with small changes more likely.
    fn default() -> Self {
        let half = OUTCOMES as f64 / 2.0;
        let change = |index: usize| {
            let part = (index as f64 + 0.5 - half) / half;
            0.3 * part * part.abs()
        };
        Self {
            changes: [std::array::from_fn(change); STEPS.len() + 1],
        }
    }
}

impl LeafModel {
    /// Returns the class of a position with this static value.
    #[must_use]
    pub fn kind(value: Score, scale: Score) -> usize {
        let part = f64::from(value) / f64::from(scale);
        STEPS.iter().filter(|&&step| part >= step).count()
    }

    /// Builds a model from measurements: each row has the observed changes of one class, in any number and order. A class
    /// with few observations takes those of the middle class.
    #[must_use]
    pub fn fitted(seen: &[Vec<f64>; STEPS.len() + 1]) -> Self {
        let mut model = Self::default();
        let middle = seen.len() / 2;
        for (kind, row) in model.changes.iter_mut().enumerate() {
            let known = &seen[kind];
            let known = if known.len() < OUTCOMES {
                &seen[middle]
            } else {
                known
            };
            if known.len() < OUTCOMES {
                continue;
            }
            let mut sorted = known.clone();
            sorted.sort_by(f64::total_cmp);
            for (index, change) in row.iter_mut().enumerate() {
                let place = (index as f64 + 0.5) / OUTCOMES as f64 * sorted.len() as f64;
                *change = sorted[(place as usize).min(sorted.len() - 1)];
            }
        }
        model
    }

    /// Returns the model as text: one line of numbers per class, in thousandths.
    #[must_use]
    pub fn written(&self) -> String {
        let line = |row: &[f64; OUTCOMES]| {
            let numbers = row
                .iter()
                .map(|change| format!("{}", (change * 1_000.0).round()));
            numbers.collect::<Vec<_>>().join(" ")
        };
        self.changes.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Parses the text of a model, or returns `None` if it is not one.
    #[must_use]
    pub fn read<'a>(lines: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut model = Self::default();
        let mut rows = 0;
        for line in lines.take(STEPS.len() + 1) {
            let numbers = line.split_whitespace().map(str::parse::<f64>);
            let numbers: Vec<f64> = numbers.collect::<Result<_, _>>().ok()?;
            if numbers.len() != OUTCOMES {
                return None;
            }
            for (change, number) in model.changes[rows].iter_mut().zip(numbers) {
                *change = number / 1_000.0;
            }
            rows += 1;
        }
        (rows == STEPS.len() + 1).then_some(model)
    }

    /// Returns equally likely values of a position with this static value, for MAX. `max`: MAX is to move.
    #[must_use]
    pub fn outcomes(&self, value: Score, max: bool, scale: Score) -> [f64; OUTCOMES] {
        let own = if max { value } else { -value };
        let sign = if max { 1.0 } else { -1.0 };
        self.changes[Self::kind(own, scale)]
            .map(|change| f64::from(value) + sign * change * f64::from(scale))
    }
}
