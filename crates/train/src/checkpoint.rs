//! Checkpoints: a training on disk, so that it continues after it was stopped or killed.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::curve::Point;
use crate::sha256::sha256;
use crate::trainer::State;
use crate::weights::{Shape, Weights};

/// The first bytes of a file.
const MAGIC: &[u8; 16] = b"ESPALIER TRAIN 1";

/// A training in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Checkpoint {
    /// The settings, samples and first weights, which determine the result. A training is resumed only with the same ones.
    pub description: String,
    /// The state.
    pub state: State,
    /// The errors so far.
    pub curve: Vec<Point>,
}

/// Why a checkpoint cannot be used.
#[derive(Debug)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    Io(&'static str, PathBuf, io::Error),
    /// The file is not a checkpoint, or was changed after it was written.
    Damaged(PathBuf),
    /// The checkpoint is of another training.
    Other(PathBuf),
}

impl fmt::Display for CheckpointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(action, path, error) => {
                write!(f, "cannot {action} {}: {error}", path.display())
            }
            Self::Damaged(path) => write!(
                f,
                "{} is not a checkpoint, or is damaged: train without --resume to begin again",
                path.display()
            ),
            Self::Other(path) => write!(
                f,
                "{} is of a training with other settings or data: repeat its options, or train without --resume to begin again",
                path.display()
            ),
        }
    }
}

impl std::error::Error for CheckpointError {}

impl Checkpoint {
    /// Writes the file. A killed writer leaves the old one.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        replace(path, &self.to_bytes())
            .map_err(|error| CheckpointError::Io("write", path.to_owned(), error))
    }

    /// Reads the checkpoint of a training with this description.
    ///
    /// # Errors
    /// The file cannot be read, is damaged, or is of another training.
    pub fn read(path: &Path, description: &str) -> Result<Self, CheckpointError> {
        let bytes =
            fs::read(path).map_err(|error| CheckpointError::Io("read", path.to_owned(), error))?;
        let read = Self::from_bytes(&bytes);
        let read = read.ok_or_else(|| CheckpointError::Damaged(path.to_owned()))?;
        match read.description == description {
            true => Ok(read),
            false => Err(CheckpointError::Other(path.to_owned())),
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let shape = self.state.average().shape;
        let mut bytes = MAGIC.to_vec();
        let numbers = [
            self.description.len() as u64,
            shape.width as u64,
            shape.buckets as u64,
            self.state.batches,
            self.curve.len() as u64,
        ];
        bytes.extend(numbers.into_iter().flat_map(u64::to_le_bytes));
        bytes.extend(self.description.as_bytes());
        for point in &self.curve {
            bytes.extend(point.samples.to_le_bytes());
            for error in [point.train, point.held_out, point.held_out_score] {
                bytes.extend(error.to_le_bytes());
            }
        }
        let parts = self.state.parts.iter().flat_map(Weights::parts);
        bytes.extend(parts.flatten().flat_map(|number| number.to_le_bytes()));
        bytes.extend(sha256(&bytes));
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (bytes, hash) = bytes.split_last_chunk::<32>()?;
        if sha256(bytes) != *hash {
            return None;
        }
        let mut rest = bytes.strip_prefix(MAGIC)?;
        let mut take = |len: usize| rest.split_off(..len);
        let mut number = || Some(u64::from_le_bytes(take(8)?.try_into().ok()?));
        let [length, width, buckets, batches, points] =
            [number()?, number()?, number()?, number()?, number()?];
        let shape = Shape {
            width: width as usize,
            buckets: buckets as usize,
        };
        if !shape.is_valid() {
            return None;
        }
        let description = String::from_utf8(take(length as usize)?.to_vec()).ok()?;
        let mut curve = Vec::new();
        for _ in 0..points {
            let point = take(32)?.as_chunks::<8>().0;
            curve.push(Point {
                samples: u64::from_le_bytes(point[0]),
                train: f64::from_le_bytes(point[1]),
                held_out: f64::from_le_bytes(point[2]),
                held_out_score: f64::from_le_bytes(point[3]),
            });
        }
        let mut parts = [(); 4].map(|()| Weights::zero(shape));
        for part in parts.iter_mut().flat_map(Weights::parts_mut) {
            let bytes = take(4 * part.len())?.as_chunks::<4>().0;
            for (number, bytes) in part.iter_mut().zip(bytes) {
                *number = f32::from_le_bytes(*bytes);
            }
        }
        rest.is_empty().then_some(Self {
            description,
            state: State { batches, parts },
            curve,
        })
    }
}

/// Replaces a file in one step, so that a killed program leaves the old one. A device is written to.
///
/// # Errors
/// The file cannot be written.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes);
    }
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // A part of a file on a full disk is of no use. The first error is the one to report.
        _ = fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_checkpoint_is_read_as_written_and_damage_is_found() {
        let shape = Shape {
            width: 32,
            buckets: 1,
        };
        let mut state = State::new(Weights::random(shape, 2));
        state.batches = 17;
        let checkpoint = Checkpoint {
            description: "some training".to_owned(),
            state,
            curve: vec![Point {
                samples: 1,
                train: 0.5,
                held_out: 0.25,
                held_out_score: 0.125,
            }],
        };
        let bytes = checkpoint.to_bytes();
        assert_eq!(Checkpoint::from_bytes(&bytes), Some(checkpoint));
        for place in [0, 20, 60, bytes.len() - 1] {
            let mut damaged = bytes.clone();
            damaged[place] ^= 1;
            assert_eq!(Checkpoint::from_bytes(&damaged), None, "byte {place}");
        }
        assert_eq!(Checkpoint::from_bytes(&bytes[..bytes.len() - 1]), None);
        assert_eq!(Checkpoint::from_bytes(&[]), None);
    }
}
