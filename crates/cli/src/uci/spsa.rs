//! The engine's numbers as OpenBench's SPSA wants them.

use crate::spsa;

/// `name, int, value, min, max, C_end, R_end` for each number, one a line.
#[must_use]
pub fn list() -> String {
    let lines = spsa::all().into_iter();
    lines.map(|parameter| format!("{parameter}\n")).collect()
}
