//! The command `espalier players`: everyone, with settings and defaults.

use std::io::{self, Write};

use anstyle::Style;
use games::nearest::{hint, quote};
use games::{BoardGame, GameKind, WithGame};
use players::registry::{self, Entry};
use players::{Takes, evaluators};
use serde_json::{Value, json};

use crate::args::PlayersArgs;
use crate::error::Failure;

const BOLD: Style = Style::new().bold();
const SOFT: Style = Style::new().dimmed();

/// Writes the list.
pub fn command(args: &PlayersArgs, output: &mut impl Write) -> Result<(), Failure> {
    let shown = asked(&args.names)?;
    if args.json {
        writeln!(output, "{}", as_json(&shown))?;
    } else if args.names.is_empty() {
        list(&shown, output)?;
    } else {
        for entry in shown {
            describe(entry, output)?;
        }
    }
    Ok(output.flush()?)
}

fn everyone() -> impl Iterator<Item = &'static Entry> {
    registry::players().iter().chain(registry::PROGRAMS)
}

/// Those whose name begins with one of these; everyone if there are none.
fn asked(names: &[String]) -> Result<Vec<&'static Entry>, Failure> {
    for name in names {
        if !everyone().any(|entry| entry.name.starts_with(name.as_str())) {
            let meant = hint(name, everyone().map(|entry| entry.name));
            let name = quote(name);
            return Err(Failure::input(format_args!(
                "no player is called {name}{meant} (espalier players lists them)"
            )));
        }
    }
    let is_asked = |entry: &&Entry| {
        let mut names = names.iter();
        names.len() == 0 || names.any(|name| entry.name.starts_with(name.as_str()))
    };
    Ok(everyone().filter(is_asked).collect())
}

fn list(shown: &[&Entry], output: &mut impl Write) -> io::Result<()> {
    writeln!(
        output,
        "A player is name[:key=value,...], such as {BOLD}alphabeta:depth=5,order=mvvlva+killers,tt=16,quiesce{BOLD:#}.\n"
    )?;
    writeln!(output, "{BOLD}human{BOLD:#}\n    you, at the keyboard")?;
    for entry in shown {
        describe(entry, output)?;
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
    Ok(())
}

/// One player with its settings.
fn describe(entry: &Entry, output: &mut impl Write) -> io::Result<()> {
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
            key.name,
            key.about,
            key.takes,
            key.preset.words()
        )?;
    }
    Ok(())
}

/// Everyone as one object, for programs. A default is the value that a spec would write, of its own type; it is missing
/// where the setting is absent unless given, and one for each game where it depends on the game.
fn as_json(shown: &[&Entry]) -> Value {
    let players: Vec<Value> = shown.iter().map(|entry| player(entry)).collect();
    let games: serde_json::Map<String, Value> = GameKind::ALL
        .into_iter()
        .map(|game| {
            let evaluators: Vec<Value> = game
                .with(Evaluators)
                .into_iter()
                .map(|(name, about)| json!({ "name": name, "about": about }))
                .collect();
            (game.name().to_owned(), json!({ "evaluators": evaluators }))
        })
        .collect();
    json!({ "players": players, "games": games })
}

fn player(entry: &Entry) -> Value {
    let keys: Vec<Value> = entry
        .keys
        .iter()
        .map(|key| {
            let mut shown =
                json!({ "key": key.name, "about": key.about, "words": key.preset.words() });
            let takes = match key.takes {
                Takes::Switch => json!({ "kind": "switch" }),
                Takes::AutoSwitch => json!({ "kind": "choice", "words": ["auto", "on", "off"] }),
                Takes::Number(least, most) => {
                    json!({ "kind": "number", "least": least, "most": most })
                }
                Takes::Choice(words) => json!({ "kind": "choice", "words": words }),
                Takes::List(words) => json!({ "kind": "list", "words": words }),
                Takes::Evaluator => json!({ "kind": "evaluator" }),
                Takes::Text => json!({ "kind": "text" }),
            };
            shown["takes"] = takes;
            if key.takes == Takes::Evaluator {
                let by_game: serde_json::Map<String, Value> = GameKind::ALL
                    .into_iter()
                    .map(|game| {
                        (
                            game.name().to_owned(),
                            json!(game.with(PresetOf(key.preset))),
                        )
                    })
                    .collect();
                shown["default"] = Value::Object(by_game);
            } else if let Some(value) = key.preset.fixed() {
                shown["default"] = typed(key.takes, &value);
            }
            shown
        })
        .collect();
    let mut shown = json!({ "name": entry.name, "about": entry.about, "keys": keys });
    if let Some(game) = entry.game {
        shown["game"] = json!(game.name());
    }
    shown
}

/// A value of a spec as JSON of its own type.
fn typed(takes: Takes, value: &str) -> Value {
    match takes {
        Takes::Number(..) => value
            .parse::<u64>()
            .map_or(Value::Null, |number| json!(number)),
        Takes::Switch => json!(value == "on"),
        Takes::List(_) => json!(value.split('+').collect::<Vec<_>>()),
        _ => json!(value),
    }
}

struct PresetOf(players::Preset);

impl WithGame for PresetOf {
    type Output = Option<String>;

    fn run<G: BoardGame>(self, _game: &G) -> Self::Output {
        self.0.value::<G>()
    }
}

struct Evaluators;

impl WithGame for Evaluators {
    type Output = evaluators::Names;

    fn run<G: BoardGame>(self, _game: &G) -> Self::Output {
        evaluators::names::<G>()
    }
}
