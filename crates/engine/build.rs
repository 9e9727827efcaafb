//! Selects the network that is built into the program: the repository's, or the file named by `EVALFILE`.
//! It is packed, so that the module of the static site compresses well: gzip makes 451 KB of the file, and 348 KB of the packed form.

use std::path::{Path, PathBuf};

/// The path of the default network, from the root of the repository.
const DEFAULT_NETWORK: &str = "nets/espalier.nnue";

/// The first bytes of a network file. The rest is validated when the program starts.
const MAGIC: &[u8] = b"ESPALNET";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let requested = std::env::var_os("EVALFILE").filter(|file| !file.is_empty());
    let path = root.join(requested.map_or_else(|| PathBuf::from(DEFAULT_NETWORK), PathBuf::from));
    match std::fs::read(&path) {
        Ok(bytes) if bytes.starts_with(MAGIC) => {
            println!("cargo::rerun-if-changed={}", path.display());
            println!("cargo::rustc-env=ESPALIER_NETWORK={}", path.display());
            let folder = std::env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
            let packed = Path::new(&folder).join("network.packed");
            std::fs::write(&packed, pack(&bytes)).expect("cargo's folder can be written");
        }
        Ok(_) => println!(
            "cargo::error={} is not a network of Espalier",
            path.display()
        ),
        Err(error) => println!(
            "cargo::error=the network {} cannot be read: {error}",
            path.display()
        ),
    }
}

/// Packs a file of 16-bit words. `network::unpack` describes the form.
fn pack(bytes: &[u8]) -> Vec<u8> {
    let (words, rest) = bytes.as_chunks::<2>();
    let count = u32::try_from(words.len()).expect("a network has fewer words");
    let mut packed = count.to_le_bytes().to_vec();
    let mut large = Vec::new();
    for &word in words {
        let number = i16::from_le_bytes(word);
        let folded = ((number << 1) ^ (number >> 15)).cast_unsigned();
        match u8::try_from(folded) {
            Ok(small @ 0..=254) => packed.push(small),
            _ => {
                packed.push(255);
                large.extend(word);
            }
        }
    }
    packed.extend(large);
    packed.extend(rest);
    packed
}
