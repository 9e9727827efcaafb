//! What was found already, a line of a file for each finding: an experiment that is killed goes on from there.

use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Findings by their names.
#[derive(Default)]
pub(super) struct Kept {
    found: HashMap<String, Value>,
    file: Option<Mutex<File>>,
}

#[derive(Serialize, Deserialize)]
struct Line {
    name: String,
    found: Value,
}

impl Kept {
    /// Reads what a file has, and goes on writing to it. A last line that a kill cut short is dropped.
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        let lines = text[..whole].lines().map(serde_json::from_str::<Line>);
        let found = lines.map(|line| line.map(|line| (line.name, line.found)));
        Ok(Self {
            found: found.collect::<Result<_, _>>()?,
            file: Some(Mutex::new(file)),
        })
    }

    /// What is kept under a name, or what `find` finds now, which is kept. The name says all that the finding depends on.
    pub fn or_find<T: Serialize + DeserializeOwned>(
        &self,
        name: String,
        find: impl FnOnce() -> T,
    ) -> io::Result<T> {
        if let Some(found) = self.found.get(&name) {
            return Ok(T::deserialize(found)?);
        }
        let found = find();
        if let Some(file) = &self.file {
            let line = Line {
                name,
                found: serde_json::to_value(&found)?,
            };
            let mut bytes = serde_json::to_vec(&line)?;
            bytes.push(b'\n');
            // One write for one line, so that lines of several threads do not mix.
            let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
            file.write_all(&bytes)?;
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn what_is_kept_is_not_looked_for_again_and_a_torn_line_is() {
        let path = std::env::temp_dir().join(format!("espalier-kept-{}", std::process::id()));
        let number = |kept: &Kept, name: &str, found: u64| {
            kept.or_find(name.to_owned(), || found).expect("a finding")
        };
        let kept = Kept::open(&path).expect("a file");
        assert_eq!(number(&kept, "a", 1), 1);
        assert_eq!(number(&kept, "b", 2), 2);
        let text = fs::read_to_string(&path).expect("a file");
        fs::write(&path, &text[..text.len() - 3]).expect("a file");
        let kept = Kept::open(&path).expect("a file");
        assert_eq!(number(&kept, "a", 8), 1);
        assert_eq!(number(&kept, "b", 9), 9);
        let kept = Kept::open(&path).expect("a file");
        assert_eq!(number(&kept, "b", 7), 9);
        fs::remove_file(&path).expect("a file");
    }
}
