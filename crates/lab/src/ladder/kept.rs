//! The pairs of a ladder in a file: what was played is not played again, on this machine or another.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use contest::Sitting;
use contest::hash;
use serde::{Deserialize, Serialize};

use crate::pairs::{Ledger, LedgerError, Pair};

/// Pairs that were played, by the comparison they belong to.
///
/// A comparison is known by everything that decides its games: the players, the limit, the book and the seed. So a file can
/// be gone on with after rungs were added or the test was changed, two files can be put together with `cat`, and games of
/// players that are no longer there are left alone.
#[derive(Default)]
pub struct Kept {
    ledger: Option<Ledger>,
    pairs: HashMap<String, BTreeMap<u64, [u8; 2]>>,
    faults: u64,
    /// Which program played the first of them, if it was another one.
    stranger: Option<String>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// Somebody sat down to play: when, which program, which machine.
    Sitting(Box<Sitting>),
    /// What an identifier stands for, for people.
    Match(String, String),
    /// A pair: of which comparison, its number, half points of both games.
    Pair(String, u64, [u8; 2]),
    /// What a player did that cost it a game.
    Fault(String, u64, String),
}

impl Kept {
    /// Nothing is kept: for a ladder that is measured in one go.
    #[must_use]
    pub fn nowhere() -> Self {
        Self::default()
    }

    /// Opens the file, or begins one.
    pub fn open(path: &Path, sitting: &Sitting) -> Result<Self, LedgerError> {
        let (mut ledger, lines) = Ledger::open::<Line>(path)?;
        let mut kept = Self::default();
        for line in lines {
            match line {
                Line::Sitting(before) => {
                    if before.program != sitting.program {
                        kept.stranger = Some(before.program.to_string());
                    }
                }
                Line::Match(id, _) => _ = kept.pairs.entry(id).or_default(),
                Line::Pair(id, number, points) => {
                    let known = kept.pairs.entry(id).or_default();
                    known.entry(number).or_insert(points);
                }
                Line::Fault(..) => kept.faults += 1,
            }
        }
        ledger.add(&Line::Sitting(Box::new(sitting.clone())))?;
        kept.ledger = Some(ledger);
        Ok(kept)
    }

    /// The identifier of a comparison.
    pub(super) fn id(key: &str) -> String {
        hash::hex(key.as_bytes())
    }

    /// The pairs of a comparison.
    pub(super) fn pairs(&self, key: &str) -> BTreeMap<u64, [u8; 2]> {
        self.pairs.get(&Self::id(key)).cloned().unwrap_or_default()
    }

    /// A pair was played.
    pub(super) fn add(&mut self, key: &str, number: u64, pair: &Pair) -> Result<(), LedgerError> {
        let id = Self::id(key);
        let points = pair.points.map(|points| points.half_points() as u8);
        self.faults += pair.faults.len() as u64;
        let known = self.pairs.entry(id.clone());
        let is_new = matches!(known, std::collections::hash_map::Entry::Vacant(_));
        known.or_default().insert(number, points);
        let Some(ledger) = &mut self.ledger else {
            return Ok(());
        };
        if is_new {
            ledger.add(&Line::Match(id.clone(), key.to_owned()))?;
        }
        for fault in &pair.faults {
            ledger.add(&Line::Fault(id.clone(), number, fault.clone()))?;
        }
        ledger.add(&Line::Pair(id, number, points))
    }

    /// How many games were lost by a crash, an illegal move or too much time.
    #[must_use]
    pub const fn faults(&self) -> u64 {
        self.faults
    }

    /// Another version of the program that played some of the games.
    #[must_use]
    pub fn stranger(&self) -> Option<&str> {
        self.stranger.as_deref()
    }
}
