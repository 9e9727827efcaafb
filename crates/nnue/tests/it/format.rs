//! The file of a network: what is written can be read, and what is wrong is said in one sentence.

use nnue::{MAX_FEATURE_WEIGHT, Network, NetworkError};

use crate::common::{random_network, random_parameters};

/// The sentence for a file.
fn sentence(bytes: &[u8]) -> String {
    Network::from_bytes(bytes).unwrap_err().to_string()
}

/// Writes a number over a field of the header.
fn with_field(mut bytes: Vec<u8>, at: usize, value: u32) -> Vec<u8> {
    bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
    bytes
}

#[test]
fn what_is_written_can_be_read() {
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
fn something_else() {
    let text = "this is not a network of Espalier";
    assert_eq!(sentence(b""), text);
    assert_eq!(sentence(b"ESPAL"), text);
    assert_eq!(sentence(&[0x1F; 4096]), text);
    let mut bytes = random_network(17, 32, 1).to_bytes();
    bytes[0] = b'e';
    assert_eq!(sentence(&bytes), text);
}

#[test]
fn another_version() {
    let bytes = with_field(random_network(17, 32, 1).to_bytes(), 8, 2);
    assert_eq!(
        sentence(&bytes),
        "the network has version 2 of the format, and this program reads version 1"
    );
}

#[test]
fn another_architecture() {
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
            sentence(&with_field(bytes.clone(), at, value)),
            format!(
                "this program does not support the network's architecture: its {what} is {value}"
            )
        );
    }
}

#[test]
fn another_size() {
    let bytes = random_network(17, 32, 1).to_bytes();
    let len = bytes.len();
    assert_eq!(
        sentence(&bytes[..100]),
        "the file of the network is too short: it has 100 bytes instead of 128"
    );
    for cut in [128, 1000, len - 1] {
        assert_eq!(
            sentence(&bytes[..cut]),
            format!("the file of the network is too short: it has {cut} bytes instead of {len}")
        );
    }
    let mut long = bytes.clone();
    long.push(0);
    assert_eq!(
        sentence(&long),
        format!(
            "the file of the network is too long: it has {} bytes instead of {len}",
            len + 1
        )
    );
    // The width says how long a file is.
    assert_eq!(
        Network::from_bytes(&with_field(bytes, 28, 64)),
        Err(NetworkError::Size {
            expected: 128 + 2 * 64 * 771 + 8,
            found: len
        })
    );
}

#[test]
fn a_changed_byte() {
    let bytes = random_network(17, 32, 1).to_bytes();
    for at in [48, 64, 127, 128, 20_000, bytes.len() - 5, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert_eq!(
            sentence(&damaged),
            "the network is damaged: its checksum does not fit its bytes",
            "byte {at}"
        );
    }
}

#[test]
fn weights_out_of_bounds() {
    let good = random_parameters(18, 32, 8);
    let mut bad = good.clone();
    bad.feature_weights[5] = MAX_FEATURE_WEIGHT + 1;
    assert_eq!(
        Network::new(&bad).unwrap_err().to_string(),
        "the network has an input weight of 993, and sums could overflow beyond 992"
    );
    let mut bad = good.clone();
    bad.feature_biases[31] = i16::MIN;
    assert_eq!(
        Network::new(&bad).unwrap_err().to_string(),
        "the network has an input bias of -32768, and sums could overflow beyond 992"
    );
    let mut bad = good.clone();
    bad.output_weights[500] = -129;
    assert_eq!(
        Network::new(&bad).unwrap_err().to_string(),
        "the network has an output weight of -129, and sums could overflow beyond 128"
    );
    let mut bad = good;
    bad.output_biases.pop();
    assert_eq!(
        Network::new(&bad).unwrap_err().to_string(),
        "the network needs 8 weights and got 7"
    );
}
