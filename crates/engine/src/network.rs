//! The network of the evaluation: the one built into the program, or one from a file.
//!
//! `nets/` has the file, docs/networks.md describes its training, and the crate `nnue` its architecture.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

pub use nnue::Network;
use nnue::NetworkError;

/// The file selected and packed by build.rs.
static PACKED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/network.packed"));

/// The maximum size of a network file.
const TOO_LARGE: u64 = 1 << 24;

/// Returns the network built into the program. An error is possible only if the program was built with another file.
pub fn embedded() -> Result<Arc<Network>, NetworkError> {
    static NETWORK: OnceLock<Result<Arc<Network>, NetworkError>> = OnceLock::new();
    NETWORK
        .get_or_init(|| Network::from_bytes(&unpack(PACKED)).map(Arc::new))
        .clone()
}

/// Returns the file of 16-bit words that was packed.
///
/// The packed form has the number of words, one byte for each word, the large words, and the rest of the file. The byte is the word if
/// it is from -127 to 127: 0, -1, 1, -2, 2 and so on; 255 stands for the next large word.
fn unpack(packed: &[u8]) -> Vec<u8> {
    let (count, packed) = packed.split_at(size_of::<u32>());
    let count = u32::from_le_bytes([count[0], count[1], count[2], count[3]]) as usize;
    let (small, mut rest) = packed.split_at(count);
    let mut bytes = Vec::with_capacity(2 * count);
    for &byte in small {
        if byte == u8::MAX {
            let (large, after) = rest.split_at(2);
            bytes.extend(large);
            rest = after;
        } else {
            let number = i16::from(byte >> 1) ^ -i16::from(byte & 1);
            bytes.extend(number.to_le_bytes());
        }
    }
    bytes.extend(rest);
    bytes
}

/// Reads a network from a file. The error is one sentence.
pub fn read(path: &Path) -> Result<Arc<Network>, String> {
    let name = path.display();
    let mut bytes = Vec::new();
    let opened = File::open(path).map_err(|_| format!("there is no file \"{name}\" to read"))?;
    opened
        .take(TOO_LARGE)
        .read_to_end(&mut bytes)
        .map_err(|_| format!("\"{name}\" cannot be read"))?;
    Network::from_bytes(&bytes)
        .map(Arc::new)
        .map_err(|error| format!("\"{name}\": {error}"))
}

/// Returns the name of a network: the first digits of the hash of its manifest.
#[must_use]
pub fn name(network: &Network) -> String {
    let hash = network.manifest();
    hash.iter()
        .take(4)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packed_network_is_the_file() {
        let file = std::fs::read(env!("ESPALIER_NETWORK")).unwrap();
        assert!(unpack(PACKED) == file);
    }

    #[test]
    fn small_words_large_words_and_a_rest_are_unpacked() {
        let packed = [&[6, 0, 0, 0][..], &[0, 1, 2, 254, 253, 255], &[128, 255, 7]].concat();
        let words: [i16; 6] = [0, -1, 1, 127, -127, -128];
        let expected = words.iter().flat_map(|word| word.to_le_bytes());
        assert_eq!(unpack(&packed), expected.chain([7]).collect::<Vec<u8>>());
    }
}
