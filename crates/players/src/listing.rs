//! The players and evaluators for other programs: `espalier players --json`.

use games::{BoardGame, GameId, WithGame};
use serde_json::{Map, Value, json};

use crate::evaluators;
use crate::registry::Entry;
use crate::setting::{Preset, SettingType};

/// Describes these players and the evaluators of every game. A default has its own type. It is absent if the setting has none, and has one value for each
/// game if it depends on the game.
#[must_use]
pub fn of(shown: &[&Entry]) -> Value {
    let games = by_game(|game| {
        let evaluators = evaluators::of(game).into_iter();
        let evaluators = evaluators.map(|(name, about)| json!({ "name": name, "about": about }));
        json!({ "evaluators": evaluators.collect::<Vec<_>>() })
    });
    let players: Vec<Value> = shown.iter().map(|entry| player(entry)).collect();
    json!({ "players": players, "games": games })
}

/// Returns an object with a value for each game.
fn by_game(value: impl Fn(GameId) -> Value) -> Value {
    let games = GameId::ALL.into_iter();
    let games = games.map(|game| (game.name().to_owned(), value(game)));
    Value::Object(games.collect::<Map<_, _>>())
}

fn player(entry: &Entry) -> Value {
    let keys = entry.settings.iter().map(|key| {
        let takes = match key.takes {
            SettingType::Switch => json!({ "kind": "switch" }),
            SettingType::AutoSwitch => json!({ "kind": "choice", "words": ["auto", "on", "off"] }),
            SettingType::Number(least, most) => {
                json!({ "kind": "number", "least": least, "most": most })
            }
            SettingType::Choice(words) => json!({ "kind": "choice", "words": words }),
            SettingType::List(words) => json!({ "kind": "list", "words": words }),
            SettingType::Evaluator => json!({ "kind": "evaluator" }),
            SettingType::Text => json!({ "kind": "text" }),
        };
        let mut shown = json!({
            "key": key.name,
            "about": key.about,
            "words": key.preset.words(),
            "takes": takes,
        });
        if key.takes == SettingType::Evaluator {
            shown["default"] = by_game(|game| json!(game.with(PresetOf(key.preset))));
        } else if let Some(value) = key.preset.fixed() {
            shown["default"] = typed(key.takes, &value);
        }
        shown
    });
    let keys: Vec<Value> = keys.collect();
    let mut shown = json!({ "name": entry.name, "about": entry.about, "keys": keys });
    if let Some(game) = entry.only_game() {
        shown["game"] = json!(game.name());
    }
    shown
}

/// Converts a value of a spec to JSON of its type.
fn typed(takes: SettingType, value: &str) -> Value {
    match takes {
        SettingType::Number(..) => value
            .parse::<u64>()
            .map_or(Value::Null, |number| json!(number)),
        SettingType::Switch => json!(value == "on"),
        SettingType::List(_) => json!(value.split('+').collect::<Vec<_>>()),
        _ => json!(value),
    }
}

struct PresetOf(Preset);

impl WithGame for PresetOf {
    type Output = Option<String>;

    fn run<G: BoardGame>(self, _game: &G) -> Self::Output {
        self.0.value::<G>()
    }
}
