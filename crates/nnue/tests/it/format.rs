//! Network files: round trips, and one-sentence errors.

use nnue::{MAX_FEATURE_WEIGHT, Network, NetworkError};

use crate::common::{random_network, random_parameters};

/// The error message for the bytes of a file.
fn error(bytes: &[u8]) -> String {
    Network::from_bytes(bytes).unwrap_err().to_string()
}

/// Overwrites a field of the header.
fn with_field(mut bytes: Vec<u8>, at: usize, value: u32) -> Vec<u8> {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    bytes
}

#[test]
fn networks_read_back() {
    for (width, buckets) in [(32, 1), (96, 8), (1024, 8)] {
        let network = random_network(16, width, buckets);
        let bytes = network.to_bytes();
        let read = Network::from_bytes(&bytes).expect("a network");
        assert_eq!(read, network);
        assert_eq!(read.to_bytes(), bytes);
        assert_eq!((read.width(), read.buckets()), (width, buckets));
        assert_eq!(read.manifest()[..3], [0, 7, 14]);
        assert_eq!(
            bytes.len(),
            128 + 2 * width * (769 + 2 * buckets) + 4 * buckets + 4
        );
    }
}

#[test]
fn other_files_are_rejected() {
    let text = "this is not a network of Espalier";
    assert_eq!(error(b""), text);
    assert_eq!(error(b"ESPAL"), text);
    assert_eq!(error(&[0x1F; 4096]), text);
    let mut bytes = random_network(17, 32, 1).to_bytes();
    bytes[0] = b'e';
    assert_eq!(error(&bytes), text);
}

#[test]
fn other_versions_are_rejected() {
    let bytes = with_field(random_network(17, 32, 1).to_bytes(), 8, 2);
    assert_eq!(
        error(&bytes),
        "the network has version 2 of the format, and this program reads version 1"
    );
}

#[test]
fn other_architectures_are_rejected() {
    let bytes = random_network(17, 32, 1).to_bytes();
    let cases = [
        (12, 6144, "number of inputs"),
        (16, 4, "number of king buckets"),
        (20, 0, "mirroring"),
        (24, 2, "activation"),
        (28, 0, "width"),
        (28, 48, "width"),
        (28, 1056, "width"),
        (28, u32::MAX, "width"),
        (32, 0, "number of output buckets"),
        (32, 4, "number of output buckets"),
        (36, 181, "QA"),
        (40, 128, "QB"),
        (44, 300, "scale"),
    ];
    for (at, value, what) in cases {
        assert_eq!(
            error(&with_field(bytes.clone(), at, value)),
            format!(
                "this program does not support the network's architecture: its {what} is {value}"
            )
        );
    }
}

#[test]
fn wrong_sizes_are_rejected() {
    let bytes = random_network(17, 32, 1).to_bytes();
    let len = bytes.len();
    assert_eq!(
        error(&bytes[..100]),
        "the file of the network is too short: it has 100 bytes instead of 128"
    );
    for cut in [128, 1000, len - 1] {
        assert_eq!(
            error(&bytes[..cut]),
            format!("the file of the network is too short: it has {cut} bytes instead of {len}")
        );
    }
    let mut long = bytes.clone();
    long.push(0);
    assert_eq!(
        error(&long),
        format!(
            "the file of the network is too long: it has {} bytes instead of {len}",
            len + 1
        )
    );
    // The width determines the length of a file.
    assert_eq!(
        Network::from_bytes(&with_field(bytes, 28, 64)),
        Err(NetworkError::Size {
            expected: 128 + 2 * 64 * 771 + 8,
            found: len
        })
    );
}

#[test]
fn changed_bytes_are_detected() {
    let bytes = random_network(17, 32, 1).to_bytes();
    for at in [48, 64, 127, 128, 20_000, bytes.len() - 5, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert_eq!(
            error(&damaged),
            "the network is damaged: its checksum does not match its bytes",
            "byte {at}"
        );
    }
}

#[test]
fn large_weights_and_missing_numbers_are_rejected() {
    let good = random_parameters(18, 32, 8);
    let mut bad = good.clone();
    bad.feature_weights[5] = MAX_FEATURE_WEIGHT + 1;
    assert_eq!(
        Network::new(&bad).unwrap_err().to_string(),
        "the network has an input weight of 993: sums could overflow, at most 992 is allowed"
    );
    let mut bad = good.clone();
    bad.feature_biases[31] = i16::MIN;
    assert_eq!(
        Network::new(&bad).unwrap_err().to_string(),
        "the network has an input bias of -32768: sums could overflow, at most 992 is allowed"
    );
    let mut bad = good.clone();
    bad.output_weights[500] = -129;
    assert_eq!(
        Network::new(&bad).unwrap_err().to_string(),
        "the network has an output weight of -129: sums could overflow, at most 128 is allowed"
    );
    let mut bad = good;
    bad.output_biases.pop();
    assert_eq!(
        Network::new(&bad).unwrap_err().to_string(),
        "the network needs 8 weights and has 7"
    );
}
