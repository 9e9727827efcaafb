//! The games, players and documents of this program.

use courses::Document;
use players::{Cost, PlayerSpec, Seat, Setting, SettingType, evaluators};

use crate::allowed::AllowedPlayers;
use crate::caps::{self, caps};
use crate::protocol::{GameInfo, Named, PlayerInfo, Reply, SettingKind, SpecInfo};
use crate::{evaluations, protocol};
use games::{BoardGame, Chess, GameId, WithGame};

/// Answers `hello`.
#[must_use]
pub fn hello(allowed: &AllowedPlayers) -> Reply {
    Reply::Hello {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        games: GameId::ALL
            .into_iter()
            .map(|id| id.with(Describe))
            .collect(),
        players: players(allowed),
        documents: Document::ALL
            .into_iter()
            .map(|document| Named::from((document.name(), document.title())))
            .collect(),
        techniques: players::engine_player::about().map(Named::from).collect(),
        caps: caps(),
    }
}

struct Describe;

impl WithGame for Describe {
    type Output = GameInfo;

    fn run<G: BoardGame>(self, game: &G) -> GameInfo {
        let weights = evaluations::names::<G>();
        let hundredths = |named: &Named| match named.name.as_str() {
            "material" | "squares" | "mobility" if G::ID == Chess::ID => 100,
            _ => 1,
        };
        GameInfo {
            id: G::ID,
            title: G::TITLE.to_owned(),
            about: G::ABOUT.to_owned(),
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
                .map(Named::from)
                .collect(),
        }
    }
}

fn players(allowed: &AllowedPlayers) -> Vec<PlayerInfo> {
    let caps = caps();
    let setting = |key: &Setting| {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let most = |most: u64| match key.cost {
            Cost::Mebibytes => Some(caps.table_mebibytes),
            Cost::Threads => Some(caps.threads as u64),
            _ => (most < u64::MAX).then_some(most),
        };
        let kind = match key.takes {
            SettingType::Switch => SettingKind::Switch,
            SettingType::AutoSwitch => SettingKind::Choice {
                words: words(&["auto", "on", "off"]),
            },
            SettingType::Number(least, largest) => SettingKind::Number {
                least,
                most: most(largest),
            },
            SettingType::Choice(choice) => SettingKind::Choice {
                words: words(choice),
            },
            SettingType::List(list) => SettingKind::List { words: words(list) },
            SettingType::Evaluator => SettingKind::Evaluator {
                best: key.preset == players::Preset::BestEvaluator,
            },
            // Pages may not name files.
            SettingType::Text => return None,
        };
        Some(protocol::Setting {
            key: key.name.to_owned(),
            default: key.preset.words(),
            value: key.preset.fixed(),
            about: key.about.to_owned(),
            kind,
        })
    };
    (allowed.registry().entries())
        .map(|entry| PlayerInfo {
            name: entry.name.to_string(),
            about: entry.about.to_string(),
            game: entry.only_game(),
            settings: entry.settings.iter().filter_map(setting).collect(),
        })
        .chain(allowed.programs().map(program))
        .collect()
}

/// Describes an allowed external program. A page cannot change its settings.
fn program(spec: &PlayerSpec) -> PlayerInfo {
    PlayerInfo {
        name: spec.to_string(),
        about: "an external program that was allowed when the server was started".to_owned(),
        game: spec.entry().only_game(),
        settings: Vec::new(),
    }
}

/// Answers `read-spec`.
pub struct ReadSpec<'a>(pub String, pub &'a AllowedPlayers);

impl WithGame for ReadSpec<'_> {
    type Output = Result<Reply, String>;

    fn run<G: BoardGame>(self, _: &G) -> Self::Output {
        let spec = caps::spec(&self.0, self.1)?;
        Seat::<G>::new(&spec).map_err(|error| error.to_string())?;
        let settings = (spec.given_texts()).map(|(key, value)| (key.to_owned(), value));
        let name = match spec.program() {
            Some(program) => program.to_string(),
            None => spec.name().to_owned(),
        };
        Ok(Reply::Spec {
            spec: SpecInfo {
                text: spec.to_string(),
                name,
                settings: settings.collect(),
            },
        })
    }
}
