//! Notes which compiler builds the program, for the UCI command `compiler`.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_default();
    let version = version.lines().next().unwrap_or("an unknown rustc");
    println!("cargo::rustc-env=ESPALIER_COMPILER={version}");
}
