//! Damaged Syzygy tables give a result or none, and never cause a panic.
//!
//! The input is either a table, or a list of changes to a real one from the folder in `SYZYGY`. `make fuzz` sets it.
#![no_main]

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use chess::{Game, Position};
use engine::tablebase::{self, TablebaseSettings};
use libfuzzer_sys::fuzz_target;
use tempfile::TempDir;

/// A table and positions that it contains.
const TABLES: [(&str, [&str; 2]); 6] = [
    ("KQvK", ["8/8/8/7k/8/8/1Q6/K7 w - - 0 1", "8/8/8/7k/8/8/1Q6/K7 b - - 0 1"]),
    ("KRvK", ["8/8/8/7k/8/8/1R6/K7 w - - 0 1", "8/8/8/7k/8/8/1r6/K7 w - - 0 1"]),
    ("KPvK", ["8/8/8/7k/8/8/1P6/K7 w - - 0 1", "8/1p6/8/7k/8/8/8/K7 b - - 0 1"]),
    ("KBvK", ["8/8/8/7k/8/8/1B6/K7 w - - 0 1", "8/8/8/7k/8/8/1B6/K7 b - - 0 1"]),
    ("KQvKR", ["8/8/8/7k/7r/8/1Q6/K7 w - - 0 1", "8/8/8/7k/7r/8/1Q6/K7 b - - 0 1"]),
    ("KPvKP", ["8/6p1/8/7k/8/8/1P6/K7 w - - 0 1", "8/6p1/8/7k/8/8/1P6/K7 b - - 0 1"]),
];

/// The folder with the damaged tables.
static FOLDER: LazyLock<TempDir> = LazyLock::new(|| tempfile::tempdir().expect("a folder"));

/// The real tables, results and distances, as far as there are any.
static REAL: LazyLock<Vec<[Option<Vec<u8>>; 2]>> = LazyLock::new(|| {
    let folder = std::env::var_os("SYZYGY").map(PathBuf::from).unwrap_or_default();
    let read = |name: &str, extension| fs::read(folder.join(name).with_extension(extension)).ok();
    let both = |&(name, _): &(&str, _)| ["rtbw", "rtbz"].map(|extension| read(name, extension));
    TABLES.iter().map(both).collect()
});

/// Replaces bytes: each change is a place (two bytes, of a file of up to 64 KiB) and a value. A last single byte cuts the file.
fn change(bytes: &mut Vec<u8>, changes: &[u8]) {
    let (changes, rest) = changes.as_chunks::<3>();
    for &[high, low, value] in changes {
        let place = usize::from(u16::from_be_bytes([high, low]));
        if let Some(byte) = bytes.get_mut(place) {
            *byte = value;
        }
    }
    if let [cut] = rest {
        bytes.truncate(bytes.len() * usize::from(*cut) / 256);
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&select, bytes)) = bytes.split_first() else {
        return;
    };
    let table = usize::from(select >> 2) % TABLES.len();
    let (name, positions) = TABLES[table];
    let damaged = usize::from(select & 1);
    let mut files = REAL[table].clone();
    if select & 2 == 0 {
        files[damaged] = Some(bytes.to_vec());
    } else if let Some(file) = &mut files[damaged] {
        change(file, bytes);
    }
    let folder: &Path = FOLDER.path();
    for file in fs::read_dir(folder).expect("a folder").flatten() {
        fs::remove_file(file.path()).expect("a file");
    }
    for (file, extension) in files.iter().zip(["rtbw", "rtbz"]) {
        if let Some(bytes) = file {
            fs::write(folder.join(name).with_extension(extension), bytes).expect("a file");
        }
    }
    let settings = TablebaseSettings {
        path: folder.display().to_string(),
        ..TablebaseSettings::default()
    };
    let (tables, remark) = tablebase::open(&settings);
    assert_eq!(remark.expect("a remark").lines().count(), 1);
    let Some(tables) = tables else {
        return;
    };
    for position in positions {
        let position = Position::from_fen(position).expect("a position");
        tables.result(&position);
        if let Some(advice) = tables.advice(&Game::new(position)) {
            assert!(advice.moves.iter().all(|it| position.is_legal(it.m)));
        }
    }
});
