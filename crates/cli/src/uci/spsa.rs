//! The engine's numbers as OpenBench's SPSA wants them.

use std::fmt::Write as _;

use engine::params;

/// `name, int, value, min, max, C_end, R_end` for each number, one a line. The last perturbation is a twentieth of the
/// range, as fishtest's and OpenBench's users do.
#[must_use]
pub fn list() -> String {
    let mut text = String::new();
    for param in params::all() {
        let step = (f64::from(param.max - param.min) / 20.0).max(0.5);
        _ = writeln!(
            text,
            "{}, int, {}, {}, {}, {step}, 0.002",
            param.name, param.value, param.min, param.max
        );
    }
    text
}
