//! What is there: games, players, documents.

use classroom::Document;
use players::program::Program;
use players::{Cost, Key, Takes, evaluators, registry};

use crate::caps::{self, caps};
use crate::protocol::{GameId, GameInfo, Named, PlayerInfo, Say, Setting, SettingKind, SpecInfo};
use crate::wanted::{self, Allowed, Wanted};
use crate::weights::weights;
use games::{BoardGame, GameKind, WithGame};

/// Answers `hello`.
#[must_use]
pub fn hello(allowed: &Allowed) -> Say {
    Say::Hello {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        games: GameKind::ALL
            .into_iter()
            .map(|id| id.with(Describe))
            .collect(),
        players: players(allowed),
        documents: Document::ALL
            .into_iter()
            .map(|document| Named {
                name: document.name().to_owned(),
                about: document.title().to_owned(),
            })
            .collect(),
        techniques: players::master::about()
            .map(|(name, about)| Named {
                name: name.to_owned(),
                about: about.to_owned(),
            })
            .collect(),
        caps: caps(),
    }
}

struct Describe;

impl WithGame for Describe {
    type Output = GameInfo;

    fn run<G: BoardGame>(self, game: &G) -> GameInfo {
        let weights = weights::<G>();
        let hundredths = |named: &Named| match (G::KIND, named.name.as_str()) {
            (GameKind::Chess, "material" | "squares" | "mobility") => 100,
            _ => 1,
        };
        GameInfo {
            id: GameId(G::KIND),
            title: G::TITLE.to_owned(),
            width: G::SIZE.0,
            height: G::SIZE.1,
            from_top: G::FROM_TOP,
            places: G::PLACES,
            sides: G::SIDES.map(str::to_owned),
            start: game.write_position(&game.start()),
            weight_units: weights.iter().map(hundredths).collect(),
            weights,
            best_evaluator: G::BEST_EVALUATOR.to_owned(),
            evaluators: evaluators::names::<G>()
                .into_iter()
                .map(|(name, about)| Named {
                    name: name.to_owned(),
                    about: about.to_owned(),
                })
                .collect(),
        }
    }
}

fn players(allowed: &Allowed) -> Vec<PlayerInfo> {
    let caps = caps();
    let setting = |key: &Key| {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let most = |most: u64| match key.cost {
            Cost::Mebibytes => Some(caps.table_mebibytes),
            Cost::Threads => Some(caps.threads as u64),
            _ => (most < u64::MAX).then_some(most),
        };
        let kind = match key.takes {
            Takes::Switch => SettingKind::Switch,
            Takes::AutoSwitch => SettingKind::Choice {
                words: words(&["auto", "on", "off"]),
            },
            Takes::Number(least, largest) => SettingKind::Number {
                least,
                most: most(largest),
            },
            Takes::Choice(choice) => SettingKind::Choice {
                words: words(choice),
            },
            Takes::List(list) => SettingKind::List { words: words(list) },
            Takes::Evaluator => SettingKind::Evaluator {
                best: key.preset == players::Preset::BestEvaluator,
            },
            // Files are not for pages.
            Takes::Text => return None,
        };
        Some(Setting {
            key: key.name.to_owned(),
            default: key.preset.words(),
            value: key.preset.fixed(),
            about: key.about.to_owned(),
            kind,
        })
    };
    registry::players()
        .iter()
        .map(|entry| PlayerInfo {
            name: entry.name.to_owned(),
            about: entry.about.to_owned(),
            game: entry.game.map(GameId),
            settings: entry.keys.iter().filter_map(setting).collect(),
        })
        .chain(allowed.iter().map(program))
        .collect()
}

/// A program is offered as it was allowed, and has nothing that a page could set.
fn program(program: &Program) -> PlayerInfo {
    PlayerInfo {
        name: program.to_string(),
        about: wanted::about(program).to_owned(),
        game: program.protocol.game().map(GameId),
        settings: Vec::new(),
    }
}

/// Answers `read-spec`.
pub struct ReadSpec<'a>(pub String, pub &'a Allowed);

impl WithGame for ReadSpec<'_> {
    type Output = Result<Say, String>;

    fn run<G: BoardGame>(self, _: &G) -> Self::Output {
        let wanted = caps::spec(&self.0, self.1)?;
        wanted.sit::<G>()?;
        let settings = wanted
            .inside()
            .into_iter()
            .flat_map(|spec| &spec.settings)
            .map(|(key, value)| (key.clone(), value.clone().unwrap_or_default()));
        let name = match &wanted {
            Wanted::Inside(spec) => spec.name.clone(),
            Wanted::Program(program) => program.to_string(),
        };
        Ok(Say::Spec {
            spec: SpecInfo {
                text: wanted.to_string(),
                name,
                settings: settings.collect(),
            },
        })
    }
}
