//! The findings of an experiment in a file, so that an experiment that is killed can be resumed.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use contest::{Ledger, LedgerError};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Findings by name.
#[derive(Default)]
pub struct Findings {
    found: HashMap<String, Value>,
    ledger: Option<Mutex<Ledger>>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    name: String,
    found: Value,
}

impl Findings {
    /// Reads the findings of a file, and appends new ones to it.
    pub fn open(path: &Path) -> Result<Self, LedgerError> {
        let mut found = HashMap::new();
        let mut ledger = Ledger::open(path)?;
        ledger.resume(b"{", |_, line: Line| {
            found.insert(line.name, line.found);
            Ok(())
        })?;
        Ok(Self {
            found,
            ledger: Some(Mutex::new(ledger)),
        })
    }

    /// Merges the findings of several files into a new one, in the order of their names. Returns their number.
    ///
    /// # Errors
    /// A file cannot be used, or has another finding of the same name than an earlier one.
    pub fn merge(paths: &[PathBuf], output: &Path) -> Result<u64, LedgerError> {
        let mut all: BTreeMap<String, Value> = BTreeMap::new();
        for path in paths {
            Ledger::read(path, |_, line: Line| {
                match all.get(&line.name) {
                    Some(known) if *known != line.found => {
                        return Err(format!("its {} differs from an earlier file", line.name));
                    }
                    Some(_) => {}
                    None => _ = all.insert(line.name, line.found),
                }
                Ok(())
            })?;
        }
        let mut merged = Ledger::open(output)?;
        let count = all.len() as u64;
        for (name, found) in all {
            merged.add(&Line { name, found })?;
        }
        Ok(count)
    }

    /// Returns whether there is a finding with this name.
    pub fn has(&self, name: &str) -> bool {
        self.found.contains_key(name)
    }

    /// Returns the finding with this name. If there is none, computes it with `find` and keeps it. The name includes
    /// everything that the finding depends on.
    pub fn or_find<T: Serialize + DeserializeOwned>(
        &self,
        name: String,
        find: impl FnOnce() -> T,
    ) -> Result<T, LedgerError> {
        let kept = self.found.get(&name);
        if let Some(found) = kept.and_then(|found| T::deserialize(found).ok()) {
            return Ok(found);
        }
        let found = find();
        if let Some(ledger) = &self.ledger {
            let mut ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
            let value =
                serde_json::to_value(&found).map_err(|error| ledger.wrong(error.to_string()))?;
            ledger.add(&Line { name, found: value })?;
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_finding_is_computed_once_unless_its_line_is_cut() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("kept");
        let number = |kept: &Findings, name: &str, found: u64| {
            kept.or_find(name.to_owned(), || found).expect("a finding")
        };
        let kept = Findings::open(&path).expect("a file");
        assert_eq!(number(&kept, "a", 1), 1);
        assert_eq!(number(&kept, "b", 2), 2);
        drop(kept);
        let text = fs::read_to_string(&path).expect("a file");
        fs::write(&path, &text[..text.len() - 3]).expect("a file");
        let kept = Findings::open(&path).expect("a file");
        assert_eq!(number(&kept, "a", 8), 1);
        assert_eq!(number(&kept, "b", 9), 9);
        drop(kept);
        let kept = Findings::open(&path).expect("a file");
        assert_eq!(number(&kept, "b", 7), 9);
        drop(kept);
        let [other, all] = ["other", "all"].map(|name| folder.path().join(name));
        let more = Findings::open(&other).expect("a file");
        assert_eq!((number(&more, "b", 9), number(&more, "0", 3)), (9, 3));
        drop(more);
        let merged = Findings::merge(&[path.clone(), other.clone()], &all);
        assert_eq!(merged.expect("a file"), 3);
        let text = fs::read_to_string(&all).expect("a file");
        assert!(text.starts_with("{\"name\":\"0\""), "{text}");
        fs::write(&other, "{\"name\":\"b\",\"found\":8}\n").expect("a file");
        let error = Findings::merge(&[path, other], &folder.path().join("none"));
        assert!(
            error
                .expect_err("differs")
                .to_string()
                .contains("its b differs")
        );
    }
}
