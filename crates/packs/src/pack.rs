//! The pack format: games in a file, with about 1.5 bytes per move.
//!
//! A *pack* is a gzip stream of several members, so `zcat` and any language can open it. The first member is a header: the line
//! `espalier games 1`, and a line of JSON with the origin of the games. Each other member is a *block* of whole games, and
//! gzip's own checksum protects it. A killed writer loses at most the block in progress: [`Pack::open`] finds
//! the end of the last complete block, and writing continues there.
//!
//! A block is written column by column, because similar values compress well together:
//!
//! | column | for each game |
//! |---|---|
//! | count | games in this block, once |
//! | heads | number, result (0 Black won, 1 draw, 2 White won), moves, moves with a score |
//! | starts | length of the FEN and the FEN; nothing for the usual start position |
//! | moves | one byte each: the index in the legal moves, sorted by squares |
//! | scores | difference to the previous score, from the same side's view |
//!
//! Numbers are LEB128, and signed ones zigzag: small numbers take one byte.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use chess::{Move, Position};
use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use games::GameResult;
use serde::{Deserialize, Serialize};

use super::{Recipe, ScoredGame};

/// The first line of a pack.
const MAGIC: &str = "espalier games 1";

/// The origin of the games in a pack. Games of different origins are not mixed by accident.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The program that played, with its version and commit.
    pub player: String,
    /// The recipe of the games; absent if another program played them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<Recipe>,
    /// The seed of all random choices; absent if there were several, or it is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// The error of a pack.
#[derive(Debug)]
pub enum PackError {
    /// The file cannot be read or written.
    Io(PathBuf, io::Error),
    /// The file is not a pack.
    Foreign(PathBuf),
    /// The header is malformed.
    Header(PathBuf, String),
    /// The games of two packs have different players or recipes.
    Mixed(PathBuf, PathBuf),
    /// A block is damaged or truncated.
    Damaged {
        /// The file.
        path: PathBuf,
        /// The offset of the block.
        offset: u64,
        /// The number of complete games before it.
        games: u64,
        /// The reason.
        reason: String,
    },
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Foreign(path) => write!(f, "{} is not a pack of games", path.display()),
            Self::Header(path, reason) => {
                write!(f, "{}: the header is damaged: {reason}", path.display())
            }
            Self::Mixed(one, other) => write!(
                f,
                "{} and {} were made in different ways",
                one.display(),
                other.display()
            ),
            Self::Damaged {
                path,
                offset,
                games,
                reason,
            } => write!(
                f,
                "{}: the block at byte {offset} is damaged ({reason}); the {games} games before it are complete",
                path.display()
            ),
        }
    }
}

impl std::error::Error for PackError {}

/// A pack that is read into memory.
#[derive(Debug)]
pub struct Pack {
    pub(super) path: PathBuf,
    bytes: Vec<u8>,
    /// The offset of the first block.
    first_block: usize,
    /// The origin of its games.
    pub origin: Origin,
}

impl Pack {
    /// Opens a pack and reads its header.
    ///
    /// # Errors
    /// If the file cannot be read, or is no pack.
    pub fn open(path: &Path) -> Result<Self, PackError> {
        let bytes = fs::read(path).map_err(|error| PackError::Io(path.to_owned(), error))?;
        Self::from_bytes(path, bytes)
    }

    /// Reads the header of a pack in memory. `path` is its name in errors.
    ///
    /// # Errors
    /// If it is no pack.
    pub fn from_bytes(path: &Path, bytes: Vec<u8>) -> Result<Self, PackError> {
        let foreign = || PackError::Foreign(path.to_owned());
        let (text, left) = member(&bytes).map_err(|_| foreign())?;
        let text = String::from_utf8(text).map_err(|_| foreign())?;
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return Err(foreign());
        }
        let origin = serde_json::from_str(lines.next().unwrap_or_default())
            .map_err(|error| PackError::Header(path.to_owned(), error.to_string()))?;
        Ok(Self {
            path: path.to_owned(),
            first_block: bytes.len() - left,
            bytes,
            origin,
        })
    }

    /// Returns the games of each block, in order. Ends after an error.
    #[must_use]
    pub fn blocks(&self) -> Blocks<'_> {
        Blocks {
            pack: self,
            offset: self.first_block,
            games: 0,
        }
    }

    /// Returns the games in order. Ends after an error.
    pub fn games(&self) -> impl Iterator<Item = Result<ScoredGame, PackError>> + '_ {
        self.blocks().flat_map(|block| match block {
            Ok(games) => games.into_iter().map(Ok).collect(),
            Err(error) => vec![Err(error)],
        })
    }

    /// Returns the size of the file in bytes.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.bytes.len() as u64
    }
}

/// The blocks of a pack.
#[derive(Debug)]
pub struct Blocks<'a> {
    pack: &'a Pack,
    offset: usize,
    games: u64,
}

impl Blocks<'_> {
    /// Returns the offset of the next block: everything before it is complete.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.offset as u64
    }
}

impl Iterator for Blocks<'_> {
    type Item = Result<Vec<ScoredGame>, PackError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.pack.bytes[self.offset..];
        if rest.is_empty() {
            return None;
        }
        let read = member(rest)
            .map_err(|error| error.to_string())
            .and_then(|(block, left)| Ok((decode(&block)?, left)));
        Some(match read {
            Ok((games, left)) => {
                self.offset = self.pack.bytes.len() - left;
                self.games += games.len() as u64;
                Ok(games)
            }
            Err(reason) => {
                let error = PackError::Damaged {
                    path: self.pack.path.clone(),
                    offset: self.offset(),
                    games: self.games,
                    reason,
                };
                // The blocks after it cannot be found.
                self.offset = self.pack.bytes.len();
                Err(error)
            }
        })
    }
}

/// The size limit of a member: a small file can expand to any size, and no block is nearly as large.
const LARGEST: u64 = 64 << 20;

/// Returns the content of the first member, and the number of bytes after it.
fn member(bytes: &[u8]) -> io::Result<(Vec<u8>, usize)> {
    let mut decoder = GzDecoder::new(bytes);
    let mut content = Vec::new();
    if decoder.by_ref().take(LARGEST).read_to_end(&mut content)? as u64 == LARGEST {
        return Err(io::Error::other("it is larger than 64 MiB"));
    }
    Ok((content, decoder.into_inner().len()))
}

/// Writes a pack, block by block.
#[derive(Debug)]
pub struct PackWriter {
    path: PathBuf,
    file: File,
    waiting: Vec<ScoredGame>,
}

/// Games per block: about 50 kilobytes.
const BLOCK: usize = 256;

impl PackWriter {
    /// Creates a pack. Overwrites the file. The file appears when its header is complete, so that one left by a killed program can be
    /// resumed.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(path: &Path, origin: &Origin) -> Result<Self, PackError> {
        let io = |error| PackError::Io(path.to_owned(), error);
        let json = serde_json::to_string(origin)
            .map_err(|error| PackError::Header(path.to_owned(), error.to_string()))?;
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let mut writer = Self {
            path: path.to_owned(),
            file: File::create(&part).map_err(io)?,
            waiting: Vec::new(),
        };
        let written = writer.write_member(format!("{MAGIC}\n{json}\n").as_bytes());
        let renamed = written.and_then(|()| fs::rename(&part, path).map_err(io));
        if renamed.is_err() {
            // The first error is the one to report.
            _ = fs::remove_file(&part);
        }
        renamed.map(|()| writer)
    }

    /// Continues a pack after its first `end` bytes. Truncates the rest.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn resume(path: &Path, end: u64) -> Result<Self, PackError> {
        let io = |error| PackError::Io(path.to_owned(), error);
        let mut file = OpenOptions::new().write(true).open(path).map_err(io)?;
        file.set_len(end).map_err(io)?;
        file.seek(SeekFrom::End(0)).map_err(io)?;
        Ok(Self {
            path: path.to_owned(),
            file,
            waiting: Vec::new(),
        })
    }

    /// Adds a game. It is written when its block is full, or by [`flush`](Self::flush).
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, game: ScoredGame) -> Result<(), PackError> {
        self.waiting.push(game);
        if self.waiting.len() == BLOCK {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the buffered games as a block.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn flush(&mut self) -> Result<(), PackError> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let block = encode(&self.waiting);
        self.waiting.clear();
        self.write_member(&block)
    }

    fn write_member(&mut self, content: &[u8]) -> Result<(), PackError> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        let written = encoder
            .write_all(content)
            .and_then(|()| encoder.finish())
            .and_then(|bytes| self.file.write_all(&bytes));
        written.map_err(|error| PackError::Io(self.path.clone(), error))
    }
}

/// Returns the legal moves sorted by squares: this order does not depend on the move generator.
fn in_order(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_unstable_by_key(|m| (m.from(), m.to(), m.promotion()));
    moves
}

fn encode(games: &[ScoredGame]) -> Vec<u8> {
    let (mut heads, mut starts, mut moves, mut scores) =
        (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    put(&mut heads, games.len() as u64);
    let standard = Position::startpos();
    for game in games {
        put(&mut heads, game.number);
        put(&mut heads, result_code(game.result));
        put(&mut heads, game.moves.len() as u64);
        put(&mut heads, game.scores.len() as u64);
        let start = match game.start {
            start if start == standard => String::new(),
            start => start.to_string(),
        };
        put(&mut starts, start.len() as u64);
        starts.extend(start.into_bytes());
        let mut position = game.start;
        for &m in &game.moves {
            let index = in_order(&position).iter().position(|&legal| legal == m);
            moves.push(index.expect("a legal move") as u8);
            position.play_unchecked(m);
        }
        let mut last = 0_i32;
        for &score in &game.scores {
            let score = i32::from(score);
            put(&mut scores, zigzag(score + last));
            last = score;
        }
    }
    [heads, starts, moves, scores].concat()
}

fn decode(block: &[u8]) -> Result<Vec<ScoredGame>, String> {
    let mut rest = block;
    let count = take(&mut rest)?;
    let head = |rest: &mut &[u8]| -> Result<[u64; 4], String> {
        Ok([take(rest)?, take(rest)?, take(rest)?, take(rest)?])
    };
    // No game is shorter than its head, so a damaged count cannot allocate much memory.
    let heads: Vec<[u64; 4]> = (0..count)
        .map(|_| head(&mut rest))
        .collect::<Result<_, _>>()?;
    let mut games = Vec::with_capacity(heads.len());
    for &[number, result, ..] in &heads {
        let length = take(&mut rest)? as usize;
        let text = rest
            .split_off(..length)
            .ok_or("a start position is truncated")?;
        let text = str::from_utf8(text).map_err(|_| "a start position is not UTF-8")?;
        let start = match text {
            "" => Position::startpos(),
            fen => Position::from_fen(fen).map_err(|error| format!("{fen}: {error}"))?,
        };
        games.push(ScoredGame {
            number,
            start,
            moves: Vec::new(),
            scores: Vec::new(),
            result: result_of(result).ok_or("an invalid result")?,
        });
    }
    for (game, &[_, _, moves, _]) in games.iter_mut().zip(&heads) {
        let indices = rest
            .split_off(..moves as usize)
            .ok_or("the moves are truncated")?;
        let mut position = game.start;
        for &index in indices {
            let m = *in_order(&position)
                .get(usize::from(index))
                .ok_or("an invalid move index")?;
            game.moves.push(m);
            position.play_unchecked(m);
        }
    }
    for (game, &[_, _, moves, scores]) in games.iter_mut().zip(&heads) {
        if scores > moves {
            return Err("more scores than moves".to_owned());
        }
        let mut last = 0_i32;
        for _ in 0..scores {
            let score = unzigzag(take(&mut rest)?).wrapping_sub(last);
            last = score;
            let score = i16::try_from(score).map_err(|_| "an invalid score")?;
            game.scores.push(score);
        }
    }
    if rest.is_empty() {
        Ok(games)
    } else {
        Err("the block has extra bytes".to_owned())
    }
}

fn result_code(result: GameResult) -> u64 {
    match result {
        GameResult::Second => 0,
        GameResult::Draw => 1,
        GameResult::First => 2,
    }
}

pub(super) fn result_of(code: u64) -> Option<GameResult> {
    Some(match code {
        0 => GameResult::Second,
        1 => GameResult::Draw,
        2 => GameResult::First,
        _ => return None,
    })
}

/// Maps small numbers of both signs to small unsigned numbers.
fn zigzag(number: i32) -> u64 {
    u64::from(((number << 1) ^ (number >> 31)) as u32)
}

fn unzigzag(number: u64) -> i32 {
    let number = number as u32;
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

/// LEB128: seven bits a byte, the lowest first; the highest bit is set if more bytes follow.
fn put(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn take(bytes: &mut &[u8]) -> Result<u64, String> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first().ok_or("a number is truncated")?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err("a number is too long".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pack that cannot be created leaves no file that is not a pack.
    #[test]
    fn a_pack_appears_with_its_header() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games.pack");
        let origin = Origin {
            player: "test".to_owned(),
            recipe: None,
            seed: None,
        };
        // A folder of this name cannot be replaced by a file.
        fs::create_dir(&path).expect("a folder");
        fs::write(path.join("file"), "").expect("a file");
        assert!(PackWriter::create(&path, &origin).is_err());
        assert!(!folder.path().join("games.pack.part").exists());
        fs::remove_dir_all(&path).expect("a folder");
        PackWriter::create(&path, &origin).expect("a pack");
        assert_eq!(Pack::open(&path).expect("a pack").origin, origin);
    }

    #[test]
    fn a_member_that_expands_without_end_is_rejected() {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        for _ in 0..LARGEST >> 20 {
            encoder.write_all(&[0; 1 << 20]).expect("memory");
        }
        let bytes = encoder.finish().expect("memory");
        assert!(bytes.len() < 1 << 20);
        let error = member(&bytes).expect_err("too large");
        assert_eq!(error.to_string(), "it is larger than 64 MiB");
    }
}
