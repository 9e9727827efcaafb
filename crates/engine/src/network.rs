//! The network that says what a position is worth: the one in the program, or one from a file.
//!
//! `nets/` has ours, docs/networks.md says how it was made, and the crate `nnue` how it works.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::{Arc, OnceLock};

pub use nnue::Network;
use nnue::NetworkError;

/// The file that build.rs found.
static BYTES: &[u8] = include_bytes!(env!("ESPALIER_NETWORK"));

/// No network is as large as this.
const TOO_LARGE: u64 = 1 << 24;

/// The network in the program. It can be wrong only if the program was built with another file than ours.
pub fn own() -> Result<Arc<Network>, NetworkError> {
    static OWN: OnceLock<Result<Arc<Network>, NetworkError>> = OnceLock::new();
    OWN.get_or_init(|| Network::from_bytes(BYTES).map(Arc::new))
        .clone()
}

/// The network in a file, or one sentence about what is wrong with it.
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

/// How a network is called: the first letters of the hash of its manifest.
#[must_use]
pub fn name(network: &Network) -> String {
    let hash = network.manifest();
    hash.iter()
        .take(4)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
