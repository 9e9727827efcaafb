//! The pairs of an experiment in a file, so that it can be resumed, on this machine or another.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};

use contest::{Ledger, LedgerError, RunInfo, Shard};
use gametree::hash;
use serde::{Deserialize, Serialize};

use super::Pair;

/// The pairs that were played, by match.
///
/// A match is identified by everything that determines its games: players, limit, book and seed. So a file can be
/// resumed after players were added or the test was changed, two files can be joined with `cat`, and games of players that
/// were removed are ignored.
#[derive(Default)]
pub struct PairLedger {
    ledger: Option<Ledger>,
    pairs: HashMap<String, BTreeMap<u64, [u8; 2]>>,
    faults: u64,
    /// Another version of the program that played some of the games.
    other_program: Option<String>,
}

/// The result of a merge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergedPairs {
    /// The number of pairs.
    pub pairs: u64,
    /// The shards of the run that no file has, such as `1/3`. They are known from the commands of the others.
    pub missing_shards: Vec<String>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    /// The start of a run: time, program and machine.
    #[serde(rename = "sitting")]
    Run(Box<RunInfo>),
    /// The description of the match with this identifier.
    Match(String, String),
    /// A pair: its match, its number, the half points of both games.
    Pair(String, u64, [u8; 2]),
    /// A fault that lost a game of this match and pair.
    Fault(String, u64, String),
}

/// Returns the shard in the command of a run.
fn shard_of(command: &[String]) -> Option<Shard> {
    let value = |name: &str| {
        let long = format!("{name}=");
        let joined = || command.iter().find_map(|word| word.strip_prefix(&long));
        let place = command.iter().position(|word| word == name);
        place.map_or_else(joined, |place| Some(command.get(place + 1)?.as_str()))
    };
    if let Some(shard) = value("--shard") {
        return shard.parse().ok();
    }
    // The older form, counted from 1.
    let (index, count) = value("--part")?.split_once('/')?;
    Shard::new(
        index.parse::<u64>().ok()?.checked_sub(1)?,
        count.parse().ok()?,
    )
}

/// The options that may differ between the shards of a run.
const OF_A_SHARD: [&str; 6] = [
    "--shard",
    "--part",
    "--resume",
    "--output",
    "--manifest",
    "--concurrency",
];

/// Returns the command of a run without the options of its shard.
fn plan_of(command: &[String]) -> Vec<&str> {
    let mut plan = Vec::new();
    let mut words = command.iter();
    while let Some(word) = words.next() {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        if !OF_A_SHARD.contains(&name) {
            plan.push(word.as_str());
        } else if name == word {
            words.next();
        }
    }
    plan
}

impl PairLedger {
    /// Creates a ledger without a file.
    #[must_use]
    pub fn in_memory() -> Self {
        Self::default()
    }

    /// Opens or creates the file.
    pub fn open(path: &Path, run_info: &RunInfo) -> Result<Self, LedgerError> {
        let mut kept = Self::default();
        let mut ledger = Ledger::open(path)?;
        ledger.resume(b"{", |_, line| {
            match line {
                Line::Run(before) => {
                    if before.program != run_info.program {
                        kept.other_program = Some(before.program.to_string());
                    }
                }
                Line::Match(id, _) => _ = kept.pairs.entry(id).or_default(),
                Line::Pair(id, number, points) => {
                    let known = kept.pairs.entry(id).or_default();
                    known.entry(number).or_insert(points);
                }
                Line::Fault(..) => kept.faults += 1,
            }
            Ok(())
        })?;
        ledger.add(&Line::Run(Box::new(run_info.clone())))?;
        kept.ledger = Some(ledger);
        Ok(kept)
    }

    /// Merges the files of several shards into a new file: one start, then the matches in the order of the files, each with its faults and
    /// pairs in the order of their numbers. With `mix`, the program may have different versions.
    ///
    /// # Errors
    /// A file cannot be used, is of another run, was written by another version of the program, or has another result of a pair than
    /// an earlier one.
    pub fn merge(paths: &[PathBuf], output: &Path, mix: bool) -> Result<MergedPairs, LedgerError> {
        let mut shards: BTreeSet<(u64, u64)> = BTreeSet::new();
        let mut is_whole = false;
        let mut first: Option<(String, Box<RunInfo>)> = None;
        let mut matches: Vec<(String, String)> = Vec::new();
        let mut pairs: HashMap<String, BTreeMap<u64, [u8; 2]>> = HashMap::new();
        let mut faults: HashMap<String, BTreeMap<u64, Vec<String>>> = HashMap::new();
        for path in paths {
            let name = path.display().to_string();
            let mut new_faults: HashMap<String, BTreeMap<u64, Vec<String>>> = HashMap::new();
            Ledger::read(path, |_, line| {
                if let Line::Run(run) = &line {
                    let shard = shard_of(&run.command).unwrap_or(Shard::WHOLE);
                    is_whole |= shard.is_whole();
                    let (index, count) = shard.parts();
                    shards.insert((count, index));
                }
                match line {
                    Line::Run(run) => match &first {
                        None => first = Some((name.clone(), run)),
                        Some((file, known)) if known.program != run.program && !mix => {
                            return Err(format!(
                                "its games are by {}, those of {file} by {}; --mix merges them",
                                run.program, known.program
                            ));
                        }
                        Some((file, known)) if plan_of(&known.command) != plan_of(&run.command) => {
                            return Err(format!(
                                "it is of another run than {file}: {}, not {}",
                                run.command.join(" "),
                                known.command.join(" ")
                            ));
                        }
                        Some(_) => {}
                    },
                    Line::Match(id, key) => {
                        if !matches.iter().any(|(known, _)| *known == id) {
                            matches.push((id, key));
                        }
                    }
                    Line::Pair(id, number, points) => {
                        let known = pairs.entry(id.clone()).or_default();
                        if *known.entry(number).or_insert(points) != points {
                            let found = matches.iter().find(|(known, _)| *known == id);
                            let what = found.map_or(&id, |(_, key)| key);
                            return Err(format!(
                                "its pair {number} of {what} differs from an earlier file"
                            ));
                        }
                    }
                    Line::Fault(id, number, fault) => {
                        let known = new_faults.entry(id).or_default();
                        known.entry(number).or_default().push(fault);
                    }
                }
                Ok(())
            })?;
            // Two files with the same pair have its faults once.
            for (id, of_match) in new_faults {
                faults.entry(id).or_default().extend(of_match);
            }
        }
        let mut merged = Ledger::open(output)?;
        if let Some((_, run)) = first {
            merged.add(&Line::Run(run))?;
        }
        let mut count = 0;
        for (id, key) in matches {
            merged.add(&Line::Match(id.clone(), key))?;
            for (&number, &points) in pairs.get(&id).into_iter().flatten() {
                let of_pair = faults.get(&id).and_then(|faults| faults.get(&number));
                for fault in of_pair.into_iter().flatten() {
                    merged.add(&Line::Fault(id.clone(), number, fault.clone()))?;
                }
                merged.add(&Line::Pair(id.clone(), number, points))?;
                count += 1;
            }
        }
        let of = shards.last().map_or(1, |&(count, _)| count);
        let missing = (0..of).filter(|&index| !is_whole && !shards.contains(&(of, index)));
        Ok(MergedPairs {
            pairs: count,
            missing_shards: missing.map(|index| format!("{index}/{of}")).collect(),
        })
    }

    /// Returns the pairs of a match.
    pub(super) fn pairs(&self, key: &str) -> BTreeMap<u64, [u8; 2]> {
        let id = hash::hex(key.as_bytes());
        self.pairs.get(&id).cloned().unwrap_or_default()
    }

    /// Records a pair of a match.
    pub(super) fn add(&mut self, key: &str, number: u64, pair: &Pair) -> Result<(), LedgerError> {
        let id = hash::hex(key.as_bytes());
        let points = pair.half_points();
        self.faults += pair.faults.len() as u64;
        let is_new = !self.pairs.contains_key(&id);
        let known = self.pairs.entry(id.clone()).or_default();
        known.insert(number, points);
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

    /// Returns the number of games lost by a crash, an illegal move or too much time.
    #[must_use]
    pub const fn faults(&self) -> u64 {
        self.faults
    }

    /// Returns another version of the program that played some of the games.
    #[must_use]
    pub fn other_program(&self) -> Option<&str> {
        self.other_program.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shard_of_a_run_is_in_its_command() {
        let shard = |command: &str| {
            let words: Vec<String> = command.split(' ').map(str::to_owned).collect();
            shard_of(&words).map(|shard| shard.to_string())
        };
        assert_eq!(shard("ladder --shard 1/3"), Some("1/3".to_owned()));
        assert_eq!(
            shard("ladder --shard=1/3 --measure"),
            Some("1/3".to_owned())
        );
        assert_eq!(shard("ladder --part 1/3"), Some("0/3".to_owned()));
        assert_eq!(shard("ladder --measure"), None);
        let words = |command: &str| command.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let one = words("ladder --measure --seed 2 --resume a --shard 0/2 --concurrency=4");
        assert_eq!(plan_of(&one), ["ladder", "--measure", "--seed", "2"]);
    }
}
