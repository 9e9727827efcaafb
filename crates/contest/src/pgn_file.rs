//! The PGN file of a match: games are appended as they end, and the file is made to agree with the journal when a match
//! is resumed.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::store::replace_file;

/// A PGN file that is open for appending games.
pub(crate) struct PgnFile {
    file: File,
    path: PathBuf,
}

impl PgnFile {
    /// Opens or creates the file of a match, and returns the numbers of `played` that are not in the file. Every game of
    /// the match, recognised by its tag `Event`, is kept once if it is complete and its number is in `played`. Incomplete
    /// games are removed, and games of other matches are kept.
    pub fn resume(
        path: &Path,
        event: &str,
        played: &BTreeSet<u64>,
    ) -> io::Result<(Self, BTreeSet<u64>)> {
        let mut missing = played.clone();
        let before = match fs::read(path) {
            Ok(before) => before,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        let kept = kept(&before, event, &mut missing);
        if !before.starts_with(&kept) {
            replace_file(path, &kept)?;
        }
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        if kept.len() < before.len() {
            file.set_len(kept.len() as u64)?;
        }
        let path = path.to_owned();
        Ok((Self { file, path }, missing))
    }

    /// Appends games.
    pub fn write(&mut self, games: &[u8]) -> io::Result<()> {
        self.file.write_all(games)
    }

    /// Returns its path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// Returns the text without the games of this match that are incomplete, duplicates, or not in `missing`. Removes the
/// numbers of the other games from `missing`.
fn kept(text: &[u8], event: &str, missing: &mut BTreeSet<u64>) -> Vec<u8> {
    let first_line = format!("[Event \"{event}\"]\n").into_bytes();
    let mut games = Vec::new();
    let (mut from, mut at) = (0, 0);
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        // The last line can be the beginning of a game of this match.
        if line.starts_with(b"[Event ") || first_line.starts_with(line) {
            games.push(&text[from..at]);
            from = at;
        }
        at += line.len();
    }
    games.push(&text[from..]);
    games.retain(|game| {
        let is_ours = game.starts_with(&first_line) || first_line.starts_with(game);
        !is_ours || number(game).is_some_and(|number| missing.remove(&number))
    });
    games.concat()
}

/// Returns the tag `Round` of a complete game: tags, an empty line, moves, an empty line.
fn number(game: &[u8]) -> Option<u64> {
    let game = String::from_utf8_lossy(game);
    let (tags, moves) = game.split_once("\n\n")?;
    let round = |line: &str| {
        line.strip_prefix("[Round \"")?
            .strip_suffix("\"]")?
            .parse()
            .ok()
    };
    tags.lines()
        .find_map(round)
        .filter(|_| moves.contains("\n\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(event: &str, round: u64) -> String {
        format!("[Event \"{event}\"]\n[Round \"{round}\"]\n\n1. e4 e5\n2. d4 {{x}} *\n\n")
    }

    /// The file after a resume, and what was missing.
    fn resumed(name: &str, before: &str, played: &[u64]) -> (String, Vec<u64>) {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(format!("{name}.pgn"));
        fs::write(&path, before).expect("a file");
        let played = played.iter().copied().collect();
        let (_, missing) = PgnFile::resume(&path, "us", &played).expect("a file");
        let after = fs::read_to_string(&path).expect("a file");
        (after, missing.into_iter().collect())
    }

    #[test]
    fn a_game_cut_anywhere_is_dropped_and_missing() {
        let whole = game("them", 2) + &game("us", 1);
        let last = game("us", 2);
        for length in 0..last.len() {
            let before = whole.clone() + &last[..length];
            let (after, missing) = resumed("cut", &before, &[1, 2]);
            assert_eq!((after, missing), (whole.clone(), vec![2]), "{length}");
        }
        let before = whole + &last;
        assert_eq!(resumed("whole", &before, &[1, 2]), (before.clone(), vec![]));
    }

    #[test]
    fn games_of_others_stay_and_doubles_go() {
        let before =
            game("us", 1) + &game("them", 1) + &game("us", 1) + &game("us", 9) + &game("them", 2);
        let (after, missing) = resumed("others", &before, &[1, 3]);
        assert_eq!(after, game("us", 1) + &game("them", 1) + &game("them", 2));
        assert_eq!(missing, [3]);
    }
}
