//! The command `espalier players`: everyone, with settings and defaults.

use std::io::{self, Write};

use anstyle::Style;
use lab::{Arena, GameKind, WithGame, registry};

const BOLD: Style = Style::new().bold();
const SOFT: Style = Style::new().dimmed();

/// Writes the list.
pub fn list(output: &mut impl Write) -> io::Result<()> {
    writeln!(
        output,
        "A player is name[:key=value,...], such as {BOLD}alphabeta:depth=5,order=mvvlva+killers,tt=16,quiesce{BOLD:#}.\n"
    )?;
    writeln!(output, "{BOLD}human{BOLD:#}\n    you, at the keyboard")?;
    for entry in registry::players().iter().chain(registry::PROGRAMS) {
        let game = entry
            .game
            .map(|game| format!(" ({game} only)"))
            .unwrap_or_default();
        writeln!(
            output,
            "{BOLD}{}{BOLD:#}{game}\n    {}",
            entry.name, entry.about
        )?;
        for key in entry.keys {
            writeln!(
                output,
                "    {:<9} {} {SOFT}[{}; default: {}]{SOFT:#}",
                key.name, key.about, key.takes, key.default
            )?;
        }
    }
    writeln!(
        output,
        "\nEvaluators, the first of each game being its default:"
    )?;
    for game in GameKind::ALL {
        writeln!(output, "{BOLD}{game}{BOLD:#}")?;
        for (name, about) in game.with(Evaluators) {
            writeln!(output, "    {name:<16} {about}")?;
        }
    }
    output.flush()
}

struct Evaluators;

impl WithGame for Evaluators {
    type Output = &'static [(&'static str, &'static str)];

    fn run<G: Arena>(self, _game: &G) -> Self::Output {
        G::EVALUATORS
    }
}
