//! Games in a file, in about a byte and a half a move.
//!
//! A *pack* is a gzip stream of several members, so `zcat` and any language can open it. The first member is a header: the line
//! `espalier games 1`, and a line of JSON that says how the games were made. Each other member is a *block* of whole games, and
//! gzip's own checksum guards it. Whoever is killed while writing loses at most the block in progress; [`Pack::open`] finds
//! the end of the last whole one, and writing goes on from there.
//!
//! A block is written column by column, because equal things side by side compress well:
//!
//! | column | for each game |
//! |---|---|
//! | count | games in this block, once |
//! | heads | number, result (0 Black won, 1 draw, 2 White won), moves, moves with a score |
//! | starts | length of the FEN and the FEN; nothing for the usual start position |
//! | moves | one byte each: which of the legal moves, in the order of their squares |
//! | scores | difference to the last score seen from this side |
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

/// What a pack says about its games. Games of different origins are not mixed by accident.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Origin {
    /// The program that played, with its version and commit.
    pub player: String,
    /// How the games were played; none if somebody else's program played them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recipe: Option<Recipe>,
    /// What decided everything left to chance; none if several seeds did, or nobody knows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// What is wrong with a pack.
#[derive(Debug)]
pub enum PackError {
    /// It cannot be read or written.
    Io(PathBuf, io::Error),
    /// It is something else.
    Foreign(PathBuf),
    /// Its header cannot be understood.
    Header(PathBuf, String),
    /// A block is damaged or cut off.
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the block begins.
        offset: u64,
        /// Whole games before it.
        games: u64,
        /// What was found.
        reason: String,
    },
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Foreign(path) => write!(f, "{} is no pack of games", path.display()),
            Self::Header(path, reason) => {
                write!(f, "{}: the header is damaged: {reason}", path.display())
            }
            Self::Damaged {
                path,
                offset,
                games,
                reason,
            } => write!(
                f,
                "{}: the block at byte {offset} is damaged ({reason}); the {games} games before it are whole",
                path.display()
            ),
        }
    }
}

impl std::error::Error for PackError {}

/// A pack in memory, to be read.
#[derive(Debug)]
pub struct Pack {
    path: PathBuf,
    bytes: Vec<u8>,
    /// Where the first block begins.
    first_block: usize,
    /// What it says about its games.
    pub origin: Origin,
}

impl Pack {
    /// Opens a pack and reads its header.
    ///
    /// # Errors
    /// If the file cannot be read, or is no pack.
    pub fn open(path: &Path) -> Result<Self, PackError> {
        let bytes = fs::read(path).map_err(|error| PackError::Io(path.to_owned(), error))?;
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

    /// The blocks in their order, each with its games. After an error there is nothing more.
    #[must_use]
    pub fn blocks(&self) -> Blocks<'_> {
        Blocks {
            pack: self,
            offset: self.first_block,
            games: 0,
        }
    }

    /// All bytes of the file.
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
    /// Where the next block begins: everything before it is whole.
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
                // Nothing behind it can be found.
                self.offset = self.pack.bytes.len();
                Err(error)
            }
        })
    }
}

/// The content of the first member, and how many bytes come after it.
fn member(bytes: &[u8]) -> io::Result<(Vec<u8>, usize)> {
    let mut decoder = GzDecoder::new(bytes);
    let mut content = Vec::new();
    decoder.read_to_end(&mut content)?;
    Ok((content, decoder.into_inner().len()))
}

/// Writes a pack, block by block.
#[derive(Debug)]
pub struct PackWriter {
    path: PathBuf,
    file: File,
    waiting: Vec<ScoredGame>,
}

/// So many games make a block of some 50 kilobytes.
const BLOCK: usize = 256;

impl PackWriter {
    /// Begins a pack. What was in the file is lost.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn create(path: &Path, origin: &Origin) -> Result<Self, PackError> {
        let io = |error| PackError::Io(path.to_owned(), error);
        let file = File::create(path).map_err(io)?;
        let mut writer = Self {
            path: path.to_owned(),
            file,
            waiting: Vec::new(),
        };
        let json = serde_json::to_string(origin)
            .map_err(|error| PackError::Header(path.to_owned(), error.to_string()))?;
        writer.write_member(format!("{MAGIC}\n{json}\n").as_bytes())?;
        Ok(writer)
    }

    /// Goes on behind the first `end` bytes of a pack; the rest is cut off.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn go_on(path: &Path, end: u64) -> Result<Self, PackError> {
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

    /// Adds a game. It is in the file when its block is full, or flushed.
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

    /// Writes the games that wait as a block of their own.
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

/// The legal moves in the order of their squares, which no other generator of moves would change.
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
            position.play(m);
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
    // No game is shorter than its head, so a damaged count cannot ask for much memory.
    let heads: Vec<[u64; 4]> = (0..count)
        .map(|_| head(&mut rest))
        .collect::<Result<_, _>>()?;
    let mut games = Vec::with_capacity(heads.len());
    for &[number, result, ..] in &heads {
        let length = take(&mut rest)? as usize;
        let text = rest.split_off(..length).ok_or("a start is cut off")?;
        let text = str::from_utf8(text).map_err(|_| "a start is no text")?;
        let start = match text {
            "" => Position::startpos(),
            fen => Position::from_fen(fen).map_err(|error| format!("{fen}: {error}"))?,
        };
        games.push(ScoredGame {
            number,
            start,
            moves: Vec::new(),
            scores: Vec::new(),
            result: result_of(result).ok_or("a result that is none")?,
        });
    }
    for (game, &[_, _, moves, _]) in games.iter_mut().zip(&heads) {
        let indices = rest
            .split_off(..moves as usize)
            .ok_or("moves are cut off")?;
        let mut position = game.start;
        for &index in indices {
            let m = *in_order(&position)
                .get(usize::from(index))
                .ok_or("a move that is not there")?;
            game.moves.push(m);
            position.play(m);
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
            let score = i16::try_from(score).map_err(|_| "a score that is none")?;
            game.scores.push(score);
        }
    }
    if rest.is_empty() {
        Ok(games)
    } else {
        Err("there is more in it than its games".to_owned())
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

/// Small numbers of both signs as small numbers.
fn zigzag(number: i32) -> u64 {
    u64::from(((number << 1) ^ (number >> 31)) as u32)
}

fn unzigzag(number: u64) -> i32 {
    let number = number as u32;
    (number >> 1) as i32 ^ -((number & 1) as i32)
}

/// LEB128: seven bits a byte, the lowest first; the highest bit says that more follow.
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
        let (&byte, rest) = bytes.split_first().ok_or("a number is cut off")?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Ok(number);
        }
    }
    Err("a number is too long".to_owned())
}
