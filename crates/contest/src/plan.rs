//! The plan of a match, and the first line of its journal.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::adjudicate::Adjudication;
use super::limit::PlayerLimit;
use super::opening::Source;
use super::schedule::{Format, Schedule};
use crate::manifest::{Experiment, Input, InputKind, ManifestError, first_difference};
use crate::run_info::RunInfo;
use crate::stats::Sprt;
use games::GameId;
use gametree::hash::fnv1a;
use players::PlayerSpec;

/// A participant of a match: a player and its limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Participant {
    /// Its name in records; by default its spec.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its spec.
    pub spec: String,
    /// Its limits, in addition to those of its spec.
    #[serde(default, skip_serializing_if = "PlayerLimit::is_empty")]
    pub limit: PlayerLimit,
}

impl Participant {
    /// Returns whether time limits the player.
    #[must_use]
    pub fn is_timed(&self) -> bool {
        self.limit.tc.is_some() || self.limit.movetime.is_some()
    }
}

/// The plan of a match. At fixed nodes or depth, matches with equal plans have equal games.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// The pairing of the players.
    pub format: Format,
    /// The game.
    pub game: String,
    /// The participants.
    pub players: Vec<Participant>,
    /// The number of games for each pair of players; even.
    pub games: u64,
    /// The source of openings.
    pub openings: Source,
    /// The seed of the order of a book, of random openings and of the players' random choices.
    pub seed: u64,
    /// Milliseconds by which a move may exceed the clock.
    pub time_margin: u64,
    /// Whether players ponder.
    #[serde(default, skip_serializing_if = "is_no")]
    pub ponder: bool,
    /// The adjudication rules.
    pub adjudication: Adjudication,
    /// The test that ends a match early.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
}

#[allow(clippy::trivially_copy_pass_by_ref)]
const fn is_no(answer: &bool) -> bool {
    !*answer
}

impl Plan {
    /// Returns the schedule of the games.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.players.len(), self.games / 2)
    }

    /// Describes the match for a manifest. `book` is the name or file of its openings; without one, they are the default of
    /// the plan.
    pub fn experiment(
        &self,
        players: &[PlayerSpec],
        game: GameId,
        book: Option<&Path>,
    ) -> Result<Experiment, ManifestError> {
        let settings =
            serde_json::to_value(self).map_err(|error| ManifestError(error.to_string()))?;
        // A test ends after a number of games that depends on their speed.
        let varies = self.sprt.is_some() || self.players.iter().any(Participant::is_timed);
        let mut experiment = Experiment::new(players, settings)?.varying_throughout(varies);
        experiment.seeds.push(self.seed);
        if let Source::Book { hash, .. } = &self.openings {
            let named = |name: &str| Input::named_book(game, name);
            let file = |path: &Path| Input {
                kind: InputKind::File,
                name: path.display().to_string(),
                hash: hash.clone(),
            };
            let input = match book {
                Some(path) => Some(path.to_str().and_then(named).unwrap_or_else(|| file(path))),
                None => {
                    let unbalanced = self.sprt.and_then(|_| named("unbalanced"));
                    unbalanced.or_else(|| Input::book(game))
                }
            };
            experiment.inputs.extend(input);
        }
        Ok(experiment)
    }

    /// Returns the names of the participants in records: their names or specs, numbered if several are equal.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
        let number = |name: &str, times: u32| match times {
            1 => name.to_owned(),
            _ => format!("{name} ({times})"),
        };
        self.players
            .iter()
            .map(|player| {
                let name = player.name.as_deref().unwrap_or(&player.spec);
                let times = seen.entry(name).or_default();
                *times += 1;
                number(name, *times)
            })
            .collect()
    }

    /// Describes the first difference to another plan: the part, its value here and its value there.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let parts = |plan: &Self| {
            let mut plan = plan.clone();
            // The same book may have another name; its hash counts. A player may have its old name.
            if let Source::Book { file, .. } = &mut plan.openings {
                file.clear();
            }
            for player in &mut plan.players {
                player.spec = with_current_name(&player.spec);
            }
            serde_json::to_value(plan).unwrap_or_default()
        };
        first_difference(&parts(self), &parts(other))
    }
}

/// Returns a spec with the current form of its name: players in `-fixed` were called `-mended` in older journals.
fn with_current_name(spec: &str) -> String {
    let end = spec.find(':').unwrap_or(spec.len());
    let (name, settings) = spec.split_at(end);
    match name.strip_suffix("-mended") {
        Some(stem) => format!("{stem}-fixed{settings}"),
        None => spec.to_owned(),
    }
}

/// The first line of a journal: the plan of the match and the run that began it. The
/// [manifest](crate::manifest::Manifest) of the match has the same data, and its inputs and result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The version of the format.
    pub format: u32,
    /// The plan.
    pub plan: Plan,
    /// The run that began the match.
    #[serde(rename = "sitting")]
    pub run_info: RunInfo,
}

impl JournalHeader {
    /// The format written here.
    pub const FORMAT: u32 = 1;

    /// Creates the first line of a match that begins now.
    #[must_use]
    pub const fn new(plan: Plan, run_info: RunInfo) -> Self {
        Self {
            format: Self::FORMAT,
            plan,
            run_info,
        }
    }

    /// Returns the PGN event of the match, which is unique to its plan and its start.
    #[must_use]
    pub fn event(&self) -> String {
        let text = serde_json::to_vec(self).unwrap_or_default();
        let what = match self.plan.players.len() {
            2 => "match",
            _ => "tournament",
        };
        format!("Espalier {what} {:016x}", fnv1a(&text))
    }
}
