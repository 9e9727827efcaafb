//! `espalier players`: lists the players with their settings and defaults.

use anstyle::Style;
use players::{Entry, Registry, evaluators, listing};

use crate::prelude::*;

#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  espalier players                all players
  espalier players alphabeta a8   the players whose names begin with alphabeta or a8")]
pub struct PlayersArgs {
    /// List only the players with these names or beginnings of names
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Print one object for programs, with typed defaults
    #[arg(long)]
    json: bool,
}

const BOLD: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

/// Lists the players.
pub fn command(args: &PlayersArgs, output: &mut impl Write) -> Result {
    let registry = programs::registry();
    let shown = selected(&registry, &args.names)?;
    if args.json {
        writeln!(output, "{}", listing::of(&shown))?;
    } else if args.names.is_empty() {
        list(&shown, output)?;
    } else {
        for entry in shown {
            describe(entry, output)?;
        }
    }
    Ok(())
}

/// Returns the players whose names begin with one of these, or all without names.
fn selected<'a>(registry: &'a Registry, names: &[String]) -> Result<Vec<&'a Entry>> {
    let all: Vec<&Entry> = registry.entries().map(|entry| &**entry).collect();
    let begins = |entry: &Entry, name: &String| entry.name.starts_with(name.as_str());
    for name in names {
        if !all.iter().any(|entry| begins(entry, name)) {
            let hint = hint(name, all.iter().map(|entry| &*entry.name));
            let name = quote(name);
            return fail!("no player is called {name}{hint} (espalier players lists them)");
        }
    }
    let is_selected =
        |entry: &&Entry| names.is_empty() || names.iter().any(|name| begins(entry, name));
    Ok(all.into_iter().filter(is_selected).collect())
}

fn list(shown: &[&Entry], output: &mut impl Write) -> io::Result<()> {
    writeln!(
        output,
        "A player is name[:key=value,...], such as {BOLD}alphabeta:depth=5,order=mvvlva+killers,tt=16,quiesce{BOLD:#}.\n"
    )?;
    writeln!(output, "{BOLD}human{BOLD:#}\n    a person at the keyboard")?;
    for entry in shown {
        describe(entry, output)?;
    }
    writeln!(
        output,
        "\nEvaluators; the first of each game is its default:"
    )?;
    for game in GameId::ALL {
        writeln!(output, "{BOLD}{game}{BOLD:#}")?;
        for (name, about) in evaluators::of(game) {
            writeln!(output, "    {name:<16} {about}")?;
        }
    }
    Ok(())
}

/// Writes a player with its settings.
fn describe(entry: &Entry, output: &mut impl Write) -> io::Result<()> {
    let game = entry.only_game().map(|game| format!(" ({game} only)"));
    let game = game.unwrap_or_default();
    writeln!(
        output,
        "{BOLD}{}{BOLD:#}{game}\n    {}",
        entry.name, entry.about
    )?;
    for key in &entry.settings {
        writeln!(
            output,
            "    {:<9} {} {FAINT}[{}; default: {}]{FAINT:#}",
            key.name,
            key.about,
            key.takes,
            key.preset.words()
        )?;
    }
    Ok(())
}
