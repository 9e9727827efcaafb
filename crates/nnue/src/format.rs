//! Reads and writes network files. README.md describes the format.

use std::fmt;

use crate::checksum::crc32;
use crate::features::INPUTS;
use crate::kernels::LANES;
use crate::network::Parameters;
use crate::quantisation::{MAX_WIDTH, QA, QB, SCALE};

/// The first bytes of a file.
const MAGIC: &[u8; 8] = b"ESPALNET";

/// The version of the format.
const VERSION: u32 = 1;

/// The number of bytes before the weights.
const HEADER: usize = 128;

/// The offset of the hash of the manifest.
const MANIFEST: usize = 64;

/// The number of bytes after the weights.
const CHECKSUM: usize = 4;

/// The fields between version and manifest: the name for errors, and the required number if there is only one.
const FIELDS: [(&str, Option<u32>); 9] = [
    ("number of inputs", Some(INPUTS as u32)),
    ("number of king buckets", Some(1)),
    ("mirroring", Some(1)),
    ("activation", Some(1)),
    ("width", None),
    ("number of output buckets", None),
    ("QA", Some(QA as u32)),
    ("QB", Some(QB as u32)),
    ("scale", Some(SCALE as u32)),
];

/// Why a network is rejected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NetworkError {
    /// The file does not begin with the signature of networks.
    NotANetwork,
    /// The file has an unsupported version of the format.
    Version(u32),
    /// The architecture is not supported.
    Architecture {
        /// The unsupported property.
        what: &'static str,
        /// Its number in the file.
        found: u32,
    },
    /// The file is too short or too long.
    Size {
        /// The expected number of bytes.
        expected: usize,
        /// The number of bytes found.
        found: usize,
    },
    /// The checksum does not match: the file was changed after it was written.
    Checksum,
    /// A list of weights does not have the length that the architecture requires.
    Count {
        /// The expected number of weights.
        expected: usize,
        /// The number of weights found.
        found: usize,
    },
    /// A weight with which sums could overflow.
    Weight {
        /// The kind of weight.
        what: &'static str,
        /// The weight.
        found: i16,
        /// The largest allowed absolute value.
        limit: i16,
    },
}

impl fmt::Display for NetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotANetwork => f.write_str("this is not a network of Espalier"),
            Self::Version(found) => write!(
                f,
                "the network has version {found} of the format, and this program reads version {VERSION}"
            ),
            Self::Architecture { what, found } => write!(
                f,
                "this program does not support the network's architecture: its {what} is {found}"
            ),
            Self::Size { expected, found } => {
                let how = if found < expected { "short" } else { "long" };
                write!(
                    f,
                    "the file of the network is too {how}: it has {found} bytes instead of {expected}"
                )
            }
            Self::Checksum => {
                f.write_str("the network is damaged: its checksum does not match its bytes")
            }
            Self::Count { expected, found } => {
                write!(f, "the network needs {expected} weights and has {found}")
            }
            Self::Weight { what, found, limit } => write!(
                f,
                "the network has an {what} of {found}: sums could overflow, at most {limit} is allowed"
            ),
        }
    }
}

impl std::error::Error for NetworkError {}

/// Checks the width and the number of output buckets.
pub(crate) fn check_shape(width: usize, buckets: usize) -> Result<(), NetworkError> {
    let unknown = |what, found: usize| {
        Err(NetworkError::Architecture {
            what,
            found: u32::try_from(found).unwrap_or(u32::MAX),
        })
    };
    if !width.is_multiple_of(LANES) || !(LANES..=MAX_WIDTH).contains(&width) {
        return unknown("width", width);
    }
    if buckets != 1 && buckets != 8 {
        return unknown("number of output buckets", buckets);
    }
    Ok(())
}

/// Returns the size of a file in bytes.
fn size(width: usize, buckets: usize) -> usize {
    let words = (INPUTS + 1) * width + 2 * width * buckets;
    HEADER + 2 * words + 4 * buckets + CHECKSUM
}

/// Reads the numbers of a network and checks all of them except the weights.
pub(crate) fn read(bytes: &[u8]) -> Result<Parameters, NetworkError> {
    if !bytes.starts_with(MAGIC) {
        return Err(NetworkError::NotANetwork);
    }
    let too_short = NetworkError::Size {
        expected: HEADER,
        found: bytes.len(),
    };
    let (header, body) = bytes.split_first_chunk::<HEADER>().ok_or(too_short)?;
    let mut fields = header[MAGIC.len()..MANIFEST]
        .as_chunks()
        .0
        .iter()
        .map(|&field| u32::from_le_bytes(field));
    let version = fields.next().unwrap_or_default();
    if version != VERSION {
        return Err(NetworkError::Version(version));
    }
    let mut shape = Vec::new();
    for ((what, only), found) in FIELDS.into_iter().zip(&mut fields) {
        match only {
            None => shape.push(found as usize),
            Some(only) if found != only => {
                return Err(NetworkError::Architecture { what, found });
            }
            Some(_) => {}
        }
    }
    let (width, buckets) = (shape[0], shape[1]);
    check_shape(width, buckets)?;
    if bytes.len() != size(width, buckets) {
        return Err(NetworkError::Size {
            expected: size(width, buckets),
            found: bytes.len(),
        });
    }
    let (covered, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
    if crc32(covered).to_le_bytes() != checksum {
        return Err(NetworkError::Checksum);
    }

    let mut rest = &body[..body.len() - CHECKSUM];
    let mut take = |len: usize| {
        let (taken, left) = rest.split_at(len);
        rest = left;
        taken
    };
    let words = |bytes: &[u8]| {
        let chunks = bytes.as_chunks().0.iter();
        chunks.map(|&word| i16::from_le_bytes(word)).collect()
    };
    let mut manifest = [0; 32];
    manifest.copy_from_slice(&header[MANIFEST..][..32]);
    Ok(Parameters {
        width,
        buckets,
        manifest,
        feature_weights: words(take(2 * INPUTS * width)),
        feature_biases: words(take(2 * width)),
        output_weights: words(take(4 * width * buckets)),
        output_biases: take(4 * buckets)
            .as_chunks()
            .0
            .iter()
            .map(|&bias| i32::from_le_bytes(bias))
            .collect(),
    })
}

/// Writes the numbers of a network.
pub(crate) fn write(parameters: &Parameters) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(size(parameters.width, parameters.buckets));
    bytes.extend(MAGIC);
    bytes.extend(VERSION.to_le_bytes());
    let mut shape = [parameters.width, parameters.buckets].into_iter();
    for (_, only) in FIELDS {
        let value = only.or_else(|| shape.next().map(|value| value as u32));
        bytes.extend(value.unwrap_or_default().to_le_bytes());
    }
    bytes.resize(MANIFEST, 0);
    bytes.extend(parameters.manifest);
    bytes.resize(HEADER, 0);
    let words = [
        &parameters.feature_weights,
        &parameters.feature_biases,
        &parameters.output_weights,
    ];
    for word in words.into_iter().flatten() {
        bytes.extend(word.to_le_bytes());
    }
    for bias in &parameters.output_biases {
        bytes.extend(bias.to_le_bytes());
    }
    bytes.extend(crc32(&bytes).to_le_bytes());
    bytes
}
