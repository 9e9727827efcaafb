//! Checks the numbers of lessons.

use super::{Lesson, measure};

/// Computes every number of some lessons. Returns how many there are, and a line for each wrong one.
#[must_use]
pub fn check(lessons: &[Lesson]) -> (usize, Vec<String>) {
    let (mut count, mut wrong) = (0, Vec::new());
    for lesson in lessons {
        for step in &lesson.steps {
            for check in &step.checks {
                count += 1;
                let computed = match measure(&check.formula) {
                    Ok(computed) if computed.is(&check.said) => continue,
                    Ok(computed) => computed.text(),
                    Err(reason) => reason,
                };
                wrong.push(format!(
                    "{}, {}: states {}, but {} is {computed}",
                    lesson.name, step.title, check.said, check.formula
                ));
            }
        }
    }
    (count, wrong)
}
