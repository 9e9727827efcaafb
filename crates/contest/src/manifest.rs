//! What a match is, and how it was begun: the first line of its journal.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::adjudicate::Adjudication;
use super::limit::PlayerLimit;
use super::opening::Source;
use super::schedule::{Format, Schedule};
use crate::hash::fnv1a;
use crate::sitting::Sitting;
use crate::stats::Sprt;

/// A player and what it may spend.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entrant {
    /// What it is called in records, if not by its spec.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its spec.
    pub spec: String,
    /// What it may spend on top of what its spec says.
    #[serde(default, skip_serializing_if = "PlayerLimit::is_empty")]
    pub limit: PlayerLimit,
}

/// What is to be played. Two matches with equal plans have the same games at fixed nodes or depth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Plan {
    /// How the players are paired.
    pub format: Format,
    /// The game.
    pub game: String,
    /// The players.
    pub players: Vec<Entrant>,
    /// Games for each pair of players; even.
    pub games: u64,
    /// Where games begin.
    pub openings: Source,
    /// Decides the order of a book, random openings, and what players leave to chance.
    pub seed: u64,
    /// Milliseconds by which a move may be late.
    pub time_margin: u64,
    /// Whether players think on their opponent's time.
    #[serde(default, skip_serializing_if = "is_no")]
    pub ponder: bool,
    /// When games are ended early.
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
    /// The games.
    #[must_use]
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.players.len(), self.games / 2)
    }

    /// What the players are called in records: their names or specs, numbered if several are the same.
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

    /// What is different in another plan, in words: which part, what it is here, what it is there.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let parts = |plan: &Self| {
            let mut plan = plan.clone();
            // The same book may have another name; its hash counts.
            if let Source::Book { file, .. } = &mut plan.openings {
                file.clear();
            }
            serde_json::to_value(plan).unwrap_or_default()
        };
        let (here, there) = (parts(self), parts(other));
        let keys = here.as_object().into_iter().chain(there.as_object());
        let key = keys
            .flat_map(|parts| parts.keys())
            .find(|key| here.get(key) != there.get(key))?;
        let show = |parts: &serde_json::Value| {
            parts
                .get(key)
                .map_or("nothing".to_owned(), ToString::to_string)
        };
        let key_words = key.replace('_', " ");
        Some(format!(
            "its {key_words} is {}, not {}",
            show(&here),
            show(&there)
        ))
    }
}

/// The first line of a journal: what is played, and when and with what it was begun. `lab::manifest` has what every
/// experiment has, with its end and its result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    /// The version of the format.
    pub format: u32,
    /// What is to be played.
    pub plan: Plan,
    /// The first sitting.
    pub sitting: Sitting,
}

impl Manifest {
    /// The format written here.
    pub const FORMAT: u32 = 1;

    /// A match that begins now.
    #[must_use]
    pub const fn new(plan: Plan, sitting: Sitting) -> Self {
        Self {
            format: Self::FORMAT,
            plan,
            sitting,
        }
    }

    /// What PGN calls the match: unlike any other match begun at another time or with another plan.
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
