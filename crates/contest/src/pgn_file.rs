//! The PGN file of a match: added to as games end, and put in step with the journal when a match goes on.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A PGN file that is open for adding games.
pub struct PgnFile {
    file: File,
    path: PathBuf,
}

impl PgnFile {
    /// Opens a file to add games to; it is made if it does not exist.
    pub fn append(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Self {
            file,
            path: path.to_owned(),
        })
    }

    /// Opens the file of a match that goes on. Every game of the match, known by its tag `Event`, is kept once if it is
    /// complete and its number is in `played`; what a killed program left half-written goes, and games of other matches
    /// stay. `missing` gets the numbers that are in `played` but not in the file.
    pub fn resume(
        path: &Path,
        event: &str,
        played: &BTreeSet<u64>,
    ) -> io::Result<(Self, BTreeSet<u64>)> {
        let mut missing = played.clone();
        let drop = match File::open(path) {
            Ok(file) => unwanted(BufReader::new(file), event, &mut missing)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error),
        };
        if !drop.is_empty() {
            cut(path, &drop)?;
        }
        Ok((Self::append(path)?, missing))
    }

    /// Adds games.
    pub fn write(&mut self, games: &[u8]) -> io::Result<()> {
        self.file.write_all(games)
    }

    /// Its name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// What is being read of a game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Tags,
    Moves,
    /// The empty line after the moves.
    End,
}

/// A game of the match in the file.
struct Found {
    from: u64,
    number: Option<u64>,
    part: Part,
    has_moves: bool,
}

/// The ranges of bytes to cut out: games of this match that are half-written, there twice, or not in `missing`. Those
/// found are taken off `missing`.
fn unwanted(
    mut file: impl BufRead,
    event: &str,
    missing: &mut BTreeSet<u64>,
) -> io::Result<Vec<Range<u64>>> {
    let first_line = format!("[Event \"{event}\"]\n");
    let mut drop = Vec::new();
    let mut game: Option<Found> = None;
    let (mut at, mut line) = (0, Vec::new());
    let mut close = |game: Option<Found>, to: u64| {
        if let Some(Found {
            from, number, part, ..
        }) = game
        {
            let is_wanted =
                part == Part::End && number.is_some_and(|number| missing.remove(&number));
            if !is_wanted {
                drop.push(from..to);
            }
        }
    };
    loop {
        line.clear();
        let length = file.read_until(b'\n', &mut line)? as u64;
        let whole = line.ends_with(b"\n");
        let is_tail_of_ours = !whole && length > 0 && first_line.as_bytes().starts_with(&line);
        if length == 0 || line.starts_with(b"[Event ") || is_tail_of_ours {
            close(game.take(), at);
        }
        if length == 0 {
            return Ok(drop);
        }
        if line == first_line.as_bytes() || is_tail_of_ours {
            game = Some(Found {
                from: at,
                number: None,
                part: Part::Tags,
                has_moves: false,
            });
        } else if let Some(game) = &mut game {
            game.read(&line);
        }
        at += length;
    }
}

impl Found {
    fn read(&mut self, line: &[u8]) {
        match (self.part, line) {
            (Part::Tags, b"\n") => self.part = Part::Moves,
            (Part::Moves, b"\n") if self.has_moves => self.part = Part::End,
            (Part::Moves, _) => self.has_moves = true,
            (Part::Tags, _) => {
                let text = String::from_utf8_lossy(line);
                let round = text.strip_prefix("[Round \"");
                if let Some(round) = round.and_then(|rest| rest.strip_suffix("\"]\n")) {
                    self.number = round.parse().ok();
                }
            }
            (Part::End, _) => {}
        }
    }
}

/// Takes ranges out of a file. Mostly this is its end; else the file is written anew beside itself, then renamed.
fn cut(path: &Path, ranges: &[Range<u64>]) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    let length = file.metadata()?.len();
    if let [only] = ranges
        && only.end == length
    {
        return file.set_len(only.start);
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let beside = PathBuf::from(name);
    let mut kept = io::BufWriter::new(File::create(&beside)?);
    let mut from = 0;
    for range in ranges.iter().chain([&(length..length)]) {
        file.seek(SeekFrom::Start(from))?;
        io::copy(&mut (&mut file).take(range.start - from), &mut kept)?;
        from = range.end;
    }
    kept.into_inner()
        .map_err(io::IntoInnerError::into_error)?
        .sync_all()?;
    fs::rename(&beside, path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(event: &str, round: u64) -> String {
        format!("[Event \"{event}\"]\n[Round \"{round}\"]\n\n1. e4 e5\n2. d4 {{x}} *\n\n")
    }

    /// The file after a resume, and what was missing.
    fn resumed(name: &str, before: &str, played: &[u64]) -> (String, Vec<u64>) {
        let path = std::env::temp_dir().join(format!("espalier-{}-{name}.pgn", std::process::id()));
        fs::write(&path, before).expect("a file");
        let played = played.iter().copied().collect();
        let (_, missing) = PgnFile::resume(&path, "us", &played).expect("a file");
        let after = fs::read_to_string(&path).expect("a file");
        fs::remove_file(&path).expect("a file");
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
