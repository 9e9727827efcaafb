//! Who can play, and what they are asked and told.

mod mover;
mod random;
pub mod spec;

pub use mover::{Choice, Event, Info, Limits, Mover, Score, Settings, Signal};
pub use random::RandomMover;
pub use spec::{Player, Spec, SpecError};

use std::io::{self, Write};

use anstyle::Style;

/// The command `espalier players`: everyone, with settings.
pub fn list(output: &mut impl Write) -> io::Result<()> {
    let bold = Style::new().bold();
    for entry in spec::PLAYERS {
        writeln!(output, "{bold}{:10}{bold:#} {}", entry.name, entry.about)?;
        for (key, meaning) in entry.keys {
            writeln!(output, "           {key}: {meaning}")?;
        }
    }
    output.flush()
}
