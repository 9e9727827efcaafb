//! Any bytes are a network or an error of one line; a network that was read survives being written and read again, and its evaluation of
//! every position with its features updated equals the one from scratch.
#![no_main]

use std::sync::Arc;

use chess::Position;
use libfuzzer_sys::fuzz_target;
use nnue::{Accumulators, Network};

/// The bytes before the weights.
const HEADER: usize = 128;

/// Returns a file of the right size with a right checksum: the header, the weights repeated, the checksum.
fn complete(bytes: &[u8]) -> Option<Vec<u8>> {
    let (header, weights) = bytes.split_at_checked(HEADER)?;
    let number = |place: usize| {
        let bytes = header[place..].first_chunk().expect("a number");
        u32::from_le_bytes(*bytes) as usize
    };
    let (inputs, width, buckets) = (number(12), number(28), number(32));
    if weights.is_empty() || inputs != 768 || width > 64 || buckets > 8 {
        return None;
    }
    let size = 2 * ((inputs + 1) * width + 2 * width * buckets) + 4 * buckets;
    let mut file = header.to_vec();
    file.extend(weights.iter().cycle().take(size));
    let mut checksum = flate2::Crc::new();
    checksum.update(&file);
    file.extend(checksum.sum().to_le_bytes());
    Some(file)
}

fn check(bytes: &[u8]) {
    match Network::from_bytes(bytes) {
        Ok(network) => {
            // Reserved bytes of the header are ignored.
            let written = network.to_bytes();
            let again = Network::from_bytes(&written).expect("our own bytes");
            assert_eq!(again.to_bytes(), written);
            let network = Arc::new(network);
            let mut position = Position::startpos();
            let mut accumulators = Accumulators::new(Arc::clone(&network), &position);
            for ply in 0..12 {
                let moves = position.legal_moves();
                let m = moves[usize::from(bytes[HEADER + ply]) % moves.len()];
                let after = position.after(m);
                accumulators.push(&position, m, &after);
                position = after;
                if !position.has_legal_move() {
                    break;
                }
                assert_eq!(accumulators.evaluate(&position), network.evaluate(&position));
            }
        }
        Err(error) => assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    }
}

fuzz_target!(|bytes: &[u8]| {
    check(bytes);
    if let Some(bytes) = complete(bytes) {
        check(&bytes);
    }
});
