//! Samples: validated positions with their targets, 32 bytes each.

use std::fmt;
use std::fs::File;
use std::io::{BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use chess::{Color, Piece, PieceKind, Position, Square};
use gametree::SplitMix64;
use nnue::features;
use packs::{Keep, Pack, PackError, RECORD_SIZE, Record};

/// The most pieces on a board.
pub const MEN: usize = 32;

/// The code of a black piece is that of the white one plus this.
const BLACK: u8 = 8;

/// A position with the score of a search and the result of its game. All its numbers are valid: two to 32 pieces, and one
/// king of each side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C, align(32))]
pub struct Sample {
    occupied: u64,
    men: [u8; MEN / 2],
    score: i16,
    result: u8,
    black: bool,
    game: u32,
}

/// The active inputs of a position: for each piece one input from the perspective of the side to move, and one from the other.
pub type Inputs = [[u16; MEN]; 2];

impl Sample {
    /// Reads a record, or returns `None` if it is not the record of a position.
    #[must_use]
    pub fn new(record: &Record) -> Option<Self> {
        let bytes = &record.0;
        let word = |from: usize| -> [u8; 4] { std::array::from_fn(|place| bytes[from + place]) };
        let sample = Self {
            occupied: u64::from_le_bytes(std::array::from_fn(|place| bytes[place])),
            men: std::array::from_fn(|place| bytes[8 + place]),
            score: i16::from_le_bytes([bytes[24], bytes[25]]),
            result: bytes[26],
            black: bytes[27] == 1,
            game: u32::from_le_bytes(word(28)),
        };
        let men = sample.men();
        if bytes[27] > 1 || sample.result > 3 || !(2..=MEN).contains(&men) {
            return None;
        }
        let mut kings = [0; 2];
        for place in 0..men {
            let code = sample.code(place);
            if code & 7 > PieceKind::King as u8 {
                return None;
            }
            kings[usize::from(code >> 3)] += u8::from(code & 7 == PieceKind::King as u8);
        }
        (kings == [1, 1]).then_some(sample)
    }

    /// Returns the sample of a position that is not part of a game.
    #[must_use]
    pub fn of(position: &Position, score: i16) -> Self {
        let mut sample = Self {
            occupied: position.occupied().bits(),
            men: [0; MEN / 2],
            score,
            result: 3,
            black: position.side_to_move() == Color::Black,
            game: 0,
        };
        for (place, square) in position.occupied().into_iter().enumerate() {
            let piece = position.piece_at(square).unwrap_or(Piece::WhitePawn);
            let code = piece.kind() as u8 + BLACK * u8::from(piece.color() == Color::Black);
            sample.men[place / 2] |= code << (4 * (place % 2));
        }
        sample
    }

    /// Returns the record, as a pack is unpacked to.
    #[must_use]
    pub fn record(&self) -> Record {
        let mut bytes = [0; RECORD_SIZE];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.result;
        bytes[27] = u8::from(self.black);
        bytes[28..].copy_from_slice(&self.game.to_le_bytes());
        Record(bytes)
    }

    /// Returns the number of pieces.
    #[inline(always)]
    #[must_use]
    pub const fn men(&self) -> usize {
        self.occupied.count_ones() as usize
    }

    /// Returns the score of the search in centipawns for the side to move.
    #[must_use]
    pub const fn score(&self) -> i16 {
        self.score
    }

    /// Returns the result for the side to move: 0, 0.5 or 1; `None` if it is unknown.
    #[must_use]
    pub fn result(&self) -> Option<f32> {
        (self.result < 3).then(|| f32::from(self.result) / 2.0)
    }

    /// Returns whether the sample is held out. Whole games are, one in a hundred on average for `percent` 1.
    #[must_use]
    pub fn is_held_out(&self, percent: u64) -> bool {
        let mixed = (u64::from(self.game) * 2_654_435_761) & 0xFFFF_FFFF;
        (mixed >> 16) % 100 < percent
    }

    /// Returns the square of each piece from its owner's view, its kind, and whether it belongs to the side to move; in the order of
    /// the inputs.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, PieceKind, bool)> + '_ {
        let squares = (0..64_u8).filter(|square| self.occupied >> square & 1 == 1);
        squares.enumerate().map(|(place, square)| {
            let code = self.code(place % MEN);
            let is_black = code & BLACK != 0;
            let flip = if is_black { 56 } else { 0 };
            let kind = PieceKind::ALL[usize::from(code & 7).min(5)];
            (Square::masked(square ^ flip), kind, is_black == self.black)
        })
    }

    #[inline(always)]
    fn code(&self, place: usize) -> u8 {
        self.men[place / 2] >> (4 * (place % 2)) & 15
    }

    /// Writes the inputs and returns the number of pieces. The inputs after it are undefined.
    #[inline(always)]
    pub fn inputs(&self, inputs: &mut Inputs) -> usize {
        let (mut squares, mut codes) = ([0_u16; MEN], [0_u16; MEN]);
        let mut kings = [0_u16; 2];
        let mut left = self.occupied;
        let mut men = 0;
        while left != 0 {
            let square = left.trailing_zeros() as u16;
            left &= left - 1;
            let code = u16::from(self.code(men % MEN));
            squares[men % MEN] = square;
            codes[men % MEN] = code;
            if code & 7 == PieceKind::King as u16 {
                kings[usize::from(code >> 3)] = square;
            }
            men += 1;
        }
        // This is nnue::features::index for all pieces at once; a test compares the two.
        for (inputs, is_other) in inputs.iter_mut().zip([false, true]) {
            let side = u16::from(self.black != is_other);
            let mirrored = features::is_mirrored(Square::masked(kings[usize::from(side)] as u8));
            let flip = (side * 56) ^ (u16::from(mirrored) * 7);
            for place in 0..MEN {
                let code = codes[place];
                let theirs = code >> 3 ^ side;
                inputs[place] = theirs * 384 + ((code & 7) << 6) + (squares[place] ^ flip);
            }
        }
        men
    }
}

/// The error of training data.
#[derive(Debug)]
pub enum DataError {
    /// A pack cannot be read.
    Pack(PackError),
    /// A file cannot be read.
    Io(PathBuf, std::io::Error),
    /// The length of a file is not a multiple of the size of a record.
    Length(PathBuf, u64),
    /// A record is not a position.
    Record(PathBuf, u64),
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pack(error) => error.fmt(f),
            Self::Io(path, error) => write!(f, "cannot read {}: {error}", path.display()),
            Self::Length(path, bytes) => write!(
                f,
                "{} has {bytes} bytes, which is not a multiple of {RECORD_SIZE}: a .bin file has the records that `espalier pack unpack` writes",
                path.display()
            ),
            Self::Record(path, number) => write!(
                f,
                "record {number} of {} is not a position: a .bin file has the records that `espalier pack unpack` writes",
                path.display()
            ),
        }
    }
}

impl std::error::Error for DataError {}

/// Samples, and those of the held-out games.
#[derive(Clone, Debug, Default)]
pub struct Data {
    /// The samples to learn from.
    pub train: Vec<Sample>,
    /// The samples of the held-out games.
    pub held_out: Vec<Sample>,
}

impl Data {
    /// Adds a sample.
    pub fn add(&mut self, sample: Sample, held_out: u64) {
        if sample.is_held_out(held_out) {
            self.held_out.push(sample);
        } else {
            self.train.push(sample);
        }
    }

    /// Returns the quiet positions of a pack.
    ///
    /// # Errors
    /// The pack is damaged.
    pub fn of_pack(pack: &Pack, held_out: u64) -> Result<Self, PackError> {
        let mut data = Self::default();
        for game in pack.games() {
            let game = game?;
            for scored in game.kept(&Keep::default()) {
                if let Some(sample) = Sample::new(&Record::new(&game, &scored)) {
                    data.add(sample, held_out);
                }
            }
        }
        data.shuffle_held_out();
        Ok(data)
    }

    /// Shuffles the held-out samples: errors on the first of them are then errors on all games.
    fn shuffle_held_out(&mut self) {
        SplitMix64::new(1).shuffle(&mut self.held_out);
    }

    /// Reads files, several at once. A file whose name ends in `.bin` has records, another is a pack, of which the quiet positions are
    /// kept. Calls `progress` with the number of files read. `held_out` is the percentage of held-out games. The order of the
    /// samples is that of the files, and the held-out ones are shuffled.
    ///
    /// # Errors
    /// A file cannot be read, or is damaged.
    pub fn read(
        paths: &[PathBuf],
        held_out: u64,
        threads: usize,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Self, DataError> {
        let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let results: Vec<Mutex<Option<Result<Self, DataError>>>> =
            paths.iter().map(|_| Mutex::new(None)).collect();
        let work = || {
            while let Some((path, result)) = {
                let index = next.fetch_add(1, Ordering::Relaxed);
                paths.get(index).zip(results.get(index))
            } {
                let read = read_file(path, held_out);
                if let Ok(mut result) = result.lock() {
                    *result = Some(read);
                }
                progress(done.fetch_add(1, Ordering::Relaxed) + 1);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.min(paths.len()) {
                scope.spawn(work);
            }
            work();
        });
        let mut data = Self::default();
        for result in results {
            let Ok(Some(result)) = result.into_inner() else {
                continue;
            };
            let read = result?;
            if data.train.is_empty() && data.held_out.is_empty() {
                // One large file is not copied.
                data = read;
            } else {
                data.train.extend(read.train);
                data.held_out.extend(read.held_out);
            }
        }
        data.shuffle_held_out();
        Ok(data)
    }
}

fn read_file(path: &Path, held_out: u64) -> Result<Data, DataError> {
    let mut data = Data::default();
    let is_records = path
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("bin"));
    if !is_records {
        let pack = Pack::open(path).map_err(DataError::Pack)?;
        return Data::of_pack(&pack, held_out).map_err(DataError::Pack);
    }
    let io = |error| DataError::Io(path.to_owned(), error);
    let file = File::open(path).map_err(io)?;
    let bytes = file.metadata().map_err(io)?.len();
    if !bytes.is_multiple_of(RECORD_SIZE as u64) {
        return Err(DataError::Length(path.to_owned(), bytes));
    }
    let mut file = BufReader::with_capacity(1 << 20, file);
    let mut record = Record([0; RECORD_SIZE]);
    data.train.reserve_exact(bytes as usize / RECORD_SIZE);
    for number in 0..bytes / RECORD_SIZE as u64 {
        file.read_exact(&mut record.0).map_err(io)?;
        let sample = Sample::new(&record);
        let sample = sample.ok_or_else(|| DataError::Record(path.to_owned(), number + 1))?;
        data.add(sample, held_out);
    }
    Ok(data)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_are_those_of_the_network() {
        let fens = include_str!("../../nnue/tests/data/positions.fen");
        for fen in fens.lines() {
            let position = Position::from_fen(fen).expect("a legal FEN");
            let sample = Sample::of(&position, 17);
            assert_eq!(Sample::new(&sample.record()), Some(sample));
            let mut inputs = [[0; MEN]; 2];
            let men = sample.inputs(&mut inputs);
            assert_eq!(men, position.occupied().count() as usize);
            let us = position.side_to_move();
            for (inputs, side) in inputs.iter().zip([us, !us]) {
                let mirrored = features::is_mirrored(position.king(side));
                for (square, &input) in position.occupied().into_iter().zip(inputs) {
                    let piece = position.piece_at(square).expect("an occupied square");
                    let expected = features::index(side, mirrored, piece, square);
                    assert_eq!(usize::from(input), expected, "{fen}");
                }
            }
        }
    }

    #[test]
    fn records_that_are_no_positions_are_rejected() {
        let good = Sample::of(&Position::startpos(), 0).record();
        assert!(Sample::new(&good).is_some());
        for (place, value) in [(8, 0x66), (0, 0), (26, 4), (27, 2), (10, 0x77)] {
            let mut bad = good;
            bad.0[place] = value;
            assert_eq!(Sample::new(&bad), None, "byte {place}");
        }
    }
}
