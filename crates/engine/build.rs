//! Finds the network that goes into the program: ours, or the file that `EVALFILE` names.

use std::path::{Path, PathBuf};

/// The network of this version, from the root of the repository.
const OURS: &str = "nets/espalier.nnue";

/// How the file of a network begins. The rest of it is checked when the program starts.
const MAGIC: &[u8] = b"ESPALNET";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=EVALFILE");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let asked = std::env::var_os("EVALFILE").filter(|file| !file.is_empty());
    let path = root.join(asked.map_or_else(|| PathBuf::from(OURS), PathBuf::from));
    match std::fs::read(&path) {
        Ok(bytes) if bytes.starts_with(MAGIC) => {
            println!("cargo::rerun-if-changed={}", path.display());
            println!("cargo::rustc-env=ESPALIER_NETWORK={}", path.display());
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
